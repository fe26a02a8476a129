#include "config/config.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <bit>
#include <cctype>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "config/parse.hpp"
#include "config/schedule.hpp"
#include "error/log.hpp"

namespace ark {

namespace {

constexpr std::string_view prefix = "ARK_";

#ifdef NDEBUG
constexpr bool built_for_debugging = false;
#else
constexpr bool built_for_debugging = true;
#endif

std::size_t at_least(const std::string& text, std::size_t least) {
  const std::size_t value = parse::bytes(text);
  if (value < least) throw std::invalid_argument("too small");
  return value;
}

std::size_t whole_words(std::size_t bytes) {
  if (bytes % 8 != 0) throw std::invalid_argument("not a multiple of 8");
  return bytes;
}

detail::route_policy route_of(const std::string& text) {
  if (text == "auto" || text == "proxy") return detail::route_policy::automatic;
  if (text == "inline") return detail::route_policy::inline_only;
  if (text == "queue") return detail::route_policy::queue_only;
  throw std::invalid_argument("unknown route");
}

transport_choice transport_of(const std::string& text) {
  if (text == "auto") return transport_choice::automatic;
  if (text == "ucx") return transport_choice::ucx;
  if (text == "loopback") return transport_choice::loopback;
  if (text == "none") return transport_choice::none;
  throw std::invalid_argument("unknown transport");
}

heap_kind heap_of(const std::string& text) {
  for (const heap_kind kind : {heap_kind::automatic, heap_kind::host, heap_kind::cuda,
                               heap_kind::cuda_ipc, heap_kind::cuda_host}) {
    if (text == heap_kind_name(kind)) return kind;
  }
  throw std::invalid_argument("unknown heap");
}

/// Does not check that this host has the address: that happens when it is used.
std::string address_or_interface(const std::string& text) {
  constexpr std::string_view others = ".:-_@";
  const auto fits = [&](unsigned char c) {
    return std::isalnum(c) != 0 || others.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (text.empty() || !std::all_of(text.begin(), text.end(), fits))
    throw std::invalid_argument("no address");
  return text;
}

bool is_always(const std::string& text) {
  if (text == "always") return true;
  if (text == "auto") return false;
  throw std::invalid_argument("unknown choice");
}

on_failure failure_policy_of(const std::string& text) {
  if (text == "end") return on_failure::end;
  if (text == "go_on") return on_failure::go_on;
  throw std::invalid_argument("unknown choice");
}

/// "off", or what to record and, after a colon, the prefix of the output files.
void read_trace(config& into, const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string what = text.substr(0, colon);
  into.trace_prefix = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (colon != std::string::npos && (into.trace_prefix.empty() || what == "off")) {
    throw std::invalid_argument(what == "off" ? "off writes no file" : "no prefix after the colon");
  }
  if (what == "off") {
    into.trace = trace_mode::off;
  } else if (what == "counters") {
    into.trace = trace_mode::counters;
  } else if (what == "timeline") {
    into.trace = trace_mode::timeline;
    if (colon == std::string::npos) throw std::invalid_argument("a timeline needs a file");
  } else {
    throw std::invalid_argument("unknown trace");
  }
}

void read_one_sided(config& into, const std::string& text) {
  into.one_sided = text == "auto"    ? one_sided_choice::automatic
                   : text == "never" ? one_sided_choice::never
                                     : one_sided_choice::always;
  into.one_sided_bytes = into.one_sided == one_sided_choice::always ? at_least(text, 1) : 0;
}

std::size_t power_of_two(const std::string& text, std::size_t low, std::size_t high) {
  const std::size_t value = parse::number(text, low, high);
  if (!std::has_single_bit(value)) throw std::invalid_argument("not a power of two");
  return value;
}

constexpr config_variable table[] = {
    {"ARK_SYMMETRIC_SIZE", "64m", "bytes, 4k or more, with k, m, g or t; the same on every PE",
     "Symmetric heap of a PE at init. In the host's memory it is address space until allocations "
     "are made in it.",
     [](config& c, const std::string& t) { c.symmetric_size = at_least(t, 4096); }},
    {"ARK_HEAP_RESERVE", "16g", "bytes, 1m or more, with k, m, g or t; the same on every PE",
     "Address space kept for each PE's heap: it may grow this far, by multiples of a 256th of it. "
     "Not memory.",
     [](config& c, const std::string& t) { c.heap_reserve = at_least(t, 1 << 20); }},
    {"ARK_HEAP", "auto", "auto, host, cuda, cuda_ipc or cuda_host; the same on every PE",
     "Memory of the symmetric heap: host: the host's; cuda: a GPU's; cuda_ipc: one GPU allocation "
     "shared by cudaIpc, which cannot grow; cuda_host: the host's, pinned for a GPU. auto: cuda if "
     "the program has kernels compiled by nvcc and there is a GPU, else host. cuda becomes "
     "cuda_ipc where GPU memory cannot be mapped and exported in pieces.",
     [](config& c, const std::string& t) { c.heap = heap_of(t); }},
    {"ARK_CUDA_DEVICE", "auto", "auto, or a device's number from 0",
     "GPU of this PE. auto: the calling thread's current one, else by the PE's place on its host.",
     [](config& c, const std::string& t) {
       c.cuda_device = t == "auto" ? -1 : static_cast<int>(parse::number(t, 0, 1023));
     }},
    {"ARK_CUDA_WAIT", "auto", "auto or always",
     "auto: a kernel's wait for another PE fails at once if processes share the GPU in time slices "
     "(time_sliced), because the waiting kernel blocks the awaited one. always: waits are "
     "permitted.",
     [](config& c, const std::string& t) { c.cuda_wait_always = is_always(t); }},
    {"ARK_TIMEOUT", "120s",
     "a time greater than 0, with ns, us, ms, s, m or h; a bare number is seconds",
     "Deadline of every wait, on the device and on the host. A lane of the CPU executor may run "
     "without yielding for 1/24 of it, or 5 s if that is longer.",
     [](config& c, const std::string& t) { c.timeout_ns = parse::duration_ns(t); }},
    {"ARK_ID_ADDRESS", "auto", "auto, an IP address of this host, or the name of an interface",
     "Address that the ids of ark::get_unique_id carry: the other processes connect to it. auto: "
     "that of the default route, else of the first interface that is up.",
     [](config& c, const std::string& t) { c.id_address = address_or_interface(t); }},
    {"ARK_LIVENESS", "10s", "0, or a time with ms, s or m; a bare number is seconds",
     "A PE without a sign of life for this long is lost (stopped, or cut off); at most half of "
     "ARK_TIMEOUT, or 1 s if that is less. 0: only a process that has ended is.",
     [](config& c, const std::string& t) { c.liveness_ns = t == "0" ? 0 : parse::duration_ns(t); }},
    {"ARK_ON_FAILURE", "end", "end or go_on",
     "After a failure: end: the next call of ark on the host, or the end of main, prints the "
     "record "
     "and ends the job; go_on: the program checks ark_status, return values and exceptions.",
     [](config& c, const std::string& t) { c.on_failure = failure_policy_of(t); }},
    {"ARK_INLINE_BYTES", "16k", "bytes, with k, m, g or t",
     "A kernel's transfers up to this size, and up to a sixteenth of it by one thread of a GPU, "
     "are stores by the caller; larger ones take the queue. A host thread, and a thread of the CPU "
     "executor in a call that waits for its transfer, copies at every size, unless "
     "ARK_ROUTE=queue, ARK_TENANTS is set, or the heap is in GPU memory.",
     [](config& c, const std::string& t) { c.inline_bytes = parse::bytes(t); }},
    {"ARK_ROUTE", "auto", "auto, inline, queue or proxy",
     "Force one route for all sizes, for comparison and tests; proxy: to every other PE, even "
     "where its memory is mapped. A GPU's kernels access single elements, signals and atomic words "
     "of mapped PEs themselves at every other setting.",
     [](config& c, const std::string& t) {
       c.route = route_of(t);
       c.proxy_everywhere = t == "proxy";
     }},
    {"ARK_TRANSPORT", "auto", "auto, ucx, loopback or none",
     "Transport of messages to PEs on other hosts; loopback: within one process only.",
     [](config& c, const std::string& t) { c.transport = transport_of(t); }},
    {"ARK_ONE_SIDED", "auto", "auto, never, or bytes, 1 or more, with k, m, g or t",
     "Puts and gets that the network executes in the target's memory, without its CPU. auto: puts "
     "of more than 128k and gets of more than 16k, on networks with one-sided writes and reads; a "
     "size: from that size on, on every network.",
     read_one_sided},
    {"ARK_PART_BYTES", "auto", "auto, 0, or bytes, a multiple of 8 from 1k on, with k, m, g or t",
     "Larger puts and gets through the proxy go in parts of this size. auto: 60k over networks "
     "that copy, such as tcp, and whole over others; 0: whole.",
     [](config& c, const std::string& t) {
       c.part_bytes.reset();
       if (t != "auto") c.part_bytes = t == "0" ? 0 : whole_words(at_least(t, 1024));
     }},
    {"ARK_RINGS", "1", "a number from 1 to 64",
     "Descriptor rings of a PE's CPU engine; a block stays on one. An SM engine has one ring.",
     [](config& c, const std::string& t) {
       c.rings = static_cast<unsigned>(parse::number(t, 1, 64));
     }},
    {"ARK_TENANTS", "0", "a number from 0 to 15",
     "Tenants that a PE can have (docs/serve.md), each with rings of its own. With tenants, host "
     "threads post what kernels would post.",
     [](config& c, const std::string& t) {
       c.tenants = static_cast<unsigned>(parse::number(t, 0, 15));
     }},
    {"ARK_RING_SLOTS", "1024", "a power of two from 2 to 65536", "Descriptors a ring holds.",
     [](config& c, const std::string& t) { c.ring_slots = power_of_two(t, 2, 65536); }},
    {"ARK_LOG", "warn", "error, warn, info or debug", "Level of the messages on stderr.",
     [](config& c, const std::string& t) {
       if (!log_level_parse(t)) throw std::invalid_argument("unknown level");
       c.log = t;
     }},
    {"ARK_CPU_WORKERS", "0",
     "a number from 0 to 256; 0: from the affinity mask and the PEs of the host",
     "Threads that run kernels on the CPU executor. Fewer than by default leave a core to the CPU "
     "engine.",
     [](config& c, const std::string& t) {
       c.cpu_workers = static_cast<unsigned>(parse::number(t, 0, 256));
     }},
    {"ARK_CPU_STACK", "36k", "bytes, 16k or more, with k or m", "Stack of one lane.",
     [](config& c, const std::string& t) { c.cpu_stack_bytes = at_least(t, 16 << 10); }},
    {"ARK_SCHED", "fifo", "fifo, random[:seed] or pct:depth[:seed]",
     "Order in which the CPU executor runs lanes and transfers; random and pct repeat exactly.",
     [](config& c, const std::string& t) {
       try {
         c.sched = schedule_name(schedule_parse(t));
       } catch (const error& problem) {
         throw std::invalid_argument(problem.what());
       }
     }},
    {"ARK_CHECK", "auto", "auto, 0 or 1; the same on every PE",
     "Checked mode: calls validate their arguments, collectives compare them between PEs, and "
     "lanes "
     "have guard pages below their stacks. auto: 1 if libark was built without NDEBUG.",
     [](config& c, const std::string& t) {
       c.check = t == "auto" ? built_for_debugging : parse::flag(t);
     }},
    {"ARK_STRICT", "0", "0 or 1", "Init fails instead of degrading or ignoring a setting.",
     [](config& c, const std::string& t) { c.strict = parse::flag(t); }},
    {"ARK_TRACE", "off", "off, counters, counters:PREFIX or timeline:PREFIX",
     "Counters of every route, written at finalize as JSON to stderr or to PREFIX.<pe>.json; "
     "timeline: that file also has every descriptor, kernel and message, for Perfetto.",
     read_trace},
    {"ARK_INCLUDE", "", "a folder",
     "The headers that Python's ark.Kernel compiles with: `include` of an installation. libark "
     "does not use it.",
     [](config&, const std::string& t) {
       if (t.empty()) return;
       struct stat found;
       if (stat(t.c_str(), &found) != 0 || !S_ISDIR(found.st_mode))
         throw std::invalid_argument("no such folder");
     }},
};

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

/// Variables of earlier versions, and their replacements.
constexpr struct {
  const char *name, *instead;
} removed[] = {
    {"ARK_CHUNK_BYTES", "chunks have 64 KiB; under ARK_SCHED=random or pct a few words"},
    {"ARK_CPU_GUARD", "ARK_CHECK=1 has guard pages"},
    {"ARK_CPU_STALL", "a lane may run without yielding for 1/24 of ARK_TIMEOUT, at least 5 s"},
    {"ARK_DUMP_SIGNAL", "SIGUSR1 always prints which lanes wait, then calls the program's handler"},
    {"ARK_GPU_STAGING", "UCX_TLS=^cuda stages all data of a GPU"},
    {"ARK_HEAP_SEGMENT", "the heap grows by a 256th of ARK_HEAP_RESERVE"},
    {"ARK_PLAN_ARMED", "graphs always arm plans of a GPU"},
    {"ARK_PROXY_CPUS", "taskset -p places the thread ark-proxy"},
};

std::string nearest_name(const std::string& name) {
  const auto nearest =
      std::min_element(std::begin(table), std::end(table), [&](const auto& a, const auto& b) {
        return edit_distance(a.name, name) < edit_distance(b.name, name);
      });
  return nearest->name;
}

unknown_variable unknown(const config_entry& given) {
  const std::string nearest = nearest_name(given.name);
  const auto* const found = std::find_if(std::begin(removed), std::end(removed),
                                         [&](const auto& one) { return given.name == one.name; });
  return {given.name, given.value, nearest,
          found == std::end(removed) ? fmt::format("use the nearest known name, {}", nearest)
                                     : fmt::format("removed: {}", found->instead)};
}

/// All ARK_* of `environment` and `overrides`; overrides take precedence.
std::map<std::string, config_entry> gather(const char* const* environment,
                                           const std::map<std::string, std::string>& overrides) {
  std::map<std::string, config_entry> found;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view line = *environment;
    const std::size_t equals = line.find('=');
    if (!line.starts_with(prefix) || equals == std::string_view::npos) continue;
    const std::string name(line.substr(0, equals));
    found[name] = {name, std::string(line.substr(equals + 1)), config_source::environment};
  }
  for (const auto& [name, value] : overrides) found[name] = {name, value, config_source::caller};
  return found;
}

void parse_entry(config& into, const config_variable& row, const std::string& text) {
  try {
    row.parse(into, text);
  } catch (const std::invalid_argument& problem) {
    throw error(errc::invalid_argument, fmt::format("{}='{}': {}; accepted: {}", row.name, text,
                                                    problem.what(), row.accepted));
  }
}

}  // namespace

std::span<const config_variable> config_table() { return table; }

const char* heap_kind_name(heap_kind kind) noexcept {
  switch (kind) {
    case heap_kind::automatic:
      return "auto";
    case heap_kind::host:
      return "host";
    case heap_kind::cuda:
      return "cuda";
    case heap_kind::cuda_ipc:
      return "cuda_ipc";
    case heap_kind::cuda_host:
      return "cuda_host";
  }
  return "unknown";
}

const char* config_source_name(config_source source) noexcept {
  switch (source) {
    case config_source::built_in:
      return "built-in";
    case config_source::environment:
      return "environment";
    case config_source::caller:
      return "caller";
  }
  return "unknown";
}

config_source config_result::source_of(const std::string& name) const {
  return std::find_if(entries.begin(), entries.end(),
                      [&](const config_entry& entry) { return entry.name == name; })
      ->source;
}

config_result config_read(const char* const* environment,
                          const std::map<std::string, std::string>& overrides) {
  auto found = gather(environment, overrides);
  config_result result;
  for (auto line = environment; line != nullptr && *line != nullptr; ++line) {
    if (std::string_view(*line).starts_with("UCX_NET_DEVICES=")) {
      result.values.ucx_devices_given = true;
    }
  }
  for (const config_variable& row : table) {
    config_entry entry{row.name, row.default_value, config_source::built_in};
    if (const auto given = found.find(row.name); given != found.end()) {
      entry = given->second;
      found.erase(given);
    }
    parse_entry(result.values, row, entry.value);
    result.entries.push_back(entry);
  }
  for (const auto& [name, entry] : found) result.unknown.push_back(unknown(entry));
  return result;
}

std::string config_documentation() {
  std::string text =
      "# Environment\n\n"
      "Written by `ark_env_doc` from the table in src/config/config.cpp; a test compares the "
      "two.\n\n"
      "Init fails if a variable has an invalid value; the message contains the variable, the value "
      "and the\naccepted values. An unknown `ARK_*` name is a warning with the nearest known name, "
      "or with the "
      "replacement of a removed\none, and an error under `ARK_STRICT=1`. Values given to "
      "`ark::init`, `ark::session` or\n`ark::local_run` take precedence over the environment "
      "([example](../README.md#a-program)). `ark_info --env` prints the values\nin force and their "
      "sources.\n\n"
      "| variable | default | accepted | meaning |\n|---|---|---|---|\n";
  for (const config_variable& row : table) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", row.name, row.default_value, row.accepted,
                        row.summary);
  }
  return text +
         "\n## Variables of CUDA's that ark sets\n\n"
         "Where a GPU is wanted, and the program has not called CUDA before, init sets these for "
         "the process, unless\nthey are set. To keep CUDA's defaults, set the variables to "
         "them.\n\n"
         "| variable | set to | CUDA's default | reason |\n|---|---|---|---|\n"
         "| `CUDA_MODULE_LOADING` | EAGER | LAZY | CUDA may load a kernel at its first launch and "
         "then wait for all kernels that run, also for one that waits for this kernel, and for the "
         "graphs of [plans](plans.md) |\n"
         "| `CUDA_DEVICE_MAX_CONNECTIONS` | 32 | 8 | streams that share a hardware queue may wait "
         "for each other. A kernel then waits behind another one, which may wait for that kernel; "
         "graphs of plans occupy queues as well |\n";
}

}  // namespace ark
