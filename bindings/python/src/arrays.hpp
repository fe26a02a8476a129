// Symmetric memory as numpy arrays, and the checks of array arguments.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <ark/types.hpp>
#include <cstddef>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ark::python {

namespace nb = nanobind;

/// The arguments as one text.
template <class... Parts>
std::string text_of(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// repr(given), cut off if it is long.
std::string repr_of(nb::handle given);

/// Private pages that take the place of the heap when it has ended, for arrays that are still in
/// use.
class stand_in {
 public:
  /// Maps [begin, end) where nothing is mapped. Throws system_error.
  stand_in(std::uintptr_t begin, std::uintptr_t end);
  ~stand_in();
  stand_in(const stand_in&) = delete;
  stand_in& operator=(const stand_in&) = delete;

 private:
  std::uintptr_t begin_, end_;
};

/// An allocation in the symmetric heap; numpy arrays hold it as their base, and GpuArrays refer to
/// it. With the GIL.
class memory {
 public:
  /// Collective. Throws ark::error.
  explicit memory(std::size_t bytes, bool is_zeroed);
  ~memory();
  memory(const memory&) = delete;
  memory& operator=(const memory&) = delete;

  /// Collective.
  void release();
  /// Throws unless the memory is live and of the calling PE. `argument`: how messages name it.
  void require_live(const char* call, const char* argument) const;
  [[nodiscard]] bool is_live() const noexcept;

  char* const data;
  const std::size_t bytes;
  const bool is_on_gpu;  ///< the host cannot access it

 private:
  friend class ending_heaps;
  std::uint64_t runtime_;
  bool is_freed_ = false;
  std::shared_ptr<stand_in> pages_;  ///< after the end of the heap
};

/// Keeps the contents of a PE's arrays beyond the end of its heap. With the GIL.
class ending_heaps {
 public:
  /// Copy the contents of the calling PE's live arrays. Other PEs write them no more.
  void save_own();
  /// After the heaps of all PEs that have called save_own() have ended: the arrays become private
  /// memory with the saved contents, at their addresses.
  void restore();

 private:
  struct saved {
    std::uint64_t runtime;
    std::uintptr_t address;
    std::string content;
  };
  std::vector<saved> saved_;
};

/// Element types, by numpy's kinds: b, i, u, f, c; and w, PyTorch's bfloat16.
struct element_type {
  char kind = 0;
  unsigned char bytes = 0;
};
[[nodiscard]] std::string name_of(element_type type);

/// An array argument. count: elements.
struct array_view {
  char* data;
  std::size_t count;
  element_type type;
  const memory* owner;  ///< null: private memory
  [[nodiscard]] std::size_t bytes() const { return count * type.bytes; }
};

enum class access { reads, writes };

/// A numpy array in any memory, a CPU tensor of PyTorch without requires_grad, or, if the symmetric
/// heap is in a GPU's memory, an object with __cuda_array_interface__; contiguous, of a supported
/// type. Throws TypeError or ValueError that names `call`, `argument`, the value and the accepted
/// form.
array_view local_array(nb::handle given, const char* call, const char* argument, access how);
/// An array that a GPU can access: an object with __cuda_array_interface__, or a numpy array in a
/// symmetric heap of pinned memory.
array_view gpu_array(nb::handle given, const char* call, const char* argument, access how);
/// local_array in the symmetric heap of the calling PE.
array_view symmetric_array(nb::handle given, const char* call, const char* argument);
/// An element of a symmetric array.
array_view symmetric_element(nb::handle given, nb::handle index, const char* call,
                             const char* argument);
/// Throws unsupported for a symmetric heap in a GPU's memory.
void require_host_heap(const char* call);
/// Element types of the arrays agree, and their numbers of elements.
void require_same(const array_view& dest, const array_view& source, const char* call);
void require_apart(const array_view& dest, const array_view& source, const char* call,
                   bool may_be_same);

/// An integer argument within [least, most].
std::int64_t integer_of(nb::handle given, std::int64_t least, std::int64_t most, const char* call,
                        const char* argument);

/// An integer argument of 64 bits without a sign.
std::uint64_t unsigned_of(nb::handle given, const char* call, const char* argument);

void register_arrays(nb::module_& module);

}  // namespace ark::python
