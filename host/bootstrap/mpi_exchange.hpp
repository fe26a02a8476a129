// One collective exchange over MPI's point-to-point messages, with a deadline and names.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <list>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "os/stall_meter.hpp"

namespace ark {

/// Throws ark::error{mpi_error} with the call, MPI's own text and the place.
void mpi_check(int code, const char* call,
               const std::source_location& where = std::source_location::current());

/// Everybody's block goes to PE 0, and all blocks, or PE 0's verdict, come back. MPI's collectives
/// wait for a dead PE for ever and cannot name it; here PE 0 knows the missing PEs,
/// and notifies the others. Linear in the number of PEs: for init, allocation and finalize.
///
/// One thread. After a failure every call throws the first one's text at once: late messages of the
/// failed call must not be taken for those of another. An answer goes to the very call that asked:
/// a number drawn for it comes back.
class mpi_exchange {
 public:
  /// Where an exchange takes place.
  struct place {
    int first_tag = 0;                ///< from here on a tag per call, 16000 at most, is ours
    std::uint64_t session = 0;        ///< messages of another one are dropped: they are of earlier
    std::span<const int> ranks = {};  ///< PE i is this rank of the communicator; empty: its rank i
    /// Earlier exchanges may have had the same session: a PE that gives up withdraws its block, and
    /// PE 0 waits on for the next one.
    bool session_start = false;
    std::uint64_t waited_ns = 0;  ///< by the caller before: what a failure says counts it
  };
  /// `over` outlives this. Throws ark::error: invalid_argument if a rank is out of range or twice
  /// there, or the caller's is not.
  mpi_exchange(MPI_Comm over, std::uint64_t timeout_ns, const place& where);
  ~mpi_exchange();
  mpi_exchange(const mpi_exchange&) = delete;
  mpi_exchange& operator=(const mpi_exchange&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  /// Collective: `all` gets size() blocks of mine.size() bytes. Throws ark::error: timeout naming
  /// the missing PEs, peer_failed naming the lost one (by `lost`), asymmetric if the PEs' calls or
  /// sizes differ, mpi_error.
  void run(const char* call, std::span<const std::byte> mine, std::span<std::byte> all,
           const lost_query& lost);

  /// Not collective: a PE that is in a call of this exchange's place, or comes to one later, fails
  /// there with peer_failed naming `ended`, as soon as PE 0 is in it too; if the caller is PE 0 at
  /// once. Throws ark::error{mpi_error}.
  void announce(const lost_pe& ended);
  /// The PE that another one has announced.
  [[nodiscard]] const std::optional<lost_pe>& reported_loss() const noexcept {
    return reported_loss_;
  }

  /// Test the sends that an earlier run() has left under way.
  void progress();
  /// The caller comes to the next run() late: the others' deadlines in it start anew.
  void working();

 private:
  using clock = std::chrono::steady_clock;
  /// Of a question, `missing` says that the asker's time is up, `lost` that a process has ended.
  /// `working`: a PE comes late; its call's number is the next one.
  enum class verdict : std::uint64_t { go, missing, lost, differ, working };
  /// Before every block and every answer.
  struct header {
    std::uint64_t session = 0;
    std::uint64_t number = 0;  ///< of the call
    std::uint64_t drawn = 0;   ///< by the asking PE for this call
    char call[16] = {};
    std::uint64_t bytes = 0;  ///< of a block
    verdict says = verdict::go;
    std::int64_t lost_rank = -1;  ///< its rank: PEs may have other numbers in another life
  };
  struct pending_send {
    int to = 0;
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void gather(std::span<std::byte> all, const lost_query& lost);
  [[nodiscard]] std::string missing_names() const;
  [[nodiscard]] std::string without_own_name(const std::string& names) const;
  void withdraw();
  /// To every PE but `pe` that somebody is at work.
  void pass_on_work(int pe);
  void await_answer(std::span<std::byte> all, const lost_query& lost);
  [[nodiscard]] int lost_pe_of(const header& head) const;
  [[nodiscard]] bool is_mine(std::span<const std::byte> answer) const;
  [[nodiscard]] static bool is_work(std::span<const std::byte> answer);
  void answer(verdict says, std::int64_t lost, std::string_view text,
              std::span<const std::byte> data);
  void send(int to, const header& head, std::span<const std::byte> data);
  /// A message of this call from PE `from`, or from any PE (any_pe), if one is there.
  std::optional<std::vector<std::byte>> try_receive(int from, int* source);
  static constexpr int any_pe = -1;
  void drain_sends(clock::time_point until, const lost_query& lost);
  [[noreturn]] void give_up_sends(const std::optional<lost_pe>& gone);
  void pause(unsigned round) const;
  /// Every deadline of the call moves by the time in which this process stood still.
  void skip_stall(clock::time_point now, std::initializer_list<clock::time_point*> deadlines);
  [[nodiscard]] std::optional<lost_pe> ask(unsigned round, const lost_query& lost) const;
  [[noreturn]] void fail(int code, const std::string& text);

  [[nodiscard]] int tag() const noexcept;
  [[nodiscard]] double waited_s() const;

  MPI_Comm comm_;
  std::uint64_t timeout_ns_, waited_ns_;
  clock::time_point began_;   ///< the call being made
  stall_meter stalls_;        ///< of the call
  clock::time_point worked_;  ///< the last message of working()
  int first_tag_;
  bool session_start_;
  int rank_ = 0, size_ = 1;
  std::vector<int> rank_of_, pe_of_;  ///< MPI's rank of a PE, and the other way (-1: not of us)
  header now_;                        ///< of the call being made
  std::vector<std::uint64_t> drawn_;  ///< PE 0: by each PE, for the call being made
  /// PE 0: the PEs whose block is here, and those that have withdrawn it.
  std::vector<bool> here_, withdrawn_;
  std::list<pending_send> sends_;
  std::optional<lost_pe> reported_loss_;
  int broken_code_ = 0;
  std::string broken_;
};

}  // namespace ark
