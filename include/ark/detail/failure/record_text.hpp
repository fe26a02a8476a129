// Writes the explanation in a failure record, on the host and in kernels.
#pragma once

#include <ark/detail/failure/failure.hpp>
#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

/// Writes record.detail, and cuts off text that does not fit. One thread.
class record_text {
 public:
  ARK_HOST_DEVICE explicit record_text(failure_record& record)
      : out_(record.detail), room_(sizeof record.detail - 1) {
    *out_ = '\0';
  }
  ARK_HOST_DEVICE record_text& append(const char* words) {
    while (*words != '\0') put(*words++);
    return *this;
  }
  ARK_HOST_DEVICE record_text& number(std::uint64_t value, unsigned base = 10) {
    char digits[20];
    unsigned n = 0;
    do {
      digits[n++] = "0123456789abcdef"[value % base];
      value /= base;
    } while (value != 0);
    while (n > 0) put(digits[--n]);
    return *this;
  }
  ARK_HOST_DEVICE record_text& integer(std::int64_t value) {
    if (value >= 0) return number(static_cast<std::uint64_t>(value));
    return append("-").number(std::uint64_t{0} - static_cast<std::uint64_t>(value));
  }
  ARK_HOST_DEVICE record_text& address(std::uint64_t value) {
    return append("0x").number(value, 16);
  }

 private:
  ARK_HOST_DEVICE void put(char c) {
    if (room_ == 0) return;
    *out_++ = c;
    *out_ = '\0';
    --room_;
  }
  char* out_;
  std::size_t room_;
};

}  // namespace ark::detail
