#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include "../../warm_up.cuh"
#include "session.hpp"

namespace ark_probe {

namespace {

constexpr milliseconds grace{5000};

cudaDeviceProp find_gpu(int device) {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess || count == 0) {
    throw no_gpu(std::string("no GPU: cudaGetDeviceCount says ") + cudaGetErrorName(code) + ", " +
                 cudaGetErrorString(code));
  }
  if (device >= count) {
    throw no_gpu("no GPU " + std::to_string(device) + ": there are " + std::to_string(count));
  }
  check(cudaSetDevice(device), "cudaSetDevice(" + std::to_string(device) + ")");
  cudaDeviceProp gpu;
  check(cudaGetDeviceProperties(&gpu, device), "cudaGetDeviceProperties");
  return gpu;
}

/// "580.95.05", from the kernel module itself; "unknown" where it is not shown.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;) {
    if (word[0] >= '1' && word[0] <= '9' && word.find('.') != std::string::npos) return word;
  }
  return "unknown";
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

session::session(const options& how, const std::string& probe, bool quiet)
    : how_(how),
      report_(stdout, probe),
      gpu_(find_gpu(how.device)),
      abort_(sizeof(std::uint32_t)),
      dog_([this](const std::string& what) {
        report_.write(record(current_).verdict("hung", what + ": the process was ended"));
      }) {
  if (!quiet) write_run();
}

void session::write_run() {
  int driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  record run = report_.begin("run");
  run.integer("format", 1).text("date", utc_now()).text("commit", how_.commit);
  run.text("gpu", gpu_.name)
      .text("architecture", "sm_" + std::to_string(gpu_.major * 10 + gpu_.minor))
      .integer("sms", gpu_.multiProcessorCount)
      .text("driver", driver_version())
      .integer("driver_api", driver)
      .integer("cuda", runtime)
      .integer("cpus", static_cast<std::int64_t>(std::thread::hardware_concurrency()))
      .integer("connections", how_.connections);
  report_.write(run);
}

void session::attempt(record head, milliseconds limit, const std::function<void(record&)>& body,
                      const std::function<void()>& release) {
  if (us_since(start_) > how_.seconds * 1e6) {
    report_.write(head.verdict("left_out", "the time of this probe was over"));
    return;
  }
  abort_word().store(0);
  current_ = head;
  dog_.watch("waits did not end when told to", limit, grace, [this, &release] {
    abort_waits();
    if (release) release();
  });
  try {
    body(head);
  } catch (const cuda_error& error) {
    head.verdict(error.unsupported() ? "not_supported" : "failed", error.what());
  } catch (const std::exception& error) {
    head.verdict("failed", error.what());
  }
  // Kernels that were told to end must have read that before the word is reset for the next case.
  if (aborted()) cudaDeviceSynchronize();
  if (dog_.done()) head.verdict("timed_out", "after " + std::to_string(limit.count()) + " ms");
  report_.write(head);
}

void session::warm_up() {
  record head = result("setup").text("what", "warm-up of the GPU");
  attempt(head.integer("warm_up_ms", gpu_warm_up::ms), milliseconds(5000), [this](record& into) {
    const stream busy;
    check(gpu_warm_up::start(busy), "the warm-up");
    finish(busy, "the warm-up");
    into.verdict("done");
  });
}

bool session::wait_host(const std::function<bool()>& done, milliseconds limit) {
  const clock::time_point end = clock::now() + limit;
  while (!done()) {
    if (clock::now() >= end || aborted()) return done();
  }
  return true;
}

bool session::wait_stream(cudaStream_t stream, milliseconds limit) {
  return wait_host(
      [stream] {
        const cudaError_t code = cudaStreamQuery(stream);
        if (code != cudaErrorNotReady) check(code, "cudaStreamQuery");
        return code == cudaSuccess;
      },
      limit);
}

bool session::wait_event(cudaEvent_t event, milliseconds limit) {
  return wait_host(
      [event] {
        const cudaError_t code = cudaEventQuery(event);
        if (code != cudaErrorNotReady) check(code, "cudaEventQuery");
        return code == cudaSuccess;
      },
      limit);
}

void session::finish(cudaStream_t stream, const std::string& what) {
  if (wait_stream(stream, milliseconds(5000))) return;
  throw std::runtime_error(what + " did not end within 5000 ms");
}

int probe_main(int argc, char** argv, const std::string& probe, void (*body)(session&),
               int (*child)(const options&)) {
  try {
    const options how = parse_options(argc, argv);
    if (how.help) {
      std::fputs(usage(argv[0]).c_str(), stdout);
      return 0;
    }
    // Before the first CUDA call. A kernel that is loaded at its first launch would wait for one
    // that spins.
    setenv("CUDA_MODULE_LOADING", "EAGER", 1);
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", std::to_string(how.connections).c_str(), 1);
    if (!how.role.empty() && child != nullptr) return child(how);
    session all(how, probe);
    body(all);
    return 0;
  } catch (const usage_error& error) {
    std::fprintf(stderr, "%s: %s\n%s", argv[0], error.what(), usage(argv[0]).c_str());
    return 2;
  } catch (const no_gpu& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 77;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}

}  // namespace ark_probe
