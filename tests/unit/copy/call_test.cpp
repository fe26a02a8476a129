// Calls that say something to the caches or lend memory, by every route: the bytes are those of the
// plain call, the signal comes after them, and what is no policy is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace ark {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t guard = 64, most_bytes = detail::cpu_stream_least_bytes + 4097;
constexpr unsigned block_threads = 48;
constexpr unsigned char canary = 0xa5;
constexpr std::size_t sizes[] = {1, 8, 4096, 20001, most_bytes};

enum class form { put, put_nbi, get, get_nbi, put_signal };

template <class Scope>
ARK_HOST_DEVICE errc call(form how, char* dest, const char* source, std::size_t bytes,
                          std::uint64_t* signal, cache_policy cache) {
  using device::completion;
  switch (how) {
    case form::put:
      return device::put_bytes<Scope>(dest, source, bytes, 1, {completion::local, cache});
    case form::put_nbi:
      return device::put_bytes<Scope>(dest, source, bytes, 1, {completion::deferred, cache});
    case form::get:
      return device::get_bytes<Scope>(dest, source, bytes, 1, {completion::local, cache});
    case form::get_nbi:
      return device::get_bytes<Scope>(dest, source, bytes, 1, {completion::deferred, cache});
    case form::put_signal:
      return device::put_signal_bytes<Scope>(dest, source, bytes, signal, 1, ARK_SIGNAL_ADD, 1,
                                             {completion::local, cache});
  }
  return errc::invalid_argument;
}

template <class Scope>
ARK_GLOBAL void call_in_kernel(form how, char* dest, const char* source, std::size_t bytes,
                               std::uint64_t* signal, cache_policy cache, int* code) {
  if (threadIdx.x < Scope::size()) {
    const errc mine = call<Scope>(how, dest, source, bytes, signal, cache);
    if (threadIdx.x == 0) *code = static_cast<int>(mine);
  }
  __syncthreads();
  if (threadIdx.x == 0) ark_quiet();
}

ARK_GLOBAL void lend_in_kernel(form how, char* dest, const char* source, std::size_t bytes,
                               std::uint64_t* signal, cache_policy cache, int* code) {
  ARK_SHARED(bulk_scratch<4096>, scratch);
  errc mine = errc::ok;
  if (how == form::put) mine = put_block(dest, source, bytes, 1, scratch, cache);
  if (how == form::get) mine = get_block(dest, source, bytes, 1, scratch, cache);
  if (how == form::put_signal) {
    mine = put_signal_block(dest, source, bytes, signal, 1, ARK_SIGNAL_ADD, 1, scratch, cache);
  }
  if (threadIdx.x == 0) *code = static_cast<int>(mine);
}

using kernel = void (*)(form, char*, const char*, std::size_t, std::uint64_t*, cache_policy, int*);

char made(int pe, std::size_t i) { return static_cast<char>(i * 131 + i / 251 + 7 * pe + 1); }

/// One PE of two. PE 0 calls; the other PE's buffers are at the same offsets.
class caller {
 public:
  caller(int pe, kernel run, form how) : pe_(pe), run_(run), how_(how) {
    for (std::size_t i = 0; i < most_bytes + guard; ++i) source_[i] = made(pe, i);
  }

  /// Call, and look at the side that was written. Collective.
  void check(std::size_t bytes, cache_policy cache) {
    const std::size_t from = bytes % 5, first = guard + bytes % 3;
    const bool is_get = how_ == form::get || how_ == form::get_nbi;
    std::memset(dest_, canary, most_bytes + 3 * guard);
    ark_barrier_all();
    if (pe_ == 0) {
      launch({1, block_threads, 0, nullptr, false}, run_, how_, dest_ + first, source_ + from,
             bytes, signal_, cache, code_);
      device_sync();
      EXPECT_EQ(*code_, 0);
    }
    ++calls_;
    if (how_ != form::put_signal) {
      ark_barrier_all();
    } else if (pe_ == 1) {  // the signal is all that says that the data is there
      EXPECT_EQ(ark_signal_wait_until(signal_, ARK_CMP_GE, calls_), calls_);
    }
    if (pe_ == (is_get ? 0 : 1)) {
      EXPECT_TRUE(area_is(first, from, bytes, is_get ? 1 : 0))
          << bytes << " bytes, policy " << static_cast<int>(cache);
    }
    ark_barrier_all();
  }

 private:
  /// dest holds canaries but for [first, first + bytes), which holds what PE `writer` has.
  [[nodiscard]] bool area_is(std::size_t first, std::size_t from, std::size_t bytes,
                             int writer) const {
    for (std::size_t i = 0; i < most_bytes + 3 * guard; ++i) {
      const bool inside = i >= first && i < first + bytes;
      const char expected = inside ? made(writer, from + i - first) : static_cast<char>(canary);
      if (dest_[i] != expected) return false;
    }
    return true;
  }

  int pe_;
  kernel run_;
  form how_;
  char* source_ = static_cast<char*>(ark_calloc(1, most_bytes + guard));
  char* dest_ = static_cast<char*>(ark_calloc(1, most_bytes + 3 * guard));
  std::uint64_t* signal_ = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  int* code_ = static_cast<int*>(ark_calloc(1, sizeof(int)));
  std::uint64_t calls_ = 0;
};

constexpr cache_policy all_policies[] = {cache_policy::automatic, cache_policy::standard,
                                         cache_policy::streaming, cache_policy::keep,
                                         cache_policy::bypass};

void check_calls(kernel run, form how, const std::string& route) {
  local_run(2,
            [&](int pe) {
              caller mine(pe, run, how);
              for (const cache_policy cache : all_policies) {
                for (const std::size_t bytes : sizes) mine.check(bytes, cache);
              }
              EXPECT_EQ(ark_status(), 0);
            },
            {{"ARK_ROUTE", route}});
}

class PolicyCall : public testing::TestWithParam<const char*> {};

TEST_P(PolicyCall, PutOfAThread) {
  check_calls(call_in_kernel<device::thread_scope>, form::put, GetParam());
}
TEST_P(PolicyCall, PutNbiOfAWarp) {
  check_calls(call_in_kernel<device::warp_scope>, form::put_nbi, GetParam());
}
TEST_P(PolicyCall, PutOfABlock) {
  check_calls(call_in_kernel<device::block_scope>, form::put, GetParam());
}
TEST_P(PolicyCall, GetOfABlock) {
  check_calls(call_in_kernel<device::block_scope>, form::get, GetParam());
}
TEST_P(PolicyCall, GetNbiOfAThread) {
  check_calls(call_in_kernel<device::thread_scope>, form::get_nbi, GetParam());
}
TEST_P(PolicyCall, PutSignalOfAWarp) {
  check_calls(call_in_kernel<device::warp_scope>, form::put_signal, GetParam());
}
TEST_P(PolicyCall, LendingPut) { check_calls(lend_in_kernel, form::put, GetParam()); }
TEST_P(PolicyCall, LendingGet) { check_calls(lend_in_kernel, form::get, GetParam()); }
TEST_P(PolicyCall, LendingPutSignal) { check_calls(lend_in_kernel, form::put_signal, GetParam()); }

INSTANTIATE_TEST_SUITE_P(ByRoute, PolicyCall, testing::Values("auto", "inline", "queue"),
                         [](const auto& row) { return std::string(row.param); });

/// Descriptors that the calling PE has posted so far.
std::uint64_t posted() { return detail::ring(detail::host_context().rings[0]).head(); }

ARK_GLOBAL void lending_and_not(char* dest, const char* source, std::size_t bytes, bool lends) {
  ARK_SHARED(bulk_scratch<4096>, scratch);
  if (lends) {
    put_block(dest, source, bytes, 1, scratch);
  } else {
    put_block(dest, source, bytes, 1);
  }
}

TEST(LendingCall, GoesInlineAtAnySize) {
  local_run(2, [](int pe) {
    constexpr std::size_t bytes = 100'000;  // more than ARK_INLINE_BYTES
    auto* dest = static_cast<char*>(ark_calloc(1, bytes));
    auto* source = static_cast<char*>(ark_calloc(1, bytes));
    if (pe == 0) {
      const std::uint64_t before = posted();
      launch({1, 32, 0, nullptr, false}, lending_and_not, dest, source, bytes, true);
      device_sync();
      EXPECT_EQ(posted(), before);
      launch({1, 32, 0, nullptr, false}, lending_and_not, dest, source, bytes, false);
      device_sync();
      EXPECT_EQ(posted(), before + 1) << "the control: without lent memory it is queued";
    }
    ark_barrier_all();
  });
}

TEST(HintedCall, TheCFormsMoveTheSameBytes) {
  local_run(2, [](int pe) {
    auto* dest = static_cast<std::uint64_t*>(ark_calloc(4, 8));
    auto* source = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    *source = 41 + static_cast<unsigned>(pe);
    ark_barrier_all();
    if (pe == 0) {
      ark_putmem_hinted(dest, source, 8, 1, ARK_CACHE_STREAMING);
      ark_putmem_hinted_nbi(dest + 1, source, 8, 1, ARK_CACHE_KEEP);
      ark_putmem_signal_hinted(dest + 2, source, 8, dest + 3, 5, ARK_SIGNAL_SET, 1,
                               ARK_CACHE_BYPASS);
      std::uint64_t got = 0;
      ark_getmem_hinted(&got, source, 8, 1, ARK_CACHE_STANDARD);
      EXPECT_EQ(got, 42u);
    }
    ark_barrier_all();
    if (pe == 1) {
      EXPECT_THAT(std::vector<std::uint64_t>(dest, dest + 4), testing::ElementsAre(41, 41, 41, 5));
    }
    ark_barrier_all();
  });
}

/// `refused` is called on PE 0 and must be; nothing may arrive on PE 1.
void check_refusal(const std::function<void(std::uint64_t*, std::uint64_t*)>& refused) {
  local_run(1,
            [&](int) {
              auto* dest = static_cast<std::uint64_t*>(ark_calloc(2, 8));
              std::uint64_t source = 7;
              refused(dest, &source);
              const failure_record record = last_failure();
              EXPECT_EQ(record.code, errc::invalid_argument);
              EXPECT_EQ(ark_status(), static_cast<int>(errc::invalid_argument));
              const std::string text = failure_text(record);
              EXPECT_THAT(text, HasSubstr("cache policy: ARK_CACHE_AUTOMATIC to BYPASS"));
              EXPECT_THAT(text, HasSubstr("expected lt 5"));
              EXPECT_EQ(dest[0] + dest[1], 0u) << "something was transferred";
              EXPECT_EQ(source, 7u) << "something was transferred";
            },
            {{"ARK_ON_FAILURE", "go_on"}});
}

TEST(HintedCall, AnInvalidPolicyIsRefusedAndNothingIsSent) {
  const auto none = static_cast<cache_policy>(detail::cache_policy_count);
  check_refusal([&](auto* dest, auto* source) {
    EXPECT_EQ(put(dest, source, 1, 0, none), errc::invalid_argument);
  });
  check_refusal([&](auto* dest, auto* source) {
    EXPECT_EQ(get(source, dest, 1, 0, none), errc::invalid_argument);
  });
  check_refusal([&](auto* dest, auto* source) {
    EXPECT_EQ(put_signal(dest, source, 1, dest + 1, 1, ARK_SIGNAL_SET, 0, none),
              errc::invalid_argument);
  });
  check_refusal([&](auto* dest, auto* source) { ark_putmem_hinted(dest, source, 8, 0, -1); });
  check_refusal([&](auto* dest, auto* source) { ark_getmem_hinted(source, dest, 8, 0, 256); });
}

}  // namespace
}  // namespace ark
