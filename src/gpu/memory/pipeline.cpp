#include "gpu/memory/pipeline.hpp"

#include <fmt/core.h>

#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <deque>
#include <utility>
#include <variant>
#include <vector>

#include "error/log.hpp"
#include "gpu/driver/gpu_stream.hpp"
#include "gpu/kernels/amo_kernel.hpp"
#include "gpu/memory/pinned_buffers.hpp"

namespace ark {

namespace {

using ended = gpu_pipeline::ended;

struct copy_step {
  CUdeviceptr dest, source;
  std::size_t bytes;
  ended then;
};
struct set_step {
  CUdeviceptr word;
  std::uint64_t value;
  ended then;
};

/// One stream of batches: a batch is submitted as a whole, and the next one after it has completed.
class lane {
 public:
  lane(const cuda_device& device, std::uint64_t timeout_ns)
      : device_(device), timeout_ns_(timeout_ns), stream_(device) {}

  std::vector<copy_step> copies;  ///< the next batch
  std::vector<set_step> sets;

  [[nodiscard]] bool idle() const noexcept { return !running_ && copies.empty() && sets.empty(); }

  /// The requests of the running batch, if it has completed.
  std::vector<ended> poll() {
    if (!running_) return {};
    try {
      if (!cuda_stream_idle(device_, stream_.get(), call_, bytes_)) {
        check_deadline();
        return {};
      }
    } catch (...) {
      running_ = stuck_;
      thens_.clear();
      throw;
    }
    running_ = stuck_ = false;
    return std::exchange(thens_, {});
  }

  void start() {
    if (running_ || idle()) return;
    const std::vector<copy_step> moving = std::exchange(copies, {});
    const std::vector<set_step> setting = std::exchange(sets, {});
    begin("cuStreamWriteValue64", 0);
    bytes_ = sizeof(std::uint64_t) * setting.size();
    for (const copy_step& one : moving) bytes_ += one.bytes;
    start_copies(moving);
    for (const set_step& one : setting) stream_.write_word(one.word, one.value);
    for (const copy_step& one : moving) thens_.push_back(one.then);
    for (const set_step& one : setting) thens_.push_back(one.then);
  }
  template <class Request>
  void start(amo_kernel& kernel, const Request& wanted, ended then) {
    begin("cuLaunchKernel of an atomic, which needs a place beside other kernels,", wanted.bytes);
    kernel.start(stream_.get(), wanted);
    thens_.push_back(std::move(then));
  }
  void launch_first(amo_kernel& kernel) { kernel.launch_first(stream_, timeout_ns_); }
  [[nodiscard]] bool running() const noexcept { return running_; }

  /// False after a timeout.
  [[nodiscard]] bool drain() const noexcept {
    try {
      return !running_ || (!stuck_ && stream_.wait(timeout_ns_));
    } catch (const std::exception&) {
      return false;
    }
  }

 private:
  void begin(const char* call, std::size_t bytes) {
    running_ = true;  // a call that fails may leave earlier ones in flight
    call_ = call;
    bytes_ = bytes;
    began_ns_ = detail::clock_ns();
  }
  void check_deadline() {
    if (stuck_ || detail::clock_ns() - began_ns_ <= timeout_ns_) return;
    stuck_ = true;
    throw error(errc::timeout,
                fmt::format("{} on device {} of {} bytes: not done after {:.1f} s", call_,
                            device_.number(), bytes_, static_cast<double>(timeout_ns_) * 1e-9));
  }

  void start_copies(const std::vector<copy_step>& moving) {
    std::vector<CUdeviceptr> dests, sources;
    std::vector<std::size_t> sizes;
    const bool batched = cuda_driver::get().memcpy_batch_async && moving.size() > 1;
    for (const copy_step& one : moving) {
      if (!batched) {
        start_copy(one);
        continue;
      }
      dests.push_back(one.dest);
      sources.push_back(one.source);
      sizes.push_back(one.bytes);
    }
    if (!dests.empty()) start_batch(dests, sources, sizes);
  }
  void start_copy(const copy_step& one) {
    call_ = "cuMemcpyAsync";
    cuda_check(cuda_driver::get().memcpy_async(one.dest, one.source, one.bytes, stream_.get()),
               call_, {device_.number(), one.bytes});
  }
  void start_batch(std::vector<CUdeviceptr>& dests, std::vector<CUdeviceptr>& sources,
                   std::vector<std::size_t>& sizes) {
    call_ = "cuMemcpyBatchAsync";
    CUmemcpyAttributes how{};
    how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    std::size_t first = 0, failed = 0;
    cuda_check(cuda_driver::get().memcpy_batch_async(dests.data(), sources.data(), sizes.data(),
                                                     sizes.size(), &how, &first, std::size_t{1},
                                                     &failed, stream_.get()),
               call_, {device_.number(), bytes_});
  }

  const cuda_device& device_;
  std::uint64_t timeout_ns_;
  cuda_stream stream_;
  std::vector<ended> thens_;
  const char* call_ = "";
  std::size_t bytes_ = 0;
  std::uint64_t began_ns_ = 0;
  bool running_ = false;
  bool stuck_ = false;  ///< its timeout has been reported
};

/// When the GPU sees what a network card has written to its memory.
enum class network_order : std::uint8_t {
  natural,  ///< with all that is ordered after it, as other devices do
  flushed,  ///< after a flush call
  unknown,
};
network_order network_order_of(const cuda_device& device) {
  const int seen_by = device.attribute(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING);
  if (seen_by >= CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES) return network_order::natural;
  const int ways = device.attribute(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS);
  const bool by_call = (ways & CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST) != 0;
  return by_call ? network_order::flushed : network_order::unknown;
}

}  // namespace

struct gpu_pipeline::impl {
  struct amo_step {
    std::variant<amo_request, add_request> wanted;
    ended_amo then;
  };

  impl(const cuda_device& of, std::uint64_t timeout_ns)
      : device(of),
        reads(of, timeout_ns),
        writes(of, timeout_ns),
        words(of, timeout_ns),
        kernel(of),
        order(network_order_of(of)) {
    words.launch_first(kernel);
  }

  /// One at a time: the kernel has one word for the old value.
  void start_amo() {
    if (words.running() || amos.empty()) return;
    const amo_step next = std::move(amos.front());
    amos.pop_front();
    std::visit(
        [&](const auto& wanted) {
          words.start(kernel, wanted, [this, then = next.then] { then(kernel.before()); });
        },
        next.wanted);
  }

  /// For all devices, because peers on other GPUs may read the memory, too. If the flush fails,
  /// completion is not reported.
  bool settle() {
    if (arrivals.empty()) return false;
    const std::vector<ended> settled = std::exchange(arrivals, {});
    if (order != network_order::natural) {
      cuda_check(cuda_driver::get().flush_gpu_direct_rdma_writes(
                     CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                     CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES),
                 "cuFlushGPUDirectRDMAWrites", {device.number()});
    }
    for (const ended& then : settled) then();
    return true;
  }

  const cuda_device& device;
  std::unique_ptr<pinned_buffers> buffers = std::make_unique<pinned_buffers>(device);
  lane reads, writes, words;
  amo_kernel kernel;
  std::deque<amo_step> amos;
  network_order order;
  std::vector<ended> arrivals;
};

gpu_pipeline::gpu_pipeline(const cuda_device& device, std::uint64_t timeout_ns)
    : impl_(std::make_unique<impl>(device, timeout_ns)) {}

gpu_pipeline::~gpu_pipeline() {
  if (impl_->reads.drain() && impl_->writes.drain() && impl_->words.drain()) return;
  logger().error("copies of device {} have not ended: their buffers are kept",
                 impl_->device.number());
  static_cast<void>(impl_->buffers.release());
}

bool gpu_pipeline::on_device(const void* at) const {
  const cuda_scope current(impl_->device);
  CUmemorytype kind{};
  const CUresult code = cuda_driver::get().pointer_get_attribute(
      static_cast<void*>(&kind), CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device_pointer(at));
  return code == CUDA_SUCCESS && kind == CU_MEMORYTYPE_DEVICE;
}

std::size_t gpu_pipeline::acquire(std::size_t bytes) { return impl_->buffers->acquire(bytes); }
std::byte* gpu_pipeline::buffer(std::size_t number) const noexcept {
  return (*impl_->buffers)[number];
}
void gpu_pipeline::release(std::size_t number) { impl_->buffers->release(number); }

void gpu_pipeline::read(std::byte* dest, const std::byte* source, std::size_t bytes, ended then) {
  impl_->reads.copies.push_back(
      {device_pointer(dest), device_pointer(source), bytes, std::move(then)});
}

void gpu_pipeline::write(std::byte* dest, const std::byte* source, std::size_t bytes, ended then) {
  impl_->writes.copies.push_back(
      {device_pointer(dest), device_pointer(source), bytes, std::move(then)});
}

void gpu_pipeline::set(std::uint64_t* word, std::uint64_t value, ended then) {
  impl_->writes.sets.push_back({device_pointer(word), value, std::move(then)});
}

void gpu_pipeline::amo(detail::amo_op op, std::byte* word, std::uint64_t bytes,
                       std::uint64_t operand, std::uint64_t condition, ended_amo then) {
  impl_->amos.push_back(
      {amo_request{op, static_cast<std::uint32_t>(bytes), word, operand, condition, nullptr},
       std::move(then)});
}

void gpu_pipeline::add(detail::element_kind kind, std::byte* dest, const std::byte* source,
                       std::size_t bytes, ended then) {
  impl_->amos.push_back({add_request{kind, dest, source, bytes},
                         [then = std::move(then)](std::uint64_t) { then(); }});
}

std::string gpu_pipeline::network_obstacle() const {
  if (impl_->order != network_order::unknown) return {};
  return fmt::format("device {} offers no order of a network's writes to its memory",
                     impl_->device.number());
}

/// A card registers the memory as a whole, which may not be possible across two mappings.
bool gpu_pipeline::on_network(const void* at, std::size_t bytes) const {
  const cuda_scope current(impl_->device);
  const auto ask = [at](void* value, CUpointer_attribute attribute) {
    const CUresult code =
        cuda_driver::get().pointer_get_attribute(value, attribute, device_pointer(at));
    return code == CUDA_SUCCESS;
  };
  std::uint64_t reached = 0;  // CUDA does not document the width of its answer
  int owner = -1;
  CUdeviceptr first = 0;
  std::size_t mapped = 0;
  return ask(&reached, CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE) && reached != 0 &&
         ask(&owner, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) && owner == impl_->device.number() &&
         cuda_driver::get().mem_get_address_range(&first, &mapped, device_pointer(at)) ==
             CUDA_SUCCESS &&
         device_pointer(at) - first + bytes <= mapped;
}

void gpu_pipeline::after_flush(ended then) { impl_->arrivals.push_back(std::move(then)); }

gpu_pipeline::scope gpu_pipeline::enter() const { return scope(new cuda_scope(impl_->device)); }

void gpu_pipeline::scope_end::operator()(const cuda_scope* ended) const noexcept { delete ended; }

bool gpu_pipeline::progress() {
  if (idle()) return false;
  const cuda_scope current(impl_->device);
  bool any = false;
  for (lane* one : {&impl_->reads, &impl_->writes, &impl_->words}) {
    for (const ended& then : one->poll()) {
      then();
      any = true;
    }
  }
  any |= impl_->settle();
  impl_->reads.start();
  impl_->writes.start();
  impl_->start_amo();
  return any;
}

bool gpu_pipeline::idle() const noexcept {
  return impl_->reads.idle() && impl_->writes.idle() && impl_->words.idle() &&
         impl_->amos.empty() && impl_->arrivals.empty();
}

}  // namespace ark
