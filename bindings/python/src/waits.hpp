// Waits of Python threads: without the GIL, and in slices between which signals are handled.
#pragma once

#include <nanobind/nanobind.h>

#include <ark/types.hpp>
#include <cstdint>
#include <functional>

namespace ark::python {

namespace nb = nanobind;

/// Releases the GIL for its lifetime. Waits of ark release it themselves; this is for copies that
/// take long.
class without_gil {
 public:
  without_gil();
  ~without_gil();
  without_gil(const without_gil&) = delete;
  without_gil& operator=(const without_gil&) = delete;

 private:
  PyThreadState* saved_;
};

/// True if a signal handler has raised an exception, which is then set in the calling thread. With
/// the GIL.
[[nodiscard]] bool is_interrupted();

/// Makes waits of all threads of local_run end with KeyboardInterrupt until it is set to false.
void interrupt_threads(bool wanted) noexcept;

/// Wait until the `word` of the calling PE compares with `value`, at most `limit_ns` or, if that is
/// 0, ARK_TIMEOUT. With `limit_ns` a timeout is not a failure of the PE. An exception of a signal
/// handler is thrown, and leaves the PE as it was.
template <class T>
errc wait_word(const char* call, const T* word, int cmp, T value, std::uint64_t limit_ns, T* last);

/// Call `has_ended`, without the GIL, until it returns true or `limit_ns` have passed. An exception
/// of a signal handler is thrown.
void wait_slices(std::uint64_t limit_ns, const std::function<bool()>& has_ended);

/// Run `call`, an init that waits for other PEs inside libark, on a thread of its own, and handle
/// signals meanwhile. If a handler raises, its exception is thrown, and `call`, which owns what it
/// refers to, is left behind. Rethrows what `call` throws.
void call_abandonable(std::function<void()> call);

}  // namespace ark::python
