// L7 and L8 of the litmus set: what the host has moved, by copy engines where the heap is a GPU's,
// read by kernels, and what kernels have moved, read by the host.
#include "timed_litmus.hpp"

namespace ark_gpu {
namespace {

constexpr unsigned rounds = on_gpu ? 400 : 60;

/// PE 1's kernel: sees each round's data, and answers with data of its own. All of its threads
/// look.
ARK_GLOBAL void answer(litmus_words w, unsigned last) {
  if (ark_my_pe() != 1) return;
  for (unsigned round = 1; round <= last; ++round) {
    if (threadIdx.x == 0) ark_signal_wait_until(w.flag, ARK_CMP_GE, round);
    __syncthreads();
    bool old = false;
    for (std::size_t i = threadIdx.x; i < data_words; i += blockDim.x) {
      old |= read_data(w.data + i) != round;
      w.source[i] = 2 * std::uint64_t{round};
    }
    const bool forbidden = __syncthreads_or(old) != 0;
    if (forbidden && threadIdx.x == 0) *w.wrong += 1;
    ark_uint64_put_signal_nbi_block(w.data, w.source, data_words, w.flag, round, ARK_SIGNAL_SET, 0);
    if (threadIdx.x == 0) ark_quiet();
    __syncthreads();
  }
}

/// How the host tells that its data is there.
enum class telling { put_signal, fence, quiet, nothing };

void send_from_host(const litmus_words& w, unsigned round, telling how) {
  copy_bytes(w.source, std::vector<std::uint64_t>(data_words, round).data(), data_words * 8);
  if (how == telling::put_signal) {
    ark_uint64_put_signal_nbi(w.data, w.source, data_words, w.flag, round, ARK_SIGNAL_SET, 1);
    return;
  }
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (how == telling::fence) ark_fence();
  if (how == telling::quiet) ark_quiet();
  ark_signal_set(w.flag, round, 1);
}

/// PE 0's host sends, waits for the answer, and looks at it; returns how often it was not there.
std::uint64_t converse(const litmus_words& w, telling how) {
  std::uint64_t forbidden = 0;
  std::vector<std::uint64_t> seen(data_words);
  for (unsigned round = 1; round <= rounds; ++round) {
    send_from_host(w, round, how);
    if (ark::signal_wait_until(w.flag, ARK_CMP_GE, round) != ark::errc::ok) break;
    copy_bytes(seen.data(), w.data, data_words * 8);
    forbidden += seen != std::vector<std::uint64_t>(data_words, 2 * std::uint64_t{round});
    ark_quiet();
  }
  return forbidden;
}

/// First: by the kernel, of the host's data. Second: by the host, of the kernel's.
std::pair<sightings, sightings> run_conversation(telling how) {
  std::atomic<std::uint64_t> kernels{0}, hosts{0};
  on_pes(2, litmus_settings(false), [&](const pe& self) {
    const litmus_memory memory(1);
    load(answer);
    ark_barrier_all();
    self.start({1, 64}, answer, memory.words(), rounds);
    if (self.me == 0) hosts += converse(memory.words(), how);
    self.finish();
    kernels += memory.wrong();
    ark_barrier_all();
  });
  return {{rounds, kernels}, {rounds, hosts}};
}

void check_conversation(telling how) {
  const auto [kernels, hosts] = run_conversation(how);
  report("kernel", kernels);
  report("host", hosts);
  EXPECT_EQ(kernels.forbidden, 0u) << "the host's data, seen by a kernel";
  EXPECT_EQ(hosts.forbidden, 0u) << "the kernel's data, seen by the host";
}
TEST(L8HostAndKernel, PutSignal) { check_conversation(telling::put_signal); }
TEST(L8HostAndKernel, PutFenceSignal) { check_conversation(telling::fence); }
TEST(L8HostAndKernel, PutQuietSignal) { check_conversation(telling::quiet); }
TEST(L8HostAndKernel, WithoutAFenceOrderIsReportedAndNotRequired) {
  const auto [kernels, hosts] = run_conversation(telling::nothing);
  report("weaker", kernels);
  EXPECT_EQ(hosts.forbidden, 0u) << "the kernel's data, seen by the host";
}

// --- L7: a copy engine writes, an SM reads. Plans are carried out by one on a GPU.

struct plan_words {
  ark_plan_t plan;  ///< of PE 0: `source` there to `data` of PE 1, then `flag`
  std::uint64_t *data, *source, *flag, *ack, *wrong;
};

ARK_GLOBAL void start_and_look(plan_words w, unsigned last) {
  for (unsigned round = 1; round <= last; ++round) {
    if (ark_my_pe() == 0) {
      for (std::size_t i = threadIdx.x; i < data_words; i += blockDim.x) w.source[i] = round;
      __syncthreads();
      if (threadIdx.x == 0) {
        linger(round, 0);
        ark_plan_start(w.plan);
        ark_signal_wait_until(w.ack, ARK_CMP_GE, round);
      }
      __syncthreads();
    } else {
      if (threadIdx.x == 0) ark_signal_wait_until(w.flag, ARK_CMP_GE, round);
      __syncthreads();
      bool old = false;
      for (std::size_t i = threadIdx.x; i < data_words; i += blockDim.x)
        old |= read_data(w.data + i) != round;
      const bool forbidden = __syncthreads_or(old) != 0;
      if (threadIdx.x != 0) continue;
      if (forbidden) *w.wrong += 1;
      ark_signal_set(w.ack, round, 0);
    }
  }
}

TEST(L7CopyEngine, APlansSignalComesAfterItsData) {
  if (const char* why = no_plans_of_kernels()) GTEST_SKIP() << why;
  std::atomic<std::uint64_t> forbidden{0};
  std::string reason;
  on_pes(2, litmus_settings(false), [&](const pe& self) {
    const litmus_memory memory(1);
    const litmus_words w = memory.words();
    ark_plan_t plan = nullptr;
    if (self.me == 0) {
      plan = ark_plan_create(w.data, w.source, data_words * 8, w.flag, 1);
      if (plan == nullptr) reason = ark::last_error();
    }
    ark_barrier_all();
    if (reason.empty()) {
      self.run({1, 64}, start_and_look, plan_words{plan, w.data, w.source, w.flag, w.ack, w.wrong},
               rounds);
      forbidden += memory.wrong();
    }
    ark_plan_destroy(plan);
    ark_barrier_all();
  });
  if (!reason.empty()) GTEST_SKIP() << "no plans here: " << reason;
  report("ordered", {rounds, forbidden});
  EXPECT_EQ(forbidden, 0u);
}

}  // namespace
}  // namespace ark_gpu
