#include "liveness/liveness.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>

#include "os/resource_limits.hpp"

namespace ark {

namespace {

/// Flag in `beats`: the owner has left, in order or after a failure.
constexpr std::uint64_t departed_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t failed_bit = std::uint64_t{1} << 62;
/// Maximum delay of a failure report after the failure's consequences.
constexpr std::uint64_t loss_report_delay_ns = 150'000'000;
/// Minimum number of consecutive checks without a sign.
constexpr unsigned fewest_checks = 8;
/// In finalize, PEs arrive within this time as a rule.
constexpr std::uint64_t finalize_take_ns = 1'000'000'000;
/// In a larger job not all PEs are notified that one is in finalize: most have no connection to it.
constexpr std::size_t small_job = 64;

std::string describe(liveness::cause why, std::uint64_t silence_ns, int reported_by,
                     const std::string& detail) {
  std::string text;
  switch (why) {
    case liveness::cause::ended:
      text = "its process has ended";
      break;
    case liveness::cause::silent:
      text = fmt::format("silent for {:.1f} s (stopped, or its host cut off)",
                         static_cast<double>(silence_ns) * 1e-9);
      break;
    case liveness::cause::connection:
      text = "its connection is lost";
      break;
    case liveness::cause::left_failed:
      text = "it left after a failure of its own";
      break;
    case liveness::cause::left_early:
      text = "its process ends before ark::finalize (by exit, or return from main)";
      break;
    case liveness::cause::ends_job:
    case liveness::cause::finalizing:
      break;  // no loss
  }
  if (!detail.empty()) text += ": " + detail;
  if (reported_by >= 0) text += fmt::format(", reported by PE {}", reported_by);
  return text;
}

}  // namespace

std::uint64_t liveness::encode(int pe, cause why) noexcept {
  return static_cast<std::uint64_t>(why) << 32 | static_cast<std::uint32_t>(pe + 1);
}

liveness::liveness(settings values)
    : values_(std::move(values)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  constexpr std::uint64_t longest_tick_ns = 100'000'000;
  tick_ns_ =
      values_.silence_ns == 0 ? longest_tick_ns : std::min(longest_tick_ns, values_.silence_ns / 8);
  if (!wake_)
    throw error(errc::system_error,
                fmt::format("eventfd: {}{}", std::strerror(errno), descriptor_advice(errno)));
  const placement& me = values_.members[static_cast<std::size_t>(values_.rank)];
  peers_.resize(values_.members.size());
  remote_finalizing_.assign(peers_.size(), 0);
  for (std::size_t pe = 0; pe < peers_.size(); ++pe) {
    const placement& they = values_.members[pe];
    if (they.process == me.process || they.host != me.host || they.pids != me.pids) continue;
    // Fallback without this system call: heartbeats only.
    peers_[pe].process = unique_fd(static_cast<int>(syscall(SYS_pidfd_open, they.pid, 0)));
    if (!peers_[pe].process && errno == ESRCH) report(static_cast<int>(pe), cause::ended);
  }
  try {
    thread_ = thread_start("the watch of other PEs", &liveness::main, this);
  } catch (const std::system_error& failure) {
    throw error(errc::system_error, fmt::format("liveness thread: {}", failure.what()));
  }
}

liveness::~liveness() { stop(); }

void liveness::stop() {
  if (!thread_.joinable()) return;
  stopping_.store(true, std::memory_order_release);
  const std::uint64_t once = 1;
  [[maybe_unused]] const ssize_t written = write(wake_.get(), &once, sizeof once);
  thread_.join();
}

void liveness::watch_heartbeats(std::vector<heartbeats*> signs) {
  const std::lock_guard lock(mutex_);
  heartbeats_ = std::move(signs);
  restart_clocks(detail::clock_ns());
}

void liveness::watch_remote(remote_watch& remote) {
  const std::lock_guard lock(mutex_);
  remote_ = &remote;
}

bool liveness::same_host(int pe) const {
  return values_.members[static_cast<std::size_t>(pe)].host ==
         values_.members[static_cast<std::size_t>(values_.rank)].host;
}

bool liveness::left_in_order(int pe) const {
  if (heartbeats_.empty()) return false;
  const heartbeats* sign = heartbeats_[static_cast<std::size_t>(pe)];
  if (sign == nullptr) return false;
  return (detail::load_acquire(&sign->beats) & (departed_bit | failed_bit)) == departed_bit;
}

/// True if a neighbour has ended the job on purpose: all its processes are about to be ended.
bool liveness::job_ends() const {
  if (heartbeats_.empty()) return false;
  const std::uint64_t loss_report =
      detail::load_acquire(&heartbeats_[static_cast<std::size_t>(values_.rank)]->loss_report);
  return static_cast<cause>(loss_report >> 32) == cause::ends_job;
}

/// The nearest living PE after this one, in the order of the PEs; itself if there is none.
int liveness::successor() const {
  const int n = static_cast<int>(peers_.size());
  for (int step = 1; step < n; ++step) {
    const int pe = (values_.rank + step) % n;
    if (!peers_[static_cast<std::size_t>(pe)].gone) return pe;
  }
  return values_.rank;
}

/// True if no living PE of this host has a lower number: one PE of each host notifies the other
/// hosts.
bool liveness::first_of_host() const {
  for (int pe = 0; pe < values_.rank; ++pe) {
    if (same_host(pe) && !peers_[static_cast<std::size_t>(pe)].gone) return false;
  }
  return true;
}

void liveness::report(int pe, cause why, int reported_by, const std::string& detail) {
  lost_pe found;
  remote_watch* remote = nullptr;
  {
    const std::lock_guard lock(mutex_);
    peer& it = peers_[static_cast<std::size_t>(pe)];
    if (left_ || it.gone || job_ends()) return;
    if (why == cause::finalizing) {
      detail::store_release(&remote_finalizing_[static_cast<std::size_t>(pe)], std::uint64_t{1});
      return;
    }
    if (why == cause::left_failed && reported_by == pe) {  // this PE may find the cause itself
      suspect(it, why, {});
      return;
    }
    it.gone = true;
    if (pe == values_.rank) {
      found.how =
          fmt::format("PE {} has given this PE up: it was silent for too long", reported_by);
    } else {
      const bool alone = why == cause::left_failed && reported_by < 0 && is_finalizing(pe);
      found.how = alone ? "it is in ark::finalize, and another PE waits for it"
                        : describe(why, values_.silence_ns, reported_by, detail);
      found.ended = why == cause::ended;
      remote = remote_;
      notify_others(pe, why);
    }
    found.pe = pe;
    first_->note(found);
  }
  if (values_.noticed) values_.noticed(found);
  // Ends the operations that are open with it, now with a reason.
  if (remote != nullptr) remote->give_up(pe);
}

void liveness::suspect(int pe, const std::string& why) {
  const std::lock_guard lock(mutex_);
  suspect(peers_[static_cast<std::size_t>(pe)], cause::connection, why);
}

void liveness::suspect(peer& it, cause why, const std::string& detail) {
  if (it.gone || it.suspected_ns != 0) return;
  it.suspected_ns = detail::clock_ns();
  it.suspected_of = why;
  it.suspicion = detail;
}

void liveness::check_suspects(std::uint64_t now) {
  for (int pe = 0; pe < static_cast<int>(peers_.size()); ++pe) {
    std::string detail;
    cause why = cause::connection;
    {
      const std::lock_guard lock(mutex_);
      peer& it = peers_[static_cast<std::size_t>(pe)];
      // It may have been suspected since `now`.
      if (it.gone || it.suspected_ns == 0 || now < it.suspected_ns + loss_report_delay_ns) continue;
      why = it.suspected_of;
      detail = it.suspicion;
      if (first_->get().has_value()) {  // one failure; this is a consequence
        it.gone = true;
        if (remote_ != nullptr) remote_->give_up(pe);
        continue;
      }
    }
    report(pe, why, -1, detail);
  }
}

void liveness::notify_others(int pe, cause why) {
  const bool speaks = remote_ != nullptr && first_of_host();
  for (int other = 0; other < static_cast<int>(peers_.size()); ++other) {
    if (other == values_.rank) continue;
    if (same_host(other)) {
      heartbeats* sign =
          heartbeats_.empty() ? nullptr : heartbeats_[static_cast<std::size_t>(other)];
      // The first report stays: its consequences are detected soon enough.
      if (sign != nullptr && other != pe) {
        detail::compare_exchange(&sign->loss_report, std::uint64_t{0}, encode(pe, why));
      }
    } else if (speaks && (other == pe || !peers_[static_cast<std::size_t>(other)].gone)) {
      remote_->announce(other, pe, static_cast<std::uint64_t>(why));
    }
  }
}

void liveness::leave(departure how, int failed_pe) {
  if (getpid() != process_) return;  // forked: not a PE, and its threads do not exist here
  const std::lock_guard lock(mutex_);
  if (left_) return;
  left_ = true;
  const bool ends_job = how == departure::ends_job, early = how == departure::early;
  const bool in_order = how == departure::in_order || ends_job;
  const cause why = ends_job ? cause::ends_job : early ? cause::left_early : cause::left_failed;
  for (int other = 0; other < static_cast<int>(peers_.size()) && remote_ != nullptr; ++other) {
    if (in_order || failed_pe >= 0) break;  // all know of another PE's failure
    if (same_host(other) || peers_[static_cast<std::size_t>(other)].gone) continue;
    remote_->announce(other, values_.rank, static_cast<std::uint64_t>(why));
  }
  if (heartbeats_.empty()) return;
  for (int other = 0; other < static_cast<int>(peers_.size()); ++other) {
    heartbeats* sign = heartbeats_[static_cast<std::size_t>(other)];
    if (!(early || ends_job) || other == values_.rank || sign == nullptr) continue;
    detail::compare_exchange(&sign->loss_report, std::uint64_t{0}, encode(values_.rank, why));
  }
  heartbeats* mine = heartbeats_[static_cast<std::size_t>(values_.rank)];
  if (early) failed_pe = values_.rank;
  const std::uint64_t who = in_order ? 0 : failed_bit | static_cast<std::uint32_t>(failed_pe + 1);
  detail::store_release(&mine->beats, departed_bit | who);
}

void liveness::finalizing() {
  const std::lock_guard lock(mutex_);
  if (left_ || heartbeats_.empty()) return;
  detail::store_release(&heartbeats_[static_cast<std::size_t>(values_.rank)]->finalizing,
                        std::uint64_t{1});
  finalizing_since_ns_ = detail::clock_ns();
}

const std::uint64_t& liveness::finalizing_word(std::size_t pe) const {
  const heartbeats* sign = heartbeats_.empty() ? nullptr : heartbeats_[pe];
  return sign != nullptr ? sign->finalizing : remote_finalizing_[pe];
}

bool liveness::is_finalizing(int pe) const {
  return detail::load_acquire(&finalizing_word(static_cast<std::size_t>(pe))) != 0;
}

std::vector<const std::uint64_t*> liveness::finalizing_words() const {
  std::vector<const std::uint64_t*> words;
  for (std::size_t pe = 0; pe < peers_.size(); ++pe) words.push_back(&finalizing_word(pe));
  return words;
}

void liveness::announce_finalizing(std::uint64_t now) {
  const std::lock_guard lock(mutex_);
  if (left_ || remote_ == nullptr || finalizing_since_ns_ == 0) return;
  if (now < finalizing_since_ns_ + finalize_take_ns) return;
  finalizing_since_ns_ = 0;
  for (int pe = 0; pe < static_cast<int>(peers_.size()); ++pe) {
    const auto index = static_cast<std::size_t>(pe);
    if (heartbeats_[index] != nullptr || peers_[index].gone) continue;
    if (peers_.size() > small_job && remote_->last_message_ns(pe) == 0) continue;
    remote_->announce(pe, values_.rank, static_cast<std::uint64_t>(cause::finalizing));
  }
}

void liveness::restart_clocks(std::uint64_t now) {
  for (peer& it : peers_) {
    if (it.since_ns != 0) note_sign(it, now);
  }
}

void liveness::note_sign(peer& it, std::uint64_t when) {
  it.since_ns = when;
  it.checks = 0;
}

bool liveness::is_silent(const peer& it, std::uint64_t now) const {
  return it.checks >= fewest_checks && now > it.since_ns && now - it.since_ns > values_.silence_ns;
}

void liveness::wait(int timeout_ms) {
  std::vector<pollfd> watched{{wake_.get(), POLLIN, 0}};
  {
    const std::lock_guard lock(mutex_);
    for (const peer& it : peers_) {
      if (it.process && !it.gone) watched.push_back({it.process.get(), POLLIN, 0});
    }
  }
  poll(watched.data(), watched.size(), timeout_ms);
}

void liveness::check_processes() {
  std::vector<int> lost;
  {
    const std::lock_guard lock(mutex_);
    for (int pe = 0; pe < static_cast<int>(peers_.size()); ++pe) {
      peer& it = peers_[static_cast<std::size_t>(pe)];
      pollfd ended{it.process.get(), POLLIN, 0};
      if (!it.process || it.gone || poll(&ended, 1, 0) != 1) continue;
      it.gone = left_in_order(pe);
      if (!it.gone) lost.push_back(pe);
    }
  }
  for (const int pe : lost) report(pe, cause::ended);
}

void liveness::check_heartbeats(std::uint64_t now) {
  std::vector<std::pair<int, cause>> found;
  {
    const std::lock_guard lock(mutex_);
    if (heartbeats_.empty() || left_) return;
    heartbeats* mine = heartbeats_[static_cast<std::size_t>(values_.rank)];
    detail::store_release(&mine->beats, detail::load_relaxed(&mine->beats) + 1);
    for (int pe = 0; pe < static_cast<int>(peers_.size()); ++pe) {
      peer& it = peers_[static_cast<std::size_t>(pe)];
      const heartbeats* sign = heartbeats_[static_cast<std::size_t>(pe)];
      if (pe == values_.rank || sign == nullptr || it.gone) continue;
      const std::uint64_t beats = detail::load_acquire(&sign->beats);
      if ((beats & departed_bit) != 0) {
        const int named = static_cast<int>(static_cast<std::uint32_t>(beats)) - 1;
        const int failed_pe = named < static_cast<int>(peers_.size()) ? named : -1;
        const bool known = failed_pe >= 0 && peers_[static_cast<std::size_t>(failed_pe)].gone;
        if ((beats & failed_bit) == 0 || known) {
          it.gone = true;
        } else if (failed_pe >= 0 && failed_pe != values_.rank) {
          it.gone = failed_pe != pe;
          found.emplace_back(failed_pe, cause::left_failed);
        } else {  // it named no PE: this PE may detect the failure itself
          suspect(it, cause::left_failed, {});
        }
      } else if (beats != it.beats || it.since_ns == 0) {
        it.beats = beats;
        note_sign(it, now);
      } else if (++it.checks; values_.silence_ns != 0 && is_silent(it, now)) {
        found.emplace_back(pe, cause::silent);
      }
    }
  }
  for (const auto& [pe, why] : found) report(pe, why);
}

/// Pings the successor; once it is silent for half the time, its whole host is pinged.
void liveness::check_remote_hosts(std::uint64_t now) {
  std::vector<int> silent;
  {
    const std::lock_guard lock(mutex_);
    if (remote_ == nullptr || values_.silence_ns == 0 || left_) return;
    const int next = successor();
    for (int pe = 0; pe < static_cast<int>(peers_.size()); ++pe) {
      peer& it = peers_[static_cast<std::size_t>(pe)];
      if (it.gone || same_host(pe) || (pe != next && it.since_ns == 0)) continue;
      if (it.since_ns == 0) note_sign(it, now);
      if (const std::uint64_t last = remote_->last_message_ns(pe); last > it.since_ns)
        note_sign(it, last);
      ++it.checks;
      const std::uint64_t quiet = now > it.since_ns ? now - it.since_ns : 0;
      if (quiet > values_.silence_ns / 4) remote_->ping(pe);
      if (is_silent(it, now)) {
        silent.push_back(pe);
      } else if (pe != next && quiet <= values_.silence_ns / 4) {
        it.since_ns = 0;  // it has answered, so only its own predecessor pings it
      } else if (pe == next && quiet > values_.silence_ns / 2) {
        for (std::size_t other = 0; other < peers_.size(); ++other) {
          const bool there =
              values_.members[other].host == values_.members[static_cast<std::size_t>(pe)].host;
          if (there && peers_[other].since_ns == 0) note_sign(peers_[other], it.since_ns);
        }
      }
    }
  }
  for (const int pe : silent) report(pe, cause::silent);
}

void liveness::read_loss_report() {
  std::uint64_t loss_report = 0;
  {
    const std::lock_guard lock(mutex_);
    if (heartbeats_.empty() || left_) return;
    loss_report =
        detail::load_acquire(&heartbeats_[static_cast<std::size_t>(values_.rank)]->loss_report);
  }
  const auto pe = static_cast<std::int64_t>(static_cast<std::uint32_t>(loss_report)) - 1;
  if (loss_report == 0 || pe < 0 || pe >= static_cast<std::int64_t>(peers_.size())) return;
  report(static_cast<int>(pe), static_cast<cause>(loss_report >> 32));
}

void liveness::main() {
  while (!stopping_.load(std::memory_order_acquire)) {
    wait(static_cast<int>(tick_ns_ / 1'000'000) + 1);
    const std::uint64_t now = detail::clock_ns();
    read_loss_report();
    check_heartbeats(now);  // before the processes: a PE that leaves stores the reason there first
    check_processes();
    check_remote_hosts(now);
    check_suspects(now);
    announce_finalizing(now);
  }
}

}  // namespace ark
