#include "waits.hpp"

#include <ark/device/state/context.hpp>
#include <ark/device/transfer/wait.hpp>
#include <ark/host.hpp>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace ark::python {

namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t slice_ns = 20'000'000;

thread_local bool has_gil = true;
std::atomic<bool> threads_interrupted{false};
std::atomic<bool> abandoned_init{false};

std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// is_interrupted() for a thread without the GIL.
bool is_interrupted_without_gil() {
  const PyGILState_STATE state = PyGILState_Ensure();
  const bool is_raised = is_interrupted();
  PyGILState_Release(state);
  return is_raised;
}

/// What call_abandonable and its thread share.
struct aside_call {
  std::mutex mutex;
  std::condition_variable changed;
  bool has_ended = false;
  std::exception_ptr problem;

  void run(const std::function<void()>& call) noexcept {
    std::exception_ptr caught;
    try {
      call();
    } catch (...) {
      caught = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    problem = caught;
    has_ended = true;
    changed.notify_all();
  }
  /// True once the call has ended; false after a slice.
  bool wait_slice() {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, 20ms, [this] { return has_ended; });
  }
};

}  // namespace

without_gil::without_gil() : saved_(PyEval_SaveThread()) { has_gil = false; }
without_gil::~without_gil() {
  PyEval_RestoreThread(saved_);
  has_gil = true;
}

bool is_interrupted() {
  if (PyErr_CheckSignals() != 0) return true;
  if (!threads_interrupted.load(std::memory_order_relaxed) || detail::pe_of_thread() == nullptr)
    return false;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  return true;
}

void interrupt_threads(bool wanted) noexcept { threads_interrupted.store(wanted); }

void call_abandonable(std::function<void()> call) {
  if (abandoned_init.load())
    throw error(errc::wrong_state,
                "init: an earlier init was interrupted and still waits for the other PEs; it ends "
                "after ARK_TIMEOUT");
  const auto shared = std::make_shared<aside_call>();
  {
    const without_gil released;
    std::thread([shared, call = std::move(call)] {
      shared->run(call);
      abandoned_init.store(false);
    }).detach();
    while (!shared->wait_slice()) {
      if (!is_interrupted_without_gil()) continue;
      const std::lock_guard lock(shared->mutex);  // a call that has ended is not abandoned
      abandoned_init.store(!shared->has_ended);
      break;
    }
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (shared->problem) std::rethrow_exception(shared->problem);
}

void wait_slices(std::uint64_t limit_ns, const std::function<bool()>& has_ended) {
  constexpr int quick_naps = 100;
  {
    const without_gil released;
    const std::uint64_t begun = now_ns();
    std::uint64_t next_look = begun + slice_ns;
    for (int naps = 0; !has_ended(); ++naps) {
      const std::uint64_t now = now_ns();
      if (now - begun > limit_ns || (now >= next_look && is_interrupted_without_gil())) break;
      if (now >= next_look) next_look = now + slice_ns;
      detail::yield();  // this thread may have operations to drive
      std::this_thread::sleep_for(naps < quick_naps ? 1us : 100us);
    }
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
}

template <class T>
errc wait_word(const char* call, const T* word, int cmp, T value, std::uint64_t limit_ns, T* last) {
  detail::device_state& state = device::context(call);
  constexpr auto op = std::is_same_v<T, std::uint64_t> ? detail::op_kind::signal_wait_until
                                                       : detail::op_kind::wait_until;
  detail::wait_info info;
  device::fill_wait_info(info, op, word, cmp, value);
  const auto is_reached = [&] {
    *last = device::poll_word(state, word);
    info.seen = static_cast<std::uint64_t>(*last);
    return device::compare(*last, cmp, value);
  };
  errc code = errc::ok;
  if (!is_reached()) {
    const without_gil released;
    const std::uint64_t begun = now_ns();
    const std::uint64_t limit = limit_ns != 0 ? limit_ns : state.timeout_ns;
    info.status = &state.status;
    for (;;) {
      const std::uint64_t gone = now_ns() - begun;
      if (gone >= limit) {
        code = errc::timeout;
        break;
      }
      info.timeout_ns = std::min(slice_ns, limit - gone);
      code = detail::wait(
          [](void* argument) { return (*static_cast<decltype(is_reached)*>(argument))(); },
          const_cast<void*>(static_cast<const void*>(&is_reached)), info);
      if (code != errc::timeout || is_interrupted_without_gil()) break;
    }
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  if (code == errc::ok) {
    detail::fence_after_polls();
    return code;
  }
  if (code == errc::timeout && limit_ns != 0) return code;
  return device::wait_failed(state, code, info);
}

template errc wait_word(const char*, const std::int32_t*, int, std::int32_t, std::uint64_t,
                        std::int32_t*);
template errc wait_word(const char*, const std::uint32_t*, int, std::uint32_t, std::uint64_t,
                        std::uint32_t*);
template errc wait_word(const char*, const std::int64_t*, int, std::int64_t, std::uint64_t,
                        std::int64_t*);
template errc wait_word(const char*, const std::uint64_t*, int, std::uint64_t, std::uint64_t,
                        std::uint64_t*);

}  // namespace ark::python

// The linker directs calls of ark::detail::wait in this module here (--wrap): barriers, collectives
// and quiets of ark's headers wait through that function.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
ark::errc __real__ZN3ark6detail4waitEPFbPvES1_RNS0_9wait_infoE(ark::detail::predicate, void*,
                                                               ark::detail::wait_info&) noexcept;
ark::errc __wrap__ZN3ark6detail4waitEPFbPvES1_RNS0_9wait_infoE(
    ark::detail::predicate ready, void* argument, ark::detail::wait_info& info) noexcept {
  // NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
  using namespace ark::python;
  const auto wait = __real__ZN3ark6detail4waitEPFbPvES1_RNS0_9wait_infoE;
  const std::uint64_t limit = info.timeout_ns;
  if (limit <= slice_ns || ark::detail::self() != nullptr) return wait(ready, argument, info);
  std::optional<without_gil> released;
  if (has_gil) released.emplace();
  const std::uint64_t begun = now_ns();
  ark::errc code = ark::errc::timeout;
  while (code == ark::errc::timeout) {
    const std::uint64_t gone = now_ns() - begun;
    if (gone >= limit) break;
    info.timeout_ns = std::min(slice_ns, limit - gone);
    code = wait(ready, argument, info);
    if (code == ark::errc::timeout && is_interrupted_without_gil()) code = ark::errc::aborted;
  }
  info.timeout_ns = limit;
  return code;
}
}
