// The kernel of every stream-ordered call, and the operation of each call.
//
// An operation is a structure whose members are the call's arguments, which the host has checked at
// the call. All threads of all blocks of the kernel call it; its result is an errc.
#pragma once

#include <ark/collective.hpp>
#include <ark/device/stream/stream_shape.hpp>
#include <ark/device/transfer/list_transfer.hpp>

namespace ark::device {

/// On the CPU executor stream_sync reports the failure; on a GPU only the PE's status shows it.
ARK_HOST_DEVICE inline void report_kernel_failure([[maybe_unused]] errc code) {
#if !ARK_DEVICE_PASS
  if (block_scope::leader()) detail::kernel_failed(code);
#endif
}

/// After a failure of the PE, further operations in its streams are not executed: a put behind a
/// failed wait would send data that has not arrived.
template <class Operation>
ARK_GLOBAL void stream_kernel(Operation operation) {
  const detail::device_state& state = context();
  errc code = errc::ok;
  if (block_scope::any(status(state) != errc::ok)) {
    code = status(state);
  } else {
    code = operation();
  }
  if (code != errc::ok) report_kernel_failure(code);
}

namespace stream_operation {

/// put and get: each block moves its part.
struct transfer {
  void* dest;
  const void* source;
  std::size_t bytes;
  int pe;
  unsigned blocks;
  completion until;
  bool reads;  ///< get

  ARK_HOST_DEVICE errc operator()() const {
    const stream_part mine = part_of(bytes, place::block_index(), blocks);
    auto* to = static_cast<std::byte*>(dest) + mine.first;
    const auto* from = static_cast<const std::byte*>(source) + mine.first;
    return reads ? get_bytes<block_scope>(to, from, mine.bytes, pe, {until})
                 : put_bytes<block_scope>(to, from, mine.bytes, pe, {until});
  }
};

/// p. One thread.
template <class T>
struct put_value {
  T* dest;
  T value;
  int pe;

  ARK_HOST_DEVICE errc operator()() const { return put_element(dest, value, pe); }
};

/// iput and iget by one block.
template <class T>
struct strided {
  T* dest;
  const T* source;
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t count;
  int pe;
  bool reads;  ///< iget

  ARK_HOST_DEVICE errc operator()() const {
    return reads ? get_strided<block_scope>(dest, source, dest_stride, source_stride, count, pe)
                 : put_strided<block_scope>(dest, source, dest_stride, source_stride, count, pe);
  }
};

/// ibput and ibget by one block.
template <class T>
struct strided_blocks {
  T* dest;
  const T* source;
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t block, count;
  int pe;
  bool reads;  ///< ibget

  ARK_HOST_DEVICE errc operator()() const {
    return reads ? get_strided_blocks<block_scope>(dest, source, dest_stride, source_stride, block,
                                                   count, pe)
                 : put_strided_blocks<block_scope>(dest, source, dest_stride, source_stride, block,
                                                   count, pe);
  }
};

/// gather_nbi and scatter_nbi by one block.
struct list {
  list_call call;

  ARK_HOST_DEVICE errc operator()() const {
    list_call asked = call;
    return transfer_list<block_scope>(asked, {});
  }
};

/// put_signal by one block.
struct put_signal {
  void* dest;
  const void* source;
  std::size_t bytes;
  std::uint64_t* signal;
  std::uint64_t value;
  int op;
  int pe;
  completion until;

  ARK_HOST_DEVICE errc operator()() const {
    return put_signal_bytes<block_scope>(dest, source, bytes, signal, value, op, pe, {until});
  }
};

/// A signal without data, or, if `fenced`, after the data of the preceding kernel. One thread.
struct signal {
  std::uint64_t* word;
  std::uint64_t value;
  int op;
  int pe;
  bool fenced;

  ARK_HOST_DEVICE errc operator()() const {
    if (fenced) {
      if (const errc code = fence(); code != errc::ok) return code;
    }
    return signal_word(word, value, op, pe);
  }
};

/// wait_until and signal_wait_until. One thread.
template <class T>
struct wait {
  detail::op_kind op;
  const T* word;
  int cmp;
  T value;

  ARK_HOST_DEVICE errc operator()() const {
    T last{};
    return wait_word(op, word, cmp, value, &last);
  }
};

/// wait_until_all. One thread.
template <class T>
struct wait_all {
  const T* words;
  std::size_t count;
  const int* excluded;
  int cmp;
  T value;
  const T* values;  ///< null: `value` for all

  ARK_HOST_DEVICE errc operator()() const {
    const word_set<T> set{words, count, excluded, cmp, value, values, &context()};
    return wait_set(set, [&] { return set.all(); });
  }
};

struct quiet {
  ARK_HOST_DEVICE errc operator()() const { return device::quiet(); }
};
struct fence {
  ARK_HOST_DEVICE errc operator()() const { return device::fence(); }
};
struct barrier_all {
  ARK_HOST_DEVICE errc operator()() const { return detail::barrier_all<thread_scope>(); }
};
struct sync_all {
  ARK_HOST_DEVICE errc operator()() const { return detail::sync_all<thread_scope>(); }
};
struct team_sync {
  int team;

  ARK_HOST_DEVICE errc operator()() const { return ark::team_sync<thread_scope>(team); }
};

/// broadcast, fcollect and alltoall for all types: only the size of the type matters. How:
/// put_options that choose the mover.
template <collective_kind Kind, class How = put_options>
struct copy_collective {
  collective_call call;

  ARK_HOST_DEVICE errc operator()() const {
    collective_call named = call;
    named.site.name = collective_name(static_cast<std::uint64_t>(Kind));
    return checked<block_scope>(named, [&] {
      const std::size_t bytes = call.site.count * call.site.element_bytes;
      const team_members team = members_of(context(), call.team);
      if constexpr (Kind == collective_kind::broadcast) {
        return collective::broadcast<block_scope, How>(team, call.dest, call.source, bytes,
                                                       call.root);
      } else {
        return collective::exchange<block_scope, How>(team, call.dest, call.source, bytes,
                                                      Kind == collective_kind::alltoall);
      }
    });
  }
};

template <class T, class Op>
struct reduce {
  T* dest;
  const T* source;
  std::size_t count;
  int team;
  Op op;

  ARK_HOST_DEVICE errc operator()() const {
    return ark::reduce<block_scope>(team, dest, source, count, op);
  }
};

template <class T>
struct collect {
  T* dest;
  const T* source;
  std::size_t count;
  int team;

  ARK_HOST_DEVICE errc operator()() const {
    return ark::collect<block_scope>(team, dest, source, count);
  }
};

template <class T>
struct alltoalls {
  T* dest;
  const T* source;
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t count;
  int team;

  ARK_HOST_DEVICE errc operator()() const {
    return ark::alltoalls<block_scope>(team, dest, source, dest_stride, source_stride, count);
  }
};

/// A scan by sum. Own: the caller's source is included.
template <class T, bool Own>
struct scan {
  T* dest;
  const T* source;
  std::size_t count;
  int team;

  ARK_HOST_DEVICE errc operator()() const {
    return ark::detail::scan<block_scope>(team, dest, source, count, Own);
  }
};

}  // namespace stream_operation
}  // namespace ark::device
