// Messages between PEs: data by a put, and a word of a ring as its signal, which says which chunks
// they are. Receivers answer with the number of messages that they have taken.
#pragma once

#include <ark/signal.hpp>
#include <ark/symmetric_array.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "chunks.hpp"
#include "heap_access.hpp"

namespace ark::gradients {

class mailbox {
 public:
  static constexpr std::size_t ring_words = 64;  ///< messages to a PE without an answer

  mailbox(int me, std::size_t pes);  ///< collective

  [[nodiscard]] bool has_room() const;  ///< for one more message to every PE
  /// Put `bytes`, and signal to `pe` which chunks they are. `tag`: for take_answers.
  void post(int pe, std::byte* dest, const std::byte* source, std::size_t bytes,
            const message& what, std::size_t tag);

  /// For each message that has arrived: take(pe, message). True if there was one.
  template <class Take>
  bool take_messages(const Take& take) {
    bool did = false;
    seen_.refresh();
    for (std::size_t pe = 0; pe < pes_; ++pe) {
      std::uint64_t taken = 0;
      for (message what; next(pe, what); ++taken) take(static_cast<int>(pe), what);
      if (taken == 0) continue;
      // An addition, because two puts of a number could arrive in the other order.
      ark_signal_add(answer_words() + me_, taken, static_cast<int>(pe));
      did = true;
    }
    return did;
  }
  /// For each of this PE's messages that is answered: answered(bytes, tag). After take_messages().
  template <class Answered>
  void take_answers(const Answered& answered) {
    for (std::size_t pe = 0; pe < pes_; ++pe) {
      for (const std::uint64_t all = seen_[pes_ * ring_words + pe]; answered_[pe] < all;
           ++answered_[pe]) {
        answered(posted_[pe].front().bytes, posted_[pe].front().tag);
        posted_[pe].pop_front();
      }
    }
  }

 private:
  struct in_flight {
    std::size_t bytes, tag;
  };
  [[nodiscard]] bool next(std::size_t pe, message& what);
  [[nodiscard]] std::uint64_t* ring_of(std::size_t pe) const {
    return words_.data() + pe * ring_words;
  }
  [[nodiscard]] std::uint64_t* answer_words() const { return ring_of(pes_); }

  const std::size_t me_, pes_;
  ark::symmetric_array<std::uint64_t> words_;
  word_view seen_;
  std::vector<std::uint64_t> sent_, taken_, answered_;  ///< messages to and from each PE
  std::vector<std::deque<in_flight>> posted_;
};

}  // namespace ark::gradients
