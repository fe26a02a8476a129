#include "pe_group.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/collective.hpp>
#include <ark/detail/failure/record_text.hpp>
#include <ark/rma.hpp>
#include <ark/wait.hpp>
#include <chrono>
#include <thread>

namespace ark_perf {

namespace {

constexpr auto look_again = std::chrono::microseconds(50);
constexpr int timeouts_of_a_measurement = 5;

using clock = std::chrono::steady_clock;

}  // namespace

void throw_recorded_failure() {
  if (ark_status() == 0) return;
  throw ark::error(ark::status(), ark::failure_text(ark::last_failure()));
}

pe_group::pe_group(shared_launches* launches)
    : pe_(ark_my_pe()),
      size_(ark_n_pes()),
      words_(1),
      arrived_(static_cast<std::size_t>(size_)),
      table_(static_cast<std::size_t>(size_)),
      launches_(launches) {
  words_.fill({});
  arrived_.fill(0);
  ark_barrier_all();
  throw_recorded_failure();
  if (!on_one_gpu()) launches_ = nullptr;
}

bool pe_group::on_one_gpu() {
  pe_figures mine;
  mine.place = static_cast<std::uint64_t>(gpu_number());
  const std::vector<pe_figures> all = gather(mine);
  return std::all_of(all.begin(), all.end(),
                     [&](const pe_figures& each) { return each.place == mine.place; });
}

std::chrono::nanoseconds pe_group::timeout() {
  return std::chrono::nanoseconds(ark::device::context().timeout_ns);
}

void pe_group::wait_for_launch(const std::function<void()>& serve) {
  launches_->wait_for(++launched_, serve);
}

// Words are only stored, by one PE each: in a GPU's memory the host has no atomics.
void pe_group::barrier() {
  throw_recorded_failure();
  ++epoch_;
  ark::quiet();
  std::uint64_t* released = &words_.data()->released;
  ark::p(arrived_.data() + pe_, epoch_, 0);
  ark::quiet();
  if (pe_ == 0) {
    for (int pe = 0; pe < size_; ++pe) wait_for(arrived_.data() + pe, epoch_);
    for (int pe = 0; pe < size_; ++pe) ark::p(released, epoch_, pe);
    ark::quiet();
  } else {
    wait_for(released, epoch_);
  }
  throw_recorded_failure();
}

void pe_group::wait_for(const std::uint64_t* word, std::uint64_t value) {
  const auto limit = timeout() * timeouts_of_a_measurement;
  const auto deadline = clock::now() + limit;
  while (ark::test(word, ARK_CMP_GE, value) == 0) {
    throw_recorded_failure();
    check_others();
    if (clock::now() > deadline) {
      throw ark::error(
          ark::errc::timeout,
          fmt::format("PE {} waited {} ms for the other PEs between two measurements", pe_,
                      std::chrono::duration_cast<std::chrono::milliseconds>(limit).count()));
    }
    std::this_thread::sleep_for(look_again);
  }
}

void pe_group::check_others() {
  const std::uint64_t* abandoned = &words_.data()->abandoned;
  if (ark::test(abandoned, ARK_CMP_EQ, std::uint64_t{0}) != 0) return;
  const std::uint64_t who = ark::g(abandoned, pe_);
  ark::failure_record record;
  record.code = ark::errc::peer_failed;
  record.peer = static_cast<int>(who) - 1;
  ark::detail::record_text(record).append("it gave up the benchmark");
  ark::device::fail(ark::device::context(),
                    record);  // so that finalize does not wait for it either
  throw_recorded_failure();
}

std::vector<pe_figures> pe_group::gather(const pe_figures& mine) {
  pe_figures* table = table_.data();
  for (int pe = 0; pe < size_; ++pe) ark::put(table + pe_, &mine, 1, pe);
  barrier();
  std::vector<pe_figures> all = table_.read(0, table_.size());
  barrier();  // no PE writes the next figures before all have read these
  return all;
}

void pe_group::abandon() noexcept {
  if (launches_ != nullptr && pe_ == 0) launches_->abandon();
  for (int pe = 0; pe < size_; ++pe) {
    if (pe != pe_) ark::p(&words_.data()->abandoned, static_cast<std::uint64_t>(pe_ + 1), pe);
  }
}

}  // namespace ark_perf
