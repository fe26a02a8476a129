#include "bootstrap/mpi_exchange.hpp"

#include <fmt/core.h>
#include <sched.h>
#include <sys/random.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <array>
#include <climits>
#include <cstring>
#include <numeric>
#include <thread>

namespace ark {

namespace {

/// MPI guarantees 32767 tags; a call more than this many later cannot receive a message of an
/// earlier one.
constexpr std::uint64_t tags = 16000;
/// Maximum size of a message that every MPI sends before the receiver requests it.
constexpr std::size_t small_bytes = 1024;
/// A PE that times out requests the missing PEs from PE 0, and stops waiting for PE 0 after this
/// time and this many polls: on a loaded machine both may have stood still until then. After three
/// times as long in any case.
constexpr auto grace = std::chrono::milliseconds(600);
constexpr unsigned least_polls = 50;

bool finalized() {
  int flag = 0;
  MPI_Finalized(&flag);
  return flag != 0;
}

}  // namespace

void mpi_check(int code, const char* call, const std::source_location& where) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw error(errc::mpi_error,
              fmt::format("{}: {} ({}:{})", call, text.data(), where.file_name(), where.line()));
}

mpi_exchange::mpi_exchange(MPI_Comm over, std::uint64_t timeout_ns, const place& where)
    : comm_(over),
      timeout_ns_(timeout_ns),
      waited_ns_(where.waited_ns),
      first_tag_(where.first_tag),
      session_start_(where.session_start) {
  now_.session = where.session;
  int mine = 0, most = 0;
  mpi_check(MPI_Comm_rank(comm_, &mine), "MPI_Comm_rank");
  mpi_check(MPI_Comm_size(comm_, &most), "MPI_Comm_size");
  rank_of_.assign(where.ranks.begin(), where.ranks.end());
  if (rank_of_.empty()) {
    rank_of_.resize(static_cast<std::size_t>(most));
    std::iota(rank_of_.begin(), rank_of_.end(), 0);
  }
  size_ = static_cast<int>(rank_of_.size());
  pe_of_.assign(static_cast<std::size_t>(most), -1);
  for (int pe = 0; pe < size_; ++pe) {
    const int rank = rank_of_[static_cast<std::size_t>(pe)];
    if (rank < 0 || rank >= most) {
      throw error(
          errc::invalid_argument,
          fmt::format("init: rank {} for PE {}: the communicator has 0 to {}", rank, pe, most - 1));
    }
    int& taken = pe_of_[static_cast<std::size_t>(rank)];
    if (taken >= 0) {
      throw error(errc::invalid_argument,
                  fmt::format("init: rank {} is given for PE {} and for PE {}", rank, taken, pe));
    }
    taken = pe;
  }
  rank_ = pe_of_[static_cast<std::size_t>(mine)];
  if (rank_ < 0) {
    throw error(errc::invalid_argument,
                fmt::format("init: the caller is rank {}, which is not among the {} ranks given",
                            mine, size_));
  }
}

int mpi_exchange::tag() const noexcept { return first_tag_ + static_cast<int>(now_.number % tags); }

mpi_exchange::~mpi_exchange() {
  if (sends_.empty() || finalized()) return;
  // Sends to a lost PE never end, and MPI may read their buffers as long as it runs.
  static auto* const given_up = new std::list<pending_send>;
  given_up->splice(given_up->end(), sends_);
}

double mpi_exchange::waited_s() const {
  const auto here = clock::now() - began_;
  return std::chrono::duration<double>(here + std::chrono::nanoseconds(waited_ns_)).count();
}

void mpi_exchange::fail(errc code, const std::string& text, int peer) {
  broken_.emplace(code, text, peer);
  throw error(*broken_);
}

/// The deadline has passed; `seen` is what has not happened.
void mpi_exchange::fail_late(const std::string& seen) {
  fail(errc::timeout, fmt::format("MPI bootstrap: {} of PE {} of {}: after {:.1f} s {}", now_.call,
                                  rank_, size_, waited_s(), seen));
}

/// PE `pe` is lost, and the call cannot end without it.
void mpi_exchange::fail_without(int pe, const std::string& how) {
  fail(errc::peer_failed,
       fmt::format("MPI bootstrap: {} of PE {}: PE {} is lost: {}", now_.call, rank_, pe, how), pe);
}

void mpi_exchange::run(const char* call, std::span<const std::byte> mine, std::span<std::byte> all,
                       const lost_query& lost) {
  if (broken_) {
    throw error(broken_->code(),
                fmt::format("MPI bootstrap: {} of PE {}: an earlier call failed: {}", call, rank_,
                            broken_->what()),
                broken_->peer());
  }
  if (mine.size() > INT_MAX / static_cast<std::size_t>(size_) - sizeof(header)) {
    throw error(errc::invalid_argument,
                fmt::format("bootstrap: {} blocks of {} bytes are more than the {} that a message "
                            "of MPI holds",
                            size_, mine.size(), INT_MAX));
  }
  ++now_.number;
  if (getrandom(&now_.drawn, sizeof now_.drawn, 0) != sizeof now_.drawn) now_.drawn = now_.number;
  std::memset(now_.call, 0, sizeof now_.call);
  std::memcpy(now_.call, call, std::min(std::strlen(call), sizeof now_.call - 1));
  now_.bytes = mine.size();
  began_ = clock::now();
  stalls_ = stall_meter();
  if (rank_ == 0) {
    std::copy(mine.begin(), mine.end(), all.begin());
    return gather(all, lost);
  }
  send(0, now_, mine);
  await_answer(all, lost);
}

void mpi_exchange::send(int to, const header& head, std::span<const std::byte> data) {
  pending_send& one = sends_.emplace_back();
  one.to = to;
  one.bytes.resize(sizeof head + data.size());
  std::memcpy(one.bytes.data(), &head, sizeof head);
  std::copy(data.begin(), data.end(), one.bytes.begin() + sizeof head);
  mpi_check(MPI_Isend(one.bytes.data(), static_cast<int>(one.bytes.size()), MPI_BYTE,
                      rank_of_[static_cast<std::size_t>(to)], tag(), comm_, &one.request),
            "MPI_Isend");
}

std::optional<std::vector<std::byte>> mpi_exchange::try_receive(int from, int* source) {
  int there = 0;
  MPI_Message which = MPI_MESSAGE_NULL;
  MPI_Status status{};
  const int rank = from == any_pe ? MPI_ANY_SOURCE : rank_of_[static_cast<std::size_t>(from)];
  mpi_check(MPI_Improbe(rank, tag(), comm_, &there, &which, &status), "MPI_Improbe");
  if (there == 0) return std::nullopt;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  std::vector<std::byte> data(static_cast<std::size_t>(bytes));
  mpi_check(MPI_Mrecv(data.data(), bytes, MPI_BYTE, &which, &status), "MPI_Mrecv");
  const int pe = pe_of_[static_cast<std::size_t>(status.MPI_SOURCE)];
  if (pe < 0) return std::nullopt;  // of a PE that has withdrawn
  if (source != nullptr) *source = pe;
  if (data.size() < sizeof(header)) {
    fail(errc::asymmetric,
         fmt::format("MPI bootstrap: {} of PE {}: a message of {} bytes from PE {}", now_.call,
                     rank_, data.size(), pe));
  }
  header head;
  std::memcpy(&head, data.data(), sizeof head);
  if (head.session != now_.session) return std::nullopt;
  return data;
}

/// Back-off: spin, then yield, then short sleeps.
void mpi_exchange::pause(unsigned round) const {
  constexpr unsigned spins = 200, yields = 20000;
  if (round > yields) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  } else if (round > spins) {
    sched_yield();
  }
}

void mpi_exchange::skip_stall(clock::time_point now,
                              std::initializer_list<clock::time_point*> deadlines) {
  const std::chrono::nanoseconds since_start = now.time_since_epoch();
  const std::chrono::nanoseconds stalled(
      stalls_.stalled_ns(static_cast<std::uint64_t>(since_start.count())));
  for (clock::time_point* one : deadlines) *one += stalled;
}

std::optional<lost_pe> mpi_exchange::ask(unsigned round, const lost_query& lost) const {
  constexpr unsigned every = 64;
  return round % every == 0 && lost ? lost() : std::nullopt;
}

/// The PEs that have not arrived; if all have, those that have withdrawn since.
std::string mpi_exchange::missing_names() const {
  std::string never, given_up;
  for (std::size_t pe = 0; pe < here_.size(); ++pe) {
    if (here_[pe]) continue;
    std::string& names = withdrawn_[pe] ? given_up : never;
    names += fmt::format("{}PE {}", names.empty() ? "" : ", ", pe);
  }
  return never.empty() ? given_up : never;
}

/// PE 0's list of missing PEs without this PE, which was only late.
std::string mpi_exchange::without_own_name(const std::string& names) const {
  const std::string own = fmt::format("PE {}", rank_);
  std::string others;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(", ", at), names.size());
    const std::string name = names.substr(at, end - at);
    if (name != own) others += (others.empty() ? "" : ", ") + name;
    at = end + 2;
  }
  return others.empty() ? "none any more: this PE came after the time of PE 0" : others;
}

void mpi_exchange::announce(const lost_pe& ended) {
  header head;
  head.session = now_.session;
  head.number = now_.number = 1;
  head.outcome = verdict::lost;
  head.lost_rank = rank_of_[static_cast<std::size_t>(ended.pe)];
  const auto how = std::as_bytes(std::span(ended.how.data(), ended.how.size()));
  for (int pe = rank_ == 0 ? 1 : 0; pe < (rank_ == 0 ? size_ : 1); ++pe) {
    if (pe != ended.pe) send(pe, head, how);
  }
}

void mpi_exchange::gather(std::span<std::byte> all, const lost_query& lost) {
  auto until = began_ + std::chrono::nanoseconds(timeout_ns_);
  here_.assign(static_cast<std::size_t>(size_), false);
  withdrawn_.assign(here_.size(), false);
  drawn_.assign(here_.size(), 0);
  here_[0] = true;
  for (int missing = size_ - 1;;) {
    unsigned round = 0;
    int source = 0;
    std::optional<std::vector<std::byte>> block;
    // At a session start, a message after the last block may be the withdrawal of an earlier one.
    if (missing == 0 && (!session_start_ || !(block = try_receive(any_pe, &source)))) break;
    while (!block && !(block = try_receive(any_pe, &source))) {
      if (const auto gone = ask(++round, lost)) {
        answer(verdict::lost, gone->pe, gone->how, {});
        fail_without(gone->pe, gone->how);
      }
      const auto now = clock::now();
      skip_stall(now, {&until});
      if (now > until) {
        const std::string names = missing_names();
        answer(verdict::missing, -1, names, {});
        const bool one = names.find(',') == std::string::npos;
        fail_late(names + (one ? " has not come" : " have not come"));
      }
      pause(round);
    }
    const auto pe = static_cast<std::size_t>(source);
    header theirs;
    std::memcpy(&theirs, block->data(), sizeof theirs);
    if (theirs.outcome == verdict::lost) {
      const std::string how(reinterpret_cast<const char*>(block->data()) + sizeof theirs,
                            block->size() - sizeof theirs);
      reported_loss_ = lost_pe{lost_pe_of(theirs), how, true};
      answer(verdict::lost, reported_loss_->pe, how, {});
      fail_without(reported_loss_->pe, how);
    }
    if (theirs.outcome == verdict::working) {
      if (theirs.number != now_.number) continue;
      until = clock::now() + std::chrono::nanoseconds(timeout_ns_);
      pass_on_work(source);
      continue;
    }
    if (theirs.outcome == verdict::missing) {  // it has timed out, and requests the missing PEs
      if (theirs.number != now_.number) continue;
      if (!session_start_) {
        until = began_;
        continue;
      }
      missing += here_[pe] ? 1 : 0;
      here_[pe] = false;
      withdrawn_[pe] = true;
      const std::string names = missing_names();
      header head = now_;
      head.outcome = verdict::missing;
      head.drawn = theirs.drawn;
      send(source, head, std::as_bytes(std::span(names.data(), names.size())));
      continue;
    }
    if (theirs.number != now_.number ||
        std::memcmp(theirs.call, now_.call, sizeof theirs.call) != 0 ||
        theirs.bytes != now_.bytes) {
      const std::string text = fmt::format(
          "PE 0 is in {} of {} bytes, PE {} in {} of {} bytes: every PE must make the same "
          "calls in the same order",
          now_.call, now_.bytes, source, theirs.call, theirs.bytes);
      answer(verdict::differ, source, text, {});
      fail(errc::asymmetric, "MPI bootstrap: " + text);
    }
    std::copy(block->begin() + sizeof theirs, block->end(),
              all.begin() + static_cast<std::ptrdiff_t>(now_.bytes) * source);
    drawn_[pe] = theirs.drawn;
    // Two blocks from one PE: it had withdrawn from an earlier call with the same header. The later
    // one counts.
    if (here_[pe]) continue;
    here_[pe] = true;
    --missing;
  }
  answer(verdict::go, -1, {}, all);
  drain_sends(until, lost);
}

void mpi_exchange::answer(verdict outcome, std::int64_t lost, std::string_view text,
                          std::span<const std::byte> data) {
  header head = now_;
  head.outcome = outcome;
  if (lost >= 0) head.lost_rank = rank_of_[static_cast<std::size_t>(lost)];
  const auto said = std::as_bytes(std::span(text.data(), text.size()));
  for (int pe = 1; pe < size_; ++pe) {
    head.drawn = drawn_[static_cast<std::size_t>(pe)];
    // A later block may be for the next call; but a PE that has ended has ended for that one, too.
    if (session_start_ && head.drawn == 0 && !reported_loss_) continue;
    send(pe, head, outcome == verdict::go ? data : said);
  }
}

int mpi_exchange::lost_pe_of(const header& head) const {
  const auto rank = static_cast<std::size_t>(head.lost_rank);
  return rank < pe_of_.size() ? pe_of_[rank] : -1;
}

/// True for an answer to this call, not to a withdrawn one. A verdict of failure may arrive before
/// PE 0 has received this PE's block.
bool mpi_exchange::answers_this_call(std::span<const std::byte> answer) const {
  header head;
  std::memcpy(&head, answer.data(), sizeof head);
  return head.drawn == now_.drawn || (head.outcome != verdict::go && head.drawn == 0);
}

bool mpi_exchange::is_work(std::span<const std::byte> answer) {
  header head;
  std::memcpy(&head, answer.data(), sizeof head);
  return head.outcome == verdict::working;
}

/// Also requests the missing PEs from PE 0.
void mpi_exchange::withdraw() {
  header question = now_;
  question.outcome = verdict::missing;
  send(0, question, {});
}

void mpi_exchange::await_answer(std::span<std::byte> all, const lost_query& lost) {
  auto due = clock::now() + std::chrono::nanoseconds(timeout_ns_);
  auto until = due + grace, last = until + 2 * grace;
  bool asked = false;
  unsigned round = 0, polls = 0;  // since the request
  std::optional<std::vector<std::byte>> block;
  while (!(block = try_receive(0, nullptr)) || is_work(*block) || !answers_this_call(*block)) {
    if (block) {
      if (is_work(*block) && !asked) {
        due = clock::now() + std::chrono::nanoseconds(timeout_ns_);
        until = due + grace;
        last = until + 2 * grace;
      }
      continue;
    }
    if (const auto gone = ask(++round, lost)) fail_without(gone->pe, gone->how);
    const auto now = clock::now();
    skip_stall(now, {&due, &until, &last});
    if (asked) ++polls;
    if (now > due && !asked) {
      withdraw();
      asked = true;
    }
    if (now > until && (polls >= least_polls || now > last)) {
      fail_late("PE 0 has not answered");
    }
    pause(round);
  }
  drain_sends(last, lost);
  header head;
  std::memcpy(&head, block->data(), sizeof head);
  const std::string text(reinterpret_cast<const char*>(block->data()) + sizeof head,
                         block->size() - sizeof head);
  // PE 0 had stopped waiting before this PE's block arrived; the block must not count for the next
  // call.
  if (session_start_ && head.drawn == 0) withdraw();
  switch (head.outcome) {
    case verdict::go:
      std::copy(block->begin() + sizeof head, block->end(), all.begin());
      return;
    case verdict::missing:
      fail_late("missing: " + without_own_name(text));
    case verdict::lost:
      if (session_start_) reported_loss_ = lost_pe{lost_pe_of(head), text, true};
      fail_without(lost_pe_of(head), text);
    case verdict::differ:
      fail(errc::asymmetric, "MPI bootstrap: " + text);
    case verdict::working:
      break;  // already received in await_answer's loop
  }
}

void mpi_exchange::working() {
  constexpr auto longest_silence = std::chrono::milliseconds(500);
  const auto now = clock::now();
  if (broken_ || now - worked_ < std::min<clock::duration>(
                                     std::chrono::nanoseconds(timeout_ns_ / 8), longest_silence))
    return;
  worked_ = now;
  const header before = now_;
  ++now_.number;  // its tag
  if (rank_ == 0) {
    pass_on_work(0);
  } else {
    header head = now_;
    head.drawn = 0;
    head.outcome = verdict::working;
    send(0, head, {});
  }
  now_ = before;
  progress();
}

void mpi_exchange::pass_on_work(int pe) {
  header head = now_;
  head.drawn = 0;
  head.outcome = verdict::working;
  for (int other = 1; other < size_; ++other) {
    if (other != pe) send(other, head, {});
  }
}

void mpi_exchange::progress() {
  for (auto at = sends_.begin(); at != sends_.end();) {
    int done = 0;
    mpi_check(MPI_Test(&at->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    at = done != 0 ? sends_.erase(at) : std::next(at);
  }
}

/// Wait for pending sends. MPI sends large messages only as fast as the others receive them, and
/// buffers small ones: if a small one remains, its receiver has ended. The wait is then short,
/// because the PEs of the next call, possibly of another exchange, detect that together.
void mpi_exchange::drain_sends(clock::time_point until, const lost_query& lost) {
  const auto small = [](const pending_send& one) { return one.bytes.size() <= small_bytes; };
  const bool all_small = std::all_of(sends_.begin(), sends_.end(), small);
  const auto soon = clock::now() + std::chrono::milliseconds(50);
  for (unsigned round = 0; !sends_.empty(); ++round) {
    progress();
    if (sends_.empty()) return;
    if (all_small && clock::now() > soon) return;
    const auto gone = ask(round, lost);
    if (gone || clock::now() > until) give_up_sends(gone);
    pause(round);
  }
}

/// A PE does not receive its answer. The others have theirs, and may be in the next call already,
/// where they would wait for PE 0 and report it: they are sent the cause at once.
void mpi_exchange::give_up_sends(const std::optional<lost_pe>& gone) {
  std::string names;
  for (const pending_send& one : sends_) {
    names += fmt::format("{}PE {}", names.empty() ? "" : ", ", one.to);
  }
  const std::string waiting = names + (sends_.size() > 1 ? " have" : " has");
  if (rank_ == 0) {
    ++now_.number;
    drawn_.assign(drawn_.size(), 0);
    answer(gone ? verdict::lost : verdict::missing, gone ? gone->pe : -1, gone ? gone->how : names,
           {});
  }
  if (gone) fail_without(gone->pe, gone->how);
  fail_late(waiting + " not taken a message");
}

}  // namespace ark
