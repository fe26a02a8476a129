#include "bootstrap/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <sched.h>

#include <ark/errc.hpp>
#include <ark/types.hpp>
#include <array>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <source_location>
#include <thread>

#include "error/log.hpp"

namespace ark {

namespace {

bool end_at_exit = false;

/// A process that leaves in the middle must not wait for the others in MPI_Finalize: it is mpirun
/// that then ends them.
void end_mpi() {
  if (end_at_exit && !mpi_is_finalized()) MPI_Finalize();
}

void mpi_check(int code, const char* call,
               const std::source_location& where = std::source_location::current()) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw error(errc::mpi_error,
              fmt::format("{}: {} ({}:{})", call, text.data(), where.file_name(), where.line()));
}

/// Owns a duplicated communicator. After MPI_Finalize there is nothing left to free.
class mpi_comm {
 public:
  explicit mpi_comm(MPI_Comm from) {
    mpi_check(MPI_Comm_dup(from, &comm_), "MPI_Comm_dup");
    mpi_check(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  }
  ~mpi_comm() {
    if (!mpi_is_finalized()) MPI_Comm_free(&comm_);
  }
  mpi_comm(const mpi_comm&) = delete;
  mpi_comm& operator=(const mpi_comm&) = delete;
  [[nodiscard]] MPI_Comm get() const noexcept { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

class mpi_bootstrap_impl final : public bootstrap {
 public:
  mpi_bootstrap_impl(MPI_Comm from, std::uint64_t timeout_ns)
      : comm_(from), timeout_ns_(timeout_ns) {
    mpi_check(MPI_Comm_rank(comm_.get(), &rank_), "MPI_Comm_rank");
    mpi_check(MPI_Comm_size(comm_.get(), &size_), "MPI_Comm_size");
    MPI_Comm host = MPI_COMM_NULL;
    mpi_check(MPI_Comm_split_type(comm_.get(), MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host),
              "MPI_Comm_split_type");
    MPI_Comm_size(host, &local_size_);
    MPI_Comm_free(&host);
  }

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] int local_size() const noexcept override { return local_size_; }
  [[nodiscard]] std::string name() const override {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    const std::string all(text.data());
    return "mpi (" + all.substr(0, all.find_first_of(",\n")) + ")";
  }

  void allgather(const void* in, std::size_t bytes, void* out) override {
    const int count = count_of(bytes);
    run("allgather", [&](MPI_Request* request) {
      return MPI_Iallgather(in, count, MPI_BYTE, out, count, MPI_BYTE, comm_.get(), request);
    });
  }
  void broadcast(void* data, std::size_t bytes, int root) override {
    const int count = count_of(bytes);
    run("broadcast", [&](MPI_Request* request) {
      return MPI_Ibcast(data, count, MPI_BYTE, root, comm_.get(), request);
    });
  }
  void barrier() override {
    run("barrier", [&](MPI_Request* request) { return MPI_Ibarrier(comm_.get(), request); });
  }
  [[noreturn]] void abort(int status) override {
    MPI_Abort(comm_.get(), status);
    std::_Exit(status);
  }

 private:
  static int count_of(std::size_t bytes) {
    if (bytes <= INT_MAX) return static_cast<int>(bytes);
    throw error(errc::invalid_argument,
                fmt::format("bootstrap: block of {} bytes, at most {}", bytes, INT_MAX));
  }

  /// Start and drive one collective up to the deadline: a spin, then the CPU is given up, then
  /// short sleeps.
  template <class Start>
  void run(const char* call, Start&& start) {
    MPI_Request request = MPI_REQUEST_NULL;
    mpi_check(start(&request), call);
    const auto begin = std::chrono::steady_clock::now();
    const auto limit = std::chrono::nanoseconds(timeout_ns_);
    for (unsigned round = 0;; ++round) {
      int done = 0;
      mpi_check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), call);
      if (done != 0) return;
      if (round < 200) continue;
      if (std::chrono::steady_clock::now() - begin > limit) {
        throw error(
            errc::timeout,
            fmt::format("MPI bootstrap: {} of PE {} of {}: not all PEs have come after {:.1f} s",
                        call, rank_, size_, static_cast<double>(timeout_ns_) * 1e-9));
      }
      if (round < 20000) {
        sched_yield();
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    }
  }

  mpi_comm comm_;
  std::uint64_t timeout_ns_;
  int rank_ = 0;
  int size_ = 1;
  int local_size_ = 1;
};

bool mpi_is_initialized() {
  int flag = 0;
  MPI_Initialized(&flag);
  return flag != 0;
}

// MPI numbers its levels in an order of its own choice: translate.
int to_mpi_level(int level) {
  switch (static_cast<ark_thread_level_t>(level)) {
    case ARK_THREAD_SINGLE:
      return MPI_THREAD_SINGLE;
    case ARK_THREAD_FUNNELED:
      return MPI_THREAD_FUNNELED;
    case ARK_THREAD_SERIALIZED:
      return MPI_THREAD_SERIALIZED;
    case ARK_THREAD_MULTIPLE:
      return MPI_THREAD_MULTIPLE;
  }
  throw error(
      errc::invalid_argument,
      fmt::format("thread level {}: ARK_THREAD_SINGLE to ARK_THREAD_MULTIPLE (0 to 3)", level));
}

void start_mpi(int level) {
  int provided = 0;
  mpi_check(MPI_Init_thread(nullptr, nullptr, to_mpi_level(level), &provided), "MPI_Init_thread");
  std::atexit(end_mpi);
}

}  // namespace

std::unique_ptr<bootstrap> mpi_bootstrap(const mpi_request& request) {
  if (mpi_is_finalized()) {
    throw error(errc::wrong_state,
                "init: MPI has been finalised, and cannot be started twice in a process");
  }
  if (request.communicator != nullptr) {
    if (!mpi_is_initialized()) {
      throw error(errc::wrong_state, "init on a communicator: MPI_Init has not been called");
    }
    return std::make_unique<mpi_bootstrap_impl>(*static_cast<const MPI_Comm*>(request.communicator),
                                                request.timeout_ns);
  }
  if (!mpi_is_initialized()) start_mpi(request.thread_level);
  return std::make_unique<mpi_bootstrap_impl>(MPI_COMM_WORLD, request.timeout_ns);
}

int mpi_thread_level() {
  if (!mpi_is_initialized() || mpi_is_finalized()) return ARK_THREAD_SINGLE;
  int provided = 0;
  MPI_Query_thread(&provided);
  int level = ARK_THREAD_SINGLE;
  while (level < ARK_THREAD_MULTIPLE && to_mpi_level(level + 1) <= provided) ++level;
  return level;
}

bool mpi_is_finalized() {
  int flag = 0;
  MPI_Finalized(&flag);
  return flag != 0;
}

void mpi_end_at_exit(bool wanted) { end_at_exit = wanted; }

}  // namespace ark
