// The runtime's part of ark_info: its members, as facts.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark_build_info.hpp>
#include <cstring>

#include "config/parse.hpp"
#include "info/hardware.hpp"
#include "info/json.hpp"
#include "info/routes.hpp"
#include "runtime.hpp"
#include "transport/ucx/ucx.hpp"

namespace ark {

namespace {

/// What would carry messages to another host, or why nothing would.
void describe_outside(route_facts& facts, transport_choice choice) {
  if (choice == transport_choice::none || choice == transport_choice::loopback) {
    facts.no_outside =
        fmt::format("ARK_TRANSPORT={} reaches no other host; init refuses such a job",
                    choice == transport_choice::none ? "none" : "loopback");
    facts.no_outside_change = "ARK_TRANSPORT=auto or ucx";
  } else if (!proxy::ucx_available()) {
    facts.no_outside = "this libark was built without UCX; init refuses such a job";
    facts.no_outside_change = "install UCX (Debian: libucx-dev) and build again";
  } else {
    facts.outside = "ucx " + proxy::ucx_version();
  }
}

/// `on`: the GPU whose copy engines have them; null: none.
plan_facts plan_carrier(const gpu* on) {
  if (on == nullptr)
    return {"cpu", "idle workers and waiting threads copy", detail::plan_limit, false, ""};
  // Whether it needs no SM is for results of this GPU to say, of which there are none.
  const bool streams = on->arming() == plan_arming::streams;
  return {
      "gpu copy engine",
      fmt::format("not proven on this GPU (docs/gpu-status.md), armed {}",
                  streams ? "on streams" : "by graphs, each with a resident block of one thread"),
      gpu_plans::most, true, streams ? "streams" : "graph"};
}

std::string gpu_obstacle(const runtime_facts& facts) {
  return facts.gpu ? "only the blocks of a launch with engine_blocks carry out what its kernels "
                     "queue"
                   : fmt::format("the heap is in host memory: {}", facts.heap.why);
}

}  // namespace

route_facts runtime::gather_routes() const {
  route_facts facts;
  facts.pe = state_.pe;
  facts.policy = config_.route;
  facts.proxy_everywhere = config_.proxy_everywhere;
  facts.inline_bytes = config_.inline_bytes;
  facts.host_stores = state_.host_inline_max_bytes == detail::no_inline_limit;
  facts.memory = memory_->name();
  facts.engine = engine_ ? engine_->name() : "cpu";
  facts.plans = plan_carrier(state_.host_copier != nullptr ? gpu_.get() : nullptr);
  if (kernels_are_on_gpu())
    facts.no_queue = "on a GPU a launch without engine_blocks has no engine";
  facts.transport = transport_ ? transport_->name() : std::string();
  describe_outside(facts, config_.transport);
  for (int pe = 0; pe < state_.n_pes; ++pe) {
    const auto at = static_cast<std::size_t>(pe);
    route_facts::peer peer{pe, peer_place::other_host, peers_[at].route, "", ""};
    if (hosts_[at] == hosts_[static_cast<std::size_t>(state_.pe)])
      peer.place = peer_place::same_host;
    if (!apart_.empty()) peer.apart = apart_[at];
    if (processes_[at] == process_group_) peer.place = peer_place::same_process;
    if (pe == state_.pe) peer.place = peer_place::self;
    if (transport_ && peer.route == detail::peer_route::proxy) {
      peer.carrier = fmt::format("{}; {}", transport_->name(), proxy_->describe(pe));
    }
    facts.peers.push_back(peer);
  }
  return facts;
}

runtime_facts runtime::gather_runtime() const {
  const executor::options& opts = executor_->config();
  runtime_facts facts;
  facts.pe = state_.pe;
  facts.n_pes = state_.n_pes;
  facts.pes_on_host = boot_->local_size();
  facts.pes_in_process = process_pes_;
  facts.process_id = getpid();
  facts.bootstrap = boot_->name();
  facts.heap_used = heap_->query().used;
  facts.heap_committed = memory_->committed();
  facts.heap_reserved = memory_->reserved();
  facts.heap = heap_choice_;
  if (gpu_) facts.gpu = gpu_use{gpu_->facts(), gpu_sharing_, kernels_wait(), gpu_transfer_path_};
  facts.workers = opts.workers;
  facts.schedule = schedule_name(opts.order);
  facts.stack_bytes = opts.stack_bytes;
  facts.guard_pages = opts.guard_pages;
  facts.rings = state_.ring_count;
  facts.sm_rings = state_.sm_ring_count;
  facts.proxy_rings = state_.host_ring_count;
  facts.ring_slots = config_.ring_slots;
  facts.chunk_bytes = config_.chunk_bytes;
  return facts;
}

namespace {

/// What the runtime made of `entry`: its value, but for those that leave something to the runtime.
std::string effective_value(const config_entry& entry, const runtime_facts& pe,
                            const route_facts& routes) {
  if (entry.name == "ARK_CPU_WORKERS") return std::to_string(pe.workers);
  if (entry.name == "ARK_SCHED") return pe.schedule;
  if (entry.name == "ARK_CPU_STACK") return fmt::format("{} bytes", pe.stack_bytes);
  if (entry.name == "ARK_CPU_GUARD") return pe.guard_pages ? "1" : "0";
  if (entry.name == "ARK_SYMMETRIC_SIZE" || entry.name == "ARK_HEAP_SEGMENT" ||
      entry.name == "ARK_INLINE_BYTES" || entry.name == "ARK_CHUNK_BYTES") {
    return fmt::format("{} bytes", parse::bytes(entry.value));
  }
  if (entry.name == "ARK_HEAP_RESERVE") return fmt::format("{} bytes", pe.heap_reserved);
  if (entry.name == "ARK_HEAP") return heap_kind_name(pe.heap.kind);
  if (entry.name == "ARK_CUDA_DEVICE" && pe.gpu) return std::to_string(pe.gpu->device.number);
  if (entry.name == "ARK_PLAN_ARMED" && routes.plans.on_gpu) return routes.plans.armed;
  if (entry.name == "ARK_TRANSPORT" && entry.value == "auto") {
    return routes.transport.empty() ? "none needed" : routes.transport;
  }
  return entry.value;
}

}  // namespace

pe_facts runtime::facts() const {
  pe_facts all;
  all.runtime = gather_runtime();
  all.hardware = hardware_read();
  all.routes = gather_routes();
  all.routes.no_gpu = gpu_obstacle(all.runtime);
  const auto rows = config_table();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const config_entry& entry = how_.read.entries[i];
    all.environment.push_back({entry, effective_value(entry, all.runtime, all.routes),
                               rows[i].accepted, rows[i].summary, rows[i].default_value});
  }
  all.unknown = how_.read.unknown;
  all.strict = how_.downgrades.strict();
  all.downgrades = how_.downgrades.records();
  return all;
}

std::vector<std::string> runtime::gather_json() {
  std::string mine = info_line(facts());
  const std::uint64_t bytes = mine.size();
  const auto pes = static_cast<std::size_t>(state_.n_pes);
  std::vector<std::uint64_t> sizes(pes);
  boot_->allgather(&bytes, sizeof bytes, sizes.data());
  const std::uint64_t most = *std::max_element(sizes.begin(), sizes.end());
  mine.resize(most);
  std::string all(most * pes, '\0');
  boot_->allgather(mine.data(), most, all.data());
  std::vector<std::string> documents;
  for (std::size_t pe = 0; pe < pes; ++pe) documents.push_back(all.substr(pe * most, sizes[pe]));
  return documents;
}

std::string runtime::route_report() const { return route_lines(gather_routes()); }

std::string runtime::environment_report() const {
  const runtime_facts facts = gather_runtime();
  const std::string device = facts.gpu ? fmt::format("# gpu: {}, {}\n", facts.gpu->device.name,
                                                     gpu_mode_name(facts.gpu->sharing.mode))
                                       : std::string();
  return device + fmt::format(
                      "# device: cpu (CPU executor, {} worker{}, schedule {})\n"
                      "# bootstrap: {}, {} PEs, {} on this host\n"
                      "# memory: {}\n# engine: {}, {} ring{} of {} slots, chunks of {} bytes\n",
                      facts.workers, facts.workers == 1 ? "" : "s", facts.schedule, facts.bootstrap,
                      facts.n_pes, facts.pes_on_host, memory_->name(), engine_->name(), facts.rings,
                      facts.rings == 1 ? "" : "s", facts.ring_slots, facts.chunk_bytes);
}

}  // namespace ark
