// put, get, signals, atomics, waits and ordering.
#include <ark/amo.hpp>
#include <ark/ctx.hpp>
#include <ark/on_stream.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>
#include <complex>
#include <limits>
#include <optional>
#include <string_view>

#include "arrays.hpp"
#include "errors.hpp"
#include "groups.hpp"
#include "register.hpp"
#include "stream_objects.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

/// Copies of more bytes let other Python threads run.
constexpr std::size_t long_copy_bytes = 64 << 10;

std::string_view text_argument(nb::handle given, const char* call, const char* argument,
                               const char* accepted) {
  Py_ssize_t length = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(given.ptr(), &length);
  if (text != nullptr) return {text, static_cast<std::size_t>(length)};
  PyErr_Clear();
  throw nb::type_error(
      text_of(call, ": ", argument, " is ", repr_of(given), ": ", accepted).c_str());
}

[[noreturn]] void refuse(nb::handle given, const char* call, const char* argument,
                         const char* accepted) {
  throw nb::value_error(
      text_of(call, ": ", argument, " is ", repr_of(given), ": ", accepted).c_str());
}

// --- Values of elements

template <class T>
struct tag {
  using type = T;
};

template <class T>
T value_of(nb::handle given, const char* call) {
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    return unsigned_of(given, call, "value");
  } else if constexpr (std::is_integral_v<T>) {
    using limits = std::numeric_limits<T>;
    return static_cast<T>(integer_of(given, limits::min(), limits::max(), call, "value"));
  } else {
    const double value = PyFloat_AsDouble(given.ptr());
    if (value != -1.0 || PyErr_Occurred() == nullptr) return static_cast<T>(value);
    PyErr_Clear();
    throw nb::type_error(text_of(call, ": value is ", repr_of(given), ": a number").c_str());
  }
}

/// use(tag<T>) for the type of an element of 4 or 8 bytes.
template <class Use>
auto with_word(const array_view& word, const char* call, bool accepts_float, Use&& use) {
  const bool is_wide = word.type.bytes == 8;
  if (is_wide || word.type.bytes == 4) {
    if (word.type.kind == 'i') return is_wide ? use(tag<std::int64_t>()) : use(tag<std::int32_t>());
    if (word.type.kind == 'u')
      return is_wide ? use(tag<std::uint64_t>()) : use(tag<std::uint32_t>());
    if constexpr (std::is_invocable_v<Use, tag<double>>) {
      if (word.type.kind == 'f' && accepts_float)
        return is_wide ? use(tag<double>()) : use(tag<float>());
    }
  }
  throw nb::type_error(text_of(call, ": dtype ", name_of(word.type),
                               ": int32, int64, uint32 or uint64",
                               accepts_float ? ", float32 or float64" : "")
                           .c_str());
}

// --- put and get

enum class kind { blocking, nonblocking };

/// Calls `move`, which moves `bytes`; raises its failure.
template <class Move>
void move_bytes(std::size_t bytes, const Move& move) {
  std::optional<without_gil> released;
  if (bytes > long_copy_bytes) released.emplace();
  const errc code = move();
  released.reset();
  require(code);
}

struct checked_move {
  target_pe target;
  array_view to, from;
};

void require_apart_on(const checked_move& of, const char* call) {
  require_same(of.to, of.from, call);
  if (of.target.number == device::context().pe) require_apart(of.to, of.from, call, false);
}
checked_move put_of(const char* call, nb::handle dest, nb::handle source, nb::handle pe,
                    nb::handle ctx) {
  const target_pe target = target_of(pe, ctx, call);
  const array_view to = symmetric_array(dest, call, "dest");
  const checked_move of{target, to, local_array(source, call, "source", access::reads)};
  require_apart_on(of, call);
  return of;
}
checked_move get_of(const char* call, nb::handle dest, nb::handle source, nb::handle pe,
                    nb::handle ctx) {
  const target_pe target = target_of(pe, ctx, call);
  const array_view from = symmetric_array(source, call, "source");
  const checked_move of{target, local_array(dest, call, "dest", access::writes), from};
  require_apart_on(of, call);
  return of;
}

template <kind Kind>
void put_array(nb::handle dest, nb::handle source, nb::handle pe, nb::handle ctx) {
  const checked_move of = put_of(Kind == kind::blocking ? "put" : "put_nbi", dest, source, pe, ctx);
  move_bytes(of.to.bytes(), [&] {
    return Kind == kind::blocking ? put(of.to.data, of.from.data, of.to.bytes(), of.target)
                                  : put_nbi(of.to.data, of.from.data, of.to.bytes(), of.target);
  });
}

template <kind Kind>
void get_array(nb::handle dest, nb::handle source, nb::handle pe, nb::handle ctx) {
  const checked_move of = get_of(Kind == kind::blocking ? "get" : "get_nbi", dest, source, pe, ctx);
  move_bytes(of.to.bytes(), [&] {
    return Kind == kind::blocking ? get(of.to.data, of.from.data, of.to.bytes(), of.target)
                                  : get_nbi(of.to.data, of.from.data, of.to.bytes(), of.target);
  });
}

std::uint64_t* signal_word(nb::handle signal, nb::handle index, const char* call) {
  const array_view word = symmetric_element(signal, index, call, "signal");
  if (word.type.kind != 'u' || word.type.bytes != 8) [[unlikely]]
    throw nb::type_error(
        text_of(call, ": signal has dtype ", name_of(word.type), ": uint64").c_str());
  return reinterpret_cast<std::uint64_t*>(word.data);
}

int signal_op(nb::handle op, const char* call) {
  constexpr const char* accepted = "'set' or 'add'";
  const std::string_view name = text_argument(op, call, "op", accepted);
  if (name == "set") return ARK_SIGNAL_SET;
  if (name == "add") return ARK_SIGNAL_ADD;
  refuse(op, call, "op", accepted);
}

struct signaled_put : checked_move {
  std::uint64_t* word;
  std::uint64_t value;
  int op;
};

signaled_put signaled_put_of(const char* call, nb::handle dest, nb::handle source,
                             nb::handle signal, nb::handle value, nb::handle pe, nb::handle op,
                             nb::handle index, nb::handle ctx) {
  const checked_move of = put_of(call, dest, source, pe, ctx);
  std::uint64_t* const word = signal_word(signal, index, call);
  const char* const at = reinterpret_cast<const char*>(word);
  if (at < of.to.data + of.to.bytes() && at + sizeof *word > of.to.data)
    throw nb::value_error(text_of(call, ": signal lies in dest: a word outside of it").c_str());
  return {of, word, value_of<std::uint64_t>(value, call), signal_op(op, call)};
}

template <kind Kind>
void put_with_signal(nb::handle dest, nb::handle source, nb::handle signal, nb::handle value,
                     nb::handle pe, nb::handle op, nb::handle index, nb::handle ctx) {
  constexpr const char* call = Kind == kind::blocking ? "put_signal" : "put_signal_nbi";
  const signaled_put of = signaled_put_of(call, dest, source, signal, value, pe, op, index, ctx);
  move_bytes(of.to.bytes(), [&] {
    return Kind == kind::blocking ? put_signal(of.to.data, of.from.data, of.to.bytes(), of.word,
                                               of.value, of.op, of.target)
                                  : put_signal_nbi(of.to.data, of.from.data, of.to.bytes(), of.word,
                                                   of.value, of.op, of.target);
  });
}

void update_signal(nb::handle signal, nb::handle value, nb::handle pe, nb::handle op,
                   nb::handle index, nb::handle ctx) {
  constexpr const char* call = "signal_update";
  const target_pe target = target_of(pe, ctx, call);
  std::uint64_t* const word = signal_word(signal, index, call);
  const auto number = value_of<std::uint64_t>(value, call);
  require(device::signal_word(word, number, signal_op(op, call), target,
                              device::call_of<std::uint64_t>(call)));
}

// --- Single elements and atomics

/// put of one value: any type whose Python form numpy converts.
void put_element(nb::handle dest, nb::handle value, nb::handle pe, nb::handle index,
                 nb::handle ctx) {
  constexpr const char* call = "p";
  const target_pe target = target_of(pe, ctx, call);
  const array_view to = symmetric_element(dest, index, call, "dest");
  with_word(to, call, true, [&](auto of) {
    using T = typename decltype(of)::type;
    const T element = value_of<T>(value, call);
    require(put(reinterpret_cast<T*>(to.data), &element, 1, target));
  });
}

nb::object get_element(nb::handle source, nb::handle pe, nb::handle index, nb::handle ctx) {
  constexpr const char* call = "g";
  const target_pe target = target_of(pe, ctx, call);
  const array_view from = symmetric_element(source, index, call, "source");
  return with_word(from, call, true, [&](auto of) {
    using T = typename decltype(of)::type;
    T element{};
    require(get(&element, reinterpret_cast<const T*>(from.data), 1, target));
    return nb::cast(element);
  });
}

/// Atomics with one operand. `Fetch`: returns the old value.
template <detail::amo_op Op, bool Fetch>
nb::object atomic(const char* call, nb::handle dest, nb::handle value, nb::handle condition,
                  nb::handle pe, nb::handle index, nb::handle ctx) {
  using detail::amo_op;
  constexpr bool takes_float = Op == amo_op::fetch || Op == amo_op::swap;
  const target_pe target = target_of(pe, ctx, call);
  const array_view word = symmetric_element(dest, index, call, "dest");
  return with_word(word, call, takes_float, [&](auto of) -> nb::object {
    using T = typename decltype(of)::type;
    auto* const at = reinterpret_cast<T*>(word.data);
    const T operand = Op == amo_op::fetch ? T{} : value_of<T>(value, call);
    if constexpr (takes_float || std::is_integral_v<T>) {
      if constexpr (Fetch) {
        const T compared = Op == amo_op::compare_swap ? value_of<T>(condition, call) : T{};
        const T old = detail::amo_fetch_value(at, Op, operand, compared, target, call);
        require(errc::ok);
        return nb::cast(old);
      } else {
        require(device::amo_post(at, Op, operand, target, device::call_of<T>(call)));
      }
    }
    return nb::none();
  });
}

// --- Waits

int comparison(nb::handle cmp, const char* call) {
  constexpr const char* accepted = "'==', '!=', '>', '>=', '<' or '<='";
  const std::string_view name = text_argument(cmp, call, "cmp", accepted);
  constexpr std::string_view names[] = {"==", "!=", ">", ">=", "<", "<="};
  for (int i = 0; i < 6; ++i) {
    if (name == names[i]) return i;
  }
  refuse(cmp, call, "cmp", accepted);
}

std::uint64_t limit_of(nb::handle timeout, const char* call) {
  if (timeout.is_none()) return 0;
  const double seconds = PyFloat_AsDouble(timeout.ptr());
  constexpr const char* accepted = "seconds, more than 0 and at most 1e9, or None for ARK_TIMEOUT";
  if (seconds == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw nb::type_error(text_of(call, ": timeout is ", repr_of(timeout), ": ", accepted).c_str());
  }
  if (!(seconds > 0 && seconds <= 1e9)) refuse(timeout, call, "timeout", accepted);
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(seconds * 1e9), 1);
}

nb::object wait_for_element(const char* call, nb::handle words, nb::handle cmp, nb::handle value,
                            nb::handle index, nb::handle timeout, bool is_signal) {
  (void)device::context(call);
  const array_view word = symmetric_element(words, index, call, is_signal ? "signal" : "words");
  if (is_signal) (void)signal_word(words, index, call);
  const int how = comparison(cmp, call);
  const std::uint64_t limit = limit_of(timeout, call);
  return with_word(word, call, false, [&](auto of) -> nb::object {
    using T = typename decltype(of)::type;
    if constexpr (std::is_integral_v<T>) {
      T last{};
      const T wanted = value_of<T>(value, call);
      const errc code =
          wait_word(call, reinterpret_cast<const T*>(word.data), how, wanted, limit, &last);
      if (code == errc::timeout && limit != 0)
        raise_timeout(call, word.data, how, static_cast<std::uint64_t>(wanted),
                      static_cast<std::uint64_t>(last));
      require(code);
      return nb::cast(last);
    } else {
      return nb::none();
    }
  });
}

bool test_element(nb::handle words, nb::handle cmp, nb::handle value, nb::handle index) {
  constexpr const char* call = "test";
  (void)device::context(call);
  const array_view word = symmetric_element(words, index, call, "words");
  const int how = comparison(cmp, call);
  const bool holds = with_word(word, call, false, [&](auto of) {
    using T = typename decltype(of)::type;
    if constexpr (std::is_integral_v<T>) {
      const T wanted = value_of<T>(value, call);
      return test(reinterpret_cast<const T*>(word.data), how, wanted) != 0;
    } else {
      return false;
    }
  });
  require(errc::ok);
  return holds;
}

nb::object none() { return nb::none(); }

// --- The same in the order of a stream

/// Queues a call on the stream `self`: queue(its stream). The arrays live until it has ended.
template <class Queue>
void queue_call(nb::handle self, const char* call, const Queue& queue, nb::object arrays = none()) {
  const stream_t stream = executor_stream(self, call);
  require(queue(stream));
  if (!arrays.is_none()) keep_until_end({stream}, std::move(arrays));
}

void put_on(nb::handle self, nb::handle dest, nb::handle source, nb::handle pe) {
  constexpr const char* call = "Stream.put";
  const checked_move of = put_of(call, dest, source, pe, none());
  queue_call(
      self, call,
      [&](stream_t on) {
        return put_on_stream(of.to.data, of.from.data, of.to.bytes(), of.target.number, on);
      },
      nb::make_tuple(dest, source));
}

void get_on(nb::handle self, nb::handle dest, nb::handle source, nb::handle pe) {
  constexpr const char* call = "Stream.get";
  const checked_move of = get_of(call, dest, source, pe, none());
  queue_call(
      self, call,
      [&](stream_t on) {
        return get_on_stream(of.to.data, of.from.data, of.to.bytes(), of.target.number, on);
      },
      nb::make_tuple(dest, source));
}

void put_signal_on(nb::handle self, nb::handle dest, nb::handle source, nb::handle signal,
                   nb::handle value, nb::handle pe, nb::handle op, nb::handle index) {
  constexpr const char* call = "Stream.put_signal";
  const signaled_put of = signaled_put_of(call, dest, source, signal, value, pe, op, index, none());
  queue_call(
      self, call,
      [&](stream_t on) {
        return put_signal_on_stream(of.to.data, of.from.data, of.to.bytes(), of.word, of.value,
                                    of.op, of.target.number, on);
      },
      nb::make_tuple(dest, source, signal));
}

void update_signal_on(nb::handle self, nb::handle signal, nb::handle value, nb::handle pe,
                      nb::handle op, nb::handle index) {
  constexpr const char* call = "Stream.signal_update";
  const target_pe target = target_of(pe, none(), call);
  std::uint64_t* const word = signal_word(signal, index, call);
  const auto number = value_of<std::uint64_t>(value, call);
  const int how = signal_op(op, call);
  queue_call(self, call,
             [&](stream_t on) { return signal_on_stream(word, number, how, target.number, on); });
}

void wait_for_signal_on(nb::handle self, nb::handle signal, nb::handle cmp, nb::handle value,
                        nb::handle index) {
  constexpr const char* call = "Stream.signal_wait_until";
  (void)device::context(call);
  const std::uint64_t* const word = signal_word(signal, index, call);
  const int how = comparison(cmp, call);
  const auto wanted = value_of<std::uint64_t>(value, call);
  queue_call(self, call,
             [&](stream_t on) { return signal_wait_until_on_stream(word, how, wanted, on); });
}

}  // namespace

void register_stream_transfers(nb::class_<stream_object>& of) {
  const auto moves = [&](const char* name, auto function, const char* signature, const char* text) {
    of.def(name, function, nb::arg("dest").none(), nb::arg("source").none(), nb::arg("pe").none(),
           nb::sig(signature), text);
  };
  moves("put", put_on, "def put(self, dest: numpy.ndarray, source: numpy.ndarray, pe: int) -> None",
        "ark.put when all earlier work of the stream has ended.");
  moves("get", get_on, "def get(self, dest: numpy.ndarray, source: numpy.ndarray, pe: int) -> None",
        "ark.get when all earlier work of the stream has ended.");
  of.def("put_signal", put_signal_on, nb::arg("dest").none(), nb::arg("source").none(),
         nb::arg("signal").none(), nb::arg("value").none(), nb::arg("pe").none(),
         nb::arg("op").none() = "set", nb::arg("index").none() = none(),
         nb::sig("def put_signal(self, dest: numpy.ndarray, source: numpy.ndarray, "
                 "signal: numpy.ndarray, value: int, pe: int, op: str = 'set', "
                 "index: int | None = None) -> None"),
         "ark.put_signal when all earlier work of the stream has ended.");
  of.def("signal_update", update_signal_on, nb::arg("signal").none(), nb::arg("value").none(),
         nb::arg("pe").none(), nb::arg("op").none() = "set", nb::arg("index").none() = none(),
         nb::sig("def signal_update(self, signal: numpy.ndarray, value: int, pe: int, "
                 "op: str = 'set', index: int | None = None) -> None"),
         "ark.signal_update when all earlier work of the stream has ended.");
  of.def("signal_wait_until", wait_for_signal_on, nb::arg("signal").none(), nb::arg("cmp").none(),
         nb::arg("value").none(), nb::arg("index").none() = none(),
         nb::sig("def signal_wait_until(self, signal: numpy.ndarray, cmp: str, value: int, "
                 "index: int | None = None) -> None"),
         "Later work of the stream waits, at most ARK_TIMEOUT, whose end is a failure of the PE.");
  of.def(
      "fence", [](nb::handle self) { queue_call(self, "Stream.fence", fence_on_stream<>); },
      "ark.fence in the stream's order.");
  of.def(
      "quiet", [](nb::handle self) { queue_call(self, "Stream.quiet", quiet_on_stream<>); },
      "ark.quiet in the stream's order.");
}

#define ARK_PY_TRANSFER(name, function, text)                                             \
  module.def(name, function, nb::arg("dest").none(), nb::arg("source").none(),            \
             nb::arg("pe").none(), nb::arg("ctx").none() = none(),                        \
             nb::sig("def " name "(dest: numpy.ndarray, source: numpy.ndarray, pe: int, " \
                     "ctx: Context | None = None) -> None"),                              \
             text)

void register_transfers(nb::module_& module) {
  ARK_PY_TRANSFER(
      "put", put_array<kind::blocking>,
      "Write the elements of `source` to `dest` on PE `pe`. Returns when `source` may be "
      "reused.\n\n"
      "dest: symmetric (of empty, zeros or full, or a view of one), contiguous. source: any "
      "contiguous numpy array with\nas many elements of the same dtype; shapes may differ.\n"
      "Delivery: after quiet or barrier_all; order against later puts by fence.\n"
      "Raises TypeError and ValueError for arguments out of range, and ark.Error with the record "
      "of a failure.");
  ARK_PY_TRANSFER("put_nbi", put_array<kind::nonblocking>,
                  "put that returns at once: `source` may be reused, and the data is delivered, "
                  "after quiet. Keep a reference to\n`source` until then.");
  ARK_PY_TRANSFER("get", get_array<kind::blocking>,
                  "Read the elements of `source` on PE `pe` into `dest`. Returns when `dest` holds "
                  "them.\n\nsource: symmetric, contiguous. dest: any writeable contiguous numpy "
                  "array with as many elements of the same dtype.\nRaises as put.");
  ARK_PY_TRANSFER("get_nbi", get_array<kind::nonblocking>,
                  "get that returns at once: `dest` holds the elements after quiet.");
#undef ARK_PY_TRANSFER

#define ARK_PY_PUT_SIGNAL(name, kind, text)                                                 \
  module.def(name, put_with_signal<kind>, nb::arg("dest").none(), nb::arg("source").none(), \
             nb::arg("signal").none(), nb::arg("value").none(), nb::arg("pe").none(),       \
             nb::arg("op").none() = "set", nb::arg("index").none() = none(),                \
             nb::arg("ctx").none() = none(),                                                \
             nb::sig("def " name "(dest: numpy.ndarray, source: numpy.ndarray, "            \
                     "signal: numpy.ndarray, value: int, pe: int, op: str = 'set', "        \
                     "index: int | None = None, ctx: Context | None = None) -> None"),      \
             text)
  ARK_PY_PUT_SIGNAL("put_signal", kind::blocking,
                    "put, then set the signal word on `pe` to `value`, or add it (op='add'). The "
                    "signal is visible after the data.\n\n"
                    "signal: a symmetric uint64 array, of one element or with `index`, outside of "
                    "dest. Raises as put.");
  ARK_PY_PUT_SIGNAL("put_signal_nbi", kind::nonblocking,
                    "put_signal that returns at once; `source` may be reused after quiet.");
#undef ARK_PY_PUT_SIGNAL
  module.def("signal_update", update_signal, nb::arg("signal").none(), nb::arg("value").none(),
             nb::arg("pe").none(), nb::arg("op").none() = "set", nb::arg("index").none() = none(),
             nb::arg("ctx").none() = none(),
             nb::sig("def signal_update(signal: numpy.ndarray, value: int, pe: int, "
                     "op: str = 'set', index: int | None = None, ctx: Context | None = None) -> "
                     "None"),
             "Set the signal word on `pe`, or add to it (op='add'), without data.");

  module.def("p", put_element, nb::arg("dest").none(), nb::arg("value").none(),
             nb::arg("pe").none(), nb::arg("index").none() = none(), nb::arg("ctx").none() = none(),
             nb::sig("def p(dest: numpy.ndarray, value: int | float, pe: int, "
                     "index: int | None = None, ctx: Context | None = None) -> None"),
             "Write one number to element `index` of `dest` on `pe`. dtypes: int32, int64, uint32, "
             "uint64, float32, float64.");
  module.def("g", get_element, nb::arg("source").none(), nb::arg("pe").none(),
             nb::arg("index").none() = none(), nb::arg("ctx").none() = none(),
             nb::sig("def g(source: numpy.ndarray, pe: int, index: int | None = None, "
                     "ctx: Context | None = None) -> int | float"),
             "Read element `index` of `source` on `pe`. dtypes as p.");

#define ARK_PY_ATOMIC(name, op, fetch, result, text)                                             \
  module.def(                                                                                    \
      name,                                                                                      \
      [](nb::handle dest, nb::handle value, nb::handle pe, nb::handle index, nb::handle ctx) {   \
        return atomic<detail::amo_op::op, fetch>(name, dest, value, nb::none(), pe, index, ctx); \
      },                                                                                         \
      nb::arg("dest").none(), nb::arg("value").none(), nb::arg("pe").none(),                     \
      nb::arg("index").none() = none(), nb::arg("ctx").none() = none(),                          \
      nb::sig("def " name "(dest: numpy.ndarray, value: int, pe: int, "                          \
              "index: int | None = None, ctx: Context | None = None) -> " result),               \
      text)
  ARK_PY_ATOMIC("atomic_add", add, false, "None",
                "Add `value` to element `index` of `dest` on `pe`, atomically. Integers wrap.\n\n"
                "dest: symmetric, int32, int64, uint32 or uint64; of one element, or with `index`. "
                "Delivered after quiet.");
  ARK_PY_ATOMIC("atomic_fetch_add", add, true, "int", "atomic_add; returns the old value.");
  ARK_PY_ATOMIC("atomic_and", bit_and, false, "None", "As atomic_add, with &.");
  ARK_PY_ATOMIC("atomic_fetch_and", bit_and, true, "int", "atomic_and; returns the old value.");
  ARK_PY_ATOMIC("atomic_or", bit_or, false, "None", "As atomic_add, with |.");
  ARK_PY_ATOMIC("atomic_fetch_or", bit_or, true, "int", "atomic_or; returns the old value.");
  ARK_PY_ATOMIC("atomic_xor", bit_xor, false, "None", "As atomic_add, with ^.");
  ARK_PY_ATOMIC("atomic_fetch_xor", bit_xor, true, "int", "atomic_xor; returns the old value.");
  ARK_PY_ATOMIC("atomic_set", swap, false, "None",
                "Store `value`, atomically. Also float32 and float64.");
  ARK_PY_ATOMIC("atomic_swap", swap, true, "int | float",
                "Store `value`; returns the old value. Also float32 and float64.");
#undef ARK_PY_ATOMIC
  module.def(
      "atomic_fetch",
      [](nb::handle source, nb::handle pe, nb::handle index, nb::handle ctx) {
        return atomic<detail::amo_op::fetch, true>("atomic_fetch", source, none(), none(), pe,
                                                   index, ctx);
      },
      nb::arg("source").none(), nb::arg("pe").none(), nb::arg("index").none() = none(),
      nb::arg("ctx").none() = none(),
      nb::sig("def atomic_fetch(source: numpy.ndarray, pe: int, index: int | None = None, "
              "ctx: Context | None = None) -> int | float"),
      "Read the element atomically. Also float32 and float64.");
  module.def(
      "atomic_compare_swap",
      [](nb::handle dest, nb::handle condition, nb::handle value, nb::handle pe, nb::handle index,
         nb::handle ctx) {
        return atomic<detail::amo_op::compare_swap, true>("atomic_compare_swap", dest, value,
                                                          condition, pe, index, ctx);
      },
      nb::arg("dest").none(), nb::arg("condition").none(), nb::arg("value").none(),
      nb::arg("pe").none(), nb::arg("index").none() = none(), nb::arg("ctx").none() = none(),
      nb::sig("def atomic_compare_swap(dest: numpy.ndarray, condition: int, value: int, pe: int, "
              "index: int | None = None, ctx: Context | None = None) -> int"),
      "Store `value` if the element equals `condition`; returns the old value.");

  module.def(
      "signal_wait_until",
      [](nb::handle signal, nb::handle cmp, nb::handle value, nb::handle index,
         nb::handle timeout) {
        return wait_for_element("signal_wait_until", signal, cmp, value, index, timeout, true);
      },
      nb::arg("signal").none(), nb::arg("cmp").none(), nb::arg("value").none(),
      nb::arg("index").none() = none(), nb::arg("timeout").none() = none(),
      nb::sig("def signal_wait_until(signal: numpy.ndarray, cmp: str, value: int, "
              "index: int | None = None, timeout: float | None = None) -> int"),
      "Wait until the calling PE's signal word compares with `value`; returns the word's "
      "value.\n\n"
      "cmp: '==', '!=', '>', '>=', '<' or '<='. Data that was sent before the signal is visible on "
      "return.\n"
      "timeout: in seconds. At its end ark.TimeoutError is raised, and the PE has not failed. "
      "None: ARK_TIMEOUT, whose end\nis a failure of the PE. Other threads run meanwhile; "
      "KeyboardInterrupt ends the wait and leaves the PE as it was.\n"
      "Raises ark.PeerFailedError if a PE is lost meanwhile.");
  module.def(
      "wait_until",
      [](nb::handle words, nb::handle cmp, nb::handle value, nb::handle index, nb::handle timeout) {
        return wait_for_element("wait_until", words, cmp, value, index, timeout, false);
      },
      nb::arg("words").none(), nb::arg("cmp").none(), nb::arg("value").none(),
      nb::arg("index").none() = none(), nb::arg("timeout").none() = none(),
      nb::sig("def wait_until(words: numpy.ndarray, cmp: str, value: int, "
              "index: int | None = None, timeout: float | None = None) -> int"),
      "signal_wait_until for an element of dtype int32, int64, uint32 or uint64, which other PEs "
      "change by p or atomics.");
  module.def("test", test_element, nb::arg("words").none(), nb::arg("cmp").none(),
             nb::arg("value").none(), nb::arg("index").none() = none(),
             nb::sig("def test(words: numpy.ndarray, cmp: str, value: int, "
                     "index: int | None = None) -> bool"),
             "The comparison of wait_until, once, without waiting.");

  module.def(
      "fence", [] { require(fence()); },
      "Order all earlier operations to each PE ahead of all later ones to it.");
  module.def(
      "quiet", [] { require(quiet()); },
      "Wait until all operations of the PE are delivered. Other threads run meanwhile.");
}

}  // namespace ark::python
