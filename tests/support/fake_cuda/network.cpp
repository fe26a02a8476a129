// What a network card writes into device memory: under way until somebody flushes.
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {
namespace {

struct late_write {
  void* to;
  std::vector<std::byte> data;
};
std::mutex mutex;
std::vector<late_write> under_way;

}  // namespace

CUresult FlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                  CUflushGPUDirectRDMAWritesScope scope) {
  if (const CUresult code = called("cuFlushGPUDirectRDMAWrites"); code != CUDA_SUCCESS) return code;
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (target != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX ||
      scope != CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const std::lock_guard lock(mutex);
  for (const late_write& one : std::exchange(under_way, {}))
    copy(one.to, one.data.data(), one.data.size());
  return CUDA_SUCCESS;
}

}  // namespace fake

int fake_cuda_network_write(uint64_t at, const void* from, size_t bytes) {
  fake::piece_facts piece{};
  void* const to = fake::reach(at, bytes);
  if (to == nullptr || !fake::find_piece(at, &piece) || !piece.rdma) return 0;
  const auto* first = static_cast<const std::byte*>(from);
  const std::lock_guard lock(fake::mutex);
  fake::under_way.push_back({to, {first, first + bytes}});
  return 1;
}
