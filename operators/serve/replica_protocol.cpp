// The steps of a load that others see: the claim, the free shadow, the redirect; and the loads that
// access another PE.
#include "replica_parts.hpp"

namespace ark::serve::replica_detail {

// --- The words of a PE's replica

/// This PE's are accessed without a call of ark, so that loads go on after the failure of a peer.
class replica_core::words_of {
 public:
  words_of(replica_words* words, int of, int me) : at(words), pe(of), is_own(of == me) {}

  /// Acquire.
  [[nodiscard]] std::uint64_t fetch(const std::uint64_t& word) const {
    return is_own ? ark::detail::load_acquire(&word) : atomic_fetch(&word, pe);
  }
  /// Release, if all that was put before is delivered. For words that the loader alone changes.
  void set(std::uint64_t& word, std::uint64_t value) const {
    is_own ? ark::detail::store_release(&word, value)
           : static_cast<void>(atomic_set(&word, value, pe));
  }
  /// Acquire and release.
  [[nodiscard]] std::uint64_t swap(std::uint64_t& word, std::uint64_t value) const {
    return is_own ? ark::detail::exchange(&word, value) : atomic_swap(&word, value, pe);
  }
  [[nodiscard]] std::uint64_t compare_swap(std::uint64_t& word, std::uint64_t cond,
                                           std::uint64_t value) const {
    return is_own ? ark::detail::compare_exchange(&word, cond, value)
                  : atomic_compare_swap(&word, cond, value, pe);
  }

  replica_words* const at;
  const int pe;
  const bool is_own;
};

/// The right to load, of one loader of a PE's replica at a time.
class replica_core::claim {
 public:
  claim(const char* call, const words_of& of, int me) : of_(of) {
    const std::uint64_t mine = static_cast<std::uint64_t>(me) + 1;
    const std::uint64_t holder = of.compare_swap(of.at->loader, 0, mine);
    if (!of.is_own) check_failure(call);
    if (holder == 0) return;
    const int by = static_cast<int>(holder) - 1;
    if (!of.is_own || by == me || !is_lost(by))
      refuse(errc::wrong_state, call,
             "PE {}'s replica is being loaded by PE {}; accepted: after that load", of.pe, by);
    of.set(of.at->loader, mine);
  }
  ~claim() {
    if (!holds_) return;
    of_.set(of_.at->loader, 0);
    if (!of_.is_own) ark_quiet();  // before this PE's next claim
  }
  claim(const claim&) = delete;
  claim& operator=(const claim&) = delete;
  /// Its end is left to abandon().
  void keep() { holds_ = false; }

 private:
  /// A lost PE writes nothing any more.
  static bool is_lost(int pe) {
    const failure_record failure = last_failure();
    return failure.code == errc::peer_failed && failure.peer == pe;
  }

  const words_of& of_;
  bool holds_ = true;
};

// --- The parts of a load

/// The next version of a replica, which the caller has claimed.
replica_core::next_version replica_core::next_of(const words_of& of) {
  const auto old = static_cast<unsigned>(of.fetch(of.at->serving.word) & 1);
  return {1 - old, of.fetch(of.at->versions[old]) + 1, of.fetch(of.at->come[old])};
}

/// Wait until the last reader of the shadow has left.
replica_core::next_version replica_core::await_shadow(const char* call, const words_of& of) const {
  const next_version next = next_of(of);
  const unsigned shadow = next.buffer;
  const std::uint64_t come = of.fetch(of.at->come[shadow]);
  std::uint64_t left = 0;
  // Acquire: pairs with the release at the end of a pin.
  const auto is_free = [&] { return (left = of.fetch(of.at->left[shadow].word)) == come; };
  const bool is_in_time = wait_until_ready(timeout_ns_, is_free);
  if (!of.is_own) check_failure(call);
  if (!is_in_time)
    refuse(errc::timeout, call,
           "PE {}'s version {} has readers: expected {} pins to end, {} have, in {} ms", of.pe,
           of.fetch(of.at->versions[shadow]), come, left, timeout_ns_ / 1'000'000);
  return next;
}

/// The shadow holds the next version: it serves from now on.
void replica_core::redirect(const words_of& of, const next_version& to) {
  const unsigned old = 1 - to.buffer;
  of.set(of.at->versions[to.buffer], to.number);
  if (!of.is_own) ark_quiet();  // before the redirect: the data, and the number
  // Release: pairs with the acquire of a pin. The pins of the old version are those until now.
  const std::uint64_t pins = of.swap(of.at->serving.word, to.buffer) >> 1;
  of.set(of.at->come[old], to.come_to_old + pins);
  if (!of.is_own) ark_quiet();  // before the end of the claim
}

void replica_core::check_pe(const char* call, int pe) const {
  if (pe < 0 || pe >= ark_n_pes() || pe == me_)
    refuse(errc::invalid_argument, call, "PE {}; accepted: another PE from 0 to {}", pe,
           ark_n_pes() - 1);
}

std::byte* replica_core::begin(const char* call) {
  if (words_ == nullptr || runtime_ != ark::detail::runtime_number())
    refuse(errc::not_initialized, call, "the replica is closed, or its PE finalized");
  const words_of own(words_, me_, me_);
  claim mine(call, own, me_);
  const next_version next = await_shadow(call, own);
  mine.keep();
  return buffers_ + next.buffer * stride_bytes_;
}

std::uint64_t replica_core::publish() {
  const words_of own(words_, me_, me_);
  const next_version next = next_of(own);
  redirect(own, next);
  abandon();
  return next.number;
}

void replica_core::abandon() noexcept {
  ark::detail::store_release(&words_->loader, std::uint64_t{0});
}

std::uint64_t replica_core::load_pe(int pe) {
  constexpr const char* call = "load_pe";
  check_pe(call, pe);
  load_scope now(*this, call);
  check_failure(call);
  // A pin of that PE's version, by operations of this one.
  const std::uint64_t pinned = atomic_fetch_add(&words_->serving.word, std::uint64_t{2}, pe);
  check_failure(call);
  const std::byte* const source = buffers_ + (pinned & 1) * stride_bytes_;
  get(now.shadow, source, bytes_, pe);
  atomic_add(&words_->left[pinned & 1].word, std::uint64_t{1}, pe);
  ark_quiet();
  check_failure(call);
  return now.publish();
}

std::uint64_t replica_core::push(int pe) {
  constexpr const char* call = "push";
  check_pe(call, pe);
  check_failure(call);
  const words_of of(words_, pe, me_);
  const claim mine(call, of, me_);
  const next_version next = await_shadow(call, of);
  const pin<std::byte> now(words_, buffers_, stride_bytes_, bytes_);
  put_nbi(buffers_ + next.buffer * stride_bytes_, now.data(), bytes_, pe);
  redirect(of, next);
  check_failure(call);
  return next.number;
}

}  // namespace ark::serve::replica_detail
