#include "engine/delivery.hpp"

#include <cstring>

namespace ark::delivery {

namespace {

template <class Word>
std::uint64_t amo_on(detail::amo_op op, std::byte* where, std::uint64_t value,
                     std::uint64_t compared) {
  auto* word = reinterpret_cast<Word*>(where);
  const auto operand = static_cast<Word>(value);
  switch (op) {
    case detail::amo_op::add:
      return detail::fetch_add(word, operand);
    case detail::amo_op::bit_and:
      return detail::fetch_and(word, operand);
    case detail::amo_op::bit_or:
      return detail::fetch_or(word, operand);
    case detail::amo_op::bit_xor:
      return detail::fetch_xor(word, operand);
    case detail::amo_op::swap:
      return detail::exchange(word, operand);
    case detail::amo_op::compare_swap:
      return detail::compare_exchange(word, static_cast<Word>(compared), operand);
    case detail::amo_op::fetch:
      return detail::load_acquire(word);
  }
  return 0;
}

template <class Word>
bool copy_word(std::byte* dest, const std::byte* source, std::uint64_t bytes) {
  if (bytes != sizeof(Word) || reinterpret_cast<std::uintptr_t>(dest) % sizeof(Word) != 0) {
    return false;
  }
  Word word;
  std::memcpy(&word, source, sizeof word);
  detail::store_release(reinterpret_cast<Word*>(dest), word);
  return true;
}

}  // namespace

void copy(std::byte* dest, const std::byte* source, std::uint64_t bytes) noexcept {
  if (copy_word<std::uint64_t>(dest, source, bytes)) return;
  if (copy_word<std::uint32_t>(dest, source, bytes)) return;
  if (copy_word<std::uint16_t>(dest, source, bytes)) return;
  if (bytes != 0) std::memcpy(dest, source, bytes);  // of nothing, the addresses may be null
}

std::uint64_t amo(detail::amo_op op, std::byte* word, std::uint64_t width, std::uint64_t operand,
                  std::uint64_t condition) noexcept {
  return width == 8 ? amo_on<std::uint64_t>(op, word, operand, condition)
                    : amo_on<std::uint32_t>(op, word, operand, condition);
}

void signal(detail::signal_op op, std::uint64_t* word, std::uint64_t value) noexcept {
  switch (op) {
    case detail::signal_op::none:
      break;
    case detail::signal_op::set:
      detail::store_release(word, value);
      break;
    case detail::signal_op::add:
      detail::fetch_add(word, value);
      break;
  }
}

}  // namespace ark::delivery
