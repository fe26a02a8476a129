// Two processes on one GPU, without MPI: each finds in its heap what the other has written there,
// by every way in which heaps are shared. By the driver alone, so it runs on the fake one, too.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <ark/errc.hpp>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "gpu/kernels/fast_path.hpp"
#include "gpu/memory/cuda_ipc.hpp"
#include "gpu/memory/cuda_vmm.hpp"
#include "hang_limit.hpp"

namespace ark {
namespace {

constexpr std::uint64_t timeout_ns = 30'000'000'000;
constexpr const char* socket_variable = "SECOND_PROCESS_SOCKET";  // only the second process has it
constexpr int skipped_status = 77;                                // as gpu_main.cu's

std::string current_test() {
  const testing::TestInfo& it = *testing::UnitTest::GetInstance()->current_test_info();
  return std::string(it.test_suite_name()) + "." + it.name();
}

/// This process, and another that runs the same test. The first makes the second, and has a failure
/// if that has one.
class two_processes {
 public:
  two_processes() {
    if (const char* mine = std::getenv(socket_variable)) {
      rank_ = 1;
      socket_ = unique_fd(std::atoi(mine));
      return;
    }
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw error(errc::system_error, "socketpair");
    socket_ = unique_fd(ends[0]);
    const unique_fd kept(ends[1]), theirs(dup(ends[1]));  // a copy outlives exec
    start_second(theirs.get());
  }
  ~two_processes() {
    socket_.reset();  // if this one fails first, the second is not to wait for it
    if (second_ == 0) return;
    int status = 0;
    waitpid(second_, &status, 0);
    // Both ask the same driver: the second skips what this one skips, and gpu_main.cu says so.
    const bool both_skipped = testing::Test::IsSkipped() && WEXITSTATUS(status) == skipped_status;
    EXPECT_TRUE(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || both_skipped))
        << "of the second process";
  }
  two_processes(const two_processes&) = delete;
  two_processes& operator=(const two_processes&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] job_link link() const {
    return {rank_, 2, timeout_ns, [this](const void* in, std::size_t bytes, void* out) {
              auto* const all = static_cast<std::byte*>(out);
              std::copy_n(static_cast<const std::byte*>(in), bytes, all + mine() * bytes);
              // Whoever has ended is not waited for, and one that hangs has a watchdog.
              if (send(socket_.get(), in, bytes, MSG_NOSIGNAL) != static_cast<ssize_t>(bytes) ||
                  recv(socket_.get(), all + (1 - mine()) * bytes, bytes, MSG_WAITALL) !=
                      static_cast<ssize_t>(bytes)) {
                throw error(errc::peer_failed, "the other process has ended");
              }
            }};
  }
  void barrier() const {
    const char in = 0;
    std::array<char, 2> out{};
    link().allgather(&in, 1, out.data());
  }

 private:
  [[nodiscard]] std::size_t mine() const { return static_cast<std::size_t>(rank_); }

  void start_second(int socket) {
    std::string program = "/proc/self/exe";
    std::string filter = "--gtest_filter=" + current_test();
    std::string variable = fmt::format("{}={}", socket_variable, socket);
    char* const arguments[] = {program.data(), filter.data(), nullptr};
    std::vector<char*> variables{variable.data()};
    for (char** it = environ; *it != nullptr; ++it) variables.push_back(*it);
    variables.push_back(nullptr);
    const int code =
        posix_spawn(&second_, program.c_str(), nullptr, nullptr, arguments, variables.data());
    if (code != 0) throw error(errc::system_error, "posix_spawn of " + program);
  }

  int rank_ = 0;
  pid_t second_ = 0;
  unique_fd socket_;
};

constexpr std::size_t segment = 4 << 20;

unsigned char sent(int rank, std::size_t i) {
  return static_cast<unsigned char>(31 * static_cast<std::size_t>(rank + 1) + i % 251);
}

class Processes : public testing::Test {
 protected:
  void SetUp() override {
    if (device_.facts().one_context_only)
      GTEST_SKIP() << "the GPU takes one process only (compute mode)";
  }

  /// What each writes into segment `number` of the other's heap, bytes and then a word, is there.
  void exchange(const memory_backend& heap, std::size_t number) {
    const int me = both_.rank();
    constexpr std::size_t bytes = segment - sizeof(std::uint64_t);
    std::byte* const mine = heap.local_base() + number * segment;
    std::byte* const theirs = heap.peer_base(1 - me) + number * segment;
    std::vector<unsigned char> data(bytes), got(bytes);
    for (std::size_t i = 0; i < bytes; ++i) data[i] = sent(me, i);
    copier_.copy(theirs, data.data(), bytes);
    copier_.write_word(reinterpret_cast<std::uint64_t*>(theirs + bytes), 70 + number);
    both_.barrier();
    std::uint64_t word = 0;
    copier_.copy(&word, mine + bytes, sizeof word);
    EXPECT_EQ(word, 70 + number);
    copier_.copy(got.data(), mine, bytes);
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(got[i], sent(1 - me, i)) << i;
    copier_.copy(got.data(), theirs, bytes);
    EXPECT_EQ(got, data);
    both_.barrier();
  }

  const ark_gpu::watchdog bound_{current_test()};
  const two_processes both_;
  const cuda_device device_{0};
  gpu_copier copier_{device_, timeout_ns};
};

TEST_F(Processes, ShareSegmentsAsFileDescriptors) {
  if (const std::string why = vmm_obstacle(device_, true); !why.empty()) GTEST_SKIP() << why;
  cuda_vmm heap(device_, copier_, both_.link(), 2 * segment);
  heap.grow(segment);
  exchange(heap, 0);
  heap.grow(segment);
  exchange(heap, 1);
  // As kernels want it that compute where a peer's heap is.
  std::vector<detail::peer_view> peers(2);
  for (int pe = 0; pe < 2; ++pe) {
    const auto base = reinterpret_cast<std::uint64_t>(heap.peer_base(pe));
    peers[static_cast<std::size_t>(pe)] = {base, detail::peer_route::mapped};
  }
  EXPECT_EQ(stores_to_peers(peers, both_.rank()).peers, 2u)
      << heap.peer_base(0) << " " << heap.peer_base(1);
}

TEST_F(Processes, ShareOneAllocationByCudaIpc) {
  cuda_ipc heap(device_, copier_, both_.link(), 2 * segment);
  heap.grow(2 * segment);
  exchange(heap, 0);
  exchange(heap, 1);
}

TEST_F(Processes, ShareAllocationsOneAfterTheOther) {
  for (int turn = 0; turn < 3; ++turn) {
    cuda_ipc heap(device_, copier_, both_.link(), segment);
    heap.grow(segment);
    exchange(heap, 0);
  }
}

}  // namespace
}  // namespace ark
