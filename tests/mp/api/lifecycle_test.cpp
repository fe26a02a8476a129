// Starting and stopping, with MPI already started by the program.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ark/overlap.hpp>
#include <ark/plan.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

template <class Call>
ark::errc code_of(Call&& call, std::string* text = nullptr) {
  try {
    call();
  } catch (const ark::error& problem) {
    if (text != nullptr) *text = problem.what();
    return problem.code();
  }
  return ark::errc::ok;
}

/// Ranks of a communicator are the PEs, and they reach each other.
void expect_working(MPI_Comm comm) {
  int comm_rank = 0, comm_size = 0;
  MPI_Comm_rank(comm, &comm_rank);
  MPI_Comm_size(comm, &comm_size);
  EXPECT_EQ(ark_my_pe(), comm_rank);
  EXPECT_EQ(ark_n_pes(), comm_size);
  const sym<int> word(1);
  ark_int_p(word, comm_rank + 1, (comm_rank + 1) % comm_size);
  ark_barrier_all();
  EXPECT_EQ(word[0], (comm_rank + comm_size - 1) % comm_size + 1);
  ark_barrier_all();
}

TEST(Lifecycle, InitAndFinalizeAgainAndAgain) {
  for (int round = 0; round < (ARK_TEST_LONG ? 20 : 8); ++round) {
    ark::init();
    EXPECT_TRUE(ark::initialized());
    expect_working(MPI_COMM_WORLD);
    ark::finalize();
    EXPECT_FALSE(ark::initialized());
  }
}

/// The PEs of a job are these ranks of MPI_COMM_WORLD, and they reach each other.
void expect_working(const std::vector<int>& ranks) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = static_cast<int>(ranks.size());
  ASSERT_EQ(ark_n_pes(), n);
  EXPECT_EQ(ranks[static_cast<std::size_t>(ark_my_pe())], rank);
  const sym<int> word(1);
  ark_int_p(word, rank + 1, (ark_my_pe() + 1) % n);
  ark_barrier_all();
  EXPECT_EQ(word[0], ranks[static_cast<std::size_t>((ark_my_pe() + n - 1) % n)] + 1);
  ark_barrier_all();
}

/// All ranks of MPI_COMM_WORLD but one, the last first.
std::vector<int> all_but(int missing) {
  std::vector<int> ranks;
  for (int at = size() - 1; at >= 0; --at) {
    if (at != missing) ranks.push_back(at);
  }
  return ranks;
}

TEST(Lifecycle, ObjectsOfAnEarlierRuntimeLeaveTheNextOneAlone) {
  std::optional<ark::plan> old_plan;
  std::optional<ark::overlap::planned_collective> old_collective;
  std::optional<ark::symmetric_array<std::uint64_t>> old_array;
  for (int cycle = 0; cycle < 5; ++cycle) {
    ark::init();
    ark::symmetric_array<std::uint64_t> array(2);
    array.write({5, 7});
    ark::plan plan(array.data(), array.data() + 1, 8, nullptr, ark_my_pe());
    const std::string before = ark::last_error();
    old_plan.reset();
    old_array.reset();
    EXPECT_EQ(ark::last_error(), before) << "cycle " << cycle;
    std::uint64_t ordinal = 0;
    EXPECT_EQ(ark::plan_start(plan.get(), &ordinal), ark::errc::ok) << "cycle " << cycle;
    EXPECT_EQ(ark::plan_wait(plan.get(), ordinal), ark::errc::ok);
    EXPECT_EQ(array.read(), (std::vector<std::uint64_t>{7, 7}));
    using ark::overlap::planned_collective;
    if (old_collective) {
      EXPECT_EQ(code_of([&] { (void)old_collective->on_stream(nullptr); }), ark::errc::wrong_state);
    }
    old_collective.reset();
    old_collective.emplace(
        planned_collective::broadcast(ARK_TEAM_WORLD, array.data(), array.data() + 1, 1, 0));
    old_plan.emplace(std::move(plan));
    old_array.emplace(std::move(array));
    ark::finalize();
  }
}

TEST(Lifecycle, SomeRanksAmongThemselves) {
  for (int missing = 0; missing < size(); ++missing) {
    const std::vector<int> ranks = all_but(missing);
    if (rank() != missing) {
      ark::init_on_ranks(MPI_COMM_WORLD, ranks);
      expect_working(ranks);
      ark::finalize();
    }
    ark::init();
    expect_working(MPI_COMM_WORLD);
    ark::finalize();
  }
}

TEST(Lifecycle, SomeRanksOfACommunicatorThatHasNoDuplicateYet) {
  MPI_Comm fresh = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
  for (int round = 0; round < 3; ++round) {
    const std::vector<int> ranks = all_but(round % size());
    if (rank() != round % size()) {
      ark::init_on_ranks(fresh, ranks);
      // The program's own messages on it go their own way.
      const int n = ark_n_pes(), sent = rank();
      int got = -1;
      MPI_Sendrecv(&sent, 1, MPI_INT, ranks[static_cast<std::size_t>((ark_my_pe() + 1) % n)], 7,
                   &got, 1, MPI_INT, MPI_ANY_SOURCE, 7, fresh, MPI_STATUS_IGNORE);
      EXPECT_EQ(got, ranks[static_cast<std::size_t>((ark_my_pe() + n - 1) % n)]);
      expect_working(ranks);
      ark::finalize();
    }
    MPI_Barrier(fresh);
  }
  MPI_Comm_free(&fresh);
}

// Who notices first starts again while others still wait for the lost one in a start of all.
TEST(Lifecycle, SomeRanksWhileOneStillWaitsForAll) {
  const ark::settings soon{{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "1500ms"}};
  const std::vector<int> ranks = all_but(size() - 1);
  std::vector<int> upward(ranks.rbegin(), ranks.rend());
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank() == 0) {
    EXPECT_EQ(code_of([&] { ark::init(soon); }), ark::errc::timeout);
  }
  if (rank() != size() - 1) {
    ark::init_on_ranks(MPI_COMM_WORLD, upward, soon);
    expect_working(upward);
    ark::finalize();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  ark::init();
  expect_working(MPI_COMM_WORLD);
  ark::finalize();
}

TEST(Lifecycle, WrongRanksAreRefusedByName) {
  const auto said = [](const std::vector<int>& ranks) {
    std::string text;
    EXPECT_EQ(code_of([&] { ark::init_on_ranks(MPI_COMM_WORLD, ranks); }, &text),
              ark::errc::invalid_argument);
    EXPECT_FALSE(ark::initialized());
    return text;
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(said({}), HasSubstr("no ranks"));
  EXPECT_THAT(said({rank(), size()}), HasSubstr("rank " + std::to_string(size()) + " for PE 1"));
  EXPECT_THAT(said({rank(), rank()}), HasSubstr("is given for PE 0 and for PE 1"));
  EXPECT_THAT(said(all_but(rank())), HasSubstr("is not among the"));
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(Lifecycle, RanksInDifferentOrdersAreAsymmetric) {
  if (size() < 3) GTEST_SKIP() << "needs a third PE, whose order differs from the first two";
  std::vector<int> ranks(static_cast<std::size_t>(size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  if (rank() == size() - 1) std::swap(ranks[1], ranks[2]);
  std::string text;
  const ark::errc code = code_of([&] { ark::init_on_ranks(MPI_COMM_WORLD, ranks); }, &text);
  EXPECT_EQ(code, ark::errc::asymmetric) << text;
  EXPECT_THAT(text, ::testing::HasSubstr("names other ranks than PE 0"));
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(Lifecycle, NestedInitEndsWithTheLastFinalize) {
  ark::init();
  ark_init();
  ark_finalize();
  int up = 0;
  ark_query_initialized(&up);
  EXPECT_EQ(up, 1);
  expect_working(MPI_COMM_WORLD);
  ark::finalize();
  ark_query_initialized(&up);
  EXPECT_EQ(up, 0);
}

/// The last PE puts late: its neighbour sees the value only behind a barrier.
TEST(Lifecycle, AFinalizeThatIsNotTheLastIsABarrier) {
  ark::init();
  ark::init();
  {
    const sym<int> word(1);
    ark_barrier_all();
    if (rank() == size() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ark_int_p(word, 7, (rank() + 1) % size());
    ark_finalize();
    EXPECT_EQ(word[0], 7);
    ark_barrier_all();
  }
  ark::finalize();
  EXPECT_FALSE(ark::initialized());
}

/// A child has to allocate, and the lock of AddressSanitizer's allocator may be held at the fork.
#if defined(__SANITIZE_ADDRESS__)
#define NEEDS_CHILD_THAT_ALLOCATES() GTEST_SKIP() << "AddressSanitizer's allocator and fork"
#else
#define NEEDS_CHILD_THAT_ALLOCATES()
#endif

/// The status of a forked process that runs `body`, which a minute's alarm ends.
template <class Body>
int status_of_child(Body&& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    body();
    _exit(99);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}
constexpr int ended_with(int code) { return code << 8; }

ARK_GLOBAL void wait_for_word(std::uint64_t* word) { ark_signal_wait_until(word, ARK_CMP_EQ, 1); }

/// A kernel has run, and another one runs: the executor has threads, which no child has.
TEST(Lifecycle, AForkedProcessEndsAsAnyOther) {
  NEEDS_CHILD_THAT_ALLOCATES();
  ark::session session;
  {
    const sym<std::uint64_t> word(1);
    ark::launch({1, 32}, wait_for_word, static_cast<std::uint64_t*>(word));
    EXPECT_EQ(status_of_child([] { std::exit(7); }), ended_with(7));
    EXPECT_EQ(status_of_child([] { _exit(8); }), ended_with(8));
    EXPECT_EQ(status_of_child([] { execlp("true", "true", nullptr); }), ended_with(0));
    EXPECT_EQ(
        status_of_child([] { std::exit(WEXITSTATUS(status_of_child([] { std::exit(9); }))); }),
        ended_with(9));
    EXPECT_EQ(status_of_child([&] {
                session.~session();
                std::exit(10);
              }),
              ended_with(10));
    ark_uint64_p(word, 1, rank());
    ark::device_sync();
    ark_barrier_all();
  }
  expect_working(MPI_COMM_WORLD);
}

TEST(Lifecycle, AForkedProcessIsRefusedByName) {
  NEEDS_CHILD_THAT_ALLOCATES();
  const ark::session session;
  const int child = status_of_child([] {
    std::string text;
    const bool refused = !ark::initialized() &&
                         code_of([] { ark::init(); }, &text) == ark::errc::wrong_state &&
                         code_of([] { ark::finalize(); }, &text) == ark::errc::wrong_state &&
                         code_of([] { (void)ark_malloc(8); }, &text) == ark::errc::ok &&
                         code_of([] { (void)ark_my_pe(); }, &text) == ark::errc::wrong_state;
    const bool named = text.find("ark_my_pe was called in process " + std::to_string(getpid()) +
                                 ", which a PE has forked") != std::string::npos;
    if (!refused || !named) fprintf(stderr, "in the child: %s\n", text.c_str());
    _exit(refused && named ? 0 : 1);
  });
  EXPECT_EQ(child, ended_with(0));
  expect_working(MPI_COMM_WORLD);
}

TEST(Lifecycle, SessionFinalizesAtItsEnd) {
  {
    const ark::session session;
    expect_working(MPI_COMM_WORLD);
  }
  EXPECT_FALSE(ark::initialized());
}

TEST(Lifecycle, SessionTakesSettingsInBraces) {
  const auto has = [](const char* setting) {
    return ark::environment_report().find(setting) != std::string::npos;
  };
  {
    const ark::session session{{"ARK_SCHED", "random:96"}, {"ARK_LOG", "error"}};
    EXPECT_TRUE(has("random:96")) << ark::environment_report();
  }
  {
    const ark::session session({{"ARK_SCHED", "random:96"}});
    EXPECT_TRUE(has("random:96")) << ark::environment_report();
  }
  {
    const ark::settings settings{{"ARK_SCHED", "random:96"}};
    const ark::session session{settings};
    EXPECT_TRUE(has("random:96")) << ark::environment_report();
  }
  {
    const ark::session session{};
    EXPECT_FALSE(has("random:96")) << ark::environment_report();
  }
}

TEST(Lifecycle, OnHalvesOfTheJob) {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(communicator(), rank() % 2, rank(), &half);
  ark::init(half);
  expect_working(half);
  ark::finalize();
  MPI_Comm_free(&half);
}

TEST(Lifecycle, OnAReorderedCommunicator) {
  MPI_Comm reversed = MPI_COMM_NULL;
  MPI_Comm_split(communicator(), 0, size() - rank(), &reversed);
  ark::init(reversed);
  EXPECT_EQ(ark_my_pe(), size() - 1 - rank());
  expect_working(reversed);
  ark::finalize();
  MPI_Comm_free(&reversed);
}

TEST(Lifecycle, ThreadLevels) {
  int provided = -1;
  EXPECT_EQ(ark_init_thread(ARK_THREAD_SINGLE, &provided), 0);
  EXPECT_EQ(provided, ARK_THREAD_MULTIPLE);  // the program started MPI so
  int queried = -1;
  ark_query_thread(&queried);
  EXPECT_EQ(queried, provided);
  ark::finalize();
}

TEST(Lifecycle, LocalRunBesideThePeOfTheProcess) {
  ark::init();
  const int me = ark_my_pe(), n = ark_n_pes();
  for (int round = 0; round < 2; ++round) {
    ark::local_run(3, [&](int pe) {
      EXPECT_EQ(ark_my_pe(), pe);
      EXPECT_EQ(ark_n_pes(), 3);
      auto* word = static_cast<int*>(ark_calloc(1, sizeof(int)));
      ark_int_p(word, pe + 1, (pe + 1) % 3);
      // A thread that is bound to none of them speaks for the PE of the process.
      std::jthread([&] { EXPECT_EQ(ark_my_pe(), me); });
      ark_barrier_all();
      EXPECT_EQ(*word, (pe + 2) % 3 + 1);
      ark_free(word);
    });
    EXPECT_EQ(ark_my_pe(), me);
    EXPECT_EQ(ark_n_pes(), n);
  }
  expect_working(MPI_COMM_WORLD);
  ark::finalize();
}

TEST(Lifecycle, CallsOutsideInitAndFinalizeFailWithNotInitialized) {
  ASSERT_FALSE(ark::initialized());
  std::string text;
  EXPECT_EQ(code_of([] { (void)ark_my_pe(); }, &text), ark::errc::not_initialized);
  EXPECT_NE(text.find("before ark::init or after ark::finalize"), std::string::npos) << text;
  EXPECT_EQ(code_of([] { ark_barrier_all(); }), ark::errc::not_initialized);
  EXPECT_EQ(code_of([] { ark::device_sync(); }), ark::errc::not_initialized);
  EXPECT_EQ(code_of([] { (void)ark::heap_query(); }), ark::errc::not_initialized);
  EXPECT_EQ(code_of([] { ark::finalize(); }), ark::errc::not_initialized);
  EXPECT_EQ(code_of([] { const ark::symmetric_array<int> none(1); }), ark::errc::not_initialized);
  EXPECT_EQ(ark_malloc(8), nullptr);
  EXPECT_NE(ark::last_error().find("before ark::init"), std::string::npos) << ark::last_error();
}

TEST(Lifecycle, BadSettingNamesVariableValueAndForm) {
  std::string text;
  EXPECT_EQ(code_of(
                [] {
                  ark::init({{"ARK_TIMEOUT", "soon"}});
                },
                &text),
            ark::errc::invalid_argument);
  for (const char* part : {"ARK_TIMEOUT", "'soon'", "a time greater than 0"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  EXPECT_EQ(code_of(
                [] {
                  ark::init({{"ARK_ROUTE", "fast"}});
                },
                &text),
            ark::errc::invalid_argument);
  EXPECT_NE(text.find("auto, inline, queue or proxy"), std::string::npos) << text;
  EXPECT_FALSE(ark::initialized());
  ark::init();  // and it may be tried again
  expect_working(MPI_COMM_WORLD);
  ark::finalize();
}

TEST(Lifecycle, PesThatDifferInASettingOfAllDoNotStart) {
  const struct {
    const char *name, *first, *last, *said;
  } all[] = {{"ARK_CHECK", "1", "0", "ARK_CHECK is 1 on PE 0 and 0 on PE "},
             {"ARK_SYMMETRIC_SIZE", "64k", "128k",
              "ARK_SYMMETRIC_SIZE is 65536 on PE 0 and 131072 on PE "},
             {"ARK_HEAP_RESERVE", "2g", "1g",
              "ARK_HEAP_RESERVE is 2147483648 on PE 0 and 1073741824 on PE "}};
  const int last = size() - 1;
  for (const auto& one : all) {
    std::string text;
    const ark::errc code = code_of(
        [&] {
          ark::init({{one.name, rank() == last ? one.last : one.first}});
        },
        &text);
    EXPECT_EQ(code, ark::errc::asymmetric) << one.name;
    EXPECT_THAT(text, ::testing::HasSubstr(one.said + std::to_string(last)));
    EXPECT_FALSE(ark::initialized());
    MPI_Barrier(MPI_COMM_WORLD);
  }
  ark::init();
  ark::finalize();
}

TEST(Lifecycle, VersionAndName) {
  int major = -1, minor = -1;
  ark_info_get_version(&major, &minor);
  EXPECT_GE(major, 0);
  EXPECT_GE(minor, 0);
  EXPECT_GT(major + minor, 0);
  char name[ark::detail::cache_line] = {};
  static_assert(sizeof name >= ARK_MAX_NAME_LEN);
  ark_info_get_name(name);
  EXPECT_EQ(std::string(name).rfind("ark ", 0), 0u) << name;
}

TEST(Lifecycle, ReportsNameEveryPe) {
  ark::init();
  const std::string routes = ark::route_report();
  for (int pe = 0; pe < size(); ++pe) {
    EXPECT_NE(routes.find("-> PE " + std::to_string(pe)), std::string::npos) << routes;
  }
  EXPECT_NE(ark::environment_report().find("# device: cpu"), std::string::npos)
      << ark::environment_report();
  ark::finalize();
}

}  // namespace
}  // namespace ark_mp
