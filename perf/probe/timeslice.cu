// What does a kernel's wait for another process cost, on one GPU without MPS, where the two take
// turns? Round trips of a flag between kernels of two processes, beside the same within one
// process.
#include <memory>
#include <vector>

#include "child_process.hpp"
#include "session.hpp"
#include "shared_page.hpp"

namespace ark_probe {

namespace {

constexpr unsigned rounds = 100;
constexpr milliseconds longest{6000};
constexpr const char* role = "answers";

/// The page: flags of both, and the end for both kernels.
struct flags {
  alignas(128) std::uint64_t ping;
  alignas(128) std::uint64_t pong;
  alignas(128) std::uint32_t abort;
};

__global__ void ask(flags* shared, std::uint64_t* ns, std::uint64_t* done, kernel_limits limits) {
  for (std::uint64_t i = 1; i <= rounds; ++i) {
    const std::uint64_t start = global_ns();
    store_release(&shared->ping, i);
    if (!wait_for([=] { return load_acquire(&shared->pong) >= i; }, limits)) return;
    ns[i - 1] = global_ns() - start;
    *done = i;
  }
}

__global__ void answer(flags* shared, kernel_limits limits) {
  for (std::uint64_t i = 1; i <= rounds; ++i) {
    if (!wait_for([=] { return load_acquire(&shared->ping) >= i; }, limits)) return;
    store_release(&shared->pong, i);
  }
}

/// The page as this process's GPU sees it.
class gpu_page {
 public:
  explicit gpu_page(shared_page& page) : host_(page.data()) {
    check(cudaHostRegister(host_, shared_page::bytes,
                           cudaHostRegisterMapped | cudaHostRegisterPortable),
          "cudaHostRegister of shared memory");
    const cudaError_t code = cudaHostGetDevicePointer(&device_, host_, 0);
    if (code == cudaSuccess) return;
    cudaHostUnregister(host_);
    check(code, "cudaHostGetDevicePointer");
  }
  ~gpu_page() { cudaHostUnregister(host_); }
  gpu_page(const gpu_page&) = delete;
  gpu_page& operator=(const gpu_page&) = delete;

  [[nodiscard]] flags* device() const { return static_cast<flags*>(device_); }
  [[nodiscard]] flags* host() const { return static_cast<flags*>(host_); }
  [[nodiscard]] kernel_limits limits() const {
    return {&device()->abort, static_cast<std::uint64_t>(longest.count()) * 1'000'000};
  }

 private:
  void* host_;
  void* device_ = nullptr;
};

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        page_(file_),
        ns_(rounds * sizeof(std::uint64_t)),
        done_(sizeof(std::uint64_t)) {}

  void one_process(record& into) {
    reset();
    answer<<<1, 1, 0, other_>>>(page_.device(), page_.limits());
    check_launch("answer");
    round_trips(into);
    session_.finish(other_, "answer");
  }

  void two_processes(record& into) {
    reset();
    child_process other({"--role", role, "--device", std::to_string(session_.how().device), "--fd",
                         std::to_string(file_.fd())});
    const auto line = other.read_line(std::chrono::seconds(15));
    if (line != std::optional<std::string>("ready")) {
      throw std::runtime_error("the other process says '" + line.value_or("nothing within 15 s") +
                               "'");
    }
    const at_exit stop([this] { end(); });
    round_trips(into);
    const auto status = other.wait(longest);
    into.integer("status", status.value_or(-1));
  }
  /// Ends both kernels' waits. Any thread.
  void end() { std::atomic_ref(page_.host()->abort).store(1); }

 private:
  void reset() {
    *page_.host() = {};
    check(cudaMemset(done_.as<void>(), 0, done_.bytes()), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

  void round_trips(record& into) {
    ask<<<1, 1, 0, asking_>>>(page_.device(), ns_.as<std::uint64_t>(), done_.as<std::uint64_t>(),
                              page_.limits());
    check_launch("ask");
    if (!session_.wait_stream(asking_, longest)) {
      end();
      session_.finish(asking_, "ask after it was told to end");
    }
    std::uint64_t done = 0;
    std::vector<std::uint64_t> ns(rounds);
    check(cudaMemcpy(&done, done_.as<void>(), sizeof done, cudaMemcpyDefault), "cudaMemcpy");
    check(cudaMemcpy(ns.data(), ns_.as<void>(), ns_.bytes(), cudaMemcpyDefault), "cudaMemcpy");
    ns.resize(done);
    into.distribution("ns", std::vector<double>(ns.begin(), ns.end()));
    into.verdict(done == rounds ? "measured" : "timed_out");
  }

  session& session_;
  shared_page file_;
  gpu_page page_;
  device_memory ns_, done_;
  stream asking_, other_;
};

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("a page for two processes", in);
  if (!on) return;
  int mps = 0;
  check(cudaDeviceGetAttribute(&mps, cudaDevAttrMpsEnabled, in.how().device),
        "cudaDeviceGetAttribute");
  const auto head = [&](const char* where) {
    return in.result("round trip of a flag").text("between", where).flag("mps", mps != 0);
  };
  in.attempt(
      head("two kernels of one process"), milliseconds(15000),
      [&](record& into) { on->one_process(into); }, [&] { on->end(); });
  in.attempt(
      head("kernels of two processes"), milliseconds(40000),
      [&](record& into) { on->two_processes(into); }, [&] { on->end(); });
}

int child(const options& how) {
  session in(how, role, true);
  shared_page file(how.fd);
  const gpu_page page(file);
  const stream answering;
  std::printf("ready\n");
  std::fflush(stdout);
  answer<<<1, 1, 0, answering>>>(page.device(), page.limits());
  check_launch("answer");
  in.finish(answering, "answer");
  return 0;
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "timeslice", ark_probe::run, ark_probe::child);
}
