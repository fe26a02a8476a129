// Streams as Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <ark/launch.hpp>
#include <cstdint>

#include "cuda_kernels.hpp"

namespace ark::python {

namespace nb = nanobind;

/// Of the executor, or of the PE's GPU; null is the default stream.
struct any_stream {
  stream_t cpu = nullptr;
  CUstream_st* gpu = nullptr;
  bool is_gpu = false;

  static any_stream create() {
    if (!has_gpu_streams()) return {stream_create()};
    return {nullptr, reinterpret_cast<CUstream_st*>(stream_create()), true};
  }
  bool operator==(const any_stream&) const = default;
  [[nodiscard]] bool query() const { return is_gpu ? stream_query(gpu) : stream_query(cpu); }
  void sync() const { is_gpu ? stream_sync(gpu) : stream_sync(cpu); }
  void destroy() const { is_gpu ? stream_destroy(gpu) : stream_destroy(cpu); }
};

struct stream_object {
  any_stream handle;
  std::uint64_t runtime;
  bool is_destroyed = false;
};

/// A stream of the executor, for a call in its order; what was kept for it is freed if it has no
/// work. Throws unsupported for one of a GPU. With the GIL.
stream_t executor_stream(nb::handle given, const char* call);
/// `values`, arguments of what was queued last, live until the stream has no work. With the GIL.
void keep_until_end(const any_stream& stream, nb::object values);

void register_stream_transfers(nb::class_<stream_object>& of);
void register_stream_collectives(nb::class_<stream_object>& of);

}  // namespace ark::python
