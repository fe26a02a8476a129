// Frames between PE 0 and each other PE, over TCP.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "bootstrap/id_rendezvous.hpp"

namespace ark {

/// The kind of a frame.
enum class frame_kind : std::uint32_t {
  block,     ///< a PE's block for a call
  question,  ///< a PE has timed out: requests the missing PEs
  go,        ///< PE 0's answers to a call
  missing,
  lost,
  differ,
  working,  ///< a PE will be late in the call, because it is working
  end_job   ///< from any PE: `pe` ends all processes with status `number`
};

struct frame_header {
  std::uint64_t number = 0;  ///< number of the call
  std::uint64_t bytes = 0;   ///< of the data that follows
  std::uint64_t block_bytes = 0;
  frame_kind kind = frame_kind::block;
  std::int32_t pe = -1;
  std::array<char, 16> call{};
};

struct frame {
  frame_header head;
  std::vector<std::byte> data;
};

/// The connections of one PE, and a thread that serves them: it detects at once that a connection
/// ends, or that a PE ends the job. PE 0 has a connection to each other PE, accepted in any order;
/// each other PE has one, to PE 0.
///
/// Any thread. A process that was forked from this one must not use it.
class star_link {
 public:
  /// `job_ended`: called on the link's thread; does not return.
  star_link(int rank, int n_pes, rendezvous_result& found,
            std::function<void(int pe, int status)> job_ended);
  /// Sends what is queued, for a second at most.
  ~star_link();
  star_link(const star_link&) = delete;
  star_link& operator=(const star_link&) = delete;

  void send(int to, const frame_header& head, std::span<const std::byte> data);
  /// Send the end of the job to all connected PEs; returns when it is sent, or after a second.
  void end_job(int pe, int status);
  /// The next frame of that PE, if one has arrived.
  [[nodiscard]] std::optional<frame> take(int from);
  /// True if the connection to that PE has ended, and all its frames are taken.
  [[nodiscard]] bool is_closed(int pe) const;
  /// Wait until a frame arrives, a connection ends, or the time has passed.
  void wait(std::chrono::milliseconds longest);

 private:
  struct connection {
    unique_fd socket;
    bool closed = false;
    std::vector<std::byte> in;
    std::deque<std::byte> out;
    std::deque<frame> frames;
  };

  void main();
  void accept_members();
  void serve(int pe);
  [[nodiscard]] bool parse(int pe);
  static bool flush(connection& to);
  void queue(connection& to, const frame_header& head, std::span<const std::byte> data);
  void wake() const;
  bool drain(std::unique_lock<std::mutex>& lock);

  int rank_;
  std::function<void(int, int)> job_ended_;
  unique_fd wake_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t changes_ = 0, seen_ = 0;
  std::optional<hello_listener> listener_;
  std::vector<connection> peers_;  ///< [n_pes]; without a socket: none (yet)
  std::size_t absent_ = 0;         ///< PE 0: PEs that have not connected
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace ark
