#include "gpu_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <optional>
#include <span>

#include "error/log.hpp"
#include "error/message_parts.hpp"
#include "gpu/kernels/kernel_modules.hpp"
#include "info/routes.hpp"

namespace ark {

namespace {

/// Exchanged between PEs to agree on the kind of heap.
struct heap_vote {
  heap_kind kind;
  errc problem;
  bool unavailable;  ///< `kind` is cuda, and not available
};

void open_gpu(pe_core& core, gpu_choice& choice) {
  const bool automatic = core.values.heap == heap_kind::automatic;
  if (core.values.heap == heap_kind::host) {
    choice.heap = {heap_kind::host, "ARK_HEAP=host", "ARK_HEAP=auto, cuda, cuda_ipc or cuda_host"};
  } else if (automatic && !cuda_program()) {
    choice.heap = {heap_kind::host, "no part of the program was compiled by nvcc",
                   "compile kernels with nvcc, or ARK_HEAP=cuda or cuda_host"};
  } else {
    try {
      choice.device = std::make_unique<gpu>(
          gpu::request{core.values.cuda_device, core.layout.host_index, core.values.timeout_ns});
      choice.heap = {automatic ? heap_kind::cuda : core.values.heap,
                     automatic ? "the program has kernels for GPUs, and there is one"
                               : fmt::format("ARK_HEAP={}", heap_kind_name(core.values.heap)),
                     "ARK_HEAP=host"};
    } catch (const error& problem) {
      if (!automatic || problem.code() != errc::unsupported) throw;
      choice.heap = {heap_kind::host, problem.what(), "ARK_HEAP=cuda makes this an error"};
      logger().info("heap in host memory: {}", problem.what());
    }
  }
}

/// Fall back to heap_kind::cuda_ipc on all PEs, because PE `pe` cannot have cuda. `obstacle`: this
/// PE's own, if it has one.
void fall_back_to_ipc(pe_core& core, gpu_choice& choice, std::size_t pe,
                      const std::string& obstacle) {
  const std::string why =
      obstacle.empty() ? fmt::format("PE {} cannot have cuda (see its log)", pe) : obstacle;
  const char* const change =
      "a driver and a container that export device memory as file descriptors; ARK_HEAP=cuda_ipc "
      "selects the heap in use";
  core.how.downgrades.downgrade("ARK_HEAP", "cuda", "cuda_ipc used, which cannot grow", why,
                                change);
  choice.heap = {heap_kind::cuda_ipc, why, change};
}

/// Collective: fills apart. `all`: the GPUs of all PEs.
void find_gpus_apart(pe_core& core, gpu_choice& choice, std::span<const gpu_place> all) {
  const auto me = static_cast<std::size_t>(core.boot->rank());
  const std::size_t pes = all.size();
  std::vector<std::string> why(pes);
  std::vector<std::uint8_t> mine(pes);
  for (std::size_t pe = 0; pe < pes; ++pe) {
    if (all[pe].host != all[me].host || all[pe].uuid == all[me].uuid) continue;
    why[pe] = choice.device->obstacle_between(all[pe].uuid);
    mine[pe] = why[pe].empty() ? 0 : 1;
  }
  const std::uint8_t any = std::find(mine.begin(), mine.end(), 1) != mine.end() ? 1 : 0;
  std::vector<std::uint8_t> anywhere(pes);
  core.boot->allgather(&any, sizeof any, anywhere.data());
  if (std::find(anywhere.begin(), anywhere.end(), 1) == anywhere.end()) return;
  std::vector<std::uint8_t> rows(pes * pes);
  core.boot->allgather(mine.data(), pes, rows.data());
  std::vector<std::size_t> who;
  for (std::size_t pe = 0; pe < pes; ++pe) {
    if (why[pe].empty() && rows[pe * pes + me] != 0)
      why[pe] = fmt::format("PE {} has found that its GPU and this one are apart", pe);
    if (!why[pe].empty()) who.push_back(pe);
  }
  choice.apart = std::move(why);
  if (who.empty()) return;
  core.how.downgrades.downgrade("ARK_HEAP", heap_kind_name(choice.heap.kind),
                                fmt::format("the proxy, to PE {}", joined(who, ", ")),
                                choice.apart[who.front()], gpu_pair_change);
}

void find_sharing(pe_core& core, gpu_choice& choice) {
  const auto me = static_cast<std::size_t>(core.boot->rank());
  const gpu_place mine{choice.device->facts().uuid, core.layout.members[me].host,
                       core.layout.members[me].process};
  std::vector<gpu_place> all(core.layout.members.size());
  core.boot->allgather(&mine, sizeof mine, all.data());
  choice.sharing = gpu_sharing_of(all, me, choice.device->facts().mps);
  if (choice.heap_on_gpu()) find_gpus_apart(core, choice, all);
}

}  // namespace

bool gpu_choice::kernels_on_gpu() const noexcept {
  return device && (cuda_program() || heap_on_gpu());
}

bool gpu_choice::kernels_wait(const config& values) const noexcept {
  return values.cuda_wait_always || sharing.mode != gpu_mode::time_sliced;
}

gpu_choice choose_gpu(pe_core& core) {
  gpu_choice choice;
  std::optional<error> problem;
  std::string obstacle;
  try {
    open_gpu(core, choice);
    if (choice.heap.kind == heap_kind::cuda)
      obstacle = choice.device->mapping_obstacle(core.layout.shares_host(core.boot->rank()));
  } catch (const error& mine) {
    problem = mine;
  }
  const heap_vote vote{choice.heap.kind, problem ? problem->code() : errc::ok, !obstacle.empty()};
  std::vector<heap_vote> all(core.layout.members.size());
  core.boot->allgather(&vote, sizeof vote, all.data());
  if (problem) throw *problem;
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe].problem != errc::ok) {
      throw error(all[pe].problem,
                  fmt::format("ARK_HEAP: PE {} has no heap: {}", pe, errc_name(all[pe].problem)));
    }
    if (all[pe].kind != all[0].kind) {
      throw error(
          errc::asymmetric,
          fmt::format("ARK_HEAP: the heap of PE 0 is {}, that of PE {} is {}; accepted: the "
                      "same on every PE ({} here: {})",
                      heap_kind_name(all[0].kind), pe, heap_kind_name(all[pe].kind),
                      heap_kind_name(choice.heap.kind), choice.heap.why));
    }
  }
  const auto unavailable =
      std::find_if(all.begin(), all.end(), [](auto& one) { return one.unavailable; });
  if (unavailable != all.end())
    fall_back_to_ipc(core, choice, static_cast<std::size_t>(unavailable - all.begin()), obstacle);
  if (choice.device) find_sharing(core, choice);
  return choice;
}

void adapt_state(pe_core& core, const gpu_choice& choice) {
  if (!choice.device) return;
  if (core.values.route == detail::route_policy::queue_only && choice.kernels_on_gpu()) {
    core.how.downgrades.downgrade("ARK_ROUTE", "queue", "inline in launches without engine_blocks",
                                  "on a GPU nothing else drains a ring",
                                  "kernels that take ark::engine_blocks, or ARK_HEAP=host");
  }
  if (!choice.heap_on_gpu()) return;
  core.state.host_copier = &choice.device->copier();
  // The engine uses the copier.
  core.state.inline_max_bytes = 0;
  core.state.awaited_inline_max_bytes = 0;
  if (core.state.checks == nullptr) return;
  core.state.checks = nullptr;  // the checks read the heap directly
  if (core.how.read.source_of("ARK_CHECK") == config_source::built_in) return;
  core.how.downgrades.downgrade("ARK_CHECK", "1", "only kernels are checked",
                                "the heap is in GPU memory, which host calls cannot access",
                                "ARK_HEAP=host or cuda_host");
}

}  // namespace ark
