// A libark built without a CUDA toolkit: there is never a gpu, and a request for one fails.
#include "gpu/gpu.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "gpu/plans/gpu_plans.hpp"

namespace ark {

namespace {

[[noreturn]] void without_cuda() {
  throw error(errc::unsupported,
              "this libark was built without a CUDA toolkit: its heap is in host memory, and "
              "kernels run on the CPU executor; build it where nvcc is found");
}

}  // namespace

struct gpu::impl {};

gpu::gpu(const request&) { without_cuda(); }
gpu::~gpu() = default;
const gpu_facts& gpu::facts() const noexcept { std::terminate(); }
gpu_copier& gpu::copier() noexcept { std::terminate(); }
std::string gpu::plan_obstacle() const { std::terminate(); }
std::string gpu::mapping_obstacle(bool) const { without_cuda(); }
std::string gpu::obstacle_between(const gpu_uuid&) const { without_cuda(); }
std::unique_ptr<memory_backend> gpu::make_heap(heap_kind, const job_link&, std::size_t) {
  without_cuda();
}
void gpu::build_context(const kernel_view&) { without_cuda(); }
detail::device_state* gpu::context() const noexcept { std::terminate(); }
void gpu::set_heap_bytes(std::uint64_t) { without_cuda(); }
void gpu::set_status(errc) { without_cuda(); }
std::optional<failure_record> gpu::failure() const { without_cuda(); }
const detail::ring_view& gpu::proxy_ring() const noexcept { std::terminate(); }
void gpu::set_team(int, const detail::team_view&, std::span<const std::int32_t>) { without_cuda(); }
void gpu::set_plans(detail::plan_state*, std::uint64_t) { without_cuda(); }
std::unique_ptr<gpu_plans> gpu::make_plans(std::function<void(const std::string&)>) {
  without_cuda();
}
std::unique_ptr<gpu_pipeline> gpu::make_pipeline() { without_cuda(); }
void gpu::write_program() const { without_cuda(); }
unsigned gpu::green_multiprocessors(CUstream_st*) const { without_cuda(); }
CUstream_st* gpu::stream_create(unsigned) { without_cuda(); }
void gpu::stream_destroy(CUstream_st*) { without_cuda(); }
bool gpu::stream_query(CUstream_st*) { without_cuda(); }
bool gpu::stream_in_use(CUstream_st*) { without_cuda(); }

void gpu_copier::copy(void*, const void*, std::size_t) { without_cuda(); }
void gpu_copier::zero(void*, std::size_t) { without_cuda(); }
void gpu_copier::write_word(std::uint64_t*, std::uint64_t) { without_cuda(); }
void gpu_copier::add(detail::element_kind, std::byte*, const std::byte*, std::size_t) {
  without_cuda();
}
std::uint64_t gpu_copier::amo(detail::amo_op, std::byte*, std::uint64_t, std::uint64_t,
                              std::uint64_t) {
  without_cuda();
}
void gpu_copier::signal(detail::signal_op, std::uint64_t*, std::uint64_t) { without_cuda(); }

struct gpu_pipeline::impl {};

gpu_pipeline::~gpu_pipeline() = default;
bool gpu_pipeline::on_device(const void*) const { std::terminate(); }
std::size_t gpu_pipeline::acquire(std::size_t) { without_cuda(); }
std::byte* gpu_pipeline::buffer(std::size_t) const noexcept { std::terminate(); }
void gpu_pipeline::release(std::size_t) { without_cuda(); }
void gpu_pipeline::read(std::byte*, const std::byte*, std::size_t, ended) { without_cuda(); }
void gpu_pipeline::write(std::byte*, const std::byte*, std::size_t, ended) { without_cuda(); }
void gpu_pipeline::set(std::uint64_t*, std::uint64_t, ended) { without_cuda(); }
void gpu_pipeline::amo(detail::amo_op, std::byte*, std::uint64_t, std::uint64_t, std::uint64_t,
                       ended_amo) {
  without_cuda();
}
void gpu_pipeline::add(detail::element_kind, std::byte*, const std::byte*, std::size_t, ended) {
  without_cuda();
}
std::string gpu_pipeline::network_obstacle() const { std::terminate(); }
bool gpu_pipeline::on_network(const void*, std::size_t) const { std::terminate(); }
void gpu_pipeline::after_flush(ended) { without_cuda(); }
gpu_pipeline::scope gpu_pipeline::enter() const { without_cuda(); }
void gpu_pipeline::scope_end::operator()(const cuda_scope*) const noexcept { std::terminate(); }
bool gpu_pipeline::progress() { without_cuda(); }
bool gpu_pipeline::idle() const noexcept { std::terminate(); }

struct gpu_plans::impl {};

gpu_plans::~gpu_plans() = default;
detail::plan_state* gpu_plans::words() const noexcept { std::terminate(); }
void gpu_plans::add(std::uint32_t, detail::plan_state, plan_copy) { without_cuda(); }
void gpu_plans::remove(std::uint32_t) { without_cuda(); }
void gpu_plans::end() noexcept { std::terminate(); }

}  // namespace ark
