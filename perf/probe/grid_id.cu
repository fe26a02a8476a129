// Does %gridid tell apart all grids that run at once? ark's engine blocks find the workers of their
// launch by it. Grids that wait for each other write down their numbers: launches in streams of
// their own, parallel kernel nodes of a graph, two graphs, and all of these together.
#include <algorithm>
#include <memory>
#include <vector>

#include "graph.hpp"
#include "session.hpp"

namespace ark_probe {

namespace {

constexpr unsigned grids_each = 8;  // of each way to launch
constexpr unsigned most_grids = 4 * grids_each;
constexpr milliseconds meeting_limit{2000};

struct meeting {
  std::uint64_t ids[most_grids][2];  ///< of each grid's two blocks
  unsigned arrived, missed;
};

/// Two blocks. Each writes its grid's number and waits until all `blocks` are here.
__global__ void meet(meeting* all, unsigned grid, unsigned blocks, kernel_limits limits) {
  std::uint64_t id;
  asm volatile("mov.u64 %0, %%gridid;" : "=l"(id));
  all->ids[grid][blockIdx.x] = id;
  __threadfence();
  atomicAdd(&all->arrived, 1);
  if (!wait_for([=] { return load_relaxed(&all->arrived) >= blocks; }, limits))
    atomicAdd(&all->missed, 1);
}

class bench {
 public:
  explicit bench(session& in) : session_(in), memory_(sizeof(meeting)), streams_(most_grids) {}

  /// `plain` launches, and `graphs` of eight parallel nodes.
  void measure(unsigned plain, unsigned graphs, record& into) {
    const unsigned grids = plain + graphs * grids_each;
    check(cudaMemset(memory_.as<void>(), 0, sizeof(meeting)), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    std::vector<std::unique_ptr<graph>> made;
    std::vector<std::unique_ptr<graph_exec>> ready;
    unsigned grid = 0;
    for (unsigned i = 0; i < graphs; ++i) {
      made.push_back(std::make_unique<graph>());
      for (unsigned node = 0; node < grids_each; ++node) add_node(*made.back(), grid++, grids);
      ready.push_back(std::make_unique<graph_exec>(*made.back(), 0, streams_[most_grids - 1 - i]));
      session_.finish(streams_[most_grids - 1 - i], "the upload of a graph");
    }
    for (unsigned i = 0; i < graphs; ++i) ready[i]->launch(streams_[most_grids - 1 - i]);
    for (unsigned i = 0; i < plain; ++i) {
      meet<<<2, 1, 0, streams_[i]>>>(memory_.as<meeting>(), grid++, 2 * grids,
                                     session_.limits(meeting_limit));
      check_launch("meet");
    }
    for (const stream& one : streams_) session_.finish(one, "meet");
    judge(grids, into);
  }

 private:
  void add_node(const graph& into, unsigned grid, unsigned grids) {
    meeting* all = memory_.as<meeting>();
    unsigned blocks = 2 * grids;
    kernel_limits limits = session_.limits(meeting_limit);
    void* arguments[] = {&all, &grid, &blocks, &limits};
    cudaKernelNodeParams how = {};
    how.func = reinterpret_cast<void*>(meet);
    how.gridDim = dim3(2);
    how.blockDim = dim3(1);
    how.kernelParams = arguments;
    cudaGraphNode_t node = nullptr;
    check(cudaGraphAddKernelNode(&node, into, nullptr, 0, &how), "cudaGraphAddKernelNode");
  }

  void judge(unsigned grids, record& into) {
    meeting seen;
    check(cudaMemcpy(&seen, memory_.as<void>(), sizeof seen, cudaMemcpyDefault), "cudaMemcpy");
    std::vector<std::uint64_t> ids;
    unsigned torn = 0;
    for (unsigned i = 0; i < grids; ++i) {
      ids.push_back(seen.ids[i][0]);
      torn += seen.ids[i][0] != seen.ids[i][1];
    }
    std::sort(ids.begin(), ids.end());
    const auto distinct = std::unique(ids.begin(), ids.end()) - ids.begin();
    into.integer("grids", grids).integer("distinct", distinct).integer("torn", torn);
    into.text("first", std::to_string(ids.front()));
    if (torn != 0 || distinct != grids) {
      into.verdict("repeated", torn != 0 ? "blocks of a grid read different numbers"
                                         : "grids that run at once have one number");
    } else if (seen.missed != 0) {
      into.verdict("inconclusive", "not all grids ran at once");
    } else {
      into.verdict("unique");
    }
  }

  session& session_;
  device_memory memory_;
  std::vector<stream> streams_;
};

void run(session& in) {
  const auto on = in.prepare<bench>("streams", in);
  if (!on) return;
  const struct {
    const char* launched;
    unsigned plain, graphs;
  } cases[] = {{"streams", grids_each, 0},
               {"nodes of a graph", 0, 1},
               {"nodes of two graphs", 0, 2},
               {"streams and two graphs", grids_each, 2}};
  for (const auto& one : cases) {
    in.attempt(in.result("grid numbers").text("launched", one.launched), milliseconds(10000),
               [&](record& into) { on->measure(one.plain, one.graphs, into); });
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "grid_id", ark_probe::run);
}
