// Memory that the CPU cannot access: its driver moves the bytes.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {

/// The operations of a host engine on such memory. Every call returns when it is complete and
/// throws ark::error otherwise. Any thread.
class driver_copier {
 public:
  virtual void copy(void* dest, const void* source, std::size_t bytes) = 0;
  /// See delivery::amo.
  virtual std::uint64_t amo(detail::amo_op op, std::byte* word, std::uint64_t bytes,
                            std::uint64_t operand, std::uint64_t condition) = 0;
  /// See delivery::add.
  virtual void add(detail::element_kind kind, std::byte* dest, const std::byte* source,
                   std::size_t bytes) = 0;
  /// See delivery::signal; after everything that was copied before.
  virtual void signal(detail::signal_op op, std::uint64_t* word, std::uint64_t value) = 0;

 protected:
  ~driver_copier() = default;
};

}  // namespace ark
