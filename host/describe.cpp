#include "describe.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <ark_build_info.hpp>
#include <span>

#include "binding.hpp"
#include "config/parse.hpp"
#include "info/hardware.hpp"
#include "info/json.hpp"
#include "info/routes.hpp"
#include "transport/ucx/ucx.hpp"

namespace ark {

namespace {

/// Describe the transport to other hosts, or the reason why there is none.
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

/// `on`: the GPU whose copy engines execute plans; null: none.
plan_facts plan_carrier(const gpu* on) {
  if (on == nullptr) {
    return {"cpu", "idle workers and waiting threads copy", detail::plan_limit, false,
            "ark_plan_create"};
  }
  plan_facts facts{"gpu copy engine", "", gpu_plans::most, true, "ark_plan_create"};
  if (const std::string why = on->plan_obstacle(); !why.empty()) {
    facts.verdict = "not available: " + why;
    facts.change = "a newer driver";
  } else {
    // It is unknown whether it needs an SM until that has been measured on this GPU.
    facts.verdict =
        "not proven on this GPU (docs/gpu-status.md), executed by graphs, each with a resident "
        "block "
        "of one thread";
  }
  return facts;
}

std::string gpu_obstacle(const runtime_facts& facts) {
  return facts.gpu ? "only the engine blocks of a launch execute the descriptors of its kernels"
                   : fmt::format("the heap is in host memory: {}", facts.heap.why);
}

}  // namespace

route_facts describe_routes(const pe_parts& pe) {
  const pe_core& core = pe.core;
  route_facts facts;
  facts.pe = core.state.pe;
  facts.policy = core.values.route;
  facts.proxy_everywhere = core.values.proxy_everywhere;
  facts.inline_bytes = core.values.inline_bytes;
  facts.awaited_stores = core.state.awaited_inline_max_bytes == detail::no_inline_limit;
  facts.memory = pe.memory->backend().name();
  facts.engine = pe.queues ? pe.queues->engine()->name() : "cpu";
  facts.plans = plan_carrier(pe.gpu.heap_on_gpu() ? pe.gpu.device.get() : nullptr);
  if (pe.gpu.kernels_on_gpu())
    facts.no_queue = "on a GPU a launch without engine_blocks has no engine";
  facts.transport = pe.proxy ? pe.proxy->transport_name() : std::string();
  const placement& here = core.layout.members[static_cast<std::size_t>(core.state.pe)];
  describe_outside(facts, core.values.transport);
  for (int peer_pe = 0; peer_pe < core.state.n_pes; ++peer_pe) {
    const auto at = static_cast<std::size_t>(peer_pe);
    const placement& there = core.layout.members[at];
    route_facts::peer peer{peer_pe, peer_place::other_host, core.state.peers[at].route, "", ""};
    if (there.host == here.host) peer.place = peer_place::same_host;
    if (!pe.gpu.apart.empty()) peer.apart = pe.gpu.apart[at];
    if (there.process == here.process) peer.place = peer_place::same_process;
    if (peer_pe == core.state.pe) peer.place = peer_place::self;
    if (!facts.transport.empty() && peer.route == detail::peer_route::proxy)
      peer.carrier = pe.proxy->describe(peer_pe);
    facts.peers.push_back(peer);
  }
  return facts;
}

namespace {

std::vector<tenant_facts> describe_tenants(const pe_parts& pe) {
  std::vector<tenant_facts> all;
  if (!pe.queues) return all;
  const tenant_table& traffic = pe.queues->tenants();
  const tenant_table& compute = pe.core.executor->tenants();
  for (unsigned i = 1; i <= traffic.tenants(); ++i) {
    if (!traffic.in_use(i)) continue;
    const tenant_counts &sent = traffic.counts(i), &ran = compute.counts(i);
    all.push_back({i, traffic.name(i), traffic.limits(i), compute.limits(i).burst / 1000,
                   traffic.control(i), sent.amount.load(), sent.steps.load(), ran.amount.load(),
                   ran.steps.load()});
  }
  return all;
}

runtime_facts describe_runtime(const pe_parts& pe) {
  const pe_core& core = pe.core;
  const executor::options& opts = core.executor->config();
  runtime_facts facts;
  facts.pe = core.state.pe;
  facts.n_pes = core.state.n_pes;
  facts.pes_on_host = core.boot->local_size();
  facts.pes_in_process = core.layout.process_pes;
  facts.process_id = getpid();
  facts.bootstrap = core.boot->name();
  const heap_info heap = pe.memory->info();
  facts.heap_used = heap.used;
  facts.heap_committed = heap.committed;
  facts.heap_reserved = heap.reserved;
  facts.heap = pe.gpu.heap;
  if (pe.gpu.device) {
    facts.gpu = gpu_use{pe.gpu.device->facts(), pe.gpu.sharing, pe.gpu.kernels_wait(core.values),
                        pe.proxy->gpu_path()};
  }
  facts.workers = opts.workers;
  facts.schedule = schedule_name(opts.order);
  facts.stack_bytes = opts.stack_bytes;
  facts.guard_pages = opts.guard_pages;
  facts.rings = core.state.ring_count;
  facts.sm_rings = core.state.sm_ring_count;
  facts.proxy_rings = core.state.host_ring_count;
  facts.ring_slots = core.values.ring_slots;
  facts.chunk_bytes = cpu_engine_options{}.chunk_bytes;
  facts.tenants = describe_tenants(pe);
  return facts;
}

/// The value of `entry` that is in effect, if the variable leaves a choice to the runtime.
std::string effective_value(const config_entry& entry, const runtime_facts& pe,
                            const route_facts& routes) {
  if (entry.name == "ARK_CPU_WORKERS") return std::to_string(pe.workers);
  if (entry.name == "ARK_SCHED") return pe.schedule;
  if (entry.name == "ARK_CPU_STACK") return fmt::format("{} bytes", pe.stack_bytes);
  if (entry.name == "ARK_SYMMETRIC_SIZE" || entry.name == "ARK_INLINE_BYTES") {
    return fmt::format("{} bytes", parse::bytes(entry.value));
  }
  if (entry.name == "ARK_HEAP_RESERVE") return fmt::format("{} bytes", pe.heap_reserved);
  if (entry.name == "ARK_HEAP") return heap_kind_name(pe.heap.kind);
  if (entry.name == "ARK_CUDA_DEVICE" && pe.gpu) return std::to_string(pe.gpu->device.number);
  if (entry.name == "ARK_TRANSPORT" && entry.value == "auto") {
    return routes.transport.empty() ? "none needed" : routes.transport;
  }
  return entry.value;
}

}  // namespace

pe_facts describe(const pe_parts& pe) {
  const start_settings& how = pe.core.how;
  pe_facts all;
  all.runtime = describe_runtime(pe);
  all.hardware = hardware_read();
  all.routes = describe_routes(pe);
  all.routes.no_gpu = gpu_obstacle(all.runtime);
  const auto rows = config_table();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const config_entry& entry = how.read.entries[i];
    all.environment.push_back({entry, effective_value(entry, all.runtime, all.routes),
                               rows[i].accepted, rows[i].summary, rows[i].default_value});
  }
  all.overlap = describe_overlap(pe.core.layout);
  all.unknown = how.read.unknown;
  all.strict = how.downgrades.strict();
  all.downgrades = how.downgrades.records();
  return all;
}

std::vector<std::string> gather_json(const pe_parts& pe) {
  const std::string mine = info_line(describe(pe));
  std::vector<std::string> documents;
  for (const auto& one : pe.core.boot->allgather_any(std::as_bytes(std::span(mine))))
    documents.emplace_back(reinterpret_cast<const char*>(one.data()), one.size());
  return documents;
}

std::string environment_lines(const pe_parts& pe) {
  const runtime_facts facts = describe_runtime(pe);
  const std::string device = facts.gpu ? fmt::format("# gpu: {}, {}\n", facts.gpu->device.name,
                                                     gpu_mode_name(facts.gpu->sharing.mode))
                                       : std::string();
  return device + fmt::format(
                      "# device: cpu (CPU executor, {} worker{}, schedule {})\n"
                      "# bootstrap: {}, {} PEs, {} on this host\n"
                      "# memory: {}\n# engine: {}, {} ring{} of {} slots, chunks of {} bytes\n",
                      facts.workers, facts.workers == 1 ? "" : "s", facts.schedule, facts.bootstrap,
                      facts.n_pes, facts.pes_on_host, pe.memory->backend().name(),
                      pe.queues->engine()->name(), facts.rings, facts.rings == 1 ? "" : "s",
                      facts.ring_slots, facts.chunk_bytes);
}

}  // namespace ark
