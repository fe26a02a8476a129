#include "heap_access.hpp"

#include <algorithm>
#include <ark/ark.hpp>
#include <cstring>

namespace ark::gradients {

namespace {

/// Nothing may be made of bytes that have not been copied.
void require(errc code) {
  if (code != errc::ok) throw error(code, failure_text(last_failure()));
}

}  // namespace

heap_access::heap_access() : is_direct_(ark::detail::host_context().host_copier == nullptr) {}

std::uint64_t heap_access::word(const std::uint64_t* at) const {
  return is_direct_ ? peek(at) : ark_signal_fetch(at);
}

void heap_access::load(void* to, const void* from, std::size_t bytes) const {
  if (!is_direct_) {
    return require(
        get(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes, ark_my_pe()));
  }
  if (to != from && bytes != 0) std::memcpy(to, from, bytes);
}
void heap_access::store(void* to, const void* from, std::size_t bytes) const {
  if (!is_direct_) {
    return require(
        put(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes, ark_my_pe()));
  }
  if (to != from && bytes != 0) std::memcpy(to, from, bytes);
}
void heap_access::settle() const {
  if (!is_direct_) require(quiet());
}
void heap_access::order_signals() const {
  if (!is_direct_) require(fence());
}

const std::byte* heap_reader::read(std::size_t place, const std::byte* at, std::size_t bytes) {
  if (heap_.is_direct()) return at;
  copies_.resize(std::max(copies_.size(), place + 1));
  copies_[place].resize(std::max(copies_[place].size(), bytes));
  heap_.load(copies_[place].data(), at, bytes);
  return copies_[place].data();
}

}  // namespace ark::gradients
