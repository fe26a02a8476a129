// Calls of the API as nvcc compiles them, in the context that ark builds for a GPU's kernels.
#include <gmock/gmock.h>
#include <sys/mman.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <cstring>

#include "api_kernels.hpp"

namespace ark {
namespace {

using testing::kernels;

using PtxApi = testing::ptx_test;
INSTANTIATE_TEST_SUITE_P(Of, PtxApi, ::testing::ValuesIn(ptx::generations({80, 90})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

/// Also where a proxy is between the PEs: kernels post to its ring in the host's memory.
class PtxRoutes : public testing::ptx_test {
 protected:
  template <class Body>
  void by_each_route(int pes, Body&& body) {
    for (const char* route : {"auto", "proxy"}) {
      SCOPED_TRACE(route);
      settings_["ARK_ROUTE"] = route;
      local_run(pes, body, settings_);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Of, PtxRoutes, ::testing::ValuesIn(ptx::generations({80, 90})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

TEST_P(PtxRoutes, PutsWithSignalsArriveAndGetsBringThemBack) {
  by_each_route(2, [&](int pe) {
    kernels gpu("inline_path", GetParam(), 1 + static_cast<std::uint64_t>(pe));
    constexpr std::size_t most = 20000;
    auto* from = static_cast<char*>(ark_calloc(most, 1));
    auto* to = static_cast<char*>(ark_calloc(most, 1));
    auto* back = static_cast<char*>(ark_calloc(most, 1));
    auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    for (std::size_t i = 0; i < most; ++i) from[i] = static_cast<char>(7 * i + 3 * pe);
    ark_barrier_all();
    const int other = 1 - pe;
    std::uint64_t expected = 0;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{8}, std::size_t{1000}, most}) {
      for (const auto& [kernel, threads] : {std::pair{"bulk_put_signal", 64u},
                                            {"lends_nothing", 96u},
                                            {"vector_put_signal", 32u}}) {
        std::memset(to, 0, most);
        ark_barrier_all();
        gpu.run(kernel, 1, threads, to, static_cast<const char*>(from), bytes, signal,
                int{ARK_SIGNAL_ADD}, other);
        ark_barrier_all();
        EXPECT_EQ(ark_status(), 0) << last_error();
        EXPECT_EQ(*signal, ++expected) << kernel;
        for (std::size_t i = 0; i < most; ++i)
          ASSERT_EQ(to[i], i < bytes ? static_cast<char>(7 * i + 3 * other) : 0)
              << kernel << " " << i << " of " << bytes;
        gpu.run("bulk_get", 1, 64, back, static_cast<const char*>(to), bytes, other);
        EXPECT_EQ(std::memcmp(back, from, bytes), 0) << bytes;
        ark_barrier_all();
      }
    }
  });
}

TEST_P(PtxRoutes, PutsFromSharedMemoryArriveBeforeTheirSignals) {
  by_each_route(2, [&](int pe) {
    kernels gpu("kernels", GetParam(), 1 + static_cast<std::uint64_t>(pe));
    constexpr std::size_t most = 4096, guard = 16;
    auto* from = static_cast<char*>(ark_calloc(most, 1));
    auto* to = static_cast<char*>(ark_calloc(most + 2 * guard, 1));
    auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    for (std::size_t i = 0; i < most; ++i) from[i] = static_cast<char>(7 * i + 1);
    std::uint64_t expected = 0;
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{16}, std::size_t{100}, most}) {
      for (const std::size_t skip : {0, 1}) {
        for (const bool with_put : {true, false}) {
          std::memset(to, 9, most + 2 * guard);
          ark_barrier_all();
          gpu.run("from_shared_memory", 1, 40, to + guard + skip, static_cast<const char*>(from),
                  bytes, skip, signal, 1 - pe, with_put);
          EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_GE, ++expected), expected);
          EXPECT_EQ(std::memcmp(to + guard + skip, from, bytes), 0) << bytes;
          EXPECT_EQ(std::count(to, to + guard + skip, 9), guard + skip);
          EXPECT_EQ(std::count(to + guard + skip + bytes, to + most + 2 * guard, 9),
                    static_cast<std::ptrdiff_t>(most + guard - skip - bytes));
          EXPECT_EQ(ark_status(), 0) << last_error();
          ark_barrier_all();
        }
      }
      std::memset(to, 9, most + 2 * guard);
      ark_barrier_all();
      gpu.run("through_bulk_queue", 1, 1, to, static_cast<const char*>(from), bytes, 1u, signal,
              1 - pe);
      EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_GE, ++expected), expected);
      EXPECT_EQ(std::memcmp(to, from, bytes), 0) << bytes;
      EXPECT_EQ(to[bytes], 9);
      ark_barrier_all();
      int code = -1;
      std::memset(to, 9, most + 2 * guard);
      ark_barrier_all();
      gpu.run("signals_of_bulk_queue", 1, 1, to, static_cast<const char*>(from), bytes / 4, 4u,
              signal, 1 - pe, &code);
      EXPECT_EQ(code, 0);
      expected += 4;
      EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_GE, expected), expected);
      EXPECT_EQ(std::memcmp(to, from, bytes / 4 * 4), 0) << bytes;
      EXPECT_EQ(to[bytes / 4 * 4], 9);
      ark_barrier_all();
    }
  });
}

TEST_P(PtxRoutes, ElementsAndAtomicsOfAllThreads) {
  by_each_route(2, [&](int pe) {
    kernels gpu("kernels", GetParam(), 5 + static_cast<std::uint64_t>(pe));
    auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
    auto* sum = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    ark_barrier_all();
    gpu.run("elements", 1, 40, words, sum, 1 - pe);
    ark_barrier_all();
    EXPECT_EQ(*sum, 820u);
    EXPECT_EQ(words[0], 42u);
    EXPECT_EQ(words[1], (1ull << 40) - 1);
    EXPECT_EQ(words[2], 42u);
    std::uint64_t least = ~0ull;
    for (int i = 0; i < 40; ++i) least = std::min(least, words[3 + i]);
    EXPECT_EQ(least, 0u);
    EXPECT_EQ(ark_status(), 0);
    ark_barrier_all();
  });
}

/// The copy unit makes puts from shared memory, where there is one.
class PtxSharedPut : public testing::ptx_test {
 protected:
  /// What is wrong after some puts of the only PE to itself; or "".
  std::string put(const std::string& text, bool with_put) {
    return check(text, [=](kernels& gpu, char* to, const char* from, std::uint64_t* signal) {
      gpu.run("from_shared_memory", 1, 40, to, from, bytes, std::size_t{0}, signal, 0, with_put);
    });
  }
  std::string put_by_queue(const std::string& text) {
    return check(text, [](kernels& gpu, char* to, const char* from, std::uint64_t* signal) {
      gpu.run("through_bulk_queue", 1, 1, to, from, bytes / 4, 4u, signal, 0);
    });
  }
  /// `puts` puts of a queue, each with a signal.
  std::string signal_by_queue(const std::string& text, unsigned puts) {
    int code = 0;
    const std::string wrong = check(
        text,
        [&](kernels& gpu, char* to, const char* from, std::uint64_t* signal) {
          gpu.run("signals_of_bulk_queue", 1, 1, to, from, bytes / puts, puts, signal, 0, &code);
        },
        puts);
    return code == 0 ? wrong : "code " + std::to_string(code);
  }

 private:
  static constexpr std::size_t bytes = 2048 + 128;

  /// `run` sends `bytes` in equal parts, and adds one to a signal behind each.
  template <class Run>
  std::string check(const std::string& text, Run&& run, std::uint64_t parts = 1) {
    std::string wrong;
    const auto body = [&](int) {
      auto* from = static_cast<char*>(ark_calloc(bytes, 1));
      auto* to = static_cast<char*>(ark_calloc(bytes, 1));
      auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
      for (std::size_t i = 0; i < bytes; ++i) from[i] = static_cast<char>(7 * i + 1);
      const auto arrived = [&](std::uint64_t count) {
        return std::memcmp(to, from, bytes / parts * count) == 0;
      };
      kernels gpu(text, 1);
      gpu.gpu().laziness = 64;
      gpu.gpu().watch = [&] {
        if (*signal <= parts && !arrived(*signal)) wrong = "a signal before its data";
      };
      for (int i = 0; i < 10 && wrong.empty(); ++i) {
        *signal = 0;
        std::memset(to, 0, bytes);
        try {
          run(gpu, to, from, signal);
        } catch (const ptx::fault& found) {
          wrong = found.what();
        }
        if (wrong.empty() && !arrived(parts)) wrong = "another byte";
        if (wrong.empty() && *signal != parts) wrong = "no signal";
      }
      if (ark_status() != 0) wrong = last_error();
    };
    local_run(1, body, settings_);
    return wrong;
  }
};
INSTANTIATE_TEST_SUITE_P(Of, PtxSharedPut, ::testing::ValuesIn(ptx::generations({90, 100})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

TEST_P(PtxSharedPut, IsDeliveredBeforeItsSignalAndReadBeforeItsSourceChanges) {
  const std::string text = ptx::module_of("kernels", GetParam());
  EXPECT_EQ(put(text, true), "");
  EXPECT_EQ(put(text, false), "");
}
TEST_P(PtxSharedPut, AQueueKeepsItsStagesUntilTheyAreStored) {
  const std::string text = ptx::module_of("kernels", GetParam()),
                    loaded = "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 ended, ",
                    delivered = "cp.async.bulk.wait_group 0;",
                    emptied = "cp.async.bulk.wait_group.read 2;";
  EXPECT_EQ(put_by_queue(text), "");
  std::string without = text;
  for (std::size_t at = 0; (at = without.find(loaded, at)) != std::string::npos;)
    without.replace(at, without.find(';', at) - at, "setp.eq.u32 ended, 1, 1");
  EXPECT_NE(put_by_queue(without), "");
  EXPECT_NE(put_by_queue(ptx::with(text, delivered, "")), "");
  EXPECT_NE(put_by_queue(ptx::with(text, emptied, "")), "");
}
TEST_P(PtxSharedPut, ASignalOfAQueueFollowsItsOwnData) {
  const std::string text = ptx::module_of("kernels", GetParam());
  for (const unsigned puts : {1u, 4u}) {
    EXPECT_EQ(signal_by_queue(text, puts), "");
    EXPECT_EQ(signal_by_queue(ptx::with(text, "cp.async.bulk.wait_group 0;",
                                        "cp.async.bulk.wait_group.read 0;"),
                              puts),
              "a signal before its data");
  }
}
/// The load's bytes never come: the call ends at the deadline, without the data and the signal.
TEST_P(PtxSharedPut, ALoadThatDoesNotEndTimesOut) {
  std::string text = ptx::module_of("kernels", GetParam());
  const std::string load = "cp.async.bulk.shared::cta.global";
  ASSERT_NE(text.find(load), std::string::npos);
  for (std::size_t at = 0; (at = text.find(load, at)) != std::string::npos;)
    text.erase(at, text.find(';', at) + 1 - at);
  local_run(
      1,
      [&](int) {
        auto* data = static_cast<char*>(ark_calloc(64, 1));
        auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        const std::vector<char> from(64, 'x');
        int code = 0;
        kernels gpu(text, 1);
        gpu.gpu().clock_step = 1'000'000;
        gpu.run("signals_of_bulk_queue", 1, 1, data, from.data(), std::size_t{32}, 2u, signal, 0,
                &code);
        EXPECT_EQ(code, static_cast<int>(errc::timeout));
        EXPECT_EQ(*signal, 0u);
        EXPECT_EQ(*data, 0);
        ark_quiet();  // the host takes the failure over
        EXPECT_THAT(failure_text(last_failure()), ::testing::HasSubstr("timeout in put"));
      },
      settings_);
}
/// The controls. After the wait for reading a signal may overtake the data.
TEST_P(PtxSharedPut, WithoutOneOfItsWaitsOrItsFenceIsWrong) {
  const std::string text = ptx::module_of("kernels", GetParam());
  const std::string delivered = "cp.async.bulk.wait_group 0;",
                    read = "cp.async.bulk.wait_group.read 0;",
                    fence = "fence.proxy.async.shared::cta;";
  for (const bool with_put : {true, false}) {
    EXPECT_NE(put(ptx::with(text, delivered, ""), with_put), "");
    EXPECT_EQ(put(ptx::with(text, delivered, read), with_put), "a signal before its data");
    EXPECT_NE(put(ptx::with(text, fence, ""), with_put), "");
  }
  EXPECT_NE(put(ptx::with(text, read, ""), false), "");
}

/// Memory in the place of the heaps of a row of PEs, at equal distances, in one reserved range:
/// wherever the kernel maps that, the distances are right.
class heap_row {
 public:
  static constexpr int pes = 3;
  static constexpr std::uint64_t distance = std::uint64_t{8} << 30;

  /// The distance from `heap_base` to the first PE's is a multiple of 4 GiB, as ark counts them.
  explicit heap_row(std::uint64_t heap_base)
      : heap_base_(heap_base),
        range_(mmap(nullptr, range_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0)) {
    const auto begin = reinterpret_cast<std::uint64_t>(range_);
    first_ = begin + ((heap_base - begin) & (unit - 1));
    for (int pe = 0; mapped() && pe < pes; ++pe)
      mprotect(at(pe), window_bytes, PROT_READ | PROT_WRITE);
  }
  ~heap_row() { munmap(range_, range_bytes); }
  heap_row(const heap_row&) = delete;
  heap_row& operator=(const heap_row&) = delete;
  [[nodiscard]] bool mapped() const { return range_ != MAP_FAILED; }
  /// From the process's own heap to that of PE 0.
  [[nodiscard]] std::uint64_t to_first() const { return first_ - heap_base_; }
  /// The object that `pe` has in the place of `mine`.
  template <class T>
  [[nodiscard]] T* theirs(int pe, const T* mine) const {
    return reinterpret_cast<T*>(at(pe) + (reinterpret_cast<std::uint64_t>(mine) - heap_base_));
  }

 private:
  static constexpr std::uint64_t unit = std::uint64_t{1} << 32;
  static constexpr std::size_t window_bytes = 1 << 20;
  static constexpr std::size_t range_bytes = unit + (pes - 1) * distance + window_bytes;
  [[nodiscard]] std::byte* at(int pe) const {
    return reinterpret_cast<std::byte*>(first_ + static_cast<std::uint64_t>(pe) * distance);
  }
  std::uint64_t heap_base_;
  void* range_;
  std::uint64_t first_;
};

/// The only PE of its process in the place of any of three.
TEST_P(PtxApi, StoresGoToPeersAtEqualDistances) {
  local_run(
      1,
      [&](int) {
        detail::cuda_stores& stores = testing::context_table::get().now.stores;
        ASSERT_EQ(stores.peers, 1u);
        const heap_row row(stores.heap_base);
        ASSERT_TRUE(row.mapped());
        const detail::cuda_stores own = stores;
        stores.peers = heap_row::pes;
        stores.to_next = heap_row::distance >> 32;
        stores.to_first = static_cast<std::uint32_t>(row.to_first() >> 32);
        auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
        auto* sum = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        auto* from = static_cast<char*>(ark_calloc(1000, 1));
        auto* to = static_cast<char*>(ark_calloc(1000, 1));
        auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        for (int i = 0; i < 1000; ++i) from[i] = static_cast<char>(7 * i);
        kernels elements("kernels", GetParam(), 5), puts("inline_path", GetParam(), 6);
        for (int pe = 0; pe < heap_row::pes; ++pe) {
          elements.run("elements", 1, 40, words, sum, pe);
          EXPECT_EQ(*row.theirs(pe, sum), 820u);
          EXPECT_EQ(*row.theirs(pe, words), 42u);
          EXPECT_EQ(*sum, 0u) << "the own heap";
          puts.run("lends_nothing", 1, 96u, to, static_cast<const char*>(from), std::size_t{1000},
                   signal, int{ARK_SIGNAL_ADD}, pe);
          EXPECT_EQ(*row.theirs(pe, signal), 1u);
          EXPECT_EQ(std::memcmp(row.theirs(pe, to), from, 1000), 0);
        }
        EXPECT_EQ(ark_status(), 0) << last_error();
        elements.run("elements", 1, 1, words, sum, 3);
        ark_quiet();  // the host takes the failure over
        EXPECT_THAT(failure_text(last_failure()), ::testing::HasSubstr("pe = 3"));
        stores = own;
      },
      settings_);
}

/// As in a kernel that began before the heap grew: its constants end before the words.
TEST_P(PtxApi, StoresBeyondTheCachedEndOfTheHeapTakeTheGeneralPath) {
  local_run(
      1,
      [&](int) {
        detail::cuda_stores& stores = testing::context_table::get().now.stores;
        const detail::cuda_stores own = stores;
        stores.heap_bytes = stores.most_bytes = stores.thread_most_bytes = 64;
        auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
        auto* sum = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        kernels gpu("kernels", GetParam(), 7);
        gpu.run("elements", 1, 40, words, sum, 0);
        EXPECT_EQ(*sum, 820u);
        EXPECT_EQ(words[0], 42u);
        EXPECT_EQ(words[2], 42u);
        EXPECT_EQ(ark_status(), 0) << last_error();
        stores = own;
      },
      settings_);
}

TEST_P(PtxApi, AWaitEndsWithItsSignalOrWithItsDeadline) {
  settings_["ARK_TIMEOUT"] = "1s";
  local_run(
      1,
      [&](int) {
        kernels gpu("kernels", GetParam(), 3);
        auto* words = static_cast<std::uint64_t*>(ark_calloc(2, 8));
        words[0] = 9;
        gpu.run("wait_for", 1, 1, words, std::uint64_t{5}, words + 1);
        EXPECT_EQ(words[1], 9u);
        EXPECT_EQ(ark_status(), 0);
        gpu.gpu().clock_step = 1000;
        gpu.run("wait_for", 1, 1, words, std::uint64_t{10}, words + 1);
        EXPECT_EQ(ark_status(), static_cast<int>(errc::timeout));
        EXPECT_THAT(failure_text(last_failure()), ::testing::HasSubstr("wait"));
      },
      settings_);
}

/// The least count whose bytes are no number of 64 bits: the product would be 0, or 8 bytes.
TEST_P(PtxApi, ACountWhoseBytesDoNotFitIn64BitsIsRejected) {
  struct counted_case {
    unsigned each;
    std::uint64_t fits, wraps;
  };
  for (const auto& [each, fits, wraps] :
       {counted_case{8, 4, std::uint64_t{1} << 61}, {24, 2, ~std::uint64_t{0} / 24 + 1}}) {
    SCOPED_TRACE(each);
    local_run(
        1,
        [&, each = each, fits = fits, wraps = wraps](int) {
          kernels gpu("kernels", GetParam(), 13);
          auto* from = static_cast<char*>(ark_calloc(64, 1));
          auto* to = static_cast<char*>(ark_calloc(64, 1));
          std::memset(from, 5, 64);
          gpu.run("counted", 1, 1, to, static_cast<const char*>(from), fits, each, 0);
          EXPECT_EQ(std::count(to, to + 64, 5), static_cast<std::ptrdiff_t>(fits * each));
          EXPECT_EQ(ark_status(), 0) << last_error();
          gpu.run("counted", 1, 1, to, static_cast<const char*>(from), wraps, each, 0);
          EXPECT_EQ(ark_status(), static_cast<int>(errc::invalid_argument));
          EXPECT_EQ(last_failure().seen, wraps);
        },
        settings_);
  }
}

/// What `kernel` reads of data behind a wait for a signal, in a block whose first cache has the
/// data of before.
std::uint64_t read_behind_wait(const std::string& text, const char* kernel, const settings& with) {
  std::uint64_t read = 0;
  local_run(
      1,
      [&](int) {
        auto* words = static_cast<std::uint64_t*>(ark_calloc(5, 8));
        auto *const signals = words, *const data = words + 2, *const seen = words + 3;
        *data = 1;
        kernels gpu(text, 3);
        gpu.gpu().caches = true;
        gpu.gpu().watch = [&, turn = 0]() mutable {
          // Once the kernel waits: data, then the second of two signals, which one signal has too.
          if (seen[0] == 0 || ++turn < 100) return;
          *data = 2;
          signals[0] = signals[1] = 1;
        };
        gpu.run(kernel, 1, 1, signals, static_cast<const std::uint64_t*>(data), seen);
        EXPECT_EQ(seen[0], 1u);
        EXPECT_EQ(ark_status(), 0) << last_error();
        read = seen[1];
      },
      with);
  return read;
}

/// Failing polls leave the block's first cache as it is; the end of the wait empties it. The
/// control's does not.
TEST_P(PtxApi, AWaitAcquiresOnceItHasEnded) {
  const std::string text = ptx::module_of("kernels", GetParam());
  const bool one_way = GetParam() >= 90;
  const std::string control = one_way ? ptx::with(text, "fence.acquire.sys", "fence.release.sys")
                                      : ptx::with(text, "ld.acquire.sys", "ld.relaxed.sys");
  for (const char* kernel : {"wait_then_read", "wait_for_any_then_read"}) {
    SCOPED_TRACE(kernel);
    EXPECT_EQ(read_behind_wait(text, kernel, settings_), 2u);
    EXPECT_EQ(read_behind_wait(control, kernel, settings_), 1u);
  }
}

/// Rounds of gets of `bytes` by a block until they bring what the PE has after the third.
std::uint64_t rounds_until_changed(const std::string& text, std::size_t bytes,
                                   const settings& with) {
  std::uint64_t rounds = 0;
  local_run(
      1,
      [&](int) {
        auto* data = static_cast<std::uint64_t*>(ark_calloc(bytes / 8, 8));
        auto* words = static_cast<std::uint64_t*>(ark_calloc(bytes / 8 + 1, 8));
        auto *const count = words, *const copy = words + 1;
        kernels gpu(text, 3);
        gpu.gpu().caches = true;
        gpu.gpu().watch = [&] {
          if (*count == 3) std::fill_n(data, bytes / 8, 7);
        };
        gpu.run("get_until_changed", 1, 32, copy, static_cast<const std::uint64_t*>(data), bytes,
                count, 0);
        EXPECT_EQ(ark_status(), 0) << last_error();
        rounds = *count;
      },
      with);
  return rounds;
}

/// A get does not read what the block's first cache has kept: a word of 16 bytes each, several, and
/// words of 8 bytes at addresses that are not equal modulo 16. The control's loads are weak.
TEST_P(PtxApi, ALoopAroundAGetSeesChanges) {
  const std::string text = ptx::module_of("kernels", GetParam());
  std::string control = text;
  for (const char* type : {"v4.u32", "u64"})
    control = ptx::with(control, std::string("ld.relaxed.sys.global.") + type,
                        std::string("ld.global.") + type);
  for (const std::size_t bytes : {512, 4096, 24}) {
    SCOPED_TRACE(bytes);
    EXPECT_LE(rounds_until_changed(text, bytes, settings_), 5u);
    EXPECT_EQ(rounds_until_changed(control, bytes, settings_), 50u);
  }
}

TEST_P(PtxApi, OneLaunchOfAllPesPassesATokenAround) {
  local_run(
      3,
      [&](int pe) {
        auto* token = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        auto* sums = static_cast<std::uint64_t*>(ark_calloc(2, 8));
        ark_barrier_all();
        if (pe == 0) {
          kernels gpu("kernels", GetParam(), 11);
          gpu.run_group("ring_of_all", 1, 33, token, sums, std::uint64_t{20});
        }
        ark_barrier_all();
        EXPECT_EQ(*token, 20u);
        EXPECT_EQ(sums[1], 6u);
        EXPECT_EQ(ark_status(), 0);
        ark_barrier_all();
      },
      settings_);
}

/// Runs of flag_behind, with and without a fence, in which the target has the flag before all of
/// `bytes` of data. It is looked at all the time.
struct early_flags {
  int without_fence = 0, with_fence = 0;
};
early_flags early_flags_of(int arch, std::size_t bytes, const settings& with) {
  early_flags early;
  local_run(
      2,
      [&](int pe) {
        const std::size_t count = bytes / 8;
        auto* from = static_cast<std::uint64_t*>(ark_calloc(count, 8));
        auto* to = static_cast<std::uint64_t*>(ark_calloc(count, 8));
        auto* flag = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        std::fill_n(from, count, 7);
        ark_barrier_all();
        for (std::uint64_t seed = 1; pe == 0 && seed <= 4; ++seed) {
          for (const bool fenced : {false, true}) {
            auto* const there = static_cast<std::uint64_t*>(ark_ptr(to, 1));
            auto* const told = static_cast<std::uint64_t*>(ark_ptr(flag, 1));
            std::fill_n(there, count, 0);
            *told = 0;
            bool seen = false;
            kernels gpu("kernels", arch, seed);
            gpu.gpu().watch = [&] {
              seen |= *told != 0 && std::find(there, there + count, 0u) != there + count;
            };
            gpu.shared_bytes = 16 * 1024;
            gpu.run("flag_behind", 2, 32, to, static_cast<const std::uint64_t*>(from), count, flag,
                    1, 1u, fenced);
            (fenced ? early.with_fence : early.without_fence) += seen ? 1 : 0;
            EXPECT_EQ(*told, 1u);
            EXPECT_EQ(std::find(there, there + count, 0u), there + count);
          }
        }
        ark_barrier_all();
      },
      with);
  return early;
}

/// The control has no fence.
TEST_P(PtxApi, AFlagAfterAFenceIsStoredAfterTheDataBeforeIt) {
  const early_flags early = early_flags_of(GetParam(), 32'000, settings_);
  EXPECT_EQ(early.with_fence, 0);
  EXPECT_GT(early.without_fence, 0);
}

/// Without a fence the flag may come before what an engine moves, and never before what the thread
/// itself has stored.
TEST_P(PtxApi, OneThreadStoresASixteenthOfTheBytesOfABlock) {
  settings_["ARK_INLINE_BYTES"] = "16k";
  EXPECT_EQ(early_flags_of(GetParam(), 1024, settings_).without_fence, 0);
  EXPECT_GT(early_flags_of(GetParam(), 1032, settings_).without_fence, 0);
  settings_["ARK_ROUTE"] = "inline";
  EXPECT_EQ(early_flags_of(GetParam(), 1032, settings_).without_fence, 0);
}

TEST_P(PtxApi, CollectivesOfBlocksInOneLaunch) {
  local_run(
      3,
      [&](int pe) {
        constexpr std::size_t count = 300;  // a thread folds several elements at once
        auto* in = static_cast<std::uint64_t*>(ark_calloc(3 * count, 8));
        auto* out = static_cast<std::uint64_t*>(ark_calloc(4 * 3 * count, 8));
        for (std::size_t i = 0; i < 3 * count; ++i)
          in[i] = 1000 * static_cast<std::uint64_t>(pe) + i;
        ark_barrier_all();
        if (pe == 0) {
          kernels gpu("kernels", GetParam(), 31);
          gpu.run_group("collectives", 1, 70, out, static_cast<const std::uint64_t*>(in), count);
        }
        ark_barrier_all();
        EXPECT_EQ(ark_status(), 0) << failure_text(last_failure());
        const auto me = static_cast<std::size_t>(pe);
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(out[i], 1000 + i) << "broadcast from 1";
          ASSERT_EQ(out[9 * count + i], 3000 + 3 * i) << "sum";
          for (std::size_t from = 0; from < 3; ++from) {
            ASSERT_EQ(out[3 * count + from * count + i], 1000 * from + me * count + i)
                << "alltoall";
            ASSERT_EQ(out[6 * count + from * count + i], 1000 * from + i) << "fcollect";
          }
        }
        ark_barrier_all();
      },
      settings_);
}

TEST_P(PtxApi, EngineBlocksOfALaunchMoveTheDescriptorsOfItsWorkers) {
  local_run(
      2,
      [&](int pe) {
        constexpr std::size_t part = 30'000;
        constexpr unsigned workers = 3, engines = 2;
        auto* from = static_cast<char*>(ark_calloc(workers * part, 1));
        auto* to = static_cast<char*>(ark_calloc(workers * part, 1));
        auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        for (std::size_t i = 0; i < workers * part; ++i)
          from[i] = static_cast<char>(5 * i + static_cast<std::size_t>(pe));
        ark_barrier_all();
        const int other = 1 - pe;
        kernels gpu("kernels", GetParam(), 21 + static_cast<std::uint64_t>(pe));
        gpu.shared_bytes = 32 * 1024;
        gpu.run("through_engine", workers + engines, 64, to, static_cast<const char*>(from), part,
                signal, other, engines);
        ark_barrier_all();
        EXPECT_EQ(*signal, workers);
        EXPECT_EQ(ark_status(), 0);
        for (std::size_t i = 0; i < workers * part; ++i)
          ASSERT_EQ(to[i], static_cast<char>(5 * i + static_cast<std::size_t>(other))) << i;
        ark_barrier_all();
      },
      settings_);
}

}  // namespace
}  // namespace ark
