// Counts whose bytes 64 bits do not hold, strides below 1 and signals that are not aligned: the
// same refusal by every route, from the host and from a kernel, with and without checked mode.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <barrier>
#include <string>
#include <vector>

#include "error/failure_report.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;

/// Times 8 it is 8, and times 16 it is 0, as far as 64 bits go.
constexpr std::size_t wraps = (std::size_t{1} << 61) + 1, wraps_128 = std::size_t{1} << 60;
/// A stride whose range wraps. Not a constant, because g++ would follow it to an address that no
/// call computes, and warn.
std::ptrdiff_t far_apart() {
  static const volatile std::ptrdiff_t stride = std::ptrdiff_t{1} << 60;
  return stride;
}
constexpr int set = ARK_SIGNAL_SET;

struct arena {
  std::uint64_t* words;  ///< symmetric
  std::uint64_t* plain;
  int to;  ///< the other PE
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t* odd() const {
    return reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(words) + 4);
  }
};

struct wrong_call {
  detail::op_kind op;
  const char* says;
  void (*call)(const arena& a);
};

constexpr const char* huge = "2305843009213693953";
constexpr const char* huge_128 = "1152921504606846976";
using detail::op_kind;

/// By one thread, to the other PE.
const wrong_call single_calls[] = {
    {op_kind::put, huge, [](const arena& a) { ark_put64(a.words, a.plain, wraps, a.to); }},
    {op_kind::put, huge, [](const arena& a) { ark_uint64_put(a.words, a.plain, wraps, a.to); }},
    {op_kind::put, huge, [](const arena& a) { ark_put64_nbi(a.words, a.plain, wraps, a.to); }},
    {op_kind::put, huge_128, [](const arena& a) { ark_put128(a.words, a.plain, wraps_128, a.to); }},
    {op_kind::put, "18446744073709551615",
     [](const arena& a) { ark_putmem(a.words, a.plain, ~std::size_t{0}, a.to); }},
    {op_kind::put, huge,
     [](const arena& a) { ark::put_nbi(a.words, ark::from_shared(a.plain), wraps, a.to); }},
    {op_kind::signal, "multiple",
     [](const arena& a) {
       ark::put_signal_nbi(a.words + 8, ark::from_shared(a.plain), 1, a.odd(), 1, set, a.to);
     }},
    {op_kind::get, huge, [](const arena& a) { ark_get64(a.plain, a.words, wraps, a.to); }},
    {op_kind::get, huge,
     [](const arena& a) {
       ark_double_get_nbi(reinterpret_cast<double*>(a.plain), reinterpret_cast<double*>(a.words),
                          wraps, a.to);
     }},
    {op_kind::put, huge,
     [](const arena& a) { ark_put64_signal(a.words, a.plain, wraps, a.words + 8, 1, set, a.to); }},
    {op_kind::put_add, huge,
     [](const arena& a) { ark_uint64_put_add(a.words, a.plain, wraps, a.to); }},
    {op_kind::put_add, huge,
     [](const arena& a) {
       ark_uint64_put_add_signal(a.words, a.plain, wraps, a.words + 8, 1, set, a.to);
     }},
    {op_kind::put, "3",
     [](const arena& a) { ark_uint64_iput(a.words, a.plain, far_apart(), 1, 3, a.to); }},
    {op_kind::put, "3",
     [](const arena& a) { ark_uint64_iput(a.words, a.plain, 1, far_apart(), 3, a.to); }},
    {op_kind::get, huge,
     [](const arena& a) { ark_uint64_iget(a.plain, a.words, 1, 2, wraps, a.to); }},
    {op_kind::put, "1 or more",
     [](const arena& a) { ark_uint64_iput(a.words, a.plain, 0, 1, 2, a.to); }},
    {op_kind::put, "1 or more",
     [](const arena& a) { ark_uint64_iput(a.words, a.plain, 1, 0, 2, a.to); }},
    {op_kind::get, "1 or more",
     [](const arena& a) { ark_iget128(a.plain, a.words, 1, -3, 2, a.to); }},
    {op_kind::signal, "multiple", [](const arena& a) { ark_signal_set(a.odd(), 1, a.to); }},
    {op_kind::signal, "multiple", [](const arena& a) { ark_signal_add(a.odd(), 1, a.to); }},
    {op_kind::signal, "multiple",
     [](const arena& a) { ark_uint64_put_signal(a.words + 8, a.plain, 1, a.odd(), 1, set, a.to); }},
    {op_kind::signal, "multiple",
     [](const arena& a) { ark_uint64_put_signal(a.words, a.plain, 0, a.odd(), 1, set, a.to); }},
};

/// On the default stream, by the host.
const wrong_call stream_calls[] = {
    {op_kind::put, huge,
     [](const arena& a) { ark_put64_on_stream(a.words, a.plain, wraps, a.to, nullptr); }},
    {op_kind::get, huge,
     [](const arena& a) { ark_uint64_get_on_stream(a.plain, a.words, wraps, a.to, nullptr); }},
    {op_kind::put, huge,
     [](const arena& a) {
       put_signal_on_stream(a.words, a.plain, wraps, a.words + 8, 1, set, a.to, nullptr);
     }},
    {op_kind::signal, "multiple",
     [](const arena& a) { ark_signal_set_on_stream(a.odd(), 1, a.to, nullptr); }},
};

/// By both PEs.
const wrong_call collective_calls[] = {
    {op_kind::collective, huge,
     [](const arena& a) { ark_uint64_broadcast(ARK_TEAM_WORLD, a.words, a.words + 8, wraps, 0); }},
    {op_kind::collective, huge_128,
     [](const arena& a) { ark_uint64_fcollect(ARK_TEAM_WORLD, a.words, a.words + 8, wraps_128); }},
    {op_kind::collective, huge_128,
     [](const arena& a) { ark_uint64_alltoall(ARK_TEAM_WORLD, a.words, a.words + 8, wraps_128); }},
    {op_kind::collective, huge,
     [](const arena& a) { ark_uint64_sum_reduce(ARK_TEAM_WORLD, a.words, a.words, wraps); }},
    {op_kind::collective, huge_128,
     [](const arena& a) {
       ark_uint64_fcollect_on_stream(ARK_TEAM_WORLD, a.words, a.words + 8, wraps_128, nullptr);
     }},
};

ARK_GLOBAL void call_on_lane(void (*call)(const arena&), arena a) { call(a); }

ARK_GLOBAL void call_by_block(arena a) {
  ARK_SHARED(bulk_scratch<4096>, scratch);
  put_block(a.words, a.plain, wraps, a.to, scratch);
}

ARK_GLOBAL void call_by_queue(arena a) {
  ARK_SHARED(bulk_scratch<4096>, scratch);
  bulk_queue(scratch).put_nbi(a.words, a.plain, wraps, a.to);
}

/// An address of the arena is another one in the next run: its name is not.
std::string with_name(std::string text, const arena& a) {
  const std::string at = ::testing::PrintToString(static_cast<const void*>(a.odd()));
  if (const std::size_t found = text.find(at); found != std::string::npos)
    text.replace(found, at.size(), "odd()");
  return text;
}

/// The texts of all refusals that PE 0 has had.
std::vector<std::string> refusals(const std::string& route, bool checked) {
  std::vector<std::string> texts;
  std::barrier both(2);
  const auto body = [&](int pe) {
    auto* const words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
    std::vector<std::uint64_t> plain(64, 7);
    const arena a{words, plain.data(), 1 - pe};
    const auto expect_refused = [&](const wrong_call& wrong) {
      try {
        device_sync();
      } catch (const error&) {
      }
      const failure_record record = last_failure();
      std::string text = failure_text(record);
      EXPECT_EQ(record.code, errc::invalid_argument) << wrong.says;
      EXPECT_THAT(text, HasSubstr(wrong.says));
      EXPECT_TRUE(checked || record.op == wrong.op) << text;
      EXPECT_TRUE(wrong.op == op_kind::collective || record.peer == a.to) << text;
      if (pe == 0) texts.push_back(with_name(std::move(text), a));
      both.arrive_and_wait();
      detail::device_state& state = detail::host_context();
      state.status = 0;
      state.failure_count = 0;
      both.arrive_and_wait();
    };
    for (const wrong_call& wrong : single_calls) {
      wrong.call(a);
      expect_refused(wrong);
      launch({1, 1}, call_on_lane, wrong.call, a);
      expect_refused(wrong);
    }
    launch({1, 32}, call_by_block, a);
    expect_refused({op_kind::put, huge, nullptr});
    launch({1, 1}, call_by_queue, a);
    expect_refused({op_kind::put, huge, nullptr});
    for (const wrong_call& wrong : stream_calls) {
      wrong.call(a);
      expect_refused(wrong);
    }
    for (const wrong_call& wrong : collective_calls) {
      wrong.call(a);
      expect_refused(wrong);
    }
    ark_barrier_all();
    for (int i = 0; i < 64; ++i) EXPECT_EQ(words[i], 0u) << i;
    for (const std::uint64_t word : plain) EXPECT_EQ(word, 7u);
    ark_barrier_all();
    // What is right next to it goes on.
    ark_uint64_iput(words, plain.data(), 2, 1, 2, a.to);
    ark_put64_signal(words + 8, plain.data(), 3, words + 16, 1, set, a.to);
    ark_signal_wait_until(words + 16, ARK_CMP_EQ, 1);
    ark_barrier_all();
    EXPECT_EQ(words[0] + words[2], 14u);
    EXPECT_EQ(words[8] + words[9] + words[10] + words[11], 21u);
    EXPECT_EQ(ark_status(), 0);
  };
  local_run(2, body,
            {{"ARK_ROUTE", route},
             {"ARK_CHECK", checked ? "1" : "0"},
             {"ARK_ON_FAILURE", "go_on"},
             {"ARK_TIMEOUT", "30s"},
             {"ARK_SYMMETRIC_SIZE", "64k"},
             {"ARK_LOG", "error"}});
  return texts;
}

TEST(Refusal, IsTheSameByEveryRoute) {
  const std::vector<std::string> direct = refusals("inline", false);
  EXPECT_EQ(direct.size(), 2 * std::size(single_calls) + 2 + std::size(stream_calls) +
                               std::size(collective_calls));
  EXPECT_EQ(refusals("queue", false), direct);
  EXPECT_EQ(refusals("proxy", false), direct);
}

TEST(Refusal, NamesTheSameInCheckedMode) {
  for (const char* route : {"inline", "queue", "proxy"}) refusals(route, true);
}

}  // namespace
}  // namespace ark
