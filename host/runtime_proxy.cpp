// The runtime's way to PEs that are not mapped: the proxy, its transport and its thread.
#include <fmt/core.h>
#include <sys/random.h>

#include <algorithm>
#include <ark/device/queue.hpp>
#include <chrono>
#include <cstring>
#include <span>

#include "error/joined.hpp"
#include "info/routes.hpp"
#include "runtime.hpp"
#include "transport/loopback/loopback.hpp"
#include "transport/ucx/devices.hpp"
#include "transport/ucx/ucx.hpp"

namespace ark {

namespace {

/// Between looks at a ring whose poster can wake nobody.
constexpr std::chrono::microseconds nap_beside_gpu{100};

/// The peer's eager copy and its answers in bundles are quick enough below.
constexpr proxy::proxy::one_sided_sizes one_sided_default{128 * 1024 + 1,
                                                          proxy::bundler::small_bytes + 1};

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

/// What the watch asks of other hosts, by the proxy's messages.
class proxy_watch final : public remote_watch {
 public:
  proxy_watch(proxy::proxy& over, proxy::progress_thread& thread) : over_(over), thread_(thread) {}
  void ping(int pe) override {
    over_.ping(pe);
    thread_.wake();
  }
  [[nodiscard]] std::uint64_t heard_ns(int pe) const override { return over_.heard_ns(pe); }
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

}  // namespace

std::unique_ptr<proxy::transport> runtime::make_transport() const {
  const bool one_process = process_pes_ == static_cast<unsigned>(state_.n_pes);
  const bool one_host = boot_->local_size() == state_.n_pes;
  switch (config_.transport) {
    case transport_choice::none:
      break;
    case transport_choice::automatic:
      if (!one_process) break;
      [[fallthrough]];
    case transport_choice::loopback:
      if (one_process) {
        proxy::loopback::options how;
        how.one_sided = config_.one_sided == one_sided_choice::always;
        how.part_bytes = config_.part_bytes.value_or(0);
        return std::make_unique<proxy::loopback>(how);
      }
      throw error(errc::unsupported,
                  fmt::format("ARK_TRANSPORT=loopback: the {} PEs are in several processes; ucx "
                              "reaches them",
                              state_.n_pes));
    case transport_choice::ucx:
      break;
  }
  if (config_.transport == transport_choice::none) {
    throw error(errc::unsupported,
                fmt::format("not all of {} PEs are mapped by all (there are other hosts, or GPUs "
                            "apart), and ARK_TRANSPORT=none; auto or ucx reaches them",
                            state_.n_pes));
  }
  const std::string devices =
      config_.ucx_devices_given ? std::string() : proxy::network_devices(one_host);
  if (devices.empty() && !config_.ucx_devices_given) {
    how_.downgrades.downgrade("network devices", "the interfaces that are up", "UCX's own choice",
                              "no interface of this host is up and has an address",
                              "bring one up, or name devices in UCX_NET_DEVICES");
  }
  return proxy::ucx_transport(
      {state_.n_pes, use_of(config_.one_sided), config_.part_bytes, devices});
}

void runtime::connect_transport() {
  const std::vector<std::byte> mine = transport_->address();
  const auto pes = static_cast<std::size_t>(state_.n_pes);
  const std::uint64_t bytes = mine.size();
  std::vector<std::uint64_t> sizes(pes);
  boot_->allgather(&bytes, sizeof bytes, sizes.data());
  const std::uint64_t most = *std::max_element(sizes.begin(), sizes.end());
  std::vector<std::byte> padded(mine), all(pes * most);
  padded.resize(most);
  boot_->allgather(padded.data(), most, all.data());
  std::vector<std::vector<std::byte>> addresses;
  for (std::size_t pe = 0; pe < pes; ++pe) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(pe * most);
    addresses.emplace_back(first, first + static_cast<std::ptrdiff_t>(sizes[pe]));
  }
  transport_->connect(std::move(addresses), proxy_->as_receiver());
}

void runtime::build_proxy() {
  // Reaching a peer is mutual, but whether anybody needs a proxy is only known to all together.
  const std::uint8_t mine = state_.host_ring_count != 0 ? 1 : 0;
  std::vector<std::uint8_t> wanted(static_cast<std::size_t>(state_.n_pes));
  boot_->allgather(&mine, sizeof mine, wanted.data());
  if (std::find(wanted.begin(), wanted.end(), 1) == wanted.end()) return;
  proxy::proxy::options opts;
  if (state_.pe == 0 && getrandom(&opts.token, sizeof opts.token, 0) != sizeof opts.token) {
    throw error(errc::system_error, fmt::format("getrandom: {}", std::strerror(errno)));
  }
  boot_->broadcast(&opts.token, sizeof opts.token, 0);
  transport_ = make_transport();
  opts.failure_heard = [this](int pe, int told_by, std::uint64_t how) {
    watch_->report(pe, static_cast<liveness::cause>(how), told_by);
  };
  opts.connection_lost = [this](int pe, const std::string& why) { watch_->suspect(pe, why); };
  // Kernels on a GPU name buffers of their own memory, wherever the heap is.
  if (kernels_are_on_gpu()) {
    opts.gpu = (gpu_pipeline_ = gpu_->make_pipeline()).get();
    gpu_transfer_path_ = choose_gpu_transfer_path(config_.gpu_staging_always, transport_->name(),
                                                  transport_->gpu_bytes(), network_obstacle());
    opts.gpu_bytes = gpu_transfer_path_->direct_bytes;
  }
  if (config_.one_sided == one_sided_choice::automatic) {
    opts.one_sided = one_sided_default;
  } else {  // 0 of never
    opts.one_sided = {config_.one_sided_bytes, config_.one_sided_bytes};
  }
  if (state_.host_ring_count != 0) {
    opts.trace = trace_.get();
    opts.trace_ring = device::queue::engine_ring_total(state_);
  }
  // None where only the others need it.
  const auto own = std::span(rings_).subspan(device::queue::engine_ring_total(state_));
  proxy_ = std::make_unique<proxy::proxy>(state_, own, *transport_, opts);
  connect_transport();
  proxy_progress_ = {[](void* self, unsigned budget) {
                       return static_cast<proxy::proxy*>(self)->progress(budget);
                     },
                     [](void* self) { return static_cast<proxy::proxy*>(self)->idle(); },
                     proxy_.get()};
  add_progress(proxy_progress_);
  proxy_thread_ = state_.kernel_ring_count == 0
                      ? std::make_unique<proxy::progress_thread>(*proxy_, transport_->event_fd())
                      : std::make_unique<proxy::progress_thread>(*proxy_, transport_->event_fd(),
                                                                 nap_beside_gpu);
  place_proxy_thread();
  remote_watch_ = std::make_unique<proxy_watch>(*proxy_, *proxy_thread_);
  watch_->watch_remote(*remote_watch_);
}

/// Why no network card is given the GPU's memory, or empty.
std::string runtime::network_obstacle() const {
  const bool reached =
      !heap_is_on_gpu(heap_choice_.kind) ||
      gpu_pipeline_->on_network(reinterpret_cast<const void*>(state_.heap_base), 1);
  return reached ? gpu_pipeline_->network_obstacle()
                 : fmt::format("network cards do not reach a heap of {}", memory_->name());
}

void runtime::place_proxy_thread() {
  if (config_.proxy_cpus.empty()) return;
  const std::vector<int> missing = proxy_thread_->restrict_to(config_.proxy_cpus);
  if (missing.empty()) return;
  const bool none = missing.size() == config_.proxy_cpus.size();
  how_.downgrades.downgrade(
      "ARK_PROXY_CPUS", joined(config_.proxy_cpus, ","),
      none ? "the process's own CPUs" : "those without " + joined(missing, ","),
      fmt::format("CPU {} {} not there, or not for this process", joined(missing, ","),
                  missing.size() == 1 ? "is" : "are"),
      "name CPUs that taskset -p or the cgroup's cpuset shows");
}

}  // namespace ark
