#include "ark_perf_options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ark/errc.hpp>
#include <cctype>
#include <functional>
#include <utility>

#include "size_text.hpp"
#include "test_table.hpp"

namespace ark_perf {

namespace {

template <class Value>
using choices = std::vector<std::pair<const char*, Value>>;

const choices<scope_kind> scopes = {
    {"thread", scope_kind::thread}, {"warp", scope_kind::warp}, {"block", scope_kind::block}};
const choices<source_kind> sources = {
    {"kernel", source_kind::kernel}, {"host", source_kind::host}, {"stream", source_kind::stream}};
const choices<route_kind> routes = {{"auto", route_kind::automatic},
                                    {"inline", route_kind::inline_only},
                                    {"queue", route_kind::queue_only},
                                    {"proxy", route_kind::proxy}};
const choices<element_kind> element_kinds = {{"float", element_kind::of_float},
                                             {"half", element_kind::of_half}};
const choices<buffer_kind> buffer_kinds = {{"single", buffer_kind::single},
                                           {"multiple", buffer_kind::multiple}};
const choices<format_kind> formats = {
    {"osu", format_kind::osu}, {"csv", format_kind::csv}, {"json", format_kind::json}};

template <class Value>
const char* name_in(const choices<Value>& all, Value value) {
  for (const auto& [name, candidate] : all) {
    if (candidate == value) return name;
  }
  return "";
}

std::string joined(const std::vector<std::string>& names, const char* separator) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : separator) + name;
  return text;
}

template <class Value>
Value choose(const std::string& option, const std::string& text, const choices<Value>& all) {
  std::vector<std::string> names;
  for (const auto& [name, value] : all) {
    if (text == name) return value;
    names.emplace_back(name);
  }
  throw usage_error(option, text, fmt::format("one of {}", joined(names, ", ")));
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::vector<atomic_op> parse_ops(const std::string& text) {
  std::vector<atomic_op> ops;
  for (const std::string& part : split(text)) {
    const auto known = std::find_if(std::begin(atomic_names), std::end(atomic_names),
                                    [&](const atomic_name& each) { return part == each.name; });
    if (known != std::end(atomic_names)) {
      ops.push_back(known->op);
      continue;
    }
    std::vector<std::string> names;
    for (const atomic_name& each : atomic_names) names.emplace_back(each.name);
    if (part != "all")
      throw usage_error("--op", part, fmt::format("all, or some of {}", joined(names, ",")));
    for (const atomic_name& each : atomic_names) ops.push_back(each.op);
  }
  return ops;
}

std::vector<ark::overlap::collective> parse_collectives(const std::string& text) {
  std::vector<ark::overlap::collective> chosen;
  for (const std::string& part : split(text)) {
    std::vector<std::string> names;
    for (const ark::overlap::collective each : ark::overlap::all_collectives) {
      names.push_back(ark::overlap::name_of(each));
      if (part == "all" || part == names.back()) chosen.push_back(each);
    }
    if (part != "all" && std::find(names.begin(), names.end(), part) == names.end())
      throw usage_error("--collective", part,
                        fmt::format("all, or some of {}", joined(names, ",")));
  }
  return chosen;
}

/// Where OSU's programs are told which memory to use, ours is symmetric anyway.
bool is_osu_place(const std::string& word) {
  static const std::vector<std::string> places = {"H", "D", "M", "MD", "MH", "heap", "global"};
  return std::find(places.begin(), places.end(), word) != places.end();
}

/// OSU's -z takes its list in the same word: -z99,90,50.
std::vector<std::string> without_osu_lists(const std::vector<std::string>& arguments) {
  std::vector<std::string> plain;
  for (const std::string& word : arguments) {
    const bool list = word.size() > 2 && word.compare(0, 2, "-z") == 0 &&
                      std::isdigit(static_cast<unsigned char>(word[2])) != 0;
    plain.push_back(list ? "-z" : word);
  }
  return plain;
}

using text_handler = std::function<void(const std::string&)>;

/// An option whose value we read ourselves, so that a refusal says what would be accepted.
void add_value(CLI::App& app, const std::string& names, const text_handler& read,
               const std::string& help, const std::string& type) {
  app.add_option_function<std::string>(names, read, help)->type_name(type)->take_last();
}

void add_sizes(CLI::App& app, options& to) {
  const std::string group = "Sizes and loops";
  add_value(
      app, "-b,--min", [&](auto& v) { to.min_bytes = parse_bytes("--min", v); },
      "Smallest message (default 1)", "BYTES[kmg]");
  add_value(
      app, "-e,--max", [&](auto& v) { to.max_bytes = parse_bytes("--max", v); },
      "Largest message (default 4m)", "BYTES[kmg]");
  add_value(
      app, "-m,--message-size",
      [&](auto& v) {
        const byte_range range = parse_range("--message-size", v);
        if (range.min > 0) to.min_bytes = range.min;
        if (range.max > 0) to.max_bytes = range.max;
      },
      "Both, in OSU's letters", "[MIN:]MAX");
  add_value(
      app, "-f,--factor",
      [&](auto& v) { to.factor = static_cast<unsigned>(parse_count("--factor", v, 2, 1024)); },
      "From one size to the next (default 2)", "N");
  add_value(
      app, "-n,--iterations,-i",
      [&](auto& v) { to.iterations = parse_count("--iterations", v, 1, 1'000'000'000); },
      "Timed iterations (default as OSU, by size)", "N");
  add_value(
      app, "-w,--warmup,-x",
      [&](auto& v) { to.warmup = parse_count("--warmup", v, 0, 1'000'000'000); },
      "Iterations before them (default as OSU, by size)", "N");
  add_value(
      app, "--row-time",
      [&](auto& v) { to.row_time_ns = 1'000'000 * parse_count("--row-time", v, 1, 3'600'000); },
      "Fewer iterations where they would take longer, judged by the warm-up", "MILLISECONDS");
  add_value(
      app, "-W,--window",
      [&](auto& v) { to.window = static_cast<unsigned>(parse_count("--window", v, 1, 65536)); },
      "Messages per iteration of bandwidth and rate tests (default 64)", "N");
  add_value(
      app, "--buffers", [&](auto& v) { to.buffers = choose("--buffers", v, buffer_kinds); },
      "Messages of a window share one buffer, as in OSU (default single)", "single|multiple");
  add_value(
      app, "--repeat",
      [&](auto& v) { to.repeat = static_cast<unsigned>(parse_count("--repeat", v, 1, 10'000)); },
      "Measure each row N times: median, least and most (default 1)", "N");
  for (CLI::Option* each : app.get_options()) {
    if (each->get_group() == "Options") each->group(each->check_name("--help") ? "Options" : group);
  }
}

void add_fused(CLI::App& app, fused_sizes& to) {
  const auto add = [&](const char* name, unsigned& into, std::uint64_t least, std::uint64_t most,
                       const char* help) {
    add_value(
        app, name,
        [=, &into](auto& v) { into = static_cast<unsigned>(parse_count(name, v, least, most)); },
        help, "N");
  };
  add("--tables", to.tables, 1, 65536, "Embedding tables of all PEs (default 16)");
  add("--batch", to.batch, 1, 1 << 20, "Bags of each table, of all PEs (default 1024)");
  add("--pooling", to.pooling, 0, 65536, "Indices of a bag (default 20)");
  add("--dim", to.dim, 1, 65536, "Elements of a row of a table (default 64)");
  add_value(
      app, "--element", [&](auto& v) { to.element = choose("--element", v, element_kinds); },
      "Of the tables: float or half (default float)", "TYPE");
  add("--rows", to.table_rows, 1, 1 << 28,
      "Of a table (default 20000), of the GEMV's matrix (4096), or of a GEMM for each PE (128)");
  add("--columns", to.columns, 1, 1 << 24,
      "Of each PE's part of the GEMV's matrix, or of the GEMM's product (default 1024)");
  add("--inner", to.inner, 0, 1 << 24, "Columns of the GEMM's first matrix (default 128)");
  add("--slice", to.slice_rows, 0, 1 << 28, "Rows of a slice (default 0: by the library's rule)");
  add("--seed", to.seed, 0, 1 << 30, "Of the random indices and numbers (default 1)");
  for (CLI::Option* each : app.get_options()) {
    if (each->get_group() == "Options" && !each->check_name("--help"))
      each->group("Fused operators");
  }
}

void add_gradients(CLI::App& app, gradients_options& to) {
  add_value(
      app, "--network",
      [&](auto& v) {
        const std::vector<std::string> names = replayed_networks();
        if (std::find(names.begin(), names.end(), v) == names.end())
          throw usage_error("--network", v, fmt::format("one of {}", joined(names, ", ")));
        to.network = v;
      },
      "Whose gradients are replayed (default resnet50)", "NAME");
  add_value(
      app, "--images",
      [&](auto& v) { to.images = static_cast<unsigned>(parse_count("--images", v, 1, 4096)); },
      "Of a PE in an iteration: the backward pass takes as long (default 64)", "N");
  add_value(
      app, "--scale",
      [&](auto& v) {
        to.scale_percent = static_cast<unsigned>(parse_count("--scale", v, 1, 1000));
      },
      "Percent of the tensors' sizes (default 100)", "N");
  add_value(
      app, "--chunk", [&](auto& v) { to.chunk_bytes = parse_bytes("--chunk", v); },
      "Of a tensor, a multiple of 64 (default: measured)", "BYTES[kmg]");
  add_value(
      app, "--credit", [&](auto& v) { to.credit_bytes = parse_bytes("--credit", v); },
      "In flight of a PE, at least a chunk (default: four chunks, at most 1m)", "BYTES[kmg]");
  add_value(
      app, "--message-us",
      [&](auto& v) {
        to.message_us = static_cast<unsigned>(parse_count("--message-us", v, 0, 1'000'000));
      },
      "Emulated: each message takes its sender so much longer (default 0)", "US");
  app.add_option("--trace", to.trace, "Replay this CSV file instead of a network")
      ->type_name("FILE");
  app.add_option("--timeline", to.timeline, "Write PE 0's last iteration of each policy as CSV")
      ->type_name("FILE");
  for (CLI::Option* each : app.get_options()) {
    if (each->get_group() == "Options" && !each->check_name("--help")) each->group("Gradients");
  }
}

void add_callers(CLI::App& app, options& to, std::optional<unsigned>& threads) {
  add_value(
      app, "--from", [&](auto& v) { to.from = choose("--from", v, sources); },
      "Who calls: kernel (default), host, or host on a stream", "kernel|host|stream");
  add_value(
      app, "-s,--scope", [&](auto& v) { to.scope = choose("--scope", v, scopes); },
      "Who makes a call together (default thread)", "thread|warp|block");
  add_value(
      app, "-B,--blocks",
      [&](auto& v) { to.blocks = static_cast<unsigned>(parse_count("--blocks", v, 1, 65'535)); },
      "Blocks of the kernel (default 1)", "N");
  add_value(
      app, "-E,--engine-blocks",
      [&](auto& v) {
        to.engine_blocks = static_cast<unsigned>(parse_count("--engine-blocks", v, 0, 65'535));
      },
      "More blocks, which carry out what the others queue (default 0: none)", "N");
  add_value(
      app, "--shared", [&](auto& v) { to.shared_bytes = parse_bytes("--shared", v); },
      "Dynamic shared memory of a block with -E, for the copy unit (default 0: none)",
      "BYTES[kmg]");
  add_value(
      app, "-T,--threads",
      [&](auto& v) { threads = static_cast<unsigned>(parse_count("--threads", v, 1, 1024)); },
      "Threads of a block (default 1, 32 or 128 by scope)", "N");
  add_value(
      app, "--route", [&](auto& v) { to.route = choose("--route", v, routes); },
      "Force a route (default: what ARK_ROUTE says)", "auto|inline|queue|proxy");
  add_value(
      app, "--op", [&](auto& v) { to.ops = parse_ops(v); },
      "Atomics to measure, separated by commas (default all)", "OP[,OP...]");
  add_value(
      app, "--collective", [&](auto& v) { to.collectives = parse_collectives(v); },
      "Collectives of overlap (default fcollect,alltoall)", "NAME[,NAME...]");
  add_value(
      app, "--pes",
      [&](auto& v) { to.local_pes = static_cast<int>(parse_count("--pes", v, 1, 64)); },
      "Run N PEs as threads of this process, without mpirun", "N");
  for (CLI::Option* each : app.get_options()) {
    if (each->get_group() == "Options" && !each->check_name("--help"))
      each->group("What is measured");
  }
}

void add_output(CLI::App& app, options& to) {
  app.add_flag("-c,--check", to.check, "Verify every byte; adds a column, and exit status 1");
  app.add_flag("-z,--percentiles", to.percentiles,
               "p50 p90 p99 p99.9 min max of single iterations");
  add_value(
      app, "--format", [&](auto& v) { to.format = choose("--format", v, formats); },
      "osu (default), csv or json", "osu|csv|json");
  app.add_option("-o,--output", to.output, "Write there instead of standard output")
      ->type_name("FILE");
  add_value(
      app, "-d,--accelerator",
      [&](auto& v) {
        to.notes.push_back(
            fmt::format("-d {}: no effect, all buffers are in the symmetric heap", v));
      },
      "Accepted for OSU's sake, no effect", "TYPE");
  for (CLI::Option* each : app.get_options()) {
    if (each->get_group() == "Options" && !each->check_name("--help")) each->group("Output");
  }
}

unsigned default_threads(scope_kind scope) {
  switch (scope) {
    case scope_kind::thread:
      return 1;
    case scope_kind::warp:
      return 32;
    case scope_kind::block:
      return 128;
  }
  return 1;
}

/// TEST or TEST@ROUTE; null if there is no such test. Its own route, if it has one, must be the one
/// that was asked for.
std::optional<asked_test> read_test(const std::string& word, std::optional<route_kind> route) {
  const std::size_t at = word.find('@');
  const test_info* test = test_find(word.substr(0, at));
  if (test == nullptr) return std::nullopt;
  if (at != std::string::npos) route = choose(word, word.substr(at + 1), routes);
  if (test->route && route && *test->route != *route) {
    throw usage_error("--route", name_of(*route),
                      fmt::format("{} for {}", name_of(*test->route), test->name));
  }
  return asked_test{test->name, test->route ? test->route : route};
}

void take_words(options& to, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (const auto test = read_test(word, to.route)) {
      to.tests.push_back(*test);
    } else if (is_osu_place(word)) {
      to.notes.push_back(fmt::format("{}: no effect, all buffers are in the symmetric heap", word));
    } else {
      throw usage_error("test", word, fmt::format("some of {}", joined(test_names(), ", ")));
    }
  }
  if (to.tests.empty()) {
    throw usage_error(
        fmt::format("no test was named; give some of {}", joined(test_names(), ", ")));
  }
}

void check_sizes(options& to) {
  if (to.min_bytes > 0 && to.max_bytes > 0 && to.min_bytes > to.max_bytes) {
    throw usage_error("--min", std::to_string(to.min_bytes),
                      fmt::format("at most --max, which is {}", to.max_bytes));
  }
}

/// Of tests whose calls are made by the host, itself or on a stream.
void check_host(const options& to) {
  if (to.from == source_kind::kernel) return;
  const char* const from = name_of(to.from);
  const auto refuse = [&](const char* option, const std::string& value, const char* only) {
    throw usage_error(option, value,
                      fmt::format("{} with --from {}: a host thread calls alone", only, from));
  };
  if (to.scope != scope_kind::thread) refuse("--scope", name_of(to.scope), "thread");
  if (to.blocks != 1) refuse("--blocks", std::to_string(to.blocks), "1");
  if (to.engine_blocks != 0) refuse("--engine-blocks", std::to_string(to.engine_blocks), "0");
  if (to.shared_bytes != 0) refuse("--shared", std::to_string(to.shared_bytes), "0");
  if (to.threads != 1) refuse("--threads", std::to_string(to.threads), "1");
  for (const auto& [name, route] : to.tests) {
    const test_info& test = *test_find(name);
    if (times_kernels(test.metric))
      throw usage_error("--from", from, fmt::format("kernel for {}", name));
    if (to.from == source_kind::stream && !is_on_stream(test.operation))
      throw usage_error(
          "--from", from,
          fmt::format("kernel or host for {}, which has no stream-ordered calls", name));
  }
}

void check_engine(const options& to) {
  if (to.engine_blocks == 0 && to.shared_bytes != 0)
    throw usage_error("--shared", std::to_string(to.shared_bytes),
                      "0 without --engine-blocks: it is memory for the engine's copies");
  if (to.engine_blocks != 0 && to.scope != scope_kind::thread && to.threads < 32)
    throw usage_error("--threads", std::to_string(to.threads),
                      fmt::format("32 or more with --engine-blocks and --scope {}: an engine "
                                  "block, which has the same shape, takes whole warps",
                                  name_of(to.scope)));
}

void check_gradients(const gradients_options& of) {
  if (of.chunk_bytes % 64 != 0)
    throw usage_error("--chunk", std::to_string(of.chunk_bytes), "a multiple of 64");
  if (of.credit_bytes != 0 && of.credit_bytes < of.chunk_bytes)
    throw usage_error("--credit", std::to_string(of.credit_bytes),
                      fmt::format("at least --chunk, {}", of.chunk_bytes));
  try {
    (void)replay_of(of);
  } catch (const ark::error& refused) {
    throw usage_error(refused.what());
  }
}

/// `percentiles`: asked for, not only by a format that has them always.
void check_columns(const options& to, bool percentiles) {
  for (const auto& [name, route] : to.tests) {
    const metric_kind metric = test_find(name)->metric;
    if (percentiles && times_kernels(metric))
      throw usage_error(
          fmt::format("--percentiles with {}: it times whole kernels, no calls; --repeat N shows "
                      "how its figures spread",
                      name));
    if (to.check && (metric == metric_kind::overlap || metric == metric_kind::gradients))
      throw usage_error(fmt::format("--check with {}: it verifies no data", name));
    if (metric == metric_kind::gradients) check_gradients(to.gradients);
  }
}

void check_tests(const options& to) {
  for (const auto& [name, route] : to.tests) {
    const test_info& test = *test_find(name);
    for (const std::size_t bytes : sizes_of(test, to)) {
      if (test.operation == operation_kind::collective && bytes % sizeof(double) != 0)
        throw usage_error("--min", std::to_string(bytes),
                          fmt::format("a multiple of 8 for {}, whose elements have 8 bytes", name));
    }
    if (is_one_thread(test)) continue;
    if (!test.scoped && to.scope != scope_kind::thread) {
      throw usage_error("--scope", name_of(to.scope),
                        fmt::format("thread for {}, whose calls have no other form", name));
    }
    if (test.one_caller && to.callers() != 1) {
      throw usage_error(
          fmt::format("--blocks {} --threads {} --scope {}: {} callers; {} needs 1: it is one "
                      "collective, or one block",
                      to.blocks, to.threads, name_of(to.scope), to.callers(), name));
    }
  }
}

std::string test_list() {
  std::string text;
  for (const std::string& name : test_names()) {
    text += fmt::format("{:<20} {}\n", name, test_find(name)->measures);
  }
  return text;
}

/// Everything but the program's name.
options read_options(CLI::App& app, const std::vector<std::string>& arguments, bool& list) {
  options to;
  to.arguments = arguments;
  std::optional<unsigned> threads;
  std::vector<std::string> words;
  app.add_option("test", words, "Tests to run, one after the other; TEST@ROUTE for one on a route")
      ->type_name("");
  app.add_flag("--list", list, "List the tests");
  add_sizes(app, to);
  add_fused(app, to.fused);
  add_gradients(app, to.gradients);
  add_callers(app, to, threads);
  add_output(app, to);
  std::vector<std::string> plain = without_osu_lists(arguments);
  std::reverse(plain.begin(), plain.end());  // as CLI11 wants them
  app.parse(plain);
  if (list) return to;
  to.threads = threads.value_or(default_threads(to.scope));
  if (to.ops.empty()) to.ops = parse_ops("all");
  const bool percentiles = to.percentiles;
  if (to.format == format_kind::json) to.percentiles = true;
  take_words(to, words);
  check_sizes(to);
  check_host(to);
  check_engine(to);
  check_columns(to, percentiles);
  check_tests(to);
  return to;
}

}  // namespace

const char* name_of(scope_kind scope) { return name_in(scopes, scope); }
const char* name_of(source_kind from) { return name_in(sources, from); }
const char* name_of(route_kind route) { return name_in(routes, route); }
const char* name_of(element_kind element) { return name_in(element_kinds, element); }
const char* name_of(buffer_kind buffers) { return name_in(buffer_kinds, buffers); }

unsigned options::callers() const {
  switch (scope) {
    case scope_kind::thread:
      return blocks * threads;
    case scope_kind::warp:
      return blocks * ((threads + 31) / 32);
    case scope_kind::block:
      return blocks;
  }
  return 1;
}

command parse_command(const std::vector<std::string>& arguments) {
  CLI::App app(
      "OSU-style benchmarks of GPU-initiated communication.\nmpirun -n 2 ark_perf [OPTIONS] "
      "TEST...",
      "ark_perf");
  bool list = false;
  try {
    options to = read_options(app, arguments, list);
    if (list) return {std::nullopt, test_list(), 0};
    return {std::move(to), "", 0};
  } catch (const CLI::CallForHelp&) {
    return {std::nullopt, app.help() + "\nTests:\n" + test_list(), 0};
  } catch (const CLI::ParseError& problem) {
    return {std::nullopt,
            fmt::format("ark_perf: {}\nark_perf --help lists the options\n", problem.what()), 2};
  } catch (const usage_error& problem) {
    return {std::nullopt, fmt::format("ark_perf: {}\n", problem.what()), 2};
  }
}

comparison compare_command(const std::vector<std::string>& arguments) {
  CLI::App app(
      "The rows of two reports that ark_perf has written with --format json.\nark_perf compare OLD "
      "NEW\nExit status: 0, 1 if a row is worse, 2 if the reports cannot be compared.",
      "ark_perf compare");
  double threshold = 10;
  std::string before, after;
  app.add_option("--threshold", threshold, "Percent that a median may be worse (default 10)")
      ->check(CLI::Range(0.0, 1000.0))
      ->type_name("PERCENT");
  app.add_option("OLD", before)->required();
  app.add_option("NEW", after)->required();
  try {
    std::vector<std::string> words(arguments.rbegin(), arguments.rend());
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    return {app.help(), 0};
  } catch (const CLI::ParseError& problem) {
    return {fmt::format("ark_perf compare: {}\nark_perf compare --help lists the options\n",
                        problem.what()),
            2};
  }
  return compare_reports(before, after, threshold);
}

}  // namespace ark_perf
