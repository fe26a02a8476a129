// What this GPU, its driver and this machine say of themselves, and the clocks that the other
// probes use.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "driver.hpp"
#include "session.hpp"

namespace ark_probe {

namespace {

struct attribute {
  const char* name;
  CUdevice_attribute code;
};

#define ARK_PROBE_ATTRIBUTE(name) \
  { #name, CU_DEVICE_ATTRIBUTE_##name }
constexpr attribute attributes[] = {
    ARK_PROBE_ATTRIBUTE(ASYNC_ENGINE_COUNT),
    ARK_PROBE_ATTRIBUTE(CAN_FLUSH_REMOTE_WRITES),
    ARK_PROBE_ATTRIBUTE(CAN_USE_64_BIT_STREAM_MEM_OPS),
    ARK_PROBE_ATTRIBUTE(CAN_USE_STREAM_WAIT_VALUE_NOR),
    ARK_PROBE_ATTRIBUTE(CLUSTER_LAUNCH),
    ARK_PROBE_ATTRIBUTE(COMPUTE_MODE),
    ARK_PROBE_ATTRIBUTE(COMPUTE_PREEMPTION_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(CONCURRENT_KERNELS),
    ARK_PROBE_ATTRIBUTE(DMA_BUF_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(ECC_ENABLED),
    ARK_PROBE_ATTRIBUTE(GENERIC_COMPRESSION_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(GPU_DIRECT_RDMA_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(GPU_DIRECT_RDMA_WRITES_ORDERING),
    ARK_PROBE_ATTRIBUTE(HANDLE_TYPE_FABRIC_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(HOST_NATIVE_ATOMIC_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(IPC_EVENT_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(L2_CACHE_SIZE),
    ARK_PROBE_ATTRIBUTE(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    ARK_PROBE_ATTRIBUTE(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
    ARK_PROBE_ATTRIBUTE(MAX_THREADS_PER_MULTIPROCESSOR),
    ARK_PROBE_ATTRIBUTE(MEM_SYNC_DOMAIN_COUNT),
    ARK_PROBE_ATTRIBUTE(MPS_ENABLED),
    ARK_PROBE_ATTRIBUTE(MULTICAST_SUPPORTED),
    ARK_PROBE_ATTRIBUTE(MULTIPROCESSOR_COUNT),
    ARK_PROBE_ATTRIBUTE(PAGEABLE_MEMORY_ACCESS),
    ARK_PROBE_ATTRIBUTE(RESERVED_SHARED_MEMORY_PER_BLOCK),
    ARK_PROBE_ATTRIBUTE(VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED),
};
#undef ARK_PROBE_ATTRIBUTE

void read_attributes(session& in) {
  const auto get = driver_function<PFN_cuDeviceGetAttribute_v2000>("cuDeviceGetAttribute");
  for (const attribute& one : attributes) {
    in.attempt(in.result("attribute").text("attribute", one.name), milliseconds(5000),
               [&](record& into) {
                 int value = 0;
                 check(get(&value, one.code, in.how().device), "cuDeviceGetAttribute");
                 into.integer("value", value).verdict("read");
               });
  }
}

/// Different times that the global timer shows, one after the other, and the cycles between the
/// first and the last.
__global__ void read_clocks(std::uint64_t* times, unsigned count, std::uint64_t* cycles,
                            kernel_limits limits) {
  std::uint64_t last = global_ns();
  const std::uint64_t begin = clock64();
  for (unsigned i = 0; i < count; ++i) {
    wait_for([&] { return (times[i] = global_ns()) != last; }, limits);
    last = times[i];
  }
  *cycles = static_cast<std::uint64_t>(clock64()) - begin;
}

void read_timers(session& in) {
  constexpr unsigned count = 2000;
  in.attempt(in.result("clocks"), milliseconds(10000), [&](record& into) {
    const device_memory times(count * sizeof(std::uint64_t)), cycles(sizeof(std::uint64_t));
    const stream reading;
    read_clocks<<<1, 1, 0, reading>>>(times.as<std::uint64_t>(), count, cycles.as<std::uint64_t>(),
                                      in.limits(milliseconds(100)));
    check_launch("read_clocks");
    in.finish(reading, "read_clocks");
    std::vector<std::uint64_t> seen(count);
    std::uint64_t spent = 0;
    check(cudaMemcpy(seen.data(), times.as<void>(), times.bytes(), cudaMemcpyDefault),
          "cudaMemcpy");
    check(cudaMemcpy(&spent, cycles.as<void>(), sizeof spent, cudaMemcpyDefault), "cudaMemcpy");
    std::vector<double> steps;
    for (unsigned i = 1; i < count; ++i) {
      steps.push_back(static_cast<double>(seen[i] - seen[i - 1]));
    }
    into.distribution("ns", std::move(steps));
    into.number("sm_mhz",
                static_cast<double>(spent) * 1e3 / static_cast<double>(seen.back() - seen.front()));
    into.verdict("measured", "steps of the global timer");
  });
}

/// Whether PATH has a program of this name.
bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string folder = rest.substr(0, colon);
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  return false;
}

void read_machine(session& in) {
  std::string nodes;
  std::error_code none;
  for (const auto& one : std::filesystem::directory_iterator("/dev", none)) {
    const std::string name = one.path().filename().string();
    if (name.starts_with("nvidia")) nodes += (nodes.empty() ? "" : " ") + name;
  }
  in.out().write(in.result("machine")
                     .text("device_nodes", nodes)
                     .flag("mps_control_in_path", in_path("nvidia-cuda-mps-control"))
                     .flag("nvidia_smi_in_path", in_path("nvidia-smi"))
                     .verdict("read"));
}

void run(session& in) {
  read_attributes(in);
  read_timers(in);
  read_machine(in);
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "facts", ark_probe::run);
}
