// Memory that two processes share, for flags that both their GPUs' kernels read and write.
#pragma once

#include <cstddef>

namespace ark_probe {

/// One zeroed page of a memory file. The child of a probe inherits the file and maps it again.
class shared_page {
 public:
  static constexpr std::size_t bytes = 4096;

  /// A new page. Errors: std::system_error.
  shared_page();
  /// The page behind an inherited file. Errors: std::system_error.
  explicit shared_page(int fd);
  ~shared_page();
  shared_page(const shared_page&) = delete;
  shared_page& operator=(const shared_page&) = delete;

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_ = -1;
  void* data_ = nullptr;
};

}  // namespace ark_probe
