#include "bootstrap/mpi_duplicate.hpp"

#include <fmt/core.h>
#include <sched.h>
#include <sys/random.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <list>

#include "bootstrap/mpi_bootstrap.hpp"
#include "error/log.hpp"
#include "os/stall_meter.hpp"

namespace ark {

namespace {

/// First of the tags that ark uses on the user's communicator: the upper half of those that every
/// MPI has; the last of them for the session start.
constexpr int borrowed_tags = 16384;
constexpr int session_start_tag = 32700;
constexpr int second_session_start_tag = 32702;
/// Session starts over some ranks have separate tags, chosen by the ranks, counting down from this:
/// a PE may still be in one of them, or in that of all ranks, when others are in the next one, and
/// must not receive their messages.
constexpr int some_ranks_tag = 32698;
constexpr int some_ranks_tags = 300;

/// Margin for the later end of another PE's wait (mpi_exchange's grace).
constexpr std::uint64_t margin_ns = 1'000'000'000;

/// Sent by every PE at the session start.
struct session_start_entry {
  std::uint64_t generation, drawn, ranks;
  std::uint64_t stuck;
};

/// A hash of a sequence of numbers (FNV-1a).
std::uint64_t digest(std::span<const int> numbers) {
  std::uint64_t sum = 14695981039346656037u;
  for (const int number : numbers) {
    sum = (sum ^ static_cast<std::uint64_t>(number)) * 1099511628211u;
  }
  return sum;
}

}  // namespace

int mpi_duplicate::keyval() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    // When the user's communicator is freed, its duplicate is, too. Not for MPI_COMM_WORLD, which
    // ends with MPI.
    const auto drop = [](MPI_Comm from, int, void* value, void*) -> int {
      const std::unique_ptr<std::shared_ptr<kept>> owner(
          static_cast<std::shared_ptr<kept>*>(value));
      (*owner)->orphan = from != MPI_COMM_WORLD;
      if ((*owner)->orphan && !(*owner)->in_use) free(**owner);
      return MPI_SUCCESS;
    };
    mpi_check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &made, nullptr),
              "MPI_Comm_create_keyval");
    return made;
  }();
  return key;
}

mpi_duplicate::rank_list mpi_duplicate::rank_list_of(std::span<const int> ranks) {
  rank_list made;
  made.ranks.assign(ranks.begin(), ranks.end());
  std::vector<int> sorted = made.ranks;
  std::sort(sorted.begin(), sorted.end());
  made.who = digest(sorted);
  made.tag = ranks.empty() ? session_start_tag
                           : some_ranks_tag - static_cast<int>(made.who % some_ranks_tags);
  return made;
}

mpi_exchange::place mpi_duplicate::session_start_place() const {
  return {.first_tag = rank_list_.tag,
          .session = rank_list_.who,
          .ranks = rank_list_.ranks,
          .session_start = true};
}

int mpi_duplicate::rank_of(int pe) const {
  return rank_list_.ranks.empty() ? pe : rank_list_.ranks[static_cast<std::size_t>(pe)];
}

void mpi_duplicate::refuse_the_ended() const {
  int size = static_cast<int>(rank_list_.ranks.size());
  if (size == 0) mpi_check(MPI_Comm_size(from_, &size), "MPI_Comm_size");
  for (int pe = 0; pe < size; ++pe) {
    const auto found = kept_->ended.find(rank_of(pe));
    if (found == kept_->ended.end()) continue;
    throw error(errc::peer_failed,
                fmt::format("init: PE {} is lost: {}, in an earlier life of this communicator; "
                            "ark::init_on_ranks starts without it",
                            pe, found->second),
                pe);
  }
}

void mpi_duplicate::remember(const lost_pe& who) noexcept {
  try {
    kept_->ended.emplace(rank_of(who.pe), who.how);
    if (kept_->orphan || mpi_is_finalized()) return;
    mpi_exchange(from_, 0, session_start_place()).announce(who);
  } catch (const std::exception& problem) {
    logger().warn("PE {} has ended, and a later init cannot be notified: {}", who.pe,
                  problem.what());
  }
}

mpi_duplicate::mpi_duplicate(MPI_Comm from, std::span<const int> ranks, std::uint64_t timeout_ns)
    : from_(from), rank_list_(rank_list_of(ranks)) {
  int there = 0;
  void* value = nullptr;
  mpi_check(MPI_Comm_get_attr(from, keyval(), &value, &there), "MPI_Comm_get_attr");
  if (there != 0) {
    kept_ = *static_cast<std::shared_ptr<kept>*>(value);
  } else {
    kept_ = std::make_shared<kept>();
    auto attribute = std::make_unique<std::shared_ptr<kept>>(kept_);
    mpi_check(MPI_Comm_set_attr(from, keyval(), attribute.get()), "MPI_Comm_set_attr");
    attribute.release();
  }
  session_start_entry mine{kept_->generation, 0, digest(ranks), kept_->stuck ? 1u : 0u};
  if (getrandom(&mine.drawn, sizeof mine.drawn, 0) != sizeof mine.drawn) {
    throw error(errc::system_error, fmt::format("getrandom: {}", std::strerror(errno)));
  }
  // Survivors call when they have detected the failure, and the last may have waited for the dead
  // PE until its deadline.
  const std::uint64_t session_start_timeout_ns =
      ranks.empty() ? timeout_ns : 2 * timeout_ns + margin_ns;
  mpi_exchange session_start(from, session_start_timeout_ns, session_start_place());
  refuse_the_ended();
  std::vector<session_start_entry> all(static_cast<std::size_t>(session_start.size()));
  try {
    session_start.run("init", std::as_bytes(std::span(&mine, 1)),
                      std::as_writable_bytes(std::span(all)), {});
  } catch (const error&) {
    if (const auto& gone = session_start.reported_loss())
      kept_->ended.emplace(rank_of(gone->pe), gone->how);
    throw;
  }
  std::uint64_t latest = 0;
  bool shared = mine.generation != 0, stuck = false;
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe].ranks != all[0].ranks) {
      throw error(
          errc::asymmetric,
          fmt::format("init: PE {} names other ranks than PE 0: every PE must give the same "
                      "ones in the same order",
                      pe));
    }
    latest = std::max(latest, all[pe].generation);
    shared = shared && all[pe].generation == all[0].generation;
    stuck = stuck || all[pe].stuck != 0;
  }
  session_ = all[0].drawn;
  if (!shared && ranks.empty() && !stuck) {
    duplicate(from, timeout_ns, latest + 1);
    shared = true;
  }
  comm_ = shared ? kept_->comm : from;
  first_tag_ = shared ? 0 : borrowed_tags;
  kept_->in_use = true;
}

mpi_duplicate::~mpi_duplicate() {
  kept_->in_use = false;
  if (kept_->orphan) free(*kept_);
}

/// Collective: a program frees its communicator on all processes.
void mpi_duplicate::free(kept& which) {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0 && which.generation != 0) MPI_Comm_free(&which.comm);
  which.generation = 0;
}

void mpi_duplicate::duplicate(MPI_Comm from, std::uint64_t timeout_ns, std::uint64_t generation) {
  // MPI stores the handle when it is done, which after a failure may be late or never.
  static auto* const made = new std::list<MPI_Comm>;
  MPI_Comm& comm = made->emplace_back(MPI_COMM_NULL);
  MPI_Request request = MPI_REQUEST_NULL;
  kept_->generation = 0;
  mpi_check(MPI_Comm_idup(from, &comm, &request), "MPI_Comm_idup");
  using clock = std::chrono::steady_clock;
  const auto began = clock::now();
  std::uint64_t until = detail::deadline_after(timeout_ns);
  stall_meter stalls;
  int done = 0;
  for (std::uint64_t now = 0; done == 0 && now < until; now = detail::clock_ns()) {
    if (now != 0) until = stalls.extended(until, now);
    mpi_check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Comm_idup");
    if (done == 0) sched_yield();
  }
  kept_->stuck = done == 0;
  if (done != 0) {
    kept_->comm = comm;
    made->pop_back();
  }
  // All have begun together. A PE that has ended since is missing here, also for those that have
  // finished.
  const std::chrono::nanoseconds waited = clock::now() - began;
  const std::uint64_t waited_ns = static_cast<std::uint64_t>(waited.count());
  mpi_exchange ended(
      from, timeout_ns - std::min(waited_ns, timeout_ns) + margin_ns,
      {.first_tag = second_session_start_tag, .session = session_, .waited_ns = waited_ns});
  std::vector<int> all(static_cast<std::size_t>(ended.size()));
  ended.run("MPI_Comm_idup", std::as_bytes(std::span(&done, 1)),
            std::as_writable_bytes(std::span(all)), {});
  if (const auto not_ended = std::find(all.begin(), all.end(), 0); not_ended != all.end()) {
    throw error(errc::timeout,
                fmt::format("init: MPI_Comm_idup of PE {} has not ended after {:.1f} s, although "
                            "all PEs are here",
                            not_ended - all.begin(), static_cast<double>(timeout_ns) * 1e-9));
  }
  mpi_check(MPI_Comm_set_errhandler(kept_->comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  kept_->generation = generation;
}

}  // namespace ark
