// What streams have to do, and what a call of the driver would have to wait for.
#pragma once

#include <cuda.h>

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "fake_state.hpp"

namespace fake {

/// Commands of the streams that share it begin in the order they came in. Any thread.
class hardware_queue {
 public:
  /// The number of a new command, behind all others.
  std::uint64_t add();
  [[nodiscard]] bool is_next(std::uint64_t number) const;
  void has_begun(std::uint64_t number);

 private:
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::set<std::uint64_t> waiting_;
};

}  // namespace fake

/// What CUDA's CUstream points to: a thread that does one thing after the other, until the stream
/// is destroyed and nothing is left to do.
struct CUstream_st {
  CUstream_st(int of, unsigned place, std::shared_ptr<fake::hardware_queue> shared)
      : device(of), number(place), queue_(std::move(shared)) {}

  void add(fake::command what);
  [[nodiscard]] bool idle();
  void end();
  /// What has been added by now.
  [[nodiscard]] std::uint64_t added();
  /// What of that is not over, for people; empty: all is.
  [[nodiscard]] std::string standing(std::uint64_t until);
  /// Its thread.
  void run();

  const int device;
  const unsigned number;   ///< of its device, as they were made
  unsigned green_sms = 0;  ///< of the green context to which it belongs; 0: none

 private:
  struct step {
    fake::command what;
    std::uint64_t place;     ///< in the stream
    std::uint64_t in_queue;  ///< its number there
    bool begun = false;
  };
  std::list<step>::iterator next_step();
  bool begin(step& one);

  const std::shared_ptr<fake::hardware_queue> queue_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<step> work_;
  std::uint64_t last_ = 0;  ///< place
  bool ending_ = false;
};

namespace fake {

inline constexpr int greatest_priority = -5;  ///< the least, and the default, is 0

/// A stream of `device`, with a thread. It shares a hardware queue only with streams of the same
/// priority.
CUstream make_stream(int device, int priority = 0);
/// Its hardware queue is its own.
CUstream make_alone_stream(int device);
/// Those of `device` that are not destroyed or still have something to do.
std::vector<std::shared_ptr<CUstream_st>> streams_of(int device);

}  // namespace fake
