// Failure records: first one wins, and its text names everything it knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/failure/call_names.hpp>
#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "error/failure_report.hpp"
#include "error/log.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

failure_record full_record() {
  failure_record record;
  record.code = errc::timeout;
  record.op = detail::op_kind::signal_wait_until;
  record.cmp = detail::cmp_kind::ge;
  record.has_value = true;
  record.pe = 3;
  record.peer = 1;
  record.offset_bytes = 0x1240;
  record.expected = 7;
  record.seen = 6;
  record.ring_head = 12;
  record.ring_tail = 11;
  record.ring_done = 10;
  record.elapsed_ns = 250'000'000;
  record.block = 2;
  record.thread = 33;
  record.on_lane = true;
  std::snprintf(record.engine, sizeof record.engine, "cpu");
  std::snprintf(record.detail, sizeof record.detail, "a clause");
  return record;
}

TEST(Failure, TextContainsEveryFieldOfTheRecord) {
  const std::string text = failure_text(full_record());
  for (const char* part : {"PE 3", "timeout", "signal_wait_until", "peer PE 1", "0x1240",
                           "expected ge 7", "seen 6", "head 12", "tail 11", "done 10", "engine cpu",
                           "0.250 s", "block 2 thread 33", "a clause"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(Failure, TextOmitsFieldsThatTheRecordDoesNotHave) {
  failure_record record;
  record.code = errc::aborted;
  record.pe = 0;
  const std::string text = failure_text(record);
  for (const char* part : {"peer", "offset", "expected", "ring", "engine", "block", "after"}) {
    EXPECT_THAT(text, Not(HasSubstr(part)));
  }
}

TEST(Failure, TextSurvivesFieldsFilledToTheLastByte) {
  failure_record record = full_record();
  std::fill(std::begin(record.engine), std::end(record.engine), 'e');
  std::fill(std::begin(record.detail), std::end(record.detail), 'd');
  EXPECT_THAT(failure_text(record), HasSubstr(std::string(sizeof record.detail, 'd')));
}

/// A thread of a GPU stores numbers; the host makes the record.
struct KernelFailure : testing::Test {
  [[nodiscard]] failure_record record() const { return failure_of_kernel(mirror_, 5'000'000'000); }
  /// As queue::failed: a wait for ring 2, or none, has ended with `code`.
  void fail_ring(errc code, std::uint32_t ring, std::uint64_t wanted) {
    mirror_.numbers.kind = detail::failure_kind::of_ring(
        static_cast<std::uint32_t>(code) | ring << 8, detail::op_kind::put);
    mirror_.numbers.peer = 4;
    mirror_.numbers.offset = detail::no_offset;
    mirror_.numbers.expected = wanted;
    mirror_.numbers.ring_head = 40;
    mirror_.numbers.ring_tail = 30;
    mirror_.numbers.ring_done = 20;
  }

  detail::failure_mirror mirror_;
};

TEST_F(KernelFailure, KindKeepsEveryCodeOperationReasonAndComparison) {
  for (int code = 1; code <= static_cast<int>(errc::unsupported); ++code) {
    for (int op = 0; op <= static_cast<int>(detail::op_kind::lock); ++op) {
      for (unsigned why = 0; why < detail::failure_reason_count; ++why) {
        for (int cmp = 0; cmp <= static_cast<int>(detail::cmp_kind::le); ++cmp) {
          const detail::failure_kind kind(static_cast<errc>(code), static_cast<detail::op_kind>(op),
                                          static_cast<detail::cmp_kind>(cmp),
                                          static_cast<detail::failure_reason>(why));
          ASSERT_TRUE(kind.has_value() && !kind.closes());
          ASSERT_EQ(kind.ring(), detail::failure_kind::no_ring);
          ASSERT_EQ(static_cast<int>(kind.code()), code);
          ASSERT_EQ(static_cast<int>(kind.op()), op);
          ASSERT_EQ(static_cast<unsigned>(kind.why()), why);
          ASSERT_EQ(static_cast<int>(kind.cmp()), cmp);
        }
      }
    }
  }
  EXPECT_FALSE(detail::failure_kind(errc::timeout, detail::op_kind::put).has_value());
}

TEST_F(KernelFailure, NumbersBecomeARecord) {
  mirror_.numbers.kind = {errc::timeout, detail::op_kind::signal_wait_until, detail::cmp_kind::ge};
  mirror_.numbers.peer = 1;
  mirror_.numbers.offset = 0x40;
  mirror_.numbers.expected = 7;
  mirror_.numbers.seen = 6;
  EXPECT_EQ(record().code, errc::timeout);
  EXPECT_EQ(record().elapsed_ns, 5'000'000'000u);
  EXPECT_EQ(record().peer, 1);
  EXPECT_EQ(record().offset_bytes, 0x40);
  EXPECT_EQ(record().expected, 7u);
  EXPECT_EQ(record().seen, 6u);
  EXPECT_EQ(record().ring_head, 0u);
}

TEST_F(KernelFailure, AWaitForARingShowsItsCounters) {
  fail_ring(errc::timeout, 2, 33);
  EXPECT_EQ(record().why, detail::failure_reason::ring_count);
  EXPECT_TRUE(record().has_value);
  EXPECT_EQ(record().cmp, detail::cmp_kind::ge);
  EXPECT_EQ(record().expected, 33u);
  EXPECT_EQ(record().seen, 20u);
  EXPECT_EQ(record().ring_head, 40u);
  EXPECT_EQ(record().ring_tail, 30u);
  EXPECT_EQ(record().ring_done, 20u);
  EXPECT_EQ(record().offset_bytes, -1);
}

TEST_F(KernelFailure, WithoutARingThePeerCannotBeReached) {
  fail_ring(errc::unsupported, detail::failure_kind::no_ring, 0);
  EXPECT_EQ(record().why, detail::failure_reason::unreachable);
  EXPECT_FALSE(record().has_value);
  EXPECT_EQ(record().peer, 4);
  EXPECT_EQ(record().ring_head, 0u);
}

TEST_F(KernelFailure, HostComputesTheIndicesOfBlockAndThread) {
  mirror_.place.block[0] = 1;
  mirror_.place.block[1] = 2;
  mirror_.place.block[2] = 3;
  mirror_.place.grid_x = 4;
  mirror_.place.grid_y = 5;
  mirror_.place.thread[0] = 6;
  mirror_.place.thread[1] = 1;
  mirror_.place.thread[2] = 1;
  mirror_.place.extent_x = 8;
  mirror_.place.extent_y = 2;
  EXPECT_EQ(record().block, 1u + 4 * (2 + 5 * 3));
  EXPECT_EQ(record().thread, 6u + 8 * (1 + 2 * 1));
  // In a launch of several PEs z is the PE.
  mirror_.place.shared_bytes = detail::cuda_group_place * detail::cuda_launcher_step;
  EXPECT_EQ(record().block, 1u + 4 * (2 + 5 * 3)) << "one PE: the kernel's own memory";
  mirror_.place.contexts = 2;
  EXPECT_EQ(record().block, 1u + 4 * 2);
}

TEST_F(KernelFailure, ARecordWithATextStays) {
  mirror_.record = full_record();
  mirror_.place.block[0] = 12;
  EXPECT_EQ(record().expected, 7u);
  EXPECT_EQ(record().block, 12u);
  EXPECT_STREQ(record().detail, "a clause");
}

TEST(Failure, FirstOfManyConcurrentFailuresIsKeptWhole) {
  detail::device_state state;
  std::vector<std::thread> threads;
  std::atomic<int> winners{0};
  for (int i = 1; i <= 4; ++i) {
    threads.emplace_back([&, i] {
      failure_record record;
      record.code = errc::timeout;
      record.pe = record.peer = i;
      record.expected = record.seen = static_cast<std::uint64_t>(i);
      winners += detail::failure_publish(state, record) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(winners, 1);
  EXPECT_EQ(state.failure_count, 4u);
  const auto kept = failure_read(state);
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->peer, kept->pe);
  EXPECT_EQ(kept->expected, static_cast<std::uint64_t>(kept->pe));
}

TEST(Failure, EveryReasonHasATextAndTheNumbersItNames) {
  std::set<std::string> texts;
  for (unsigned i = 1; i < detail::failure_reason_count; ++i) {
    detail::device_state state;
    failure_record record;
    record.code = errc::invalid_argument;
    record.why = static_cast<detail::failure_reason>(i);
    if (record.why == detail::failure_reason::target) continue;  // explained by another
    record.expected = 1;
    record.seen = 0x1234;
    detail::failure_publish(state, record);
    const std::string text = state.failure.detail;
    EXPECT_FALSE(text.empty()) << i;
    EXPECT_TRUE(texts.insert(text).second) << i << ": " << text;
  }
  EXPECT_TRUE(texts.contains("stride = 4660: accepted 1 or more"));
  EXPECT_TRUE(texts.contains("ark_plan_wait: plan = 0x1234: not a plan of this PE, or destroyed"));
  EXPECT_TRUE(texts.contains("root = 4660: PE out of range: accepted 0 to 0, a PE of the team"));
}

/// What device::locate refuses, in the numbers that it leaves: the record says why.
TEST(Failure, ARefusedTargetIsExplained) {
  constexpr std::uint64_t base = 0x10000, committed = 4096, reserved = 1 << 20;
  struct refusal {
    detail::op_kind op;
    int pe;
    std::uint64_t offset, bytes, count_or_alignment;
    detail::failure_reason why;
    std::uint64_t expected, seen;
    std::int64_t kept_offset;
  };
  using enum detail::op_kind;
  using why = detail::failure_reason;
  const std::uint64_t too_many_bytes = detail::too_many_bytes;
  for (const refusal& each : {
           refusal{put, -1, 8, 8, 1, why::pe_out_of_range, 2, too_many_bytes, 8},
           refusal{put, 2, 8, 8, 1, why::pe_out_of_range, 2, 2, 8},
           refusal{get, 1, committed, 1, 1, why::not_in_heap, base + committed, base + committed,
                   4096},
           refusal{put, 1, 0 - base, 8, 1, why::not_in_heap, base + committed, 0, -1},
           refusal{put, 1, 8, too_many_bytes, 77, why::too_many, committed, 77, 8},
           refusal{get, 0, 4000, 97, 1, why::beyond_heap, committed, 4097, 4000},
           refusal{amo, 1, 12, 8, 8, why::atomic_alignment, 8, base + 12, 12},
           refusal{signal, 1, 12, 8, 8, why::signal_alignment, 8, base + 12, 12},
           refusal{put_add, 1, 6, 8, 4, why::put_add_dest, 4, base + 6, 6},
       }) {
    detail::device_state state;
    state.n_pes = 2;
    state.heap_base = base;
    state.heap_bytes = committed;
    state.heap_reserved = reserved;
    failure_record record;
    record.code = errc::invalid_argument;
    record.op = each.op;
    record.has_value = true;
    record.cmp = detail::cmp_kind::lt;
    record.why = why::target;
    record.peer = each.pe;
    record.offset_bytes = static_cast<std::int64_t>(each.offset);
    record.expected = each.bytes;
    record.seen = each.count_or_alignment;
    detail::failure_publish(state, record);
    SCOPED_TRACE(failure_text(state.failure));
    EXPECT_EQ(state.failure.why, each.why);
    EXPECT_EQ(state.failure.expected, each.expected);
    EXPECT_EQ(state.failure.seen, each.seen);
    EXPECT_EQ(state.failure.offset_bytes, each.kept_offset);
    if (each.why == why::atomic_alignment) {
      EXPECT_NE(failure_text(state.failure).find("expected a multiple of 8, seen 0x1000c"),
                std::string::npos);
    }
    if (each.why == why::not_in_heap && each.seen < base) {
      EXPECT_THAT(failure_text(state.failure),
                  HasSubstr("in put, peer PE 1, seen 0x0; address is not in the symmetric heap, "
                            "accepted 0x10000 to 0x11000"));
    }
    if (each.pe == -1) {
      EXPECT_THAT(failure_text(state.failure), HasSubstr("seen -1; pe = -1: PE out of "
                                                         "range: accepted 0 to 1"));
    }
  }
}

TEST(Failure, ATimeoutNamesItsWordByTheAddressInTheProgram) {
  using enum detail::op_kind;
  const auto text = [](errc code, const char* words, detail::op_kind op = signal_wait_until) {
    detail::device_state state;
    state.heap_base = 0x10000;
    state.heap_reserved = 1 << 20;
    failure_record record = full_record();
    record.code = code;
    record.op = op;
    std::strcpy(record.detail, words);
    detail::failure_publish(state, record);
    return std::string(state.failure.detail);
  };
  EXPECT_EQ(text(errc::timeout, ""), "address 0x11240");
  EXPECT_EQ(text(errc::timeout, "of its own"), "of its own");
  EXPECT_EQ(text(errc::peer_failed, ""), "");
  EXPECT_EQ(text(errc::timeout, "", quiet), "");
  detail::program_address_set([](std::uintptr_t at) { return at + 0x500000; });
  EXPECT_EQ(text(errc::timeout, ""), "address 0x511240");
  detail::program_address_set(nullptr);
}

TEST(Failure, WordsOfItsOwnStay) {
  detail::device_state state;
  failure_record record = full_record();
  record.why = detail::failure_reason::beyond_heap;
  detail::failure_publish(state, record);
  EXPECT_STREQ(state.failure.detail, full_record().detail);
}

TEST(Failure, NothingIsReadBeforeAFailure) {
  const detail::device_state state;
  EXPECT_FALSE(failure_read(state).has_value());
}

TEST(Failure, ALossBeforeTheHeapIsThereRingsNoDoorbell) {
  detail::device_state state;
  state.workspace.doorbell = 4096;  // known before heap_base
  failure_record record;
  record.code = errc::peer_failed;
  record.offset_bytes = -1;
  EXPECT_TRUE(detail::failure_publish(state, record));
  EXPECT_EQ(state.status, static_cast<std::uint32_t>(errc::peer_failed));
}

TEST(Failure, RecordWithoutACodeStillWakesWaiters) {
  detail::device_state state;
  detail::failure_publish(state, failure_record{});
  EXPECT_EQ(state.status, static_cast<std::uint32_t>(errc::aborted));
}

TEST(Names, EveryValueHasItsOwnNameAndOthersAreUnknown) {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(errc::unsupported); ++code) {
    if (code == 2) continue;
    EXPECT_TRUE(names.insert(errc_name(static_cast<errc>(code))).second) << code;
  }
  EXPECT_EQ(names.count("unknown"), 0u);
  EXPECT_STREQ(errc_name(static_cast<errc>(99)), "unknown");
  EXPECT_STREQ(detail::op_kind_name(detail::op_kind::signal_wait_until), "signal_wait_until");
  EXPECT_STREQ(detail::cmp_kind_name(detail::cmp_kind::ne), "ne");
}

TEST(CallNames, AreThoseOfTheInterfaceOfTheProgram) {
  const char* const text =
      "ark_put: dest, ark_sum_reduce, dark_put, ark::finalize; ARK_TEAM_WORLD, ARK_TIMEOUT; "
      "ark_info";
  EXPECT_EQ(detail::in_names_of_program(text), text);
  detail::call_prefix_set("shmem");
  EXPECT_EQ(detail::in_names_of_program(text),
            "shmem_put: dest, shmem_sum_reduce, dark_put, shmem_finalize; SHMEM_TEAM_WORLD, "
            "ARK_TIMEOUT; ark_info");
  detail::call_prefix_set(nullptr);
}

TEST(Log, LevelsRoundTripAndOthersAreRefused) {
  for (const char* name : {"error", "warn", "info", "debug"}) {
    const auto level = log_level_parse(name);
    ASSERT_TRUE(level.has_value()) << name;
    EXPECT_STREQ(log_level_name(*level), name);
  }
  EXPECT_FALSE(log_level_parse("loud").has_value());
}

TEST(Log, ThreadsPeWinsOverTheProcesss) {
  log_pe_set_process(5);
  EXPECT_EQ(log_pe(), 5);
  log_pe_set_thread(2);
  EXPECT_EQ(log_pe(), 2);
  log_pe_set_thread(-1);
  log_pe_set_process(-1);
  EXPECT_EQ(log_pe(), -1);
}

}  // namespace
}  // namespace ark
