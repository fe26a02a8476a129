// Detects which PEs of the job still live.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "heap/placement.hpp"
#include "liveness/remote_watch.hpp"
#include "os/unique_fd.hpp"

namespace ark {

/// Words in every PE's symmetric workspace, for its neighbours on the host.
struct heartbeats {
  std::uint64_t beats = 0;  ///< incremented by its owner; includes `departed` and the cause once it
                            ///< leaves
  std::uint64_t loss_report = 0;  ///< written by neighbours: a lost PE, plus 1, and the cause
  std::uint64_t finalizing = 0;   ///< 1 once its owner is in finalize with its operations completed
};

/// Watches the PEs of a job and reports early which of them are lost.
///
/// On one host, the kernel reports the end of a process at once, whatever the cause; a stopped
/// process is detected because its heartbeats end. Between hosts: every PE watches its nearest
/// living successor by pings; if that one is silent, all PEs of its host are pinged. The PE that
/// notices notifies the others. A PE is declared silent after both a time limit and a number of
/// checks. A late check, on a busy machine or after a suspension, counts once, so that a stalled
/// watcher does not condemn its peers.
///
/// One per PE, with a separate thread that checks ten times a second. report(), suspect(), lost():
/// any thread. The callback runs on the detecting thread, once for each lost PE.
class liveness {
 public:
  enum class cause : std::uint32_t {
    ended = 1,
    silent,
    connection,
    left_failed,
    left_early,
    ends_job,   ///< no loss: its consequences are not reported
    finalizing  ///< no loss: see finalizing()
  };
  /// How a PE leaves: after finalize, after a failure, by the end of its process before finalize,
  /// or as the PE that ends the whole job on purpose.
  enum class departure { in_order, failed, early, ends_job };

  struct settings {
    int rank = 0;
    std::vector<placement> members;  ///< of every PE
    std::uint64_t silence_ns = 0;    ///< a PE without a sign for longer than this is lost. 0: only
                                     ///< process ends count
    std::function<void(const lost_pe&)> noticed;
  };

  /// Starts to watch process ends. Throws ark::error{system_error}.
  explicit liveness(settings values);
  ~liveness();
  liveness(const liveness&) = delete;
  liveness& operator=(const liveness&) = delete;

  /// Start to watch heartbeats: `signs[pe]` is null for PEs that are not mapped. They outlive this.
  void watch_heartbeats(std::vector<heartbeats*> signs);
  /// Start to ping PEs of other hosts. `remote` outlives this.
  void watch_remote(remote_watch& remote);

  /// Report that another component has detected the loss of `pe`.
  void report(int pe, cause why, int reported_by = -1, const std::string& detail = {});
  /// Report that the connection to `pe` has broken. It may have left because of another PE's
  /// failure, whose report may arrive later; the loss is reported if no other PE is reported by
  /// then.
  void suspect(int pe, const std::string& why);
  [[nodiscard]] std::optional<lost_pe> lost() const { return first_->get(); }
  /// lost(), for objects that outlive this.
  [[nodiscard]] lost_query query() const {
    return [first = first_] { return first->get(); };
  }

  /// This PE is in finalize with its operations completed: a collective call in which another PE
  /// waits for it never ends. PEs of other hosts are notified once it has been in finalize for a
  /// second; in a large job only those that have sent messages.
  void finalizing();
  /// For every PE, a word that is not 0 once it is known to be in finalize. Called after
  /// watch_heartbeats(), whose words outlive the use of the result.
  [[nodiscard]] std::vector<const std::uint64_t*> finalizing_words() const;

  /// No tick and no callback after this. report() and lost() may still be called.
  void stop();

  /// This PE leaves. After a failure the others are notified of `failed_pe` (-1: it knows of no
  /// other than itself). Ends the watch. Only the first call has an effect.
  void leave(departure how, int failed_pe = -1);

  /// The encoding of a loss in loss_report and announcements.
  [[nodiscard]] static std::uint64_t encode(int pe, cause why) noexcept;

 private:
  struct peer {
    unique_fd process;               ///< pidfd of another process of this host
    std::uint64_t beats = 0;         ///< last value read
    std::uint64_t since_ns = 0;      ///< time of the last sign, or of the first request; 0: not
                                     ///< watched
    unsigned checks = 0;             ///< checks without a sign since then
    bool gone = false;               ///< lost or departed
    std::uint64_t suspected_ns = 0;  ///< see suspect(); 0: not suspected
    cause suspected_of = cause::connection;
    std::string suspicion;
  };

  /// The first lost PE. Any thread.
  class first_loss {
   public:
    void note(const lost_pe& who) {
      const std::lock_guard lock(mutex_);
      if (!who_) who_ = who;
    }
    [[nodiscard]] std::optional<lost_pe> get() const {
      const std::lock_guard lock(mutex_);
      return who_;
    }

   private:
    mutable std::mutex mutex_;
    std::optional<lost_pe> who_;
  };

  void main();
  void wait(int timeout_ms);
  void check_processes();
  void check_heartbeats(std::uint64_t now);
  void check_remote_hosts(std::uint64_t now);
  void check_suspects(std::uint64_t now);
  static void suspect(peer& it, cause why, const std::string& detail);
  void read_loss_report();
  void announce_finalizing(std::uint64_t now);
  void restart_clocks(std::uint64_t now);
  static void note_sign(peer& it, std::uint64_t when);
  [[nodiscard]] bool is_silent(const peer& it, std::uint64_t now) const;
  void notify_others(int pe, cause why);
  [[nodiscard]] bool job_ends() const;
  [[nodiscard]] bool same_host(int pe) const;
  [[nodiscard]] int successor() const;
  [[nodiscard]] bool left_in_order(int pe) const;
  [[nodiscard]] const std::uint64_t& finalizing_word(std::size_t pe) const;
  [[nodiscard]] bool is_finalizing(int pe) const;
  [[nodiscard]] bool first_of_host() const;

  settings values_;
  std::uint64_t tick_ns_;
  unique_fd wake_;
  std::shared_ptr<first_loss> first_ = std::make_shared<first_loss>();
  mutable std::mutex mutex_;
  std::vector<peer> peers_;
  std::vector<heartbeats*> heartbeats_;
  remote_watch* remote_ = nullptr;
  std::vector<std::uint64_t> remote_finalizing_;  ///< for PEs whose heaps are not mapped
  std::uint64_t finalizing_since_ns_ = 0;         ///< 0: not in finalize, or already announced
  const pid_t process_ = getpid();
  bool left_ = false;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace ark
