// Kernels that the CUDA driver loads and launches: images of PTX or of machine code.
#pragma once

#include <ark/launch.hpp>
#include <cstdint>
#include <string>

struct CUstream_st;

namespace ark {
// As in <ark/launch.hpp>, for streams of a GPU.
ARK_API void stream_destroy(CUstream_st* stream);
ARK_API void stream_sync(CUstream_st* stream);
[[nodiscard]] ARK_API bool stream_query(CUstream_st* stream);
}  // namespace ark

namespace ark::python {

/// Registers kernels for GPUs with libark, which then treats the process as a program that nvcc has
/// compiled: before init, ARK_HEAP=auto selects a GPU, and init prepares it for kernels. May be
/// called again.
void use_gpu_kernels();

/// True if ark::stream_create makes streams of the calling PE's GPU.
[[nodiscard]] bool has_gpu_streams();

/// 10 times the major number, plus the minor one, of the compute capability of the calling PE's
/// GPU. Throws unsupported if the PE has none.
int gpu_architecture();

/// The number of the GPU that has this memory, as CUDA counts them. Throws ark::error.
int gpu_at(const void* memory);

/// A kernel of an image. Never freed: it may run until the process ends. Any thread of a PE.
class gpu_kernel {
 public:
  /// `image`: PTX, or a cubin. `entry`: the function's name in it. `contexts`: the name of the
  /// table of PEs.
  gpu_kernel(const std::string& image, std::string entry, std::string contexts);

  /// Queue the kernel for the calling PE on `stream`, that of `config` aside. `values`: the address
  /// of each parameter's value. The first launch of a runtime loads the image. Throws ark::error:
  /// unsupported (the heap is not accessible for a GPU), system_error with the driver's text.
  void launch(const launch_config& config, CUstream_st* stream, void** values) const;

 private:
  std::uint64_t image_;
  std::string entry_;
};

/// Unloads the images of the calling PE, whose kernels have ended unless it has failed: before its
/// runtime ends.
void forget_gpu_images() noexcept;

}  // namespace ark::python
