// A PE's symmetric memory: its heap, the program's allocations in it, and the library's own words.
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

/// Members are called by one host thread at a time; they throw ark::error. Those that change
/// something are collective: all PEs make the same calls with the same arguments.
class symmetric_memory {
 public:
  /// Both outlive it.
  symmetric_memory(pe_core& core, const gpu_choice& where)
      : core_(core), where_(where), agree_(core) {}
  /// Collective, once, before all others: makes the heap in the memory that `where` names, and
  /// fills state.workspace. If it throws, its parts stay: other PEs may access them already.
  void build();

  void* allocate(std::size_t bytes, std::size_t alignment);
  void* allocate_zeroed(std::size_t bytes);
  void* reallocate(void* pointer, std::size_t bytes);
  void release(void* pointer);
  /// Replace the pages of `buffer` by pages of the heap; returns their address there.
  void* register_buffer(void* buffer, std::size_t bytes);
  void unregister_buffer(void* pointer);

  [[nodiscard]] heap_info info() const;
  [[nodiscard]] const memory_backend& backend() const { return *backend_; }
  /// The library's words for kernels on a GPU, which have epochs of their own.
  [[nodiscard]] const detail::workspace_layout& kernel_workspace() const {
    return kernel_workspace_;
  }
  /// The heartbeats of every PE; null for PEs that are not mapped. Valid for the lifetime of this.
  [[nodiscard]] std::vector<heartbeats*> signs() const;

 private:
  /// The limit of the heap's growth; `first`: its size at init.
  [[nodiscard]] std::size_t reserve_for(std::size_t first) const;
  /// For the built-in setting: a part of it if address space is limited.
  [[nodiscard]] std::size_t reserve_within_limit(std::size_t first, std::size_t reserve) const;
  [[nodiscard]] detail::workspace_layout allocate_workspace();
  /// First step of every call on memory: completes the operations of all PEs, and checks that all
  /// make the same call with the same numbers. Throws asymmetric.
  void agree_on_call(const char* call, std::uint64_t first, std::uint64_t second);
  /// agree_on_call() for a heap pointer; returns its offset. Throws invalid_argument, on every PE,
  /// if it is not one.
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
  std::unique_ptr<memory_backend> board_;  ///< heartbeats, if the CPU cannot access the heap
  std::unique_ptr<symmetric_heap> heap_;
  std::map<std::uint64_t, std::span<std::byte>> buffers_;  ///< registered buffers, by their offset
  detail::workspace_layout kernel_workspace_;
};

}  // namespace ark
