// What goes wrong with stream-ordered calls: refused at the call, or recorded when its turn comes.
// Each test brings its own ark up and down.
#include <string>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class OnStreamFailure : public testing::Test {
 protected:
  void SetUp() override {
    ark::init({{"ARK_ON_FAILURE", "go_on"},
               {"ARK_TIMEOUT", short_timeout},
               {"ARK_LOG", "error"},
               {"ARK_CHECK", checks_}});
    me_ = ark_my_pe();
    n_ = ark_n_pes();
    words_ = zeroed<std::uint64_t>(8);
  }
  void TearDown() override {
    meet();  // a PE that leaves is a failure of the others, too
    if (ark::last_failure().code != ark::errc::ok) {
      EXPECT_NO_THROW(ark::finalize());
    } else {
      EXPECT_THROW(ark::finalize(), ark::error);  // the others have failed and do not come
    }
    meet();
  }
  void expect_recorded(ark::errc code, const std::string& why) const {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, code);
    const std::string text = ark::failure_text(record);
    EXPECT_NE(text.find(why), std::string::npos) << text;
  }
  /// Refused at the call: recorded by the host, and nothing was queued.
  void expect_refused(ark::errc returned, const std::string& why) const {
    EXPECT_EQ(returned, ark::errc::invalid_argument);
    expect_recorded(ark::errc::invalid_argument, why);
    EXPECT_FALSE(ark::last_failure().on_lane);
    EXPECT_TRUE(ark::stream_query(nullptr));
    EXPECT_NO_THROW(ark::stream_sync(nullptr));
  }
  [[nodiscard]] std::int64_t offset_of(const void* pointer) const {
    return static_cast<const char*>(pointer) -
           reinterpret_cast<const char*>(ark::detail::host_context().heap_base);
  }
  static ark::errc sync_code(ark::stream_t stream) {
    for (int tries = 0; tries < 50; ++tries) {  // on a busy machine the host may give up first
      try {
        ark::stream_sync(stream);
        return ark::errc::ok;
      } catch (const ark::error& problem) {
        if (ark::stream_query(stream)) return problem.code();
      }
    }
    return ark::errc::stalled;
  }

  const char* checks_ = "0";
  int me_ = 0;
  int n_ = 1;
  std::uint64_t* words_ = nullptr;
};

TEST_F(OnStreamFailure, PeOutOfRangeIsRefusedAtTheCall) {
  expect_refused(ark::put_on_stream(words_, words_ + 1, 1, n_, nullptr), "PE out of range");
  EXPECT_EQ(ark::last_failure().seen, static_cast<std::uint64_t>(n_));
}
TEST_F(OnStreamFailure, SourceOfGetOutsideTheHeapIsRefused) {
  std::uint64_t on_stack = 5;
  expect_refused(ark::get_on_stream(words_, &on_stack, 1, 0, nullptr), "not in the symmetric heap");
}
TEST_F(OnStreamFailure, SignalOutsideTheHeapIsRefused) {
  std::uint64_t on_stack = 5;
  expect_refused(
      ark::put_signal_on_stream(words_, words_ + 1, 1, &on_stack, 1, ARK_SIGNAL_SET, 0, nullptr),
      "not in the symmetric heap");
}
TEST_F(OnStreamFailure, UnknownSignalOperationIsRefused) {
  expect_refused(ark::put_signal_on_stream(words_, words_ + 1, 1, words_ + 2, 1, 7, 0, nullptr),
                 "ARK_SIGNAL_SET or ARK_SIGNAL_ADD");
}
TEST_F(OnStreamFailure, SignalAloneToABadPeIsRefused) {
  expect_refused(ark::signal_on_stream(words_, 1, ARK_SIGNAL_SET, -1, nullptr), "PE out of range");
}
TEST_F(OnStreamFailure, UnknownComparisonIsRefused) {
  expect_refused(ark::signal_wait_until_on_stream(words_, 99, 1, nullptr), "ARK_CMP_EQ");
}
TEST_F(OnStreamFailure, WordOutsideTheHeapIsRefused) {
  int on_stack = 5;
  expect_refused(ark::wait_until_on_stream(&on_stack, ARK_CMP_EQ, 5, nullptr),
                 "not in the symmetric heap");
}
TEST_F(OnStreamFailure, ElementToABadPeIsRefused) {
  expect_refused(ark::p_on_stream(words_, std::uint64_t{1}, n_, nullptr), "PE out of range");
}
TEST_F(OnStreamFailure, StrideOfZeroIsRefused) {
  expect_refused(ark::iput_on_stream(words_, words_ + 4, 0, 1, 2, 0, nullptr), "stride");
}
TEST_F(OnStreamFailure, BlocksBeyondTheHeapAreRefused) {
  expect_refused(
      ark::ibget_on_stream(words_, words_ + 4, 1, std::ptrdiff_t{1} << 40, 1, 2, 0, nullptr),
      "heap");
}
TEST_F(OnStreamFailure, SetOfWordsOutsideTheHeapIsRefused) {
  const int on_stack[2] = {5, 5};
  expect_refused(ark::wait_until_all_on_stream(on_stack, 2, nullptr, ARK_CMP_EQ, 5, nullptr),
                 "not in the symmetric heap");
}
TEST_F(OnStreamFailure, UnknownComparisonOfASetIsRefused) {
  expect_refused(ark::wait_until_all_vector_on_stream(words_, 1, nullptr, 99, words_ + 1, nullptr),
                 "ARK_CMP_EQ");
}
TEST_F(OnStreamFailure, ElementFromABadPeIsZero) {
  words_[0] = 5;
  EXPECT_EQ(ark::g_on_stream(words_, n_, nullptr), 0u);
  expect_recorded(ark::errc::invalid_argument, "PE out of range");
  EXPECT_EQ(ark::g_on_stream(words_ + 1, me_, nullptr), 0u);
}
TEST_F(OnStreamFailure, UnknownTeamIsRefused) {
  expect_refused(ark::alltoall_on_stream(ARK_TEAM_INVALID, words_, words_ + 4, 1, nullptr),
                 "ARK_TEAM_WORLD");
}
TEST_F(OnStreamFailure, SynchronisationOfAnUnknownTeamIsRefused) {
  expect_refused(ark::team_sync_on_stream(63, nullptr), "team = 63: accepted ARK_TEAM_WORLD");
}
TEST_F(OnStreamFailure, RootOutOfRangeIsRefused) {
  expect_refused(ark::broadcast_on_stream(ARK_TEAM_WORLD, words_, words_ + 4, 1, n_, nullptr),
                 "PE out of range");
}
TEST_F(OnStreamFailure, ReductionIntoPrivateMemoryIsRefused) {
  std::uint64_t on_stack = 5;
  expect_refused(ark::reduce_on_stream(ARK_TEAM_WORLD, &on_stack, words_, 1,
                                       ark::device::collective::sum_op{}, nullptr),
                 "not in the symmetric heap");
}

// Thrown as by ark::launch; the PE has not failed.
TEST_F(OnStreamFailure, StreamThatIsNoneOfThePesIsRefused) {
  const ark::stream_t gone = ark::stream_create();
  ark::stream_destroy(gone);
  const auto refused = [&](const char* call, auto&& body) {
    try {
      body();
      ADD_FAILURE() << call << " took a stream that is gone";
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), ark::errc::invalid_argument);
      const std::string text = problem.what();
      EXPECT_EQ(text.rfind(std::string(call) + ": stream 0x", 0), 0u) << text;
      EXPECT_NE(text.find("not a stream of PE " + std::to_string(me_)), std::string::npos) << text;
      EXPECT_NE(text.find("accepted: null, or what stream_create gave"), std::string::npos) << text;
    }
  };
  refused("launch", [&] {
    ark_int_put_on_stream(reinterpret_cast<int*>(words_), reinterpret_cast<int*>(words_ + 4), 1,
                          me_, gone);
  });
  refused("launch", [&] { ark_barrier_all_on_stream(gone); });
  refused("stream_sync", [&] { ark::stream_sync(gone); });
  refused("stream_query", [&] { (void)ark::stream_query(gone); });
  EXPECT_EQ(ark_status(), 0);
  ark_putmem(nullptr, nullptr, 8, 99);  // so that all PEs leave in the same way
}

// The wait ends, says for what it waited, and nothing behind it is done, on its stream or on
// another.
TEST_F(OnStreamFailure, WaitThatTimesOutNamesItsWordAndStopsLaterOperations) {
  words_[3] = 17;
  const ark::stream_t other = ark::stream_create();
  ark_signal_wait_until_on_stream(words_, ARK_CMP_GE, 41, nullptr);
  ark_uint64_put_on_stream(words_ + 1, words_ + 3, 1, me_, nullptr);
  ark_signal_set_on_stream(words_ + 2, 1, me_, nullptr);
  EXPECT_EQ(sync_code(nullptr), ark::errc::timeout);
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.op, ark::detail::op_kind::signal_wait_until);
  EXPECT_EQ(record.offset_bytes, offset_of(words_));
  EXPECT_EQ(record.expected, 41u);
  EXPECT_EQ(record.seen, 0u);
  EXPECT_TRUE(record.on_lane);
  expect_recorded(ark::errc::timeout, "expected ge 41");
  EXPECT_EQ(ark::put_on_stream(words_ + 1, words_ + 3, 1, me_, other), ark::errc::timeout);
  ark_quiet();
  EXPECT_EQ(words_[1], 0u);
  EXPECT_EQ(words_[2], 0u);
  EXPECT_EQ(sync_code(other), ark::errc::ok);  // nothing was queued there
}

// As above, by the word of a set that is still missing. The element that the host asks for then is
// that of a failed PE.
TEST_F(OnStreamFailure, WaitForASetThatTimesOutNamesTheMissingWord) {
  words_[0] = 3;
  words_[2] = 3;
  const int excluded[3] = {0, 0, 1};
  ark_uint64_wait_until_all_on_stream(words_, 3, excluded, ARK_CMP_EQ, 3, nullptr);
  EXPECT_EQ(ark::g_on_stream(words_, me_, nullptr), 0u);
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.code, ark::errc::timeout);
  EXPECT_EQ(record.op, ark::detail::op_kind::wait_until);
  EXPECT_EQ(record.offset_bytes, offset_of(words_ + 1));
  EXPECT_EQ(record.expected, 3u);
  EXPECT_EQ(record.seen, 0u);
}

// Two streams wait; when one has failed the other is woken, and says so as well.
TEST_F(OnStreamFailure, FailureWakesTheOtherStreams) {
  const ark::stream_t other = ark::stream_create();
  ark_signal_wait_until_on_stream(words_, ARK_CMP_EQ, 1, other);
  ark_signal_wait_until_on_stream(words_ + 1, ARK_CMP_EQ, 1, nullptr);
  ark_putmem(nullptr, nullptr, 8, 99);
  EXPECT_EQ(sync_code(other), ark::errc::invalid_argument);
  EXPECT_EQ(sync_code(nullptr), ark::errc::invalid_argument);
  expect_recorded(ark::errc::invalid_argument, "PE out of range");
}

TEST_F(OnStreamFailure, BarrierNamesTheMissingPe) {
  if (me_ == 0) {
    meet();  // comes only after the others have given up
    return;
  }
  ark_barrier_all_on_stream(nullptr);
  EXPECT_EQ(sync_code(nullptr), ark::errc::timeout);
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.op, ark::detail::op_kind::barrier);
  EXPECT_TRUE(record.peer == 0 || n_ > 2) << record.peer;
  meet();
}

// Checked mode sees more, by the name of the call, and just as early. Collectives are looked at
// when their turn comes, because the PEs compare what they were called with.
class OnStreamChecked : public OnStreamFailure {
 protected:
  OnStreamChecked() { checks_ = "1"; }
};
TEST_F(OnStreamChecked, PutNamesCallAndArgument) {
  expect_refused(ark::put_on_stream(words_, words_ + 1, 1, n_, nullptr),
                 "ark_put_on_stream: pe = " + std::to_string(n_) + ": PE out of range");
}
TEST_F(OnStreamChecked, ElementNamesCallAndArgument) {
  std::uint64_t on_stack = 5;
  expect_refused(ark::p_on_stream(&on_stack, std::uint64_t{1}, 0, nullptr),
                 "ark_p_on_stream: dest = 0x");
}
TEST_F(OnStreamChecked, StridesNameCallAndArgument) {
  expect_refused(ark::iget_on_stream(words_, words_ + 4, 1, -2, 2, 0, nullptr),
                 "ark_iget_on_stream: sst = -2: accepted 1 or more");
}
TEST_F(OnStreamChecked, BlocksOverASignalAreRefused) {
  ark_signal_set(words_ + 3, 1, me_);
  expect_refused(ark::ibput_on_stream(words_, words_ + 5, 2, 1, 2, 2, me_, nullptr),
                 "cover the signal word");
}
TEST_F(OnStreamChecked, SetOfWordsNamesCallAndArgument) {
  expect_refused(ark::wait_until_all_on_stream(words_ + 1, std::size_t{1} << 61, nullptr,
                                               ARK_CMP_EQ, 0, nullptr),
                 "ark_wait_until_all_on_stream: count = 2305843009213693952");
}
TEST_F(OnStreamChecked, MisalignedGetIsRefused) {
  auto* odd = reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(words_) + 4);
  expect_refused(ark::get_nbi_on_stream(words_ + 4, odd, 1, 0, nullptr),
                 "ark_get_nbi_on_stream: source = ");
}
TEST_F(OnStreamChecked, DataOverItsSignalIsRefused) {
  expect_refused(
      ark::put_signal_on_stream(words_, words_ + 4, 2, words_ + 1, 1, ARK_SIGNAL_SET, 0, nullptr),
      "overlap signal");
}
TEST_F(OnStreamChecked, SignalAloneWithAnUnknownOperationIsRefused) {
  expect_refused(ark::signal_on_stream(words_, 1, 9, 0, nullptr), "ark_signal_on_stream: op = 9");
}
TEST_F(OnStreamChecked, WaitOnPrivateMemoryIsRefused) {
  std::uint64_t on_stack = 5;
  expect_refused(ark::signal_wait_until_on_stream(&on_stack, ARK_CMP_EQ, 5, nullptr),
                 "ark_signal_wait_until_on_stream: signal = ");
}
TEST_F(OnStreamChecked, CollectiveOfDifferentCountsEndsOnEveryPe) {
  const std::size_t count = me_ == 0 ? 1 : 2;
  EXPECT_EQ(ark::broadcast_on_stream(ARK_TEAM_WORLD, words_, words_ + 4, count, 0, nullptr),
            ark::errc::ok);
  EXPECT_EQ(sync_code(nullptr), ark::errc::asymmetric);
  expect_recorded(ark::errc::asymmetric, "ark_broadcast: count = 1 and 2");
}
TEST_F(OnStreamChecked, CollectiveRefusedByOnePeFailsOnAll) {
  const int root = me_ == 0 ? n_ : 0;
  EXPECT_EQ(ark::broadcast_on_stream(ARK_TEAM_WORLD, words_, words_ + 4, 1, root, nullptr),
            ark::errc::ok);
  EXPECT_EQ(sync_code(nullptr), me_ == 0 ? ark::errc::invalid_argument : ark::errc::asymmetric);
  expect_recorded(me_ == 0 ? ark::errc::invalid_argument : ark::errc::asymmetric,
                  me_ == 0 ? "ark_broadcast: root = " : "PE 0's own check refused its");
}

TEST_F(OnStreamFailure, BeforeInitIsRefused) {
  ark_putmem(nullptr, nullptr, 8, 99);
  meet();
  ark::finalize();
  for (const auto call :
       {+[] { ark_quiet_on_stream(nullptr); }, +[] { ark::on_stream_prepare(); },
        +[] { (void)ark::g_on_stream(static_cast<int*>(nullptr), 0, nullptr); }}) {
    try {
      call();
      ADD_FAILURE() << "called without a PE";
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), ark::errc::not_initialized);
      EXPECT_NE(std::string(problem.what()).find("on_stream"), std::string::npos) << problem.what();
    }
  }
  meet();
  SetUp();
  ark_putmem(nullptr, nullptr, 8, 99);
}

}  // namespace
}  // namespace ark_mp
