#include "cuda/context.hpp"

#include <unistd.h>

#include <ark/detail/atomics.hpp>
#include <ark/detail/check_state.hpp>
#include <ark/detail/ring.hpp>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

#include "error/log.hpp"

namespace ark {

namespace {

using detail::device_state;

static_assert(std::is_trivially_copyable_v<failure_record>);  // by the mirror

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// What stands in a GPU's memory from `base` on, with pointers that are right there: the state
/// first, then what it points to, each on lines of its own.
class image {
 public:
  explicit image(CUdeviceptr base) : base_(base) {}

  /// Where the next `count` of T will be, zeros at first.
  template <class T>
  T* zeros(std::size_t count) {
    static_assert(alignof(T) <= detail::cache_line);
    const std::size_t at = bytes_.size();
    const std::size_t whole = count * sizeof(T) + detail::cache_line - 1;
    bytes_.resize(at + whole / detail::cache_line * detail::cache_line);
    return reinterpret_cast<T*>(base_ + at);
  }
  template <class T>
  void write(T* where, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(bytes_.data() + (reinterpret_cast<CUdeviceptr>(where) - base_), values.data(),
                values.size_bytes());
  }
  template <class T>
  T* copy(std::span<const T> values) {
    T* where = zeros<T>(values.size());
    write(where, values);
    return where;
  }
  template <class T>
  T* copy(const T& value) {
    return copy(std::span(&value, 1));
  }
  detail::ring_view ring(std::size_t slots) {
    return detail::ring_of(zeros<std::uint64_t>(slots * detail::descriptor_words),
                           zeros<detail::ring_counters>(1), slots);
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  CUdeviceptr base_;
  std::vector<std::byte> bytes_;
};

/// Rings whose consumers are other blocks of the launch.
void add_engine(image& all, device_state& state, const kernel_view& view) {
  std::vector<detail::ring_view> rings;
  for (unsigned i = 0; i < view.sm_rings; ++i) rings.push_back(all.ring(view.ring_slots));
  state.sm_ring_count = view.sm_rings;
  state.rings = all.copy(std::span<const detail::ring_view>(rings));
  detail::sm_workspace engine;
  engine.options = view.engine;
  engine.rings = all.zeros<detail::sm_ring>(view.sm_rings);
  state.sm = all.copy(engine);
}

image image_at(CUdeviceptr base, const kernel_view& view, detail::failure_mirror* mirror) {
  image all(base);
  auto* first = all.zeros<device_state>(1);
  device_state state = view.host;
  state.peers = all.copy(view.peers);
  state.ring_count = state.host_ring_count = 0;
  add_engine(all, state, view);
  state.routing = view.routing;
  // Nothing on the GPU carries out a plan yet.
  state.plans = nullptr;
  state.plan_count = 0;
  state.workspace = view.workspace;
  detail::collective_state collectives;
  collectives.expected_arrivals = all.zeros<std::uint64_t>(view.peers.size());
  state.collectives = all.copy(collectives);
  state.checks = view.check ? all.zeros<detail::check_state>(1) : nullptr;
  state.trace = nullptr;
  state.host_copier = nullptr;
  state.on_failure = {};
  state.mirror = mirror;
  state.kernels_wait = view.kernels_wait;
  all.write(first, std::span<const device_state>(&state, 1));
  return all;
}

}  // namespace

gpu_context::gpu_context(const cuda_device& device, gpu_copier& copier, const kernel_view& view)
    : device_(device), copier_(copier), page_(page_bytes(), "a failure's mirror"), pins_(device) {
  page_.back(page_bytes());
  pins_.pin(page_.base(), page_bytes());
  static_assert(sizeof(detail::failure_mirror) <= 4096);
  mirror_ = new (page_.base()) detail::failure_mirror;
  const cuda_driver& api = cuda_driver::get();
  const cuda_scope current(device_);
  CUdeviceptr mirror = 0;
  cuda_check(api.mem_host_get_device_pointer(&mirror, static_cast<void*>(mirror_), 0u),
             "cuMemHostGetDevicePointer", {device_.number(), page_bytes()});
  const std::size_t bytes = image_at(0, view, nullptr).bytes().size();
  cuda_check(api.mem_alloc(&base_, bytes), "cuMemAlloc", {device_.number(), bytes});
  try {
    const image all = image_at(base_, view, reinterpret_cast<detail::failure_mirror*>(mirror));
    copier_.copy(address(), all.bytes().data(), all.bytes().size());
  } catch (...) {
    api.mem_free(base_);
    throw;
  }
}

gpu_context::~gpu_context() {
  const CUresult code = cuda_driver::get().mem_free(base_);
  if (code != CUDA_SUCCESS && code != CUDA_ERROR_DEINITIALIZED) {
    logger().warn("cuMemFree on device {}: CUDA error {}", device_.number(), int{code});
  }
}

device_state* gpu_context::address() const noexcept {
  return reinterpret_cast<device_state*>(base_);
}

void gpu_context::set_heap_bytes(std::uint64_t bytes) {
  copier_.copy(&address()->heap_bytes, &bytes, sizeof bytes);
}

void gpu_context::set_status(errc code) {
  const auto status = static_cast<std::uint32_t>(code);
  copier_.copy(&address()->status, &status, sizeof status);
}

std::optional<failure_record> gpu_context::failure() const {
  // Pairs with the release store of the kernel that failed.
  if (detail::load_acquire(&mirror_->status) == 0) return std::nullopt;
  return mirror_->record;
}

}  // namespace ark
