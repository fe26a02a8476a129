#include "gpu/gpu.hpp"

#include "gpu/driver/gpu_device.hpp"
#include "gpu/driver/gpu_stream.hpp"
#include "gpu/driver/green_contexts.hpp"
#include "gpu/gpu_context.hpp"
#include "gpu/kernels/kernel_modules.hpp"
#include "gpu/memory/cuda_host.hpp"
#include "gpu/memory/cuda_ipc.hpp"
#include "gpu/memory/cuda_vmm.hpp"
#include "gpu/plans/gpu_plans.hpp"
#include "gpu/plans/plan_graph.hpp"

namespace ark {

namespace {

int device_for(const gpu::request& wanted) {
  if (wanted.number >= 0) return wanted.number;
  if (const int current = cuda_current_device(); current >= 0) return current;
  return wanted.local_rank % cuda_device_count();
}

}  // namespace

struct gpu::impl {
  explicit impl(const request& wanted)
      : timeout_ns(wanted.timeout_ns),
        device(device_for(wanted)),
        facts(device.facts()),
        copier(device, timeout_ns) {}

  std::uint64_t timeout_ns;
  cuda_device device;
  gpu_facts facts;
  gpu_copier copier;
  green_contexts parts{device};
  std::optional<gpu_context> context;
  CUcontext before = nullptr;  ///< context that was current on the constructing thread
};

gpu::gpu(const request& wanted) : impl_(std::make_unique<impl>(wanted)) {
  impl_->device.raise_stack(cuda_program_stack());
  cuda_check(cuda_driver::get().ctx_get_current(&impl_->before), "cuCtxGetCurrent");
  impl_->device.make_current();
}

gpu::~gpu() {
  // The context may end with the device; no thread must find it current then.
  const cuda_driver& api = cuda_driver::get();
  CUcontext now = nullptr;
  const bool mine = api.ctx_get_current(&now) == CUDA_SUCCESS && now == impl_->device.context();
  if (mine && now != impl_->before) api.ctx_set_current(impl_->before);
}

const gpu_facts& gpu::facts() const noexcept { return impl_->facts; }
gpu_copier& gpu::copier() noexcept { return impl_->copier; }
std::string gpu::plan_obstacle() const { return plan_graph_obstacle(cuda_driver::get()); }

std::string gpu::mapping_obstacle(bool shared) const { return vmm_obstacle(impl_->device, shared); }

std::string gpu::obstacle_between(const gpu_uuid& other) const {
  try {
    return impl_->device.obstacle_between(other);
  } catch (const error& problem) {
    return problem.what();
  }
}

std::unique_ptr<memory_backend> gpu::make_heap(heap_kind kind, const job_link& link,
                                               std::size_t reserve_bytes) {
  if (kind == heap_kind::cuda_host) {
    return std::make_unique<cuda_host>(impl_->device, link, reserve_bytes);
  }
  if (kind == heap_kind::cuda_ipc) {
    return std::make_unique<cuda_ipc>(impl_->device, impl_->copier, link, reserve_bytes);
  }
  return std::make_unique<cuda_vmm>(impl_->device, impl_->copier, link, reserve_bytes);
}

void gpu::build_context(const kernel_view& view) {
  impl_->context.emplace(impl_->device, impl_->copier, view);
}

detail::device_state* gpu::context() const noexcept { return impl_->context->address(); }
void gpu::set_heap_bytes(std::uint64_t bytes) {
  impl_->context->set_heap_bytes(bytes);
  cuda_program_grow(context(), bytes);
  write_program();
}
void gpu::set_team(int slot, const detail::team_view& view, std::span<const std::int32_t> pes) {
  impl_->context->set_team(slot, view, pes);
}
void gpu::set_plans(detail::plan_state* table, std::uint64_t count) {
  impl_->context->set_plans(table, count);
}
std::unique_ptr<gpu_plans> gpu::make_plans(std::function<void(const std::string&)> failed) {
  return std::make_unique<gpu_plans>(impl_->device, impl_->copier, impl_->timeout_ns,
                                     std::move(failed));
}
std::unique_ptr<gpu_pipeline> gpu::make_pipeline() {
  return std::make_unique<gpu_pipeline>(impl_->device, impl_->timeout_ns);
}
void gpu::set_status(errc code) { impl_->context->set_status(code); }
const detail::ring_view& gpu::proxy_ring() const noexcept { return impl_->context->proxy_ring(); }
std::optional<failure_record> gpu::failure() const { return impl_->context->failure(); }

void gpu::write_program() const {
  const cuda_scope current(impl_->device);
  cuda_program_write(impl_->device.number());
}

unsigned gpu::green_multiprocessors(CUstream_st* stream) const {
  const cuda_scope current(impl_->device);
  return cuda_green_multiprocessors(impl_->device, stream);
}

CUstream_st* gpu::stream_create(unsigned multiprocessors) {
  if (multiprocessors != 0) return impl_->parts.create(multiprocessors);
  return cuda_stream(impl_->device, stream_priority::standard).release();
}

void gpu::stream_destroy(CUstream_st* stream) {
  const cuda_scope current(impl_->device);
  { const cuda_stream ending(impl_->device, stream); }
  impl_->parts.forget(stream);
}

bool gpu::stream_query(CUstream_st* stream) {
  const cuda_scope current(impl_->device);
  return cuda_stream_idle(impl_->device, stream);
}

bool gpu::stream_in_use(CUstream_st* stream) {
  const cuda_scope current(impl_->device);
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUresult code = cuda_driver::get().stream_is_capturing(stream, &status);
  // An error of the legacy stream: another one that waits for it records a graph.
  if (code != CUDA_SUCCESS || status != CU_STREAM_CAPTURE_STATUS_NONE) return true;
  return !cuda_stream_idle(impl_->device, stream);
}

}  // namespace ark
