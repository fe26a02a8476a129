#include "bootstrap/mpi_duplicate.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <chrono>
#include <span>
#include <vector>

#include "bootstrap/mpi_exchange.hpp"

namespace ark {

namespace {

/// The roll call borrows the user's communicator: the upper half of the tags that every MPI has.
constexpr int roll_call_tag = 16384;

}  // namespace

int mpi_duplicate::keyval() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    // The user's communicator goes: ours with it. Not for MPI_COMM_WORLD, which goes with MPI.
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

mpi_duplicate::mpi_duplicate(MPI_Comm from, std::uint64_t timeout_ns) {
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
  struct state {
    std::uint64_t generation, calls;
  };
  const state mine{kept_->generation, kept_->calls};
  mpi_exchange roll_call(from, timeout_ns, roll_call_tag);
  std::vector<state> all(static_cast<std::size_t>(roll_call.size()));
  roll_call.run("init", std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)),
                {});
  std::uint64_t latest = 0;
  bool agreed = mine.generation != 0;
  for (const state& theirs : all) {
    latest = std::max(latest, theirs.generation);
    agreed = agreed && theirs.generation == all[0].generation && theirs.calls == all[0].calls;
  }
  if (!agreed) duplicate(from, timeout_ns, latest + 1);
  kept_->in_use = true;
}

mpi_duplicate::~mpi_duplicate() {
  kept_->in_use = false;
  if (kept_->orphan) free(*kept_);
}

/// Not one that some PE may have left half-way: that would wait for it.
void mpi_duplicate::free(kept& which) {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0 && which.generation != 0) MPI_Comm_free(&which.comm);
  which.generation = 0;
}

void mpi_duplicate::duplicate(MPI_Comm from, std::uint64_t timeout_ns, std::uint64_t generation) {
  MPI_Request request = MPI_REQUEST_NULL;
  *kept_ = kept{};
  mpi_check(MPI_Comm_idup(from, &kept_->comm, &request), "MPI_Comm_idup");
  const auto until = std::chrono::steady_clock::now() + std::chrono::nanoseconds(timeout_ns);
  for (int done = 0; done == 0; sched_yield()) {
    mpi_check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Comm_idup");
    if (done == 0 && std::chrono::steady_clock::now() > until) {
      throw error(
          errc::timeout,
          fmt::format("init: MPI_Comm_idup has not ended after {:.1f} s: a PE that had come "
                      "has gone since",
                      static_cast<double>(timeout_ns) * 1e-9));
    }
  }
  mpi_check(MPI_Comm_set_errhandler(kept_->comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  kept_->generation = generation;
}

void mpi_duplicate::used(std::uint64_t calls, bool broken) noexcept {
  kept_->calls = calls;
  if (broken) kept_->generation = 0;
}

}  // namespace ark
