#include "mailbox.hpp"

#include <algorithm>
#include <ark/ark.hpp>

namespace ark::gradients {

namespace {

// A word: the low bits of its number, so that a new word differs from the last one in its place;
// and the message.
constexpr unsigned count_bits = 16, first_bits = 24, number_bits = 23;

std::uint64_t number_of(std::uint64_t sent) {
  return (sent / mailbox::ring_words + 1) & ((1u << number_bits) - 1);
}
std::uint64_t packed(std::uint64_t sent, const message& what) {
  return ((number_of(sent) << 1 | (what.is_result ? 1u : 0u)) << first_bits | what.first)
             << count_bits |
         what.count;
}

}  // namespace

mailbox::mailbox(int me, std::size_t pes)
    : me_(static_cast<std::size_t>(me)),
      pes_(pes),
      words_(pes * (ring_words + 1)),
      seen_(words_.data(), words_.size()),
      sent_(pes),
      taken_(pes),
      answered_(pes),
      posted_(pes) {}

bool mailbox::has_room() const {
  return std::all_of(posted_.begin(), posted_.end(),
                     [](const auto& each) { return each.size() < ring_words; });
}

void mailbox::post(int pe, std::byte* dest, const std::byte* source, std::size_t bytes,
                   const message& what, std::size_t tag) {
  const auto to = static_cast<std::size_t>(pe);
  ark_putmem_signal_nbi(dest, source, bytes, ring_of(me_) + sent_[to] % ring_words,
                        packed(sent_[to], what), ARK_SIGNAL_SET, pe);
  ++sent_[to];
  posted_[to].push_back({bytes, tag});
}

bool mailbox::next(std::size_t pe, message& what) {
  const std::uint64_t word = seen_[pe * ring_words + taken_[pe] % ring_words];
  if (word >> (64 - number_bits) != number_of(taken_[pe])) return false;
  what.count = word & message::most_count;
  what.first = word >> count_bits & (most_chunks - 1);
  what.is_result = (word >> (count_bits + first_bits) & 1) != 0;
  ++taken_[pe];
  return true;
}

}  // namespace ark::gradients
