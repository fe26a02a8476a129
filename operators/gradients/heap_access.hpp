// The calling PE's own part of the symmetric heap, for the host: by loads and stores, or by gets
// and puts where it is in a GPU's memory. Memory of the program may be of the host or of the GPU.
#pragma once

#include <ark/gradients.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ark::gradients {

/// Acquire. In memory that the host can load.
[[nodiscard]] inline std::uint64_t peek(const std::uint64_t* word) {
  return std::atomic_ref(*const_cast<std::uint64_t*>(word)).load(std::memory_order_acquire);
}

/// Any thread of the PE. Not direct: throws the failure of a get or put, which is recorded as the
/// PE's; word() is 0 then.
class heap_access {
 public:
  heap_access();  ///< throws not_initialized
  /// False where the heap is in a GPU's memory.
  [[nodiscard]] bool is_direct() const { return is_direct_; }
  /// Acquire.
  [[nodiscard]] std::uint64_t word(const std::uint64_t* at) const;
  /// Copy from the heap to memory of the program.
  void load(void* to, const void* from, std::size_t bytes) const;
  /// Copy to the heap. `from` may be written again on return. Not direct: the bytes are there for
  /// loads and puts after settle(), and before signals that follow order_signals().
  void store(void* to, const void* from, std::size_t bytes) const;
  void settle() const;
  void order_signals() const;

 private:
  bool is_direct_;
};

/// Words of the heap, as of the last refresh(); direct: as they are now. One thread.
class word_view {
 public:
  word_view(const std::uint64_t* words, std::size_t count)
      : words_(words), copy_(heap_.is_direct() ? 0 : count) {}
  void refresh() {
    if (!copy_.empty()) heap_.load(copy_.data(), words_, copy_.size() * sizeof(std::uint64_t));
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const {
    return heap_.is_direct() ? peek(words_ + i) : copy_[i];
  }

 private:
  const heap_access heap_;
  const std::uint64_t* words_;
  std::vector<std::uint64_t> copy_;
};

/// Memory of the host for data that is made there, as large as memory of the heap; direct: that
/// memory.
class host_side {
 public:
  host_side(std::byte* heap, std::size_t bytes)
      : own_(heap_access().is_direct() ? nullptr
                                       : std::make_unique_for_overwrite<std::byte[]>(bytes)),
        data_(own_ ? own_.get() : heap) {}
  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  std::unique_ptr<std::byte[]> own_;
  std::byte* data_;
};

/// Bytes of the heap for computations of the host. One thread.
class heap_reader {
 public:
  /// Valid until the next call for the same place; direct: the heap's own.
  [[nodiscard]] const std::byte* read(std::size_t place, const std::byte* at, std::size_t bytes);

 private:
  const heap_access heap_;
  std::vector<std::vector<std::byte>> copies_;
};

}  // namespace ark::gradients
