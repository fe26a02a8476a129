#include "proxy_service.hpp"

#include <fmt/core.h>
#include <sys/random.h>

#include <algorithm>
#include <ark/device/transfer/queue.hpp>
#include <chrono>
#include <cstring>

#include "info/routes.hpp"
#include "transport/loopback/loopback.hpp"
#include "transport/ucx/network_devices.hpp"
#include "transport/ucx/ucx.hpp"

namespace ark {

namespace {

/// Polling interval for a ring whose poster cannot wake the proxy.
constexpr std::chrono::microseconds backoff_beside_gpu{100};

/// Below this, the peer's eager copy and its answers in bundles are fast enough.
constexpr proxy::one_sided_sizes one_sided_default{128 * 1024 + 1, proxy::bundler::small_bytes + 1};

proxy::one_sided_use use_of(one_sided_choice choice) {
  switch (choice) {
    case one_sided_choice::automatic:
      return proxy::one_sided_use::native;
    case one_sided_choice::never:
      return proxy::one_sided_use::never;
    case one_sided_choice::always:
      break;
  }
  return proxy::one_sided_use::always;
}

/// Liveness checks of other hosts, by the proxy's messages.
class proxy_watch final : public remote_watch {
 public:
  proxy_watch(proxy::proxy& over, proxy::progress_thread& thread) : over_(over), thread_(thread) {}
  void ping(int pe) override {
    over_.ping(pe);
    thread_.wake();
  }
  [[nodiscard]] std::uint64_t last_message_ns(int pe) const override {
    return over_.last_message_ns(pe);
  }
  void give_up(int pe) override {
    over_.give_up(pe);
    thread_.wake();
  }
  void announce(int to, int lost, std::uint64_t how) override {
    over_.announce(to, lost, how);
    thread_.wake();
  }

 private:
  proxy::proxy& over_;
  proxy::progress_thread& thread_;
};

/// In order, the other PEs say goodbye as soon as they run; a lost one is not waited for.
constexpr std::uint64_t bye_ns = 500'000'000, bye_in_order_ns = 10'000'000'000;

/// The reason why no network card may access the GPU's memory, or empty.
std::string network_obstacle(const gpu_pipeline& pipeline, const gpu_choice& choice,
                             const memory_backend& heap) {
  const bool reached = !choice.heap_on_gpu() || pipeline.on_network(heap.local_base(), 1);
  return reached ? pipeline.network_obstacle()
                 : fmt::format("network cards do not reach a heap of {}", heap.name());
}

}  // namespace

/// Routes are symmetric, but whether any PE needs a proxy is known only after an exchange.
bool proxy_service::needed_by_some() const {
  const std::uint8_t mine = core_.state.host_ring_count != 0 ? 1 : 0;
  std::vector<std::uint8_t> wanted(static_cast<std::size_t>(core_.state.n_pes));
  core_.boot->allgather(&mine, sizeof mine, wanted.data());
  return std::find(wanted.begin(), wanted.end(), 1) != wanted.end();
}

std::uint64_t proxy_service::job_token() const {
  std::uint64_t token = 0;
  if (core_.state.pe == 0 && getrandom(&token, sizeof token, 0) != sizeof token)
    throw error(errc::system_error, fmt::format("getrandom: {}", std::strerror(errno)));
  core_.boot->broadcast(&token, sizeof token, 0);
  return token;
}

void proxy_service::start(const gpu_choice& choice, const symmetric_memory& memory,
                          queue_set& queues) {
  if (!needed_by_some()) return;
  proxy::proxy::options options;
  options.token = job_token();
  transport_ = make_transport();
  options.failure_reported = [this](int pe, int reported_by, std::uint64_t how) {
    watch_.report(pe, static_cast<liveness::cause>(how), reported_by);
  };
  options.connection_lost = [this](int pe, const std::string& why) { watch_.suspect(pe, why); };
  // Kernels on a GPU use buffers in its memory, wherever the heap is.
  if (choice.kernels_on_gpu()) {
    choose_gpu_path(choice, memory);
    options.gpu = pipeline_.get();
    options.gpu_bytes = gpu_path_->direct_bytes;
  }
  if (core_.values.one_sided == one_sided_choice::automatic) {
    options.one_sided = one_sided_default;
  } else {  // always, or never, where the size is 0
    options.one_sided = {core_.values.one_sided_bytes, core_.values.one_sided_bytes};
  }
  if (core_.state.host_ring_count != 0) {
    options.trace = queues.trace();
    options.trace_ring = device::queue::engine_ring_total(core_.state);
  }
  options.tenants = &queues.tenants();
  // Without a ring if only other PEs need a proxy.
  proxy_ = std::make_unique<proxy::proxy>(core_.state, queues.proxy_rings(), *transport_, options);
  connect();
  start_thread();
  source_.emplace(*proxy_, *thread_, core_.executor->config().order.kind != policy_kind::fifo);
  progress_.add(core_, *source_, [](void* self) { return static_cast<source*>(self)->rests(); });
  remote_watch_ = std::make_unique<proxy_watch>(*proxy_, *thread_);
  watch_.watch_remote(*remote_watch_);
}

std::unique_ptr<proxy::transport> proxy_service::make_transport() const {
  const bool one_process = core_.layout.one_process();
  const bool one_host = core_.boot->local_size() == core_.state.n_pes;
  switch (core_.values.transport) {
    case transport_choice::none:
      break;
    case transport_choice::automatic:
      if (!one_process) break;
      [[fallthrough]];
    case transport_choice::loopback:
      if (one_process) {
        proxy::loopback::options how;
        how.one_sided = core_.values.one_sided == one_sided_choice::always;
        how.part_bytes = core_.values.part_bytes.value_or(0);
        return std::make_unique<proxy::loopback>(how);
      }
      throw error(errc::unsupported,
                  fmt::format("ARK_TRANSPORT=loopback: the {} PEs are in several processes; ucx "
                              "reaches them",
                              core_.state.n_pes));
    case transport_choice::ucx:
      break;
  }
  if (core_.values.transport == transport_choice::none) {
    throw error(errc::unsupported,
                fmt::format("not all of {} PEs are mapped by all (there are other hosts, or GPUs "
                            "apart), and ARK_TRANSPORT=none; auto or ucx reaches them",
                            core_.state.n_pes));
  }
  const std::string devices =
      core_.values.ucx_devices_given ? std::string() : proxy::network_devices(one_host);
  if (devices.empty() && !core_.values.ucx_devices_given) {
    core_.how.downgrades.downgrade("network devices", "the interfaces that are up",
                                   "UCX's own choice",
                                   "no interface of this host is up and has an address",
                                   "bring one up, or name devices in UCX_NET_DEVICES");
  }
  return proxy::ucx_transport(
      {core_.state.n_pes, use_of(core_.values.one_sided), core_.values.part_bytes, devices});
}

void proxy_service::choose_gpu_path(const gpu_choice& choice, const symmetric_memory& memory) {
  pipeline_ = choice.device->make_pipeline();
  gpu_path_ = choose_gpu_transfer_path(transport_name(), transport_->gpu_bytes(),
                                       network_obstacle(*pipeline_, choice, memory.backend()));
}

void proxy_service::connect() {
  transport_->connect(core_.boot->allgather_any(transport_->address()), proxy_->as_receiver());
}

void proxy_service::start_thread() {
  if (core_.state.kernel_ring_count == 0) {
    thread_ = std::make_unique<proxy::progress_thread>(*proxy_, transport_->event_fd());
  } else {
    thread_ = std::make_unique<proxy::progress_thread>(*proxy_, transport_->event_fd(),
                                                       backoff_beside_gpu);
  }
}

void proxy_service::leave(proxy::departing how) noexcept {
  if (proxy_) proxy_->leave(how, how == proxy::departing::in_order ? bye_in_order_ns : bye_ns);
}

void proxy_service::end(bool abandoned) noexcept {
  if (abandoned && transport_) transport_->abandon();
  progress_.remove();
  thread_.reset();
}

std::string proxy_service::describe(int pe) const {
  return fmt::format("{}; {}", transport_->name(), proxy_->describe(pe));
}

}  // namespace ark
