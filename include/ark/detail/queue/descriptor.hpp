// The 64-byte descriptor: one transfer, atomic, signal or fence for an engine. docs/wire-format.md
// shows its layout.
//
// Eight 8-byte words. Bit 63 of every word is the lap phase and belongs to the ring, so a field has
// at most 63 bits. Word 6 holds the top bits of the 64-bit values.
#pragma once

#include <ark/detail/platform/cache_policy.hpp>
#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

inline constexpr unsigned descriptor_words = 8;
inline constexpr std::uint64_t phase_bit = std::uint64_t{1} << 63;

enum class descriptor_op : std::uint8_t {
  nop = 0,
  put = 1,
  get = 2,
  put_inline = 3,
  amo = 4,
  amo_fetch = 5,
  signal = 6,
  fence = 7,
  put_add = 8,
  gather = 9,
  scatter = 10,
};
inline constexpr unsigned descriptor_op_count = 11;

/// True for a gather or a scatter: a list of pieces, and a buffer with their bytes one after the
/// other.
ARK_HOST_DEVICE constexpr bool is_list(descriptor_op op) { return op >= descriptor_op::gather; }

enum class amo_op : std::uint8_t {
  add = 0,
  bit_and = 1,
  bit_or = 2,
  bit_xor = 3,
  swap = 4,
  compare_swap = 5,
  fetch = 6,
};
inline constexpr unsigned amo_op_count = 7;

/// Element type of a put_add. Signed and unsigned integers share a kind.
enum class element_kind : std::uint8_t {
  int32 = 0,
  int64 = 1,
  float32 = 2,
  float64 = 3,
  float16 = 4,
  bfloat16 = 5
};
inline constexpr unsigned element_kind_count = 6;

ARK_HOST_DEVICE constexpr std::uint64_t element_bytes(element_kind kind) {
  if (kind >= element_kind::float16) return 2;
  return kind == element_kind::int32 || kind == element_kind::float32 ? 4 : 8;
}

enum class signal_op : std::uint8_t { none = 0, set = 1, add = 2 };
inline constexpr unsigned signal_op_count = 3;

/// A run of bits in one word.
struct bit_field {
  unsigned word, shift, bits;

  ARK_HOST_DEVICE constexpr std::uint64_t mask() const { return (std::uint64_t{1} << bits) - 1; }
};

namespace field {
inline constexpr bit_field op{0, 0, 6};
inline constexpr bit_field flags{0, 6, 9};
inline constexpr bit_field cache{0, 6, 3};        ///< flags: the cache policy of a put or a get
inline constexpr bit_field wants_reply{0, 9, 1};  ///< flags: the reply goes to the reply slot
inline constexpr bit_field pe{0, 15, 20};
inline constexpr bit_field amo{0, 43, 4};
inline constexpr bit_field element{0, 43, 4};  ///< put_add only; in the bits of `amo`
inline constexpr bit_field width_log2{0, 47, 4};
inline constexpr bit_field dest{1, 0, 57};    ///< symmetric offset; for a get a local address; of
                                              ///< a list the batch's address
inline constexpr bit_field source{2, 0, 57};  ///< local address; for a get a symmetric offset; of a
                                              ///< list its address
inline constexpr bit_field payload_low{2, 0, 63};
inline constexpr bit_field length{3, 0, 48};
inline constexpr bit_field signal_offset{4, 0, 57};
inline constexpr bit_field signal_kind{4, 57, 4};
inline constexpr bit_field condition_low{4, 0, 63};
inline constexpr bit_field value_low{5, 0, 63};
inline constexpr bit_field value_high{6, 0, 1};
inline constexpr bit_field word2_high{6, 1, 1};  ///< top bit of an inline payload
inline constexpr bit_field word4_high{6, 2, 1};  ///< top bit of a condition
inline constexpr bit_field pieces{6, 3, 32};     ///< gather, scatter: length of the list
inline constexpr bit_field ticket{7, 0, 48};
inline constexpr bit_field checksum{7, 48, 12};
}  // namespace field

inline constexpr std::uint64_t max_transfer_bytes = (std::uint64_t{1} << 48) - 1;
/// Maximum size of a reply in a reply slot.
inline constexpr std::uint64_t reply_bytes = 16;

struct alignas(64) descriptor {
  std::uint64_t word[descriptor_words] = {};

  /// Inline: with a constant field two instructions remain.
  ARK_HOST_DEVICE ARK_CPU_INLINE constexpr std::uint64_t get(bit_field f) const {
    return (word[f.word] >> f.shift) & f.mask();
  }
  /// `value` is cut to the field's width.
  ARK_HOST_DEVICE ARK_CPU_INLINE constexpr void set(bit_field f, std::uint64_t value) {
    word[f.word] = (word[f.word] & ~(f.mask() << f.shift)) | ((value & f.mask()) << f.shift);
  }

  /// This transfer with a signal after its data. Not for atomics: they use the same words.
  ARK_HOST_DEVICE constexpr descriptor with_signal(std::uint64_t offset, signal_op kind,
                                                   std::uint64_t value) const {
    descriptor d = *this;
    d.set(field::signal_offset, offset);
    d.set(field::signal_kind, static_cast<std::uint64_t>(kind));
    d.set_value(value);
    return d;
  }

  /// This get or fetching atomic, of at most reply_bytes, with its reply in the reply slot: see
  /// basic_replies::take. Only for rings that have reply slots.
  ARK_HOST_DEVICE constexpr descriptor with_reply() const {
    descriptor d = *this;
    if (op() == descriptor_op::get) {
      d.set(field::dest, 0);
    } else {
      d.set(field::source, 0);
    }
    d.set(field::wants_reply, 1);
    return d;
  }

  ARK_HOST_DEVICE constexpr void set_value(std::uint64_t value) {
    set(field::value_low, value);
    set(field::value_high, value >> 63);
  }
  ARK_HOST_DEVICE constexpr void set_condition(std::uint64_t value) {
    set(field::condition_low, value);
    set(field::word4_high, value >> 63);
  }
  ARK_HOST_DEVICE constexpr void set_payload(std::uint64_t value) {
    set(field::payload_low, value);
    set(field::word2_high, value >> 63);
  }
  ARK_HOST_DEVICE constexpr std::uint64_t value() const {
    return get(field::value_low) | get(field::value_high) << 63;
  }
  ARK_HOST_DEVICE constexpr std::uint64_t condition() const {
    return get(field::condition_low) | get(field::word4_high) << 63;
  }
  ARK_HOST_DEVICE constexpr std::uint64_t payload() const {
    return get(field::payload_low) | get(field::word2_high) << 63;
  }
  ARK_HOST_DEVICE constexpr descriptor_op op() const {
    return static_cast<descriptor_op>(get(field::op));
  }
  ARK_HOST_DEVICE constexpr cache_policy cache() const {
    return static_cast<cache_policy>(get(field::cache));
  }
  ARK_HOST_DEVICE constexpr bool wants_reply() const { return get(field::wants_reply) != 0; }
  /// put_add only.
  ARK_HOST_DEVICE constexpr element_kind element() const {
    return static_cast<element_kind>(get(field::element));
  }
  ARK_HOST_DEVICE constexpr int pe() const { return static_cast<int>(get(field::pe)); }
  ARK_HOST_DEVICE constexpr std::uint64_t bytes() const { return get(field::length); }
};

static_assert(sizeof(descriptor) == 64 && alignof(descriptor) == 64);
static_assert(ARK_RTC != 0 || offsetof(descriptor, word) == 0);

/// Checksum of 12 bits over everything but the phases and the checksum itself; never 0, which
/// stands for no checksum. Detects an overwritten descriptor: every single flipped bit, and other
/// changes with a probability of all but one in some hundreds. One multiplication, and a rotation
/// of each word, so that the same bit of two words does not cancel.
class sum_of_words {
 public:
  /// Called for words 6 to 0 in this order: word i is turned by 9 i + 1 bits.
  ARK_HOST_DEVICE constexpr void add(std::uint64_t word) {
    mixed_ = turned(9) ^ (word & ~phase_bit);
  }
  /// Called last, for word 7.
  ARK_HOST_DEVICE constexpr std::uint64_t end(std::uint64_t word) const {
    constexpr std::uint64_t own = field::checksum.mask() << field::checksum.shift;
    const std::uint64_t sum = ((turned(1) ^ (word & ~(phase_bit | own))) * 0x9e3779b97f4a7c15u) >>
                              (64 - field::checksum.bits);
    return sum == 0 ? 1 : sum;
  }

 private:
  [[nodiscard]] ARK_HOST_DEVICE constexpr std::uint64_t turned(unsigned by) const {
    return mixed_ << by | mixed_ >> (64 - by);
  }
  std::uint64_t mixed_ = 0;
};
ARK_HOST_DEVICE constexpr std::uint64_t descriptor_checksum(const descriptor& d) {
  sum_of_words sum;
  for (unsigned i = descriptor_words - 1; i-- > 0;) sum.add(d.word[i]);
  return sum.end(d.word[7]);
}
/// descriptor_checksum() of a descriptor in memory: on a GPU, where few have one, a short loop.
ARK_HOST_DEVICE inline std::uint64_t stored_checksum(const descriptor& d) {
  sum_of_words sum;
  ARK_NO_UNROLL
  for (unsigned i = descriptor_words - 1; i-- > 0;) sum.add(d.word[i]);
  return sum.end(d.word[7]);
}

namespace descriptor_detail {
ARK_HOST_DEVICE inline std::uint64_t address_bits(const void* address) {
  return reinterpret_cast<std::uint64_t>(address);
}
ARK_HOST_DEVICE constexpr descriptor begin(descriptor_op op, int pe) {
  descriptor d;
  d.set(field::op, static_cast<std::uint64_t>(op));
  d.set(field::pe, static_cast<std::uint64_t>(pe));
  return d;
}
}  // namespace descriptor_detail

ARK_HOST_DEVICE inline descriptor make_put(int pe, std::uint64_t dest_offset, const void* source,
                                           std::uint64_t bytes,
                                           cache_policy cache = cache_policy::automatic) {
  descriptor d = descriptor_detail::begin(descriptor_op::put, pe);
  d.set(field::cache, static_cast<std::uint64_t>(cache));
  d.set(field::dest, dest_offset);
  d.set(field::source, descriptor_detail::address_bits(source));
  d.set(field::length, bytes);
  return d;
}

/// Add elements to those at `dest_offset`. `bytes`: a multiple of the element's size.
ARK_HOST_DEVICE inline descriptor make_put_add(int pe, element_kind kind, std::uint64_t dest_offset,
                                               const void* source, std::uint64_t bytes) {
  descriptor d = make_put(pe, dest_offset, source, bytes);
  d.set(field::op, static_cast<std::uint64_t>(descriptor_op::put_add));
  d.set(field::element, static_cast<std::uint64_t>(kind));
  return d;
}

ARK_HOST_DEVICE inline descriptor make_get(int pe, std::uint64_t source_offset, void* dest,
                                           std::uint64_t bytes,
                                           cache_policy cache = cache_policy::automatic) {
  descriptor d = descriptor_detail::begin(descriptor_op::get, pe);
  d.set(field::cache, static_cast<std::uint64_t>(cache));
  d.set(field::dest, descriptor_detail::address_bits(dest));
  d.set(field::source, source_offset);
  d.set(field::length, bytes);
  return d;
}

/// `bytes`: 1 to 8, from the low end of `payload`.
ARK_HOST_DEVICE constexpr descriptor make_put_inline(int pe, std::uint64_t dest_offset,
                                                     std::uint64_t bytes, std::uint64_t payload) {
  descriptor d = descriptor_detail::begin(descriptor_op::put_inline, pe);
  d.set(field::dest, dest_offset);
  d.set(field::length, bytes);
  d.set_payload(payload);
  return d;
}

/// `width`: 4 or 8 bytes. `condition`: used by compare_swap only.
ARK_HOST_DEVICE constexpr descriptor make_amo(int pe, amo_op op, std::uint64_t width,
                                              std::uint64_t dest_offset, std::uint64_t operand,
                                              std::uint64_t condition) {
  descriptor d = descriptor_detail::begin(descriptor_op::amo, pe);
  d.set(field::amo, static_cast<std::uint64_t>(op));
  d.set(field::width_log2, width == 8 ? 3 : 2);
  d.set(field::dest, dest_offset);
  d.set(field::length, width);
  d.set_value(operand);
  d.set_condition(condition);
  return d;
}

/// The old value is stored to `result`, of `width` bytes.
ARK_HOST_DEVICE inline descriptor make_amo_fetch(int pe, amo_op op, std::uint64_t width,
                                                 std::uint64_t dest_offset, std::uint64_t operand,
                                                 std::uint64_t condition, void* result) {
  descriptor d = make_amo(pe, op, width, dest_offset, operand, condition);
  d.set(field::op, static_cast<std::uint64_t>(descriptor_op::amo_fetch));
  d.set(field::source, descriptor_detail::address_bits(result));
  return d;
}

ARK_HOST_DEVICE constexpr descriptor make_signal(int pe, std::uint64_t offset, signal_op kind,
                                                 std::uint64_t value) {
  return descriptor_detail::begin(descriptor_op::signal, pe).with_signal(offset, kind, value);
}

/// Orders, per PE, all descriptors before it in its ring ahead of all after it.
ARK_HOST_DEVICE constexpr descriptor make_fence() {
  return descriptor_detail::begin(descriptor_op::fence, 0);
}

}  // namespace ark::detail
