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

CUresult DeviceGetDevResource(CUdevice device, CUdevResource* out, CUdevResourceType type) {
  if (const CUresult code = called("cuDeviceGetDevResource"); code != CUDA_SUCCESS) return code;
  if (type != CU_DEV_RESOURCE_TYPE_SM) return CUDA_ERROR_INVALID_VALUE;
  int count = 0;
  DeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  *out = {};
  out->type = type;
  out->sm.smCount = static_cast<unsigned>(count);
  return CUDA_SUCCESS;
}

/// Groups of 8, whose number is kept with them.
CUresult DevSmResourceSplitByCount(CUdevResource* groups, unsigned* count,
                                   const CUdevResource* whole, CUdevResource*, unsigned,
                                   unsigned least) {
  if (const CUresult code = called("cuDevSmResourceSplitByCount"); code != CUDA_SUCCESS)
    return code;
  constexpr unsigned group = 8;
  if (least > group) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  if (groups == nullptr) {
    *count = whole->sm.smCount / group;
    return CUDA_SUCCESS;
  }
  *count = std::min(*count, whole->sm.smCount / group);
  for (unsigned i = 0; i < *count; ++i) {
    groups[i] = *whole;
    groups[i].sm.smCount = group;
    groups[i].sm.smCoscheduledAlignment = i;
  }
  return CUDA_SUCCESS;
}

namespace {

/// Multiprocessors by group: of a description, and of the green context that is made from it.
using group_set = std::map<unsigned, unsigned>;

unsigned multiprocessors(const group_set& groups) {
  unsigned sum = 0;
  for (const auto& [group, count] : groups) sum += count;
  return sum;
}

}  // namespace

CUresult DevResourceGenerateDesc(CUdevResourceDesc* desc, CUdevResource* groups, unsigned count) {
  if (const CUresult code = called("cuDevResourceGenerateDesc"); code != CUDA_SUCCESS) return code;
  auto all = std::make_unique<group_set>();
  for (unsigned i = 0; i < count; ++i)
    (*all)[groups[i].sm.smCoscheduledAlignment] = groups[i].sm.smCount;
  if (all->size() != count || count == 0) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  *desc = reinterpret_cast<CUdevResourceDesc>(all.release());
  return CUDA_SUCCESS;
}

/// Takes the description.
CUresult GreenCtxCreate(CUgreenCtx* green, CUdevResourceDesc desc, CUdevice, unsigned flags) {
  const std::unique_ptr<group_set> all(reinterpret_cast<group_set*>(desc));
  if (const CUresult code = called("cuGreenCtxCreate"); code != CUDA_SUCCESS) return code;
  if (flags != CU_GREEN_CTX_DEFAULT_STREAM) return CUDA_ERROR_INVALID_VALUE;
  *green = reinterpret_cast<CUgreenCtx>(new group_set(*all));
  alive(1);
  return CUDA_SUCCESS;
}

CUresult GreenCtxDestroy(CUgreenCtx green) {
  delete reinterpret_cast<group_set*>(green);
  alive(-1);
  return called("cuGreenCtxDestroy");
}

CUresult GreenCtxStreamCreate(CUstream* stream, CUgreenCtx green, unsigned flags, int priority) {
  if (const CUresult code = called("cuGreenCtxStreamCreate"); code != CUDA_SUCCESS) return code;
  if (current_device() < 0 || flags != CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
  *stream = make_stream(current_device(), std::clamp(priority, greatest_priority, 0));
  (*stream)->green_sms = multiprocessors(*reinterpret_cast<group_set*>(green));
  alive(1);
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
  if (std::atomic_ref<int>(fake_cuda_settings()->captures).load() != 0)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  return stream_of(stream).idle() ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult StreamIsCapturing(CUstream, CUstreamCaptureStatus* status) {
  const bool captures = std::atomic_ref<int>(fake_cuda_settings()->captures).load() != 0;
  *status = captures ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
  return called("cuStreamIsCapturing");
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
