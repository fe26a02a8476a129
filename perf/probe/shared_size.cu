// Is %dynamic_smem_size what the launch gave, to the byte? ark tells the PEs of a process apart by
// it: a launch adds 16 bytes for each place to what the kernel wants. Sizes around multiples of
// 1024, by <<<>>>, by a cooperative launch and by a graph.

#include "graph.hpp"
#include "session.hpp"

namespace ark_probe {

namespace {

constexpr unsigned most_bytes = 49152 + 63 * 16;
constexpr unsigned sizes[] = {0,    1,    15,    16,    17,         1000,      1008,
                              1024, 1040, 40000, 49152, 49152 + 16, most_bytes};

__global__ void read_size(std::uint32_t* size) {
  std::uint32_t bytes;
  asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  *size = bytes;
}

enum class way { plain, cooperative, graph };
const char* name_of(way how) {
  switch (how) {
    case way::plain:
      return "<<<>>>";
    case way::cooperative:
      return "cudaLaunchCooperativeKernel";
    case way::graph:
      return "kernel node of a graph";
  }
  return "";
}

class bench {
 public:
  explicit bench(session& in) : session_(in), size_(sizeof(std::uint32_t)) {
    check(cudaFuncSetAttribute(read_size, cudaFuncAttributeMaxDynamicSharedMemorySize, most_bytes),
          "cudaFuncSetAttribute");
  }

  void measure(way how, unsigned bytes, record& into) {
    if (how == way::graph) {
      const graph one;
      graph_capture(one, stream_, [&] { launch(how, bytes); });
      const graph_exec ready(one, 0, stream_);
      ready.launch(stream_);
      session_.finish(stream_, "read_size");
    } else {
      launch(how, bytes);
      session_.finish(stream_, "read_size");
    }
    std::uint32_t seen = 0;
    check(cudaMemcpy(&seen, size_.as<void>(), sizeof seen, cudaMemcpyDefault), "cudaMemcpy");
    into.integer("seen", seen).verdict(seen == bytes ? "exact" : "differs");
  }

 private:
  void launch(way how, unsigned bytes) {
    auto* to = size_.as<std::uint32_t>();
    if (how == way::cooperative) {
      void* arguments[] = {&to};
      check(cudaLaunchCooperativeKernel(read_size, dim3(1), dim3(1), arguments, bytes, stream_),
            "cudaLaunchCooperativeKernel");
    } else {
      read_size<<<1, 1, bytes, stream_>>>(to);
      check_launch("read_size");
    }
  }

  session& session_;
  device_memory size_;
  stream stream_;
};

void run(session& in) {
  const auto on = in.prepare<bench>("a kernel with shared memory", in);
  if (!on) return;
  for (const way how : {way::plain, way::cooperative, way::graph}) {
    for (const unsigned bytes : sizes) {
      in.attempt(
          in.result("dynamic shared memory").text("launched", name_of(how)).integer("given", bytes),
          milliseconds(5000), [&](record& into) { on->measure(how, bytes, into); });
    }
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "shared_size", ark_probe::run);
}
