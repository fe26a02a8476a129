// A PE's symmetric memory: its heap, what programs allocate in it, and the library's own words
// there.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <ark/host.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "call_agreement.hpp"
#include "gpu_choice.hpp"
#include "heap/memory_backend.hpp"
#include "heap/symmetric_heap.hpp"
#include "liveness/liveness.hpp"

namespace ark {

/// Members are called by one host thread at a time; they throw ark::error. Collective where they
/// change something: all PEs make the same calls with the same arguments.
class symmetric_memory {
 public:
  /// Both outlive it.
  symmetric_memory(pe_core& core, const gpu_choice& where)
      : core_(core), where_(where), agree_(core) {}
  /// Collective, once, before all others: makes the heap where `where` says, and fills
  /// state.workspace. What it has made when it throws stays: other PEs may look at it already.
  void build();

  void* allocate(std::size_t bytes, std::size_t alignment);
  void* allocate_zeroed(std::size_t bytes);
  void* reallocate(void* pointer, std::size_t bytes);
  void release(void* pointer);
  /// The pages of `buffer` become pages of the heap; the address of the same bytes there.
  void* register_buffer(void* buffer, std::size_t bytes);
  void unregister_buffer(void* pointer);

  [[nodiscard]] heap_info info() const;
  [[nodiscard]] const memory_backend& backend() const { return *backend_; }
  /// The library's words of kernels on a GPU, which count epochs of their own.
  [[nodiscard]] const detail::workspace_layout& kernel_workspace() const {
    return kernel_workspace_;
  }
  /// Of every PE; null for those that are not mapped. They live as long as this.
  [[nodiscard]] std::vector<heartbeats*> signs() const;

 private:
  /// How far the heap may grow; `first`: what it has at init.
  [[nodiscard]] std::size_t reserve_for(std::size_t first) const;
  /// Where the setting is the built-in one: a part of it where address space is limited.
  [[nodiscard]] std::size_t reserve_within_limit(std::size_t first, std::size_t reserve) const;
  [[nodiscard]] detail::workspace_layout allocate_workspace();
  /// What every call on memory begins with: the operations of all PEs are delivered, and all make
  /// the same call with the same numbers. Throws asymmetric.
  void agree_on_call(const char* call, std::uint64_t first, std::uint64_t second);
  /// agree_on_call() on a heap pointer; its offset. Throws invalid_argument, on every PE, if it
  /// is not one.
  std::uint64_t agree_on_pointer(const char* call, const void* pointer, std::size_t bytes);
  /// The offset of `bytes`, backed by memory, in a new segment if the heap is full.
  std::uint64_t take(std::size_t bytes, std::size_t alignment);
  void grow(std::size_t bytes, std::size_t alignment);
  void forget_signal_words();
  void refuse_if_registered(const char* call, std::uint64_t offset) const;

  pe_core& core_;
  const gpu_choice& where_;
  agreement agree_;
  std::unique_ptr<memory_backend> backend_;
  std::unique_ptr<memory_backend> board_;  ///< heartbeats, where the CPU cannot touch the heap
  std::unique_ptr<symmetric_heap> heap_;
  std::map<std::uint64_t, std::span<std::byte>> buffers_;  ///< registered ones, by their offset
  detail::workspace_layout kernel_workspace_;
};

}  // namespace ark
