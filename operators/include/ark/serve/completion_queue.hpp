// Completions without a polling thread: an eventfd that a server puts into epoll, callbacks on a
// thread of its choice, and awaitables of coroutines. docs/serve.md.
//
//   ark::serve::completion_queue queue;
//   queue.on_signal(arrived, ARK_CMP_GE, 1, [](const ark::serve::completion& what) {
//     if (what.code != ark::errc::ok) throw ark::error(what.code, what.text);
//   });
//   pollfd wait{queue.fd(), POLLIN, 0};
//   ::poll(&wait, 1, -1);
//   queue.poll();  // runs the callback
#pragma once

#include <ark/ctx.hpp>
#include <ark/errc.hpp>
#include <ark/launch.hpp>
#include <ark/types.hpp>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace ark::serve {

/// The result of a watch.
struct completion {
  errc code = errc::ok;    ///< ok; timeout; the code of the PE's failure (peer_failed, ...);
                           ///< not_initialized: the PE was finalized
  std::uint64_t seen = 0;  ///< of a signal word: the value that ended the watch
  std::string text;        ///< empty if ok: PE, operation, address, expected and last value
};

using callback = std::function<void(const completion&)>;
using watch_id = std::uint64_t;

/// The time after which a watch ends with timeout.
inline constexpr std::chrono::nanoseconds timeout_of_pe{-1};  ///< ARK_TIMEOUT
inline constexpr std::chrono::nanoseconds no_timeout = std::chrono::nanoseconds::max();

/// Watches of one PE. A watch ends once: its callback becomes due, and poll() or dispatch() runs
/// it.
///
/// A signal word is one that signal operations change: ark_signal_set, ark_signal_add and the puts
/// with a signal, from a kernel, a stream, a plan or the host, of this PE or any other one. They
/// wake one thread of ark in this process, which sleeps meanwhile. An operation to a PE without a
/// watch for a word of that hash costs one load more than without queues; puts, none. Words that
/// other operations change (put, atomics) are read when a watch begins, and when it ends by
/// timeout.
///
/// Callable: host, any thread, on a PE whose heap is in host memory; not in a kernel. Not
/// collective.
///   A queue belongs to the PE of the thread that constructs it, and may outlive it.
/// Completion: a callback sees the data sent before the signal, or what a quiet at the call of
///   on_quiet() completes.
/// Progress: while the program sleeps, threads of ark progress its operations. With
/// ARK_SCHED=random
///   or pct they do not, so that a run can be repeated: dispatch() does.
/// Errors: throw ark::error: not_initialized, unsupported (a heap in GPU memory), system_error
///   (descriptors, threads), invalid_argument (a word outside the heap or not aligned to 8, an
///   unknown comparison, an empty callback, a negative time). An error of what is awaited is its
///   completion's. A failure of the PE, such as the loss of another PE, ends all watches.
class ARK_API completion_queue {
 public:
  completion_queue();
  /// Forgets all watches and what is due: no callback runs. Coroutines that are suspended on the
  /// queue are destroyed.
  ~completion_queue();
  completion_queue(const completion_queue&) = delete;
  completion_queue& operator=(const completion_queue&) = delete;

  /// An eventfd, readable while callbacks are due: for poll, epoll and asio. The queue owns it and
  /// reads it; others only wait for it.
  [[nodiscard]] int fd() const noexcept;
  /// Run the callbacks that are due, in the order of their completion, and those that become due
  /// meanwhile at a later call. Returns their number. Does not wait. An exception of a callback
  /// leaves it; the callbacks behind it stay due.
  std::size_t poll();
  /// As poll(), but sleeps until one is due, at most `most`. 0: none was.
  std::size_t dispatch(std::chrono::nanoseconds most);

  /// `then` becomes due when the PE's own `word` compares with `value` by `cmp` (ARK_CMP_*).
  watch_id on_signal(const std::uint64_t* word, int cmp, std::uint64_t value, callback then,
                     std::chrono::nanoseconds within = timeout_of_pe);
  /// `then` becomes due when the operations that the PE, or one of its contexts, has issued so far
  /// are delivered, and their buffers free; of plans only those to other hosts.
  watch_id on_quiet(callback then, std::chrono::nanoseconds within = timeout_of_pe);
  watch_id on_quiet(ark_ctx_t ctx, callback then, std::chrono::nanoseconds within = timeout_of_pe);
  /// `then` becomes due when what is queued on the stream so far has ended. Takes one of 256 words
  /// of the PE until then, also after cancel(): out_of_memory if none is free.
  watch_id on_stream(stream_t stream, callback then,
                     std::chrono::nanoseconds within = timeout_of_pe);
  /// True if the watch is forgotten and its callback will not run; false if it is due or has run.
  bool cancel(watch_id watch);

  /// Awaitables: `co_await queue.signal(word, ARK_CMP_GE, n)` resumes in poll() or dispatch() with
  /// the completion; the queue owns the coroutine until then. Arguments and errors as above.
  template <class Attach>
  class awaitable {
   public:
    explicit awaitable(Attach attach) : attach_(std::move(attach)) {}
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> coroutine) {
      const auto waits = std::make_shared<suspended>(coroutine);
      // Another thread may resume the coroutine, and end this object, before the call returns.
      Attach attach = std::move(attach_);
      try {
        attach([this, waits](const completion& what) {
          result_ = what;
          waits->take().resume();
        });
      } catch (...) {
        waits->take();
        throw;
      }
    }
    completion await_resume() { return std::move(result_); }

   private:
    /// Owns a coroutine until it is resumed.
    class suspended {
     public:
      explicit suspended(std::coroutine_handle<> coroutine) : coroutine_(coroutine) {}
      ~suspended() {
        if (coroutine_) coroutine_.destroy();
      }
      suspended(const suspended&) = delete;
      suspended& operator=(const suspended&) = delete;
      std::coroutine_handle<> take() { return std::exchange(coroutine_, nullptr); }

     private:
      std::coroutine_handle<> coroutine_;
    };

    Attach attach_;
    completion result_;
  };
  [[nodiscard]] auto signal(const std::uint64_t* word, int cmp, std::uint64_t value,
                            std::chrono::nanoseconds within = timeout_of_pe) {
    return awaitable(
        [=, this](callback then) { on_signal(word, cmp, value, std::move(then), within); });
  }
  [[nodiscard]] auto quiet(ark_ctx_t ctx = ARK_CTX_DEFAULT,
                           std::chrono::nanoseconds within = timeout_of_pe) {
    return awaitable([=, this](callback then) { on_quiet(ctx, std::move(then), within); });
  }
  [[nodiscard]] auto stream(stream_t stream, std::chrono::nanoseconds within = timeout_of_pe) {
    return awaitable([=, this](callback then) { on_stream(stream, std::move(then), within); });
  }

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace ark::serve
