// Corrupted descriptors: a seeded source of them, and what each may do, told apart from the code
// under test.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ark/detail/platform/half_bits.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "error/failure_report.hpp"
#include "posting.hpp"
#include "queue/queue_engine.hpp"

namespace ark::testing {

/// Whole pages between two that nobody may touch: a stray access ends the test.
class guarded_memory {
 public:
  explicit guarded_memory(std::size_t bytes) : bytes_(bytes), page_(page()) {
    void* all = ::mmap(nullptr, bytes + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    all_ = static_cast<std::byte*>(all);
    if (::mprotect(data(), bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  }
  ~guarded_memory() { ::munmap(all_, bytes_ + 2 * page_); }
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;
  [[nodiscard]] std::byte* data() const { return all_ + page_; }
  [[nodiscard]] std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(data()); }
  static std::size_t page() { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

 private:
  std::size_t bytes_, page_;
  std::byte* all_;
};

inline constexpr std::size_t corrupted_heap_bytes = 16384;

/// The job that the descriptors are for: who is reached how, and the poster's own buffers.
struct corrupted_job {
  int n_pes;
  detail::peer_route served;               ///< what the engine under test serves
  std::vector<detail::peer_route> routes;  /// of each PE
  guarded_memory source{corrupted_heap_bytes};
  guarded_memory filled{corrupted_heap_bytes};  ///< what gets, fetches and gathers write to
  std::vector<ark_piece> list = {};             ///< of gathers and scatters
};
inline constexpr std::uint64_t corrupted_piece_bytes = 16, corrupted_pieces = 4;
/// Of piece `i`, in the heap of PE i % 2.
inline std::uint64_t corrupted_piece_offset(std::uint64_t i) { return 1024 + 64 * i; }

/// The rules of docs/wire-format.md, written down once more.
inline bool is_good(const corrupted_job& job, const detail::descriptor& d) {
  namespace f = detail::field;
  using detail::descriptor_op;
  const std::uint64_t checksum = d.get(f::checksum);  // 0: none
  if (checksum != 0 && checksum != detail::descriptor_checksum(d)) return false;
  const std::uint64_t op = d.get(f::op);
  if (op > 10 || d.get(f::flags) > 4) return false;              // 0 to 4: the cache policies
  if (d.get(f::flags) != 0 && op != 1 && op != 2) return false;  // put and get alone have one
  if (op == 0) return true;                                      // nop
  if (op == 7) return job.served == detail::peer_route::proxy;   // fence
  if (d.get(f::pe) >= static_cast<unsigned>(job.n_pes)) return false;
  const detail::peer_route route = job.routes[d.get(f::pe)];
  const bool list = op > 8;
  if (route != job.served && !(list && route == detail::peer_route::mapped)) return false;
  const auto inside = [](std::uint64_t offset, std::uint64_t bytes) {
    return offset <= corrupted_heap_bytes && offset + bytes <= corrupted_heap_bytes;
  };
  const bool atomic = op == 4 || op == 5;
  const std::uint64_t signal = d.get(f::signal_kind), bytes = d.get(f::length);
  if (!atomic) {
    if (signal > 2 || (op == 6 && signal == 0) || (op == 2 && signal != 0)) return false;
    const std::uint64_t at = d.get(f::signal_offset);
    if (signal != 0 && (!inside(at, 8) || at % 8 != 0)) return false;
  }
  if (op == 6) return true;
  if (list) return d.get(f::pieces) == 0 || (d.get(f::source) != 0 && d.get(f::dest) != 0);
  if (!inside(d.get(op == 2 ? f::source : f::dest), bytes)) return false;
  if (op == 1) return d.get(f::source) != 0;
  if (op == 2) return d.get(f::dest) != 0;
  if (op == 3) return bytes >= 1 && bytes <= 8;
  if (op == 8) {
    const std::uint64_t kind = d.get(f::element), each = kind > 3 ? 2 : kind % 2 == 0 ? 4 : 8;
    const std::uint64_t source = d.get(f::source);
    return kind <= 5 && bytes % each == 0 && d.get(f::dest) % each == 0 && source != 0 &&
           source % each == 0;
  }
  if (d.get(f::amo) > 6 || (bytes != 4 && bytes != 8)) return false;
  if (d.get(f::width_log2) != (bytes == 4 ? 2u : 3u) || d.get(f::dest) % bytes != 0) return false;
  return op == 4 || (d.get(f::source) != 0 && d.get(f::source) % bytes == 0);
}

/// What memory should hold.
class corrupted_model {
 public:
  explicit corrupted_model(int n_pes)
      : heaps_(static_cast<std::size_t>(n_pes), std::vector<std::byte>(corrupted_heap_bytes)),
        filled_(corrupted_heap_bytes) {}
  std::vector<std::byte>& heap(int pe) { return heaps_[static_cast<std::size_t>(pe)]; }
  [[nodiscard]] const std::vector<std::byte>& filled() const { return filled_; }

  /// Do what `d`, a good one, says.
  void apply(const corrupted_job& job, const detail::descriptor& d) {
    namespace f = detail::field;
    const std::uint64_t op = d.get(f::op), bytes = d.bytes();
    if (op == 0 || op == 7) return;
    std::byte* there = heap(d.pe()).data();
    const std::uint64_t payload = d.payload();
    if (op == 1) std::memcpy(there + d.get(f::dest), job.source.data(), bytes);
    if (op == 2) std::memcpy(filled(job, d.get(f::dest)), there + d.get(f::source), bytes);
    if (op == 3) std::memcpy(there + d.get(f::dest), &payload, bytes);
    if (op == 4 || op == 5) return atomic(job, d, there + d.get(f::dest));
    for (std::uint64_t i = 0; i < d.get(f::pieces) && op > 8; ++i) {
      std::byte* piece = heap(static_cast<int>(i % 2)).data() + corrupted_piece_offset(i);
      const std::uint64_t at = i * corrupted_piece_bytes;
      if (op == 9) std::memcpy(filled_.data() + at, piece, corrupted_piece_bytes);
      if (op == 10) std::memcpy(piece, job.source.data() + at, corrupted_piece_bytes);
    }
    if (op == 8) sum(d.get(f::element), there + d.get(f::dest), job.source.data(), bytes);
    const std::uint64_t kind = d.get(f::signal_kind);
    std::uint64_t word = 0;
    if (kind != 0) std::memcpy(&word, there + d.get(f::signal_offset), 8);
    word = kind == 2 ? word + d.value() : d.value();
    if (kind != 0) std::memcpy(there + d.get(f::signal_offset), &word, 8);
  }

 private:
  template <class T>
  static void sum_of(std::byte* there, const std::byte* source, std::uint64_t bytes) {
    T old, value;
    for (std::uint64_t at = 0; at < bytes; at += sizeof(T)) {
      std::memcpy(&old, there + at, sizeof old);
      std::memcpy(&value, source + at, sizeof value);
      if constexpr (detail::half_bits<T>) {
        old.bits = detail::half_detail::sum(old, value);  // has tests of its own
      } else {
        old = old + value;
      }
      std::memcpy(there + at, &old, sizeof old);
    }
  }
  static void sum(std::uint64_t kind, std::byte* there, const std::byte* source,
                  std::uint64_t bytes) {
    if (kind == 0) sum_of<std::uint32_t>(there, source, bytes);
    if (kind == 1) sum_of<std::uint64_t>(there, source, bytes);
    if (kind == 2) sum_of<float>(there, source, bytes);
    if (kind == 3) sum_of<double>(there, source, bytes);
    if (kind == 4) sum_of<detail::float16_bits>(there, source, bytes);
    if (kind == 5) sum_of<detail::bfloat16_bits>(there, source, bytes);
  }
  std::byte* filled(const corrupted_job& job, std::uint64_t address) {
    return filled_.data() + (address - job.filled.address());
  }
  void atomic(const corrupted_job& job, const detail::descriptor& d, std::byte* at) {
    const std::uint64_t bytes = d.bytes(), mask = bytes == 8 ? ~std::uint64_t{0} : 0xffffffffu;
    std::uint64_t old = 0;
    std::memcpy(&old, at, bytes);
    const std::uint64_t value = d.value() & mask;
    const std::uint64_t results[] = {
        old + value, old & value, old | value,
        old ^ value, value,       old == (d.condition() & mask) ? value : old,
        old,
    };
    std::memcpy(at, &results[d.get(detail::field::amo)], bytes);
    if (d.get(detail::field::op) == 5)
      std::memcpy(filled(job, d.get(detail::field::source)), &old, bytes);
  }
  std::vector<std::vector<std::byte>> heaps_;
  std::vector<std::byte> filled_;
};

/// Descriptors from a seed: valid ones with flipped bits, random words, valid operations with
/// random fields. Local addresses are right or null: an engine cannot judge others.
class corrupted_source {
 public:
  corrupted_source(const corrupted_job& job, std::uint64_t seed) : job_(job), random_(seed) {}

  detail::descriptor next() {
    detail::descriptor d;
    switch (random_() % 4) {
      case 0:
        for (std::uint64_t& word : d.word) word = random_() & ~detail::phase_bit;
        d.set(detail::field::op, random_() % 14);
        if (random_() % 2 == 0) d.set(detail::field::flags, 0);
        break;
      case 1:
        d = valid();
        spoil_fields(d);
        break;
      default:
        d = valid();
        for (std::uint64_t flips = random_() % 4; flips > 0; --flips)
          d.word[random_() % detail::descriptor_words] ^= std::uint64_t{1} << (random_() % 63);
        break;
    }
    mend_local(d);
    if (random_() % 8 != 0) d.set(detail::field::checksum, detail::descriptor_checksum(d));
    return d;
  }

 private:
  std::uint64_t offset() { return random_() % (corrupted_heap_bytes / 8 - 64) * 8; }
  int pe() { return static_cast<int>(random_() % static_cast<unsigned>(job_.n_pes)); }

  detail::descriptor valid() {
    using namespace detail;
    const auto op = static_cast<amo_op>(random_() % amo_op_count);
    const std::uint64_t width = random_() % 2 == 0 ? 4 : 8, bytes = random_() % 513;
    const auto kind = static_cast<signal_op>(1 + random_() % 2);
    const auto cache = static_cast<cache_policy>(random_() % cache_policy_count);
    descriptor d;
    const auto element = static_cast<element_kind>(random_() % element_kind_count);
    switch (random_() % 12) {
      case 10:
        return make_list(descriptor_op::gather, pe(), nullptr, 0, nullptr, random_());
      case 11:
        d = make_list(descriptor_op::scatter, pe(), nullptr, 0, nullptr, random_());
        return d.with_signal(offset(), kind, random_());
      case 0:
        return job_.served == peer_route::proxy ? make_fence() : descriptor{};
      case 1:
        return make_put(pe(), offset(), job_.source.data(), bytes, cache);
      case 2:
        d = make_put(pe(), offset(), job_.source.data(), bytes);
        return d.with_signal(offset(), kind, random_());
      case 3:
        return make_get(pe(), offset(), job_.filled.data(), bytes, cache);
      case 4:
        return make_put_inline(pe(), offset(), 1 + random_() % 8, random_());
      case 5:
        return make_amo(pe(), op, width, offset(), random_(), random_());
      case 6:
        return make_amo_fetch(pe(), op, width, offset(), random_(), random_(), job_.filled.data());
      case 7:
        return make_put_add(pe(), element, offset(), job_.source.data(), bytes / 8 * 8);
      case 8:
        d = make_put_add(pe(), element, offset(), job_.source.data(), bytes / 8 * 8);
        return d.with_signal(offset(), kind, random_());
      default:
        return make_signal(pe(), offset(), kind, random_());
    }
  }
  void spoil_fields(detail::descriptor& d) {
    namespace f = detail::field;
    for (const detail::bit_field field :
         {f::op, f::flags, f::pe, f::amo, f::width_log2, f::dest, f::source, f::length,
          f::signal_offset, f::signal_kind, f::cache}) {
      if (random_() % 6 == 0) d.set(field, edge());
    }
  }
  /// Numbers near the limits more often than others.
  std::uint64_t edge() {
    switch (random_() % 4) {
      case 0:
        return corrupted_heap_bytes - 16 + random_() % 32;
      case 1:
        return ~std::uint64_t{0} - random_() % 16;
      case 2:
        return random_() % 16;
      default:
        return random_();
    }
  }
  void mend_local(detail::descriptor& d) {
    namespace f = detail::field;
    const bool null = random_() % 16 == 0;
    const auto op = d.op();
    if (op == detail::descriptor_op::gather || op == detail::descriptor_op::scatter) {
      const guarded_memory& batch = op == detail::descriptor_op::gather ? job_.filled : job_.source;
      const std::uint64_t count = d.get(f::pieces) % (corrupted_pieces + 1);
      d.set(f::pieces, count);
      d.set(f::length, count * corrupted_piece_bytes);
      d.set(f::dest, null ? 0 : batch.address());
      d.set(f::source, random_() % 16 == 0 ? 0 : reinterpret_cast<std::uint64_t>(job_.list.data()));
    }
    if (op == detail::descriptor_op::put) d.set(f::source, null ? 0 : job_.source.address());
    if (op == detail::descriptor_op::put_add) {
      std::uint64_t odd = random_() % 16 == 0 ? 1 + random_() % 3 : 0;
      if (odd != 0 && d.get(f::element) > 3) odd |= 1;
      d.set(f::source, null ? 0 : job_.source.address() + odd);
    }
    if (op == detail::descriptor_op::get) d.set(f::dest, null ? 0 : job_.filled.address());
    if (op == detail::descriptor_op::amo_fetch) {
      const std::uint64_t odd = random_() % 16 == 0 ? random_() % 8 : 0;
      d.set(f::source, null ? 0 : job_.filled.address() + odd);
    }
  }

  const corrupted_job& job_;
  std::mt19937_64 random_;
};

/// Put `d` into the ring as it is, bad checksum and all: as an overwritten slot would look.
template <class Ring>
void post_as_is(const Ring& ring, const detail::ring_view& view, const detail::descriptor& d) {
  const std::uint64_t ticket = ring.head();
  ASSERT_EQ(testing::post(ring, detail::descriptor{}, testing::give_up).code, errc::ok);
  std::uint64_t* slot = view.slots + (ticket & view.mask) * detail::descriptor_words;
  for (unsigned w = 0; w < detail::descriptor_words; ++w)
    slot[w] = (slot[w] & detail::phase_bit) | (d.word[w] & ~detail::phase_bit);
}

/// Counts of a run, and whether each refusal leaves its record. Only the first of each reason is
/// looked at in full; a recorded failure is logged.
class refusal_book {
 public:
  explicit refusal_book(detail::device_state& state) : state_(state) { ignore(); }
  /// Before `d` is posted.
  void expect(const detail::descriptor& d, bool good, detail::peer_route served) {
    before_ = state_.failure_count;
    good_ = good;
    good ? ++good_count_ : ++bad_count_;
    const descriptor_fault why =
        good ? descriptor_fault::none : descriptor_refusal(state_, d, served);
    ASSERT_EQ(why == descriptor_fault::none, good) << "op " << d.get(detail::field::op);
    why_ = good ? "" : fault_words(why);
    if (!good && reasons_[why_]++ == 0) before_ = state_.failure_count = 0;
  }
  /// After it is done with.
  void settle() {
    ASSERT_EQ(state_.failure_count, before_ + (good_ ? 0 : 1)) << why_;
    if (good_ || before_ != 0) return;
    const failure_record record = failure_read(state_).value_or(failure_record{});
    EXPECT_EQ(record.code, errc::bad_descriptor);
    EXPECT_NE(std::string(record.detail).find(why_), std::string::npos) << record.detail;
    ignore();
  }
  [[nodiscard]] std::uint64_t good() const { return good_count_; }
  [[nodiscard]] std::uint64_t bad() const { return bad_count_; }
  [[nodiscard]] std::size_t reasons() const { return reasons_.size(); }

 private:
  /// Later failures are counted, but neither stick nor are logged.
  void ignore() {
    state_.failure_count = 1;
    state_.status = 0;
  }
  detail::device_state& state_;
  std::uint32_t before_ = 0;
  bool good_ = true;
  std::uint64_t good_count_ = 0, bad_count_ = 0;
  std::string why_;
  std::map<std::string, std::uint64_t> reasons_;
};

/// The seed of this run: printed, so that it can be given again.
inline std::uint64_t corrupted_seed() {
  const std::uint64_t seed = std::random_device{}();
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

inline bool same(const std::vector<std::byte>& wanted, const std::byte* seen) {
  return std::memcmp(wanted.data(), seen, wanted.size()) == 0;
}

}  // namespace ark::testing
