// Bounds calls of MPI that ark makes and that wait for other processes without a deadline.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ark {

/// During its lifetime the calling thread is in `call`. After `timeout_ns` a line with `missing()`
/// is printed, and after `grace_ns` more the process ends with status 1, because there is no other
/// exit from MPI. Time in which the process stood still does not count.
class mpi_call_watch {
 public:
  /// Throws ark::error{system_error} if no thread can be started.
  mpi_call_watch(const char* call, std::uint64_t timeout_ns, std::function<std::string()> missing,
                 std::uint64_t grace_ns = 0);
  ~mpi_call_watch();
  mpi_call_watch(const mpi_call_watch&) = delete;
  mpi_call_watch& operator=(const mpi_call_watch&) = delete;

 private:
  void main();
  void report(bool ends) const;

  const char* call_;
  std::uint64_t timeout_ns_, grace_ns_;
  std::function<std::string()> missing_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool returned_ = false;
  std::thread thread_;
};

}  // namespace ark
