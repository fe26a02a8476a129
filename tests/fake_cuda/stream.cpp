// Streams: a thread each, which does one thing after the other.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "fake_functions.hpp"
#include "fake_state.hpp"

static bool is_on(int& setting) { return std::atomic_ref<int>(setting).load() != 0; }
static bool is_stuck() { return is_on(fake_cuda_settings()->stuck); }

/// What CUDA's CUstream points to.
struct CUstream_st {
  std::mutex mutex;
  std::condition_variable changed;
  struct step {
    std::function<bool()> run;  ///< false: not yet, ask again
    bool copy = false;
  };
  std::list<step> work;
  bool ending = false;
  std::atomic<bool> held{false};
  std::thread thread{[this] { run(); }};

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return ending || !work.empty(); });
      if (work.empty()) return;
      const auto next = next_step();
      const std::function<bool()> run = next == work.end() ? [] { return false; } : next->run;
      lock.unlock();
      const bool done = !is_stuck() && run();
      if (!done) std::this_thread::yield();
      lock.lock();
      if (ending) return work.clear();  // what still waits is dropped
      if (done) work.erase(next);
    }
  }

  std::list<step>::iterator next_step() {
    const bool late = fake::copies_are_late();
    return std::find_if(work.begin(), work.end(),
                        [&](const step& one) { return !late || !one.copy; });
  }
};

namespace fake {
namespace {

CUstream stream_of(CUstream given) {
  static auto* null_stream = new CUstream_st;  // never ends
  return given == nullptr ? null_stream : given;
}

std::atomic_ref<std::uint64_t> word_at(void* at) {
  return std::atomic_ref<std::uint64_t>(*static_cast<std::uint64_t*>(at));
}

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

bool copies_are_late() { return is_on(fake_cuda_settings()->late_copies); }

void copy(void* to, const void* from, std::size_t bytes) {
  if (copy_word<std::uint64_t>(to, from, bytes) || copy_word<std::uint32_t>(to, from, bytes))
    return;
  std::memcpy(to, from, bytes);
}

CUresult queue(CUstream stream, work step, bool copy) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  CUstream_st& to = *stream_of(stream);
  const std::lock_guard lock(to.mutex);
  to.work.push_back({std::move(step), copy});
  to.changed.notify_one();
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
  return queue(stream, step, true);
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
  return queue(stream, step, true);
}

CUresult MemsetD8Async(CUdeviceptr dest, unsigned char value, std::size_t bytes, CUstream stream) {
  if (const CUresult code = called("cuMemsetD8Async"); code != CUDA_SUCCESS) return code;
  void* to = reach(dest, bytes);
  if (to == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return queue(stream, [=] {
    std::memset(to, value, bytes);
    return true;
  });
}

CUresult StreamCreate(CUstream* stream, unsigned) {
  if (const CUresult code = called("cuStreamCreate"); code != CUDA_SUCCESS) return code;
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  *stream = new CUstream_st;
  alive(1);
  return CUDA_SUCCESS;
}

CUresult StreamDestroy(CUstream stream) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  {
    const std::lock_guard lock(stream->mutex);
    stream->ending = true;
    stream->changed.notify_one();
  }
  stream->thread.join();
  delete stream;
  alive(-1);
  return called("cuStreamDestroy");
}

CUresult StreamQuery(CUstream stream) {
  if (const CUresult code = called("cuStreamQuery"); code != CUDA_SUCCESS) return code;
  CUstream_st& it = *stream_of(stream);
  const std::lock_guard lock(it.mutex);
  return it.work.empty() ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult StreamWaitValue64(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned flags) {
  if (const CUresult code = called("cuStreamWaitValue64"); code != CUDA_SUCCESS) return code;
  void* word = reach(at, sizeof value);
  if (word == nullptr || flags > CU_STREAM_WAIT_VALUE_EQ) return CUDA_ERROR_INVALID_VALUE;
  return queue(stream, [=] {
    const std::uint64_t seen = word_at(word).load(std::memory_order_acquire);
    const bool behind = static_cast<std::int64_t>(seen - value) >= 0;
    return flags == CU_STREAM_WAIT_VALUE_EQ ? seen == value : behind;
  });
}

CUresult StreamWriteValue64(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned) {
  if (const CUresult code = called("cuStreamWriteValue64"); code != CUDA_SUCCESS) return code;
  void* word = reach(at, sizeof value);
  if (word == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return queue(stream, [=] {
    word_at(word).store(value, std::memory_order_release);
    return true;
  });
}

}  // namespace fake

void fake_cuda_hold(void* stream) {
  auto& to = *static_cast<CUstream_st*>(stream);
  to.held = true;
  const std::lock_guard lock(to.mutex);
  to.work.push_back({[&to] { return !to.held.load(); }});
  to.changed.notify_one();
}

void fake_cuda_let_go(void* stream) { static_cast<CUstream_st*>(stream)->held = false; }
