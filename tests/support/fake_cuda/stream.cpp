// What is put on streams.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "fake_functions.hpp"
#include "fake_streams.hpp"

namespace fake {
namespace {

/// The legacy default stream is made when it is first used.
CUstream_st& stream_of(CUstream given) {
  static std::mutex mutex;
  static std::map<int, CUstream> of_device;
  const std::lock_guard lock(mutex);
  if (given != nullptr) return *given;
  CUstream& mine = of_device[current_device()];
  if (mine == nullptr) mine = make_stream(current_device());
  return *mine;
}

std::atomic_ref<std::uint64_t> word_at(void* at) {
  return std::atomic_ref<std::uint64_t>(*static_cast<std::uint64_t*>(at));
}

using kernel_flag = std::shared_ptr<std::atomic<bool>>;

template <class Word>
bool copy_word(void* to, const void* from, std::size_t bytes) {
  const auto both = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  if (bytes != sizeof(Word) || both % sizeof(Word) != 0) return false;
  auto* source = const_cast<Word*>(static_cast<const Word*>(from));
  const Word word = std::atomic_ref<Word>(*source).load(std::memory_order_acquire);
  std::atomic_ref<Word>(*static_cast<Word*>(to)).store(word, std::memory_order_release);
  return true;
}

}  // namespace

void copy(void* to, const void* from, std::size_t bytes) {
  if (copy_word<std::uint64_t>(to, from, bytes) || copy_word<std::uint32_t>(to, from, bytes))
    return;
  std::memcpy(to, from, bytes);
}

CUresult queue(CUstream stream, command what) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  const auto gate = pass_gate(current_device());
  stream_of(stream).add(std::move(what));
  return CUDA_SUCCESS;
}

CUresult MemcpyAsync(CUdeviceptr dest, CUdeviceptr source, std::size_t bytes, CUstream stream) {
  if (const CUresult code = called("cuMemcpyAsync"); code != CUDA_SUCCESS) return code;
  void* to = reach(dest, bytes);
  const void* from = reach(source, bytes);
  if (to == nullptr || from == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto step = [=] {
    copy(to, from, bytes);
    return true;
  };
  const CUresult code = queue(stream, {"cuMemcpyAsync", step, true});
  if (code != CUDA_SUCCESS || (!is_pageable(dest) && !is_pageable(source))) return code;
  return settled_stream("cuMemcpyAsync of pageable memory", &stream_of(stream));
}

/// In the order that a caller expects least: CUDA promises none.
CUresult MemcpyBatchAsync(CUdeviceptr* dests, CUdeviceptr* sources, std::size_t* sizes,
                          std::size_t count, CUmemcpyAttributes* attributes,
                          std::size_t* attribute_firsts, std::size_t attribute_count,
                          std::size_t* failed, CUstream stream) {
  if (const CUresult code = called("cuMemcpyBatchAsync"); code != CUDA_SUCCESS) return code;
  if (count == 0 || attribute_count != 1 || attribute_firsts[0] != 0 || stream == nullptr ||
      attributes->srcAccessOrder != CU_MEMCPY_SRC_ACCESS_ORDER_STREAM) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  struct piece {
    void* to;
    const void* from;
    std::size_t bytes;
  };
  std::vector<piece> pieces;
  for (std::size_t i = count; i-- > 0;) {
    pieces.push_back({reach(dests[i], sizes[i]), reach(sources[i], sizes[i]), sizes[i]});
    if (pieces.back().to != nullptr && pieces.back().from != nullptr && sizes[i] != 0) continue;
    *failed = i;
    return CUDA_ERROR_INVALID_VALUE;
  }
  const auto step = [pieces] {
    for (const piece& one : pieces) copy(one.to, one.from, one.bytes);
    return true;
  };
  return queue(stream, {"cuMemcpyBatchAsync", step, true});
}

CUresult MemsetD8Async(CUdeviceptr dest, unsigned char value, std::size_t bytes, CUstream stream) {
  if (const CUresult code = called("cuMemsetD8Async"); code != CUDA_SUCCESS) return code;
  void* to = reach(dest, bytes);
  if (to == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto step = [=] {
    std::memset(to, value, bytes);
    return true;
  };
  return queue(stream, {"cuMemsetD8Async", step});
}

CUresult CtxGetStreamPriorityRange(int* least, int* greatest) {
  if (const CUresult code = called("cuCtxGetStreamPriorityRange"); code != CUDA_SUCCESS)
    return code;
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  *least = 0;
  *greatest = greatest_priority;
  return CUDA_SUCCESS;
}

CUresult StreamCreateWithPriority(CUstream* stream, unsigned, int priority) {
  if (const CUresult code = called("cuStreamCreateWithPriority"); code != CUDA_SUCCESS) return code;
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  *stream = make_stream(current_device(), std::clamp(priority, greatest_priority, 0));
  (*stream)->green_sms = static_cast<unsigned>(fake_cuda_settings()->green_sms);
  alive(1);
  return CUDA_SUCCESS;
}

/// A green context is known by its stream.
CUresult StreamGetGreenCtx(CUstream stream, CUgreenCtx* green) {
  if (const CUresult code = called("cuStreamGetGreenCtx"); code != CUDA_SUCCESS) return code;
  *green = stream->green_sms == 0 ? nullptr : reinterpret_cast<CUgreenCtx>(stream);
  return CUDA_SUCCESS;
}

CUresult GreenCtxGetDevResource(CUgreenCtx green, CUdevResource* out, CUdevResourceType type) {
  if (const CUresult code = called("cuGreenCtxGetDevResource"); code != CUDA_SUCCESS) return code;
  if (type != CU_DEV_RESOURCE_TYPE_SM) return CUDA_ERROR_INVALID_VALUE;
  *out = {};
  out->type = type;
  out->sm.smCount = reinterpret_cast<CUstream>(green)->green_sms;
  return CUDA_SUCCESS;
}

/// What it still has to do goes on.
CUresult StreamDestroy(CUstream stream) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  stream->end();
  alive(-1);
  return called("cuStreamDestroy");
}

CUresult StreamQuery(CUstream stream) {
  if (const CUresult code = called("cuStreamQuery"); code != CUDA_SUCCESS) return code;
  return stream_of(stream).idle() ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult StreamWriteValue64(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned) {
  if (const CUresult code = called("cuStreamWriteValue64"); code != CUDA_SUCCESS) return code;
  void* word = reach(at, sizeof value);
  if (word == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto step = [=] {
    word_at(word).store(value, std::memory_order_release);
    return true;
  };
  return queue(stream, {"cuStreamWriteValue64", step});
}

}  // namespace fake

void* fake_cuda_run_kernel(void* stream) {
  auto* const running = new fake::kernel_flag(std::make_shared<std::atomic<bool>>(true));
  const CUstream on = stream == nullptr ? fake::make_alone_stream(fake::current_device())
                                        : static_cast<CUstream>(stream);
  fake::kernels_played(1);
  on->add({"a kernel", [flag = *running] { return !flag->load(); }});
  if (stream == nullptr) on->end();
  return running;
}

void fake_cuda_end_kernel(void* kernel) {
  const std::unique_ptr<fake::kernel_flag> running(static_cast<fake::kernel_flag*>(kernel));
  fake::kernels_played(-1);
  **running = false;
}
