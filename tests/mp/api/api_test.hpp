// What the API tests share: a PE that lives for one test, symmetric arrays, launches that end
// before they return.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/mpi.hpp>
#include <cstdint>
#include <cstring>
#include <string>

#include "mp_main.hpp"
#include "pattern.hpp"

namespace ark_mp {

/// ARK_TIMEOUT of tests that see deadlines pass. Init and allocations have to end within it too, on
/// a machine that is busy: 200 ms were too few with three sanitized programs on two cores.
inline constexpr const char* short_timeout = "1s";

/// Zeroed symmetric memory that finalize takes back. Collective.
template <class T>
T* zeroed(std::size_t count) {
  auto* data = static_cast<T*>(ark_calloc(count, sizeof(T)));
  if (data == nullptr) throw std::runtime_error("ark_calloc: " + ark::last_error());
  return data;
}

/// A zeroed symmetric array. Made and destroyed collectively.
template <class T>
class sym {
 public:
  explicit sym(std::size_t count) : data_(count > 0 ? zeroed<T>(count) : nullptr), count_(count) {}
  ~sym() { ark_free(data_); }
  sym(const sym&) = delete;
  sym& operator=(const sym&) = delete;
  [[nodiscard]] T* get() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  T& operator[](std::size_t i) const { return data_[i]; }
  operator T*() const { return data_; }  // NOLINT: reads as an array does

 private:
  T* data_;
  std::size_t count_;
};

/// True if this PE has `pe`'s heap in its address space: by the route report, not by ark_ptr.
inline bool mapped(int pe) {
  const std::string line = " -> PE " + std::to_string(pe) + ": shared memory";
  return ark::route_report().find(line) != std::string::npos;
}

/// call(scope) by the callers that belong to it: form 0, the first thread; 1, the first warp; 2,
/// the block.
inline constexpr int scope_forms = 3;
template <class Call>
ARK_HOST_DEVICE void by_form(int form, const Call& call) {
  const unsigned thread = ark::device::place::thread_index();
  if (form == 0 && thread == 0) call(ark::device::thread_scope{});
  if (form == 1 && thread < 32) call(ark::device::warp_scope{});
  if (form == 2) call(ark::device::block_scope{});
}

/// Every PE runs `kernel` and waits for its end.
template <class... Parameters, class... Arguments>
void run_kernel(dim3 grid, dim3 block, void (*kernel)(Parameters...), Arguments... arguments) {
  ark::launch({grid, block, 0, nullptr, true}, kernel, static_cast<Parameters>(arguments)...);
  ark::device_sync();
}

/// Waits for the kernels, whose own waits have the same deadline as the host's: the host may be
/// first to give up.
inline void sync_despite_timeouts() {
  for (int tries = 0; tries < 50; ++tries) {
    try {
      ark::device_sync();
      return;
    } catch (const ark::error& problem) {
      ASSERT_TRUE(problem.code() == ark::errc::timeout ||
                  problem.code() == ark::errc::invalid_argument)
          << problem.what();
    }
    if (ark::stream_query(nullptr)) return;
  }
  FAIL() << "the kernel did not end";
}

/// Initialised on all ranks in SetUp, finalised in TearDown; no failure may be left at the end.
class pe_test : public testing::Test {
 protected:
  void SetUp() override {
    ark::init(overrides());
    me_ = ark_my_pe();
    n_ = ark_n_pes();
    next_ = (me_ + 1) % n_;
    previous_ = (me_ + n_ - 1) % n_;
  }
  void TearDown() override {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, ark::errc::ok) << ark::failure_text(record);
    ark::finalize();
  }
  [[nodiscard]] virtual ark::settings overrides() const { return {}; }

  int me_ = 0;
  int n_ = 1;
  int next_ = 0;
  int previous_ = 0;
};

}  // namespace ark_mp
