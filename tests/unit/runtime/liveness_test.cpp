// Who is lost, how that is noticed, and who is told.
#include "liveness/liveness.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace ark {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t silence_ns = 600'000'000;
constexpr auto longer_than_silence = 900ms;
constexpr std::uint64_t departed_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t failed_bit = std::uint64_t{1} << 62;

std::uint64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

template <class Ready>
bool eventually(Ready&& ready, int limit_ms = 20'000) {
  for (int i = 0; i < limit_ms; ++i) {
    if (ready()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return ready();
}

/// PEs of processes that nobody can look at: only their words and their messages tell of them.
liveness::settings job(const std::vector<std::uint64_t>& hosts) {
  liveness::settings values;
  values.silence_ns = silence_ns;
  for (std::size_t pe = 0; pe < hosts.size(); ++pe) {
    values.members.push_back({1000 + pe, hosts[pe], pe, 0});
  }
  return values;
}

/// Until it is killed.
pid_t sleeping_child() {
  const pid_t child = fork();
  EXPECT_GE(child, 0);
  while (child == 0) pause();
  return child;
}

/// PE 1 is that child.
liveness::settings job_with(pid_t child) {
  liveness::settings values = job({1, 1});
  values.members[1].pids = values.members[0].pids;
  values.members[1].pid = child;
  return values;
}

std::vector<heartbeats*> words_of(std::vector<heartbeats>& signs) {
  std::vector<heartbeats*> all;
  for (heartbeats& one : signs) all.push_back(&one);
  return all;
}

/// Whom a watch has reported, in order.
class notices {
 public:
  void listen(liveness::settings& values) {
    values.noticed = [this](const lost_pe& who) {
      const std::lock_guard lock(mutex_);
      list_.push_back(who.pe);
    };
  }
  [[nodiscard]] std::vector<int> list() const {
    const std::lock_guard lock(mutex_);
    return list_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> list_;
};

/// Counts up the pulses of other PEs until told to leave one alone.
class hearts {
 public:
  explicit hearts(std::vector<heartbeats>& signs) : heartbeats_(signs), stopped_(signs.size()) {
    thread_ = std::thread([this] {
      while (!ending_.load()) {
        beat();
        std::this_thread::sleep_for(10ms);
      }
    });
  }
  ~hearts() {
    ending_.store(true);
    thread_.join();
  }
  void stop(std::size_t pe) { stopped_[pe].store(true); }
  /// Its last beat is over.
  void stop_for_good(std::size_t pe) {
    stop(pe);
    const std::lock_guard between_beats(beating_);
  }

 private:
  void beat() {
    const std::lock_guard lock(beating_);
    for (std::size_t pe = 1; pe < heartbeats_.size(); ++pe) {
      if (!stopped_[pe].load()) detail::fetch_add(&heartbeats_[pe].beats, 1);
    }
  }

  std::mutex beating_;
  std::vector<heartbeats>& heartbeats_;
  std::vector<std::atomic<bool>> stopped_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

/// Three PEs of one host: the watch of the first, and the hearts of the others.
struct watched_host {
  watched_host() { watch.watch_heartbeats(words_of(signs)); }

  std::vector<heartbeats> signs = std::vector<heartbeats>(3);
  hearts beating{signs};
  notices noticed;
  liveness watch{[this] {
    liveness::settings values = job({1, 1, 1});
    noticed.listen(values);
    return values;
  }()};
};

TEST(Liveness, TheEndOfAProcessIsDetectedAtOnce) {
  const pid_t child = sleeping_child();
  liveness::settings values = job_with(child);
  values.silence_ns = 0;
  std::optional<liveness> watch(std::in_place, std::move(values));
  const lost_query asked = watch->query();
  std::this_thread::sleep_for(50ms);
  EXPECT_FALSE(watch->lost().has_value());
  kill(child, SIGKILL);
  EXPECT_TRUE(eventually([&] { return watch->lost().has_value(); }));
  EXPECT_EQ(watch->lost()->pe, 1);
  EXPECT_EQ(watch->lost()->how, "its process has ended");
  watch.reset();
  ASSERT_TRUE(asked().has_value()) << "the bootstrap asks until its own end";
  EXPECT_EQ(asked()->pe, 1);
  waitpid(child, nullptr, 0);
}

// ThreadSanitizer watches what a look at the processes and a report share.
TEST(Liveness, EndsAndReportsAtTheSameTimeAreDetectedOnce) {
  constexpr int pes = 200;
  const pid_t child = sleeping_child();
  liveness::settings values = job(std::vector<std::uint64_t>(pes, 1));
  for (placement& member : values.members) {
    member.pids = values.members[0].pids;
    member.pid = child;
  }
  values.silence_ns = 8'000'000;  // a look takes place every other millisecond
  notices noticed;
  noticed.listen(values);
  std::vector<int> all;
  for (int pe = 1; pe < pes; ++pe) all.push_back(pe);
  {
    liveness watch(std::move(values));
    for (const int pe : all) {
      std::this_thread::sleep_for(200us);
      watch.report(pe, liveness::cause::connection);
      if (pe == pes / 2) kill(child, SIGKILL);
    }
  }
  std::vector<int> list = noticed.list();
  std::sort(list.begin(), list.end());
  EXPECT_EQ(list, all);
  waitpid(child, nullptr, 0);
}

TEST(Liveness, AProcessThatEndsAfterDepartingIsNotLost) {
  const pid_t child = sleeping_child();
  std::vector<heartbeats> signs(2);
  liveness watch(job_with(child));
  watch.watch_heartbeats(words_of(signs));
  detail::store_release(&signs[1].beats, departed_bit);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  std::this_thread::sleep_for(longer_than_silence);
  EXPECT_FALSE(watch.lost().has_value());
}

TEST(Liveness, AStoppedHeartbeatIsDetectedAndAnnounced) {
  watched_host host;
  std::this_thread::sleep_for(longer_than_silence);
  EXPECT_FALSE(host.watch.lost().has_value()) << "all pulses go";
  EXPECT_GT(detail::load_acquire(&host.signs[0].beats), 2u) << "and so does mine";
  host.beating.stop(2);
  ASSERT_TRUE(eventually([&] { return host.watch.lost().has_value(); }));
  EXPECT_EQ(host.watch.lost()->pe, 2);
  EXPECT_NE(host.watch.lost()->how.find("silent for 0.6 s"), std::string::npos)
      << host.watch.lost()->how;
  EXPECT_EQ(detail::load_acquire(&host.signs[1].loss_report),
            liveness::encode(2, liveness::cause::silent));
}

TEST(Liveness, WithoutATimeSilenceIsNoFailure) {
  std::vector<heartbeats> signs(2);
  liveness::settings values = job({1, 1});
  values.silence_ns = 0;
  liveness watch(std::move(values));
  watch.watch_heartbeats(words_of(signs));
  std::this_thread::sleep_for(longer_than_silence);
  EXPECT_FALSE(watch.lost().has_value());
}

TEST(Liveness, ADepartureAfterAFailureNamesTheFailedPe) {
  for (const int culprit : {-1, 2, 3}) {  // there is no PE 3
    watched_host host;
    host.beating.stop_for_good(1);
    detail::store_release(&host.signs[1].beats,
                          departed_bit | failed_bit | static_cast<std::uint64_t>(culprit + 1));
    ASSERT_TRUE(eventually([&] { return host.watch.lost().has_value(); }));
    EXPECT_EQ(host.watch.lost()->pe, culprit == 2 ? 2 : 1);
  }
}

// It may have left because of another, whose news are on their way.
TEST(Liveness, ADepartureThatNamesNoFailedPeIsSuspectedFirst) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    watched_host host;
    host.beating.stop_for_good(1);
    const auto began = std::chrono::steady_clock::now();
    detail::store_release(&host.signs[1].beats, departed_bit | failed_bit);
    std::this_thread::sleep_for(110ms);  // a look at least
    const bool lost = host.watch.lost().has_value();
    if (std::chrono::steady_clock::now() - began > 140ms) continue;  // this thread was late
    EXPECT_FALSE(lost) << host.watch.lost()->how;
    EXPECT_TRUE(eventually([&] { return host.watch.lost().has_value(); }));
    return;
  }
  GTEST_SKIP() << "the machine is too busy";
}

TEST(Liveness, NewsOfANeighbourCounts) {
  watched_host host;
  detail::store_release(&host.signs[0].loss_report, liveness::encode(2, liveness::cause::ended));
  ASSERT_TRUE(eventually([&] { return host.watch.lost().has_value(); }));
  EXPECT_EQ(host.watch.lost()->pe, 2);
  EXPECT_TRUE(host.watch.lost()->ended) << "it will not come back";
  host.watch.report(2, liveness::cause::silent);
  host.watch.report(1, liveness::cause::connection, -1, "broken pipe");
  host.watch.stop();
  EXPECT_EQ(host.noticed.list(), (std::vector<int>{2, 1})) << "each once";
  EXPECT_EQ(host.watch.lost()->pe, 2) << "the first stays";
}

TEST(Liveness, LeavingWritesTheKindOfDeparture) {
  std::vector<heartbeats> signs(2);
  liveness watch(job({1, 1}));
  watch.watch_heartbeats(words_of(signs));
  watch.leave(liveness::departure::failed, 1);
  EXPECT_EQ(detail::load_acquire(&signs[0].beats), departed_bit | failed_bit | 2);
  watch.report(1, liveness::cause::ended);
  EXPECT_FALSE(watch.lost().has_value()) << "who has left watches nobody";
}

// A process that is ended with the job is no loss; without that news it is one: see the next test.
TEST(Liveness, AnEndOfTheJobOnPurposeIsNoLoss) {
  const pid_t child = sleeping_child();
  std::vector<heartbeats> signs(2);
  liveness watch(job_with(child));
  watch.watch_heartbeats(words_of(signs));
  liveness who_ends(job({1, 1}));
  who_ends.watch_heartbeats({&signs[1], &signs[0]});  // as PE 0 of a job in which they are swapped
  who_ends.leave(liveness::departure::ends_job);
  EXPECT_EQ(detail::load_acquire(&signs[1].beats), departed_bit);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  watch.report(1, liveness::cause::ended);
  watch.report(1, liveness::cause::connection);
  std::this_thread::sleep_for(300ms);
  EXPECT_FALSE(watch.lost().has_value());
}

// Whoever looks at the ends of processes only would take it for one that has left in order.
TEST(Liveness, AProcessThatHasLeftAfterAFailureAndEndedIsLost) {
  const pid_t child = sleeping_child();
  std::vector<heartbeats> signs(2);
  liveness watch(job_with(child));
  watch.watch_heartbeats(words_of(signs));
  detail::store_release(&signs[1].beats, departed_bit | failed_bit | 2);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(eventually([&] { return watch.lost().has_value(); }));
  EXPECT_EQ(watch.lost()->pe, 1);
}

// Its clock runs on while the machine, or the job, is suspended: nobody has been silent.
TEST(Liveness, ASuspendedJobContinues) {
  const pid_t job_of_three = fork();
  ASSERT_GE(job_of_three, 0);
  if (job_of_three == 0) {
    const watched_host host;
    std::this_thread::sleep_for(2 * longer_than_silence);
    _exit(host.watch.lost().has_value() ? 1 : 0);
  }
  std::this_thread::sleep_for(300ms);
  kill(job_of_three, SIGSTOP);
  std::this_thread::sleep_for(longer_than_silence);
  kill(job_of_three, SIGCONT);
  int status = -1;
  waitpid(job_of_three, &status, 0);
  EXPECT_EQ(status, 0);
}

/// Other hosts as the test wants them.
struct fake_remote : remote_watch {
  void ping(int pe) override {
    const std::lock_guard lock(mutex);
    ++pings[pe];
    if (alive.contains(pe)) heard[pe] = now_ns();
  }
  std::uint64_t last_message_ns(int pe) const override {
    const std::lock_guard lock(mutex);
    const auto found = heard.find(pe);
    return found == heard.end() ? 0 : found->second;
  }
  void give_up(int pe) override {
    const std::lock_guard lock(mutex);
    given_up.push_back(pe);
  }
  void announce(int to, int lost, std::uint64_t how) override {
    const std::lock_guard lock(mutex);
    told.emplace_back(to, lost);
    causes.push_back(static_cast<liveness::cause>(how));
  }
  mutable std::mutex mutex;
  std::map<int, int> pings;
  std::map<int, std::uint64_t> heard;
  std::map<int, bool> alive;
  std::vector<int> given_up;
  std::vector<std::pair<int, int>> told;
  std::vector<liveness::cause> causes;
};

/// PE 0 of two on this host, and of others on a second one.
struct first_of_two_hosts {
  explicit first_of_two_hosts(std::size_t remote_pes)
      : watch([remote_pes] {
          std::vector<std::uint64_t> hosts(2 + remote_pes, 2);
          hosts[0] = hosts[1] = 1;
          liveness::settings values = job(hosts);
          values.silence_ns = 0;
          return values;
        }()) {
    std::vector<heartbeats*> words(2 + remote_pes, nullptr);
    words[0] = &signs[0];
    words[1] = &signs[1];
    watch.watch_heartbeats(words);
    watch.watch_remote(remote);
  }
  std::vector<std::pair<int, int>> told() {
    const std::lock_guard lock(remote.mutex);
    return remote.told;
  }

  fake_remote remote;
  std::vector<heartbeats> signs = std::vector<heartbeats>(2);
  liveness watch;
};

TEST(Liveness, FinalizeIsVisibleOnTheHostAtOnceAndAnnouncedToOtherHostsAfterASecond) {
  first_of_two_hosts job(1);
  const auto words = job.watch.finalizing_words();
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[1], &job.signs[1].finalizing);
  const std::uint64_t began = now_ns();
  job.watch.finalizing();
  EXPECT_EQ(detail::load_acquire(&job.signs[0].finalizing), 1u);
  EXPECT_EQ(detail::load_acquire(words[0]), 1u);
  ASSERT_TRUE(eventually([&] { return !job.told().empty(); }));
  EXPECT_GE(now_ns() - began, 1'000'000'000u);
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(job.told(), (std::vector{std::pair(2, 0)})) << "once";
  EXPECT_EQ(job.remote.causes, std::vector{liveness::cause::finalizing});
  EXPECT_FALSE(job.watch.lost().has_value());
}

TEST(Liveness, APeInFinalizeOnAnotherHostIsNotLost) {
  first_of_two_hosts job(2);
  const auto words = job.watch.finalizing_words();
  job.watch.report(3, liveness::cause::finalizing, 3);
  EXPECT_EQ(detail::load_acquire(words[2]), 0u);
  EXPECT_EQ(detail::load_acquire(words[3]), 1u);
  EXPECT_FALSE(job.watch.lost().has_value());
  job.watch.report(3, liveness::cause::connection);
  ASSERT_TRUE(job.watch.lost().has_value()) << "it may be lost all the same";
  EXPECT_EQ(job.watch.lost()->pe, 3);
}

TEST(Liveness, FinalizeInALargeJobIsAnnouncedOnlyToPesThatHaveSentMessages) {
  constexpr std::size_t remote_pes = 80;
  first_of_two_hosts job(remote_pes);
  job.remote.heard = {{7, now_ns()}, {70, now_ns()}};
  job.watch.finalizing();
  ASSERT_TRUE(eventually([&] { return job.told().size() >= 2; }));
  EXPECT_EQ(job.told(), (std::vector{std::pair(7, 0), std::pair(70, 0)}));
}

TEST(Liveness, AnEarlyDepartureIsAnnouncedToAll) {
  for (const auto how :
       {liveness::departure::early, liveness::departure::failed, liveness::departure::in_order}) {
    fake_remote remote;
    std::vector<heartbeats> signs(2);
    liveness watch(job({1, 1, 2}));
    watch.watch_heartbeats({&signs[0], &signs[1], nullptr});
    watch.watch_remote(remote);
    watch.leave(how);
    watch.stop();
    const bool early = how == liveness::departure::early;
    const bool in_order = how == liveness::departure::in_order;
    EXPECT_EQ(detail::load_acquire(&signs[1].loss_report),
              early ? liveness::encode(0, liveness::cause::left_early) : 0);
    EXPECT_EQ(detail::load_acquire(&signs[0].beats),
              departed_bit | (in_order ? 0 : failed_bit) | (early ? 1u : 0u));
    std::vector<std::pair<int, int>> told;
    if (!in_order) told.emplace_back(2, 0);
    EXPECT_EQ(remote.told, told);
  }
}

TEST(Liveness, OnlyTheSuccessorIsPingedWhileItAnswers) {
  fake_remote remote;
  remote.alive = {{1, true}, {2, true}};
  liveness watch(job({1, 2, 2}));
  watch.watch_remote(remote);
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(remote.mutex);
    return remote.pings[1] >= 5;
  }));
  watch.stop();
  EXPECT_EQ(remote.pings[2], 0);
  EXPECT_FALSE(watch.lost().has_value());
}

TEST(Liveness, ASilentHostIsLostAsAWholeAndAnnounced) {
  fake_remote remote;
  remote.alive = {{3, true}};
  liveness watch(job({1, 2, 2, 3}));
  watch.watch_remote(remote);
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard lock(remote.mutex);
    return remote.given_up.size() >= 2;
  }));
  watch.stop();
  EXPECT_EQ(remote.given_up.size(), 2u);
  EXPECT_TRUE(watch.lost()->pe == 1 || watch.lost()->pe == 2);
  EXPECT_NE(std::find(remote.told.begin(), remote.told.end(), std::pair(3, 1)), remote.told.end());
  EXPECT_NE(std::find(remote.told.begin(), remote.told.end(), std::pair(3, 2)), remote.told.end());
}

TEST(Liveness, OneSilentPeOfAHostThatAnswersIsLostAlone) {
  fake_remote remote;
  remote.alive = {{2, true}};
  liveness watch(job({1, 2, 2}));
  watch.watch_remote(remote);
  ASSERT_TRUE(eventually([&] { return watch.lost().has_value(); }));
  std::this_thread::sleep_for(longer_than_silence);
  watch.stop();
  EXPECT_EQ(watch.lost()->pe, 1);
  EXPECT_EQ(remote.given_up, std::vector<int>{1});
}

// A connection that breaks says little: the PE may have left because of another, whose news are
// slower.
TEST(Liveness, AReportOfTheCausePrecedesABrokenConnection) {
  for (const bool news : {true, false}) {
    std::vector<heartbeats> signs(3);
    hearts beating(signs);
    fake_remote remote;
    remote.alive = {{1, true}, {2, true}};
    notices noticed;
    liveness::settings values = job({1, 2, 2});
    noticed.listen(values);
    liveness watch(std::move(values));
    std::vector<heartbeats*> words{&signs[0], nullptr, nullptr};
    watch.watch_heartbeats(std::move(words));
    watch.watch_remote(remote);
    watch.suspect(1, "connection reset");
    if (news) watch.report(2, liveness::cause::ended, 1);
    const auto gives_up_1 = [&] {
      const std::lock_guard lock(remote.mutex);
      return std::find(remote.given_up.begin(), remote.given_up.end(), 1) != remote.given_up.end();
    };
    ASSERT_TRUE(eventually(gives_up_1));
    ASSERT_TRUE(watch.lost().has_value());
    EXPECT_EQ(watch.lost()->pe, news ? 2 : 1);
    watch.stop();
    EXPECT_EQ(noticed.list(), std::vector<int>{news ? 2 : 1});
    if (!news) {
      EXPECT_NE(watch.lost()->how.find("connection reset"), std::string::npos);
    }
  }
}

// Two PEs whose deadlines end at the same time for the same reason: the one that leaves first is
// not the reason.
TEST(Liveness, ADepartureThatNamesNoFailedPeIsNoLossOnceAnotherIsLost) {
  watched_host host;
  host.beating.stop_for_good(1);
  detail::store_release(&host.signs[1].beats, departed_bit | failed_bit);
  host.watch.report(2, liveness::cause::silent);
  std::this_thread::sleep_for(500ms);
  host.watch.stop();
  EXPECT_EQ(host.noticed.list(), std::vector<int>{2});
  EXPECT_EQ(host.watch.lost()->pe, 2);
}

}  // namespace
}  // namespace ark
