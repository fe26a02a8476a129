// Checked mode (ARK_CHECK=1): the arguments of a call are checked before they are used.
// docs/checked-mode.md lists the checks.
//
// A check that refuses a call records call, argument, value and accepted values; fail() adds PE and
// lane. The table of signal words is the only other state of the checks.
#pragma once

#include <ark/detail/failure/record_text.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/check_state.hpp>
#include <ark/device/state/context.hpp>
#include <ark/types.hpp>

namespace ark::device {

/// The user's call. `name` null: the library itself calls, and nothing is checked.
struct call_site {
  const char* name = nullptr;
  std::size_t count = 1;  ///< elements
  std::uint32_t element_bytes = 1;
  std::uint32_t alignment = 1;
};

template <class T>
ARK_HOST_DEVICE constexpr call_site call_of(const char* name, std::size_t count = 1) {
  return {name, count, sizeof(T), alignof(T)};
}

namespace check {

/// True if the call is to be checked. Kernels of a GPU are checked only if the translation unit is
/// compiled with ARK_CHECKED=1: a run-time switch would put all checks and their texts into every
/// kernel.
ARK_HOST_DEVICE inline bool wanted([[maybe_unused]] const detail::device_state& state,
                                   [[maybe_unused]] const call_site& call) {
#if ARK_DEVICE_PASS && !ARK_CHECKED
  return false;
#else
  return state.checks != nullptr && call.name != nullptr;
#endif
}

/// One argument of one call, for the record.
struct argument {
  const call_site& call;
  detail::op_kind op;
  int pe;
  const char* name;
};

/// The format of an argument's value.
enum class form { address, count, integer };

/// Record "call: argument = value: " and the text that `append_reason(record_text)` adds.
template <class Append>
ARK_HOST_DEVICE ARK_COLD errc refused(detail::device_state& state, const argument& at,
                                      failure_record record, form shown, Append&& append_reason) {
  record.code = errc::invalid_argument;
  record.op = at.op;
  record.peer = at.pe;
  record.has_value = true;
  detail::record_text words(record);
  words.append(at.call.name).append(": ").append(at.name).append(" = ");
  if (shown == form::address) {
    record.why = detail::failure_reason::address_argument;
    words.address(record.seen);
    const std::uint64_t offset = record.seen - state.heap_base;
    if (offset < state.heap_reserved) record.offset_bytes = static_cast<std::int64_t>(offset);
  } else if (shown == form::count) {
    words.number(record.seen);
  } else {
    record.why = detail::failure_reason::integer_argument;
    words.integer(static_cast<std::int64_t>(record.seen));
  }
  words.append(": ");
  append_reason(words);
  return fail(state, record);
}

ARK_HOST_DEVICE inline failure_record seen_against(std::uint64_t seen, detail::cmp_kind cmp,
                                                   std::uint64_t expected) {
  failure_record record;
  record.seen = seen;
  record.cmp = cmp;
  record.expected = expected;
  return record;
}

ARK_HOST_DEVICE inline std::uint64_t bits_of(const void* address) {
  return reinterpret_cast<std::uint64_t>(address);
}

/// Check a number that has to be from 0 to `limit` - 1, such as a PE or a root.
ARK_HOST_DEVICE inline errc below(detail::device_state& state, const argument& at, int value,
                                  int limit, const char* what) {
  if (static_cast<unsigned>(value) < static_cast<unsigned>(limit)) return errc::ok;
  const auto seen = static_cast<std::uint64_t>(std::int64_t{value});
  const auto record = seen_against(seen, detail::cmp_kind::lt, static_cast<std::uint64_t>(limit));
  return refused(state, at, record, form::integer, [&](detail::record_text& words) {
    words.append(what).append(", accepted 0 to ").integer(limit - 1);
  });
}

ARK_HOST_DEVICE inline errc target_pe(detail::device_state& state, const call_site& call,
                                      detail::op_kind op, int pe) {
  return below(state, {call, op, pe, "pe"}, pe, state.n_pes, "PE out of range");
}

ARK_HOST_DEVICE inline errc not_null(detail::device_state& state, const argument& at,
                                     const void* address, const char* accepted) {
  if (address != nullptr) return errc::ok;
  return refused(
      state, at, seen_against(0, detail::cmp_kind::ne, 0), form::address,
      [&](detail::record_text& words) { words.append("null, accepted ").append(accepted); });
}

/// Check that count * each fits the length in a descriptor; *bytes is then the product.
ARK_HOST_DEVICE inline errc size(detail::device_state& state, const argument& at, std::size_t count,
                                 std::uint64_t each, std::uint64_t* bytes) {
  if (each == 0 || count <= detail::max_transfer_bytes / each) {
    *bytes = count * each;
    return errc::ok;
  }
  const std::uint64_t most = detail::max_transfer_bytes / each;
  return refused(state, at, seen_against(count, detail::cmp_kind::le, most), form::count,
                 [&](detail::record_text& words) {
                   words.append("elements of ").number(each).append(" bytes, accepted at most ");
                   words.number(most);
                 });
}

/// Check that [address, address + bytes) is symmetric, and aligned.
ARK_HOST_DEVICE inline errc symmetric(detail::device_state& state, const argument& at,
                                      const void* address, std::uint64_t bytes,
                                      std::uint64_t alignment) {
  const std::uint64_t heap = detail::load_acquire(&state.heap_bytes);
  const std::uint64_t begin = bits_of(address), offset = begin - state.heap_base;
  const std::uint64_t end = state.heap_base + heap;
  const errc null = not_null(state, at, address, "an address in the symmetric heap");
  if (null != errc::ok) return null;
  if (offset >= heap) {
    return refused(state, at, seen_against(begin, detail::cmp_kind::lt, end), form::address,
                   [&](detail::record_text& words) {
                     words.append("address is not in the symmetric heap, accepted ");
                     words.address(state.heap_base).append(" to ").address(end);
                   });
  }
  if (bytes > heap - offset) {
    return refused(state, at, seen_against(begin, detail::cmp_kind::le, end - bytes), form::address,
                   [&](detail::record_text& words) {
                     words.number(bytes).append(" bytes: range ends beyond the symmetric heap, ");
                     words.append("accepted at most ").number(heap - offset);
                   });
  }
  if (offset % alignment == 0) return errc::ok;
  return refused(
      state, at, seen_against(begin, detail::cmp_kind::eq, begin - offset % alignment),
      form::address, [&](detail::record_text& words) {
        words.append("not aligned to its type, accepted multiples of ").number(alignment);
      });
}

/// Check the caller's own buffer of a transfer: not null, not misaligned.
ARK_HOST_DEVICE inline errc local(detail::device_state& state, const argument& at,
                                  const void* address, std::uint64_t alignment) {
  const errc null = not_null(state, at, address, "a readable or writable address");
  if (null != errc::ok || bits_of(address) % alignment == 0) return null;
  const std::uint64_t seen = bits_of(address);
  return refused(
      state, at, seen_against(seen, detail::cmp_kind::eq, seen - seen % alignment), form::address,
      [&](detail::record_text& words) {
        words.append("not aligned to its type, accepted multiples of ").number(alignment);
      });
}

/// Check that two ranges have no byte in common. `same`: they may also begin at the same address.
ARK_HOST_DEVICE inline errc apart(detail::device_state& state, const argument& at, const void* a,
                                  std::uint64_t a_bytes, const char* other, const void* b,
                                  std::uint64_t b_bytes, bool same) {
  const std::uint64_t first = bits_of(a), second = bits_of(b);
  if (first + a_bytes <= second || second + b_bytes <= first) return errc::ok;
  if (same && a == b) return errc::ok;
  return refused(
      state, at, seen_against(first, detail::cmp_kind::ge, second + b_bytes), form::address,
      [&](detail::record_text& words) {
        words.number(a_bytes).append(" bytes overlap ").append(other).append(" = ");
        words.address(second).append(", ").number(b_bytes).append(" bytes; accepted: apart");
        if (same) words.append(", or the same");
      });
}

// --- Signal words: the words that this PE has used as signals, in a signal or in a wait. An entry
// holds PE and offset. The table keeps the first words; once it is full, further words are not
// checked.

ARK_HOST_DEVICE inline std::uint64_t signal_key(int pe, std::uint64_t offset) {
  return ~(static_cast<std::uint64_t>(pe) << 44 | offset / 8);
}

ARK_HOST_DEVICE inline void remember_signal(detail::device_state& state, const void* word, int pe) {
  const std::uint64_t key = signal_key(pe, bits_of(word) - state.heap_base);
  for (std::uint64_t& entry : state.checks->signal_words) {
    std::uint64_t seen = detail::load_relaxed(&entry);
    if (seen == 0) seen = detail::compare_exchange(&entry, std::uint64_t{0}, key);
    if (seen == 0 || seen == key) return;
  }
}

/// Clear the table: any word may hold data again. A word that another thread adds concurrently may
/// be lost.
ARK_HOST_DEVICE inline void forget_signals(detail::check_state& checks) {
  for (std::uint64_t& entry : checks.signal_words) detail::store_relaxed(&entry, std::uint64_t{0});
}

/// Check that no word of [dest, dest + bytes) on `pe` is a signal. A transfer of exactly one such
/// word is accepted: it may reset the signal.
ARK_HOST_DEVICE inline errc no_signal(detail::device_state& state, const argument& at,
                                      const void* dest, std::uint64_t bytes) {
  const std::uint64_t begin = bits_of(dest) - state.heap_base;
  for (const std::uint64_t& entry : state.checks->signal_words) {
    const std::uint64_t key = detail::load_relaxed(&entry);
    if (key == 0) break;
    if (static_cast<int>(~key >> 44) != at.pe) continue;
    const std::uint64_t offset = (~key & ((std::uint64_t{1} << 44) - 1)) * 8;
    if (offset + 8 <= begin || offset >= begin + bytes) continue;
    const std::uint64_t whole = at.call.count * at.call.element_bytes;
    if (offset == begin && whole == 8) continue;
    const std::uint64_t word = state.heap_base + offset;
    return refused(
        state, at, seen_against(bits_of(dest), detail::cmp_kind::gt, word), form::address,
        [&](detail::record_text& words) {
          words.number(bytes).append(" bytes cover the signal word ").address(word);
          words.append(" of PE ").integer(at.pe).append("; accepted: data apart from signals");
        });
  }
  return errc::ok;
}

// --- One function per kind of call.

/// put (dest symmetric) and get (source symmetric). `of_dest`: the symmetric side is dest.
ARK_HOST_DEVICE ARK_COLD inline errc transfer(detail::device_state& state, const call_site& call,
                                              void* dest, const void* source, int pe,
                                              bool of_dest) {
  const detail::op_kind op = of_dest ? detail::op_kind::put : detail::op_kind::get;
  errc code = target_pe(state, call, op, pe);
  if (code != errc::ok || call.count == 0) return code;
  std::uint64_t bytes = 0;
  code = size(state, {call, op, pe, "count"}, call.count, call.element_bytes, &bytes);
  if (code != errc::ok) return code;
  const argument to{call, op, pe, "dest"}, from{call, op, pe, "source"};
  code = of_dest ? symmetric(state, to, dest, bytes, call.alignment)
                 : symmetric(state, from, source, bytes, call.alignment);
  if (code != errc::ok) return code;
  code =
      of_dest ? local(state, from, source, call.alignment) : local(state, to, dest, call.alignment);
  if (code == errc::ok && pe == state.pe)
    code = apart(state, to, dest, bytes, "source", source, bytes, false);
  return code == errc::ok && of_dest ? no_signal(state, to, dest, bytes) : code;
}

ARK_HOST_DEVICE inline errc stride(detail::device_state& state, const argument& at,
                                   std::ptrdiff_t value, std::uint64_t* span) {
  if (value < 1) {
    const auto seen = static_cast<std::uint64_t>(value);
    return refused(state, at, seen_against(seen, detail::cmp_kind::ge, 1), form::integer,
                   [](detail::record_text& words) { words.append("accepted 1 or more"); });
  }
  const call_site& call = at.call;
  const auto step = static_cast<std::uint64_t>(value);
  const std::uint64_t most = detail::max_transfer_bytes / call.element_bytes / step;
  if (call.count - 1 > most) {
    return refused(state, at, seen_against(step, detail::cmp_kind::le, most), form::integer,
                   [&](detail::record_text& words) {
                     words.number(call.count).append(" elements of ").number(call.element_bytes);
                     words.append(" bytes so far apart, accepted less than 2^48 bytes in all");
                   });
  }
  *span = ((call.count - 1) * step + 1) * call.element_bytes;
  return errc::ok;
}

/// iput and iget, of blocks of one element, and ibput and ibget: call.count blocks of `block`
/// elements, `dest_stride` and `source_stride` elements apart.
ARK_HOST_DEVICE ARK_COLD inline errc strided(detail::device_state& state, const call_site& call,
                                             void* dest, const void* source,
                                             std::ptrdiff_t dest_stride,
                                             std::ptrdiff_t source_stride, std::size_t block,
                                             int pe, bool of_dest) {
  const detail::op_kind op = of_dest ? detail::op_kind::put : detail::op_kind::get;
  errc code = target_pe(state, call, op, pe);
  if (code != errc::ok || call.count == 0 || block == 0) return code;
  std::uint64_t piece = 0, to_bytes = 0, from_bytes = 0;
  code = size(state, {call, op, pe, "bsize"}, block, call.element_bytes, &piece);
  if (code == errc::ok) code = stride(state, {call, op, pe, "dst"}, dest_stride, &to_bytes);
  if (code == errc::ok) code = stride(state, {call, op, pe, "sst"}, source_stride, &from_bytes);
  if (code != errc::ok) return code;
  to_bytes += piece - call.element_bytes;
  from_bytes += piece - call.element_bytes;
  call_site all = call;
  all.count = call.count * block;
  const argument to{all, op, pe, "dest"}, from{all, op, pe, "source"};
  code = of_dest ? symmetric(state, to, dest, to_bytes, call.alignment)
                 : symmetric(state, from, source, from_bytes, call.alignment);
  if (code != errc::ok) return code;
  code =
      of_dest ? local(state, from, source, call.alignment) : local(state, to, dest, call.alignment);
  const auto dense = static_cast<std::ptrdiff_t>(block);
  if (code == errc::ok && dest_stride == dense && source_stride == dense && pe == state.pe)
    code = apart(state, to, dest, to_bytes, "source", source, from_bytes, false);
  const std::uint64_t step = static_cast<std::uint64_t>(dest_stride) * call.element_bytes;
  for (std::size_t i = 0; i < call.count && of_dest && code == errc::ok; ++i)
    code = no_signal(state, to, static_cast<std::byte*>(dest) + i * step, piece);
  return code;
}

/// An atomic on a word of `pe`. `changes`: the operation is not just a fetch; `fetches`: the old
/// value goes to `result`.
ARK_HOST_DEVICE ARK_COLD inline errc atomic(detail::device_state& state, const call_site& call,
                                            const void* dest, const void* result, int pe,
                                            bool changes, bool fetches) {
  const detail::op_kind op = detail::op_kind::amo;
  errc code = target_pe(state, call, op, pe);
  if (code != errc::ok) return code;
  const argument at{call, op, pe, changes ? "dest" : "source"};
  code = symmetric(state, at, dest, call.element_bytes, call.element_bytes);
  if (code == errc::ok && fetches)
    code = local(state, {call, op, pe, "fetch"}, result, call.alignment);
  return code == errc::ok && changes ? no_signal(state, at, dest, call.element_bytes) : code;
}

ARK_HOST_DEVICE inline errc signal_operation(detail::device_state& state, const call_site& call,
                                             int op, int pe) {
  if (op == ARK_SIGNAL_SET || op == ARK_SIGNAL_ADD) return errc::ok;
  const auto seen = static_cast<std::uint64_t>(std::int64_t{op});
  return refused(state, {call, detail::op_kind::signal, pe, "op"},
                 seen_against(seen, detail::cmp_kind::le, ARK_SIGNAL_ADD), form::integer,
                 [](detail::record_text& words) {
                   words.append("accepted ARK_SIGNAL_SET or ARK_SIGNAL_ADD");
                 });
}

/// A signal to `pe`. Adds the word to the signal words.
ARK_HOST_DEVICE ARK_COLD inline errc signal(detail::device_state& state, const call_site& call,
                                            const std::uint64_t* word, int op, int pe) {
  errc code = signal_operation(state, call, op, pe);
  if (code == errc::ok) code = target_pe(state, call, detail::op_kind::signal, pe);
  if (code == errc::ok)
    code = symmetric(state, {call, detail::op_kind::signal, pe, "signal"}, word, 8, 8);
  if (code == errc::ok) remember_signal(state, word, pe);
  return code;
}

ARK_HOST_DEVICE ARK_COLD inline errc put_signal(detail::device_state& state, const call_site& call,
                                                void* dest, const void* source,
                                                const std::uint64_t* word, int op, int pe) {
  errc code = signal_operation(state, call, op, pe);
  if (code == errc::ok) code = transfer(state, call, dest, source, pe, true);
  if (code != errc::ok) return code;
  const std::uint64_t bytes = call.count * call.element_bytes;
  if (bytes > 0) {
    code = apart(state, {call, detail::op_kind::put, pe, "dest"}, dest, bytes, "signal", word, 8,
                 false);
  }
  return code == errc::ok ? signal(state, call, word, op, pe) : code;
}

ARK_HOST_DEVICE inline errc comparison(detail::device_state& state, const call_site& call,
                                       int cmp) {
  if (cmp >= ARK_CMP_EQ && cmp <= ARK_CMP_LE) return errc::ok;
  const auto seen = static_cast<std::uint64_t>(std::int64_t{cmp});
  return refused(state, {call, detail::op_kind::wait_until, -1, "cmp"},
                 seen_against(seen, detail::cmp_kind::le, ARK_CMP_LE), form::integer,
                 [](detail::record_text& words) {
                   words.append("accepted ARK_CMP_EQ, NE, GT, GE, LT or LE");
                 });
}

/// Words of the caller's own heap that are waited on or tested.
ARK_HOST_DEVICE ARK_COLD inline errc words(detail::device_state& state, const call_site& call,
                                           const void* first, int cmp) {
  const detail::op_kind op = detail::op_kind::wait_until;
  errc code = comparison(state, call, cmp);
  if (code != errc::ok || call.count == 0) return code;
  std::uint64_t bytes = 0;
  code = size(state, {call, op, -1, "count"}, call.count, call.element_bytes, &bytes);
  if (code != errc::ok) return code;
  return symmetric(state, {call, op, -1, "ivar"}, first, bytes, call.alignment);
}

/// A wait for the caller's own signal. Adds the word to the signal words.
ARK_HOST_DEVICE ARK_COLD inline errc own_signal(detail::device_state& state, const call_site& call,
                                                const std::uint64_t* word, int cmp) {
  errc code = comparison(state, call, cmp);
  if (code == errc::ok) {
    const argument at{call, detail::op_kind::signal_wait_until, -1, "signal"};
    code = symmetric(state, at, word, 8, 8);
  }
  if (code == errc::ok) remember_signal(state, word, state.pe);
  return code;
}

}  // namespace check
}  // namespace ark::device
