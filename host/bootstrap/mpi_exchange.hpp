// One collective exchange over MPI's point-to-point messages, with a deadline and names.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
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

/// Every PE sends its block to PE 0, which returns all blocks, or its verdict. MPI's collectives
/// wait for a dead PE forever and cannot name it; here PE 0 knows the missing PEs, and notifies the
/// others. Linear in the number of PEs: for init, allocation and finalize.
///
/// One thread. After a failure every call throws the first one's text at once, because late
/// messages of the failed call could be taken for those of another. Each call has a random number,
/// which its answer repeats.
class mpi_exchange {
 public:
  /// Communicator space of an exchange.
  struct place {
    int first_tag = 0;                ///< first of 16000 tags, one per call, that the exchange uses
    std::uint64_t session = 0;        ///< messages of another session are dropped: they are of
                                      ///< earlier runtimes
    std::span<const int> ranks = {};  ///< PE i is this rank of the communicator; empty: rank i
    /// The session number is not unique yet: a PE that times out withdraws its block, and PE 0
    /// waits for the next one.
    bool session_start = false;
    std::uint64_t waited_ns = 0;  ///< time that the caller has waited before, included in failure
                                  ///< texts
  };
  /// `over` outlives this. Throws ark::error: invalid_argument if a rank is out of range or twice
  /// there, or the caller's is not.
  mpi_exchange(MPI_Comm over, std::uint64_t timeout_ns, const place& where);
  ~mpi_exchange();
  mpi_exchange(const mpi_exchange&) = delete;
  mpi_exchange& operator=(const mpi_exchange&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  /// Collective: `all` receives size() blocks of mine.size() bytes. Throws ark::error: timeout
  /// naming the missing PEs, peer_failed naming the lost one (by `lost`), asymmetric if the PEs'
  /// calls or sizes differ, mpi_error.
  void run(const char* call, std::span<const std::byte> mine, std::span<std::byte> all,
           const lost_query& lost);

  /// Announce that a PE has ended. Not collective: a PE that is in a call of this exchange, or
  /// enters one later, fails there with peer_failed naming `ended`, as soon as PE 0 is in it too;
  /// at once if the caller is PE 0. Throws ark::error{mpi_error}.
  void announce(const lost_pe& ended);
  /// The PE whose end another PE has announced.
  [[nodiscard]] const std::optional<lost_pe>& reported_loss() const noexcept {
    return reported_loss_;
  }

  /// Test the sends that an earlier run() has left in flight.
  void progress();
  /// Called when this PE will enter the next run() late: the other PEs restart their deadlines in
  /// it.
  void working();

 private:
  using clock = std::chrono::steady_clock;
  /// In a request to PE 0, `missing`: the sender has timed out; `lost`: a process has ended;
  /// `working`: a PE will be late, and its call's number is the next one.
  enum class verdict : std::uint64_t { go, missing, lost, differ, working };
  /// Before every block and every answer.
  struct header {
    std::uint64_t session = 0;
    std::uint64_t number = 0;  ///< number of the call
    std::uint64_t drawn = 0;   ///< random number of the requesting PE for this call
    char call[16] = {};
    std::uint64_t bytes = 0;  ///< size of a block
    verdict outcome = verdict::go;
    std::int64_t lost_rank = -1;  ///< its rank: PEs may have other numbers in another runtime
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
  /// Notify every PE except `pe` that a PE is working.
  void pass_on_work(int pe);
  void await_answer(std::span<std::byte> all, const lost_query& lost);
  [[nodiscard]] int lost_pe_of(const header& head) const;
  [[nodiscard]] bool answers_this_call(std::span<const std::byte> answer) const;
  [[nodiscard]] static bool is_work(std::span<const std::byte> answer);
  void answer(verdict outcome, std::int64_t lost, std::string_view text,
              std::span<const std::byte> data);
  void send(int to, const header& head, std::span<const std::byte> data);
  /// A message of this call from PE `from`, or from any PE (any_pe), if one has arrived.
  std::optional<std::vector<std::byte>> try_receive(int from, int* source);
  static constexpr int any_pe = -1;
  void drain_sends(clock::time_point until, const lost_query& lost);
  [[noreturn]] void give_up_sends(const std::optional<lost_pe>& gone);
  void pause(unsigned round) const;
  /// Extend every deadline of the call by the time in which this process stood still.
  void skip_stall(clock::time_point now, std::initializer_list<clock::time_point*> deadlines);
  [[nodiscard]] std::optional<lost_pe> ask(unsigned round, const lost_query& lost) const;
  [[noreturn]] void fail(errc code, const std::string& text, int peer = -1);
  [[noreturn]] void fail_late(const std::string& seen);
  [[noreturn]] void fail_without(int pe, const std::string& how);

  [[nodiscard]] int tag() const noexcept;
  [[nodiscard]] double waited_s() const;

  MPI_Comm comm_;
  std::uint64_t timeout_ns_, waited_ns_;
  clock::time_point began_;   ///< begin of the current call
  stall_meter stalls_;        ///< of the current call
  clock::time_point worked_;  ///< last message of working()
  int first_tag_;
  bool session_start_;
  int rank_ = 0, size_ = 1;
  std::vector<int> rank_of_, pe_of_;  ///< MPI's rank of a PE, and the PE of a rank (-1: not in the
                                      ///< job)
  header now_;                        ///< of the current call
  std::vector<std::uint64_t> drawn_;  ///< PE 0: the random number of each PE for the current call
  /// PE 0: the PEs whose block has arrived, and those that have withdrawn it.
  std::vector<bool> here_, withdrawn_;
  std::list<pending_send> sends_;
  std::optional<lost_pe> reported_loss_;
  std::optional<error> broken_;
};

}  // namespace ark
