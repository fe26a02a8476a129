// Memory of the GPU that another process of ours has allocated.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

#include "child_process.hpp"
#include "memory.hpp"

namespace ark_probe {

/// A child that allocates `bytes` and keeps them, and their mapping here. Errors of the
/// constructor: cuda_error; std::runtime_error if the child does not answer within 20 seconds.
class ipc_memory {
 public:
  static constexpr const char* role = "ipc_owner";

  explicit ipc_memory(const std::string& device) : owner_({"--role", role, "--device", device}) {
    const auto line = owner_.read_line(std::chrono::seconds(20));
    cudaIpcMemHandle_t handle;
    if (!line || !from_hex(*line, handle)) {
      throw std::runtime_error("the process that owns the memory says '" +
                               line.value_or("nothing within 20 s") + "'");
    }
    check(cudaIpcOpenMemHandle(&data_, handle, cudaIpcMemLazyEnablePeerAccess),
          "cudaIpcOpenMemHandle");
  }
  ~ipc_memory() { cudaIpcCloseMemHandle(data_); }
  ipc_memory(const ipc_memory&) = delete;
  ipc_memory& operator=(const ipc_memory&) = delete;

  [[nodiscard]] void* data() const { return data_; }

  /// The child's side: prints the handle, and keeps the memory until its input closes, or a minute.
  static int own(int device, std::size_t bytes) {
    check(cudaSetDevice(device), "cudaSetDevice(" + std::to_string(device) + ")");
    const device_memory memory(bytes);
    cudaIpcMemHandle_t handle;
    const cudaError_t code = cudaIpcGetMemHandle(&handle, memory.as<void>());
    if (code != cudaSuccess) {
      std::printf("cudaIpcGetMemHandle: %s\n", cudaGetErrorName(code));
      return 1;
    }
    std::printf("%s\n", to_hex(handle).c_str());
    std::fflush(stdout);
    parent_closed_input(std::chrono::seconds(60));
    return 0;
  }

 private:
  static std::string to_hex(const cudaIpcMemHandle_t& handle) {
    std::string text;
    for (const char byte : handle.reserved) {
      char digits[3];
      std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
      text += digits;
    }
    return text;
  }
  static bool from_hex(const std::string& text, cudaIpcMemHandle_t& handle) {
    if (text.size() != 2 * sizeof handle.reserved) return false;
    for (std::size_t i = 0; i < sizeof handle.reserved; ++i) {
      unsigned byte = 0;
      if (std::sscanf(text.c_str() + 2 * i, "%2x", &byte) != 1) return false;
      handle.reserved[i] = static_cast<char>(byte);
    }
    return true;
  }

  child_process owner_;
  void* data_ = nullptr;
};

}  // namespace ark_probe
