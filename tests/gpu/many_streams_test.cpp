// The host's calls beside waiting kernels in more streams than a GPU has hardware queues.
#include "pes.hpp"

namespace ark_gpu {
namespace {

constexpr std::size_t streams_of_a_pe = 40;  ///< a GPU has 32 queues
constexpr std::size_t bytes = std::size_t{64} << 10;

ARK_GLOBAL void wait_and_count(std::uint64_t* go, std::uint64_t* ended) {
  ark_signal_wait_until(go, ARK_CMP_GE, 1);
  ark_uint64_atomic_inc(ended, ark_my_pe());
}

/// A call that stands behind the kernels returns once their deadline has passed, which is a failure
/// of the PE.
void expect_kernels_wait(const array<std::uint64_t>& ended, const char* after) {
  EXPECT_EQ(ark_status(), 0) << after << " of the host stood behind kernels that wait";
  EXPECT_EQ(ark_uint64_g(ended, ark_my_pe()), 0u) << "kernels have ended before " << after;
}

TEST(ManyStreams, HostCallsDoNotStandBehindKernelsThatWait) {
  on_pes(2, {}, [](const pe& self) {
    const array<std::uint64_t> go(1), ended(1);
    const array<unsigned char> box(bytes);
    const std::vector<stream> streams(streams_of_a_pe);
    const std::vector<unsigned char> sent(bytes, static_cast<unsigned char>(17 + self.me));
    std::vector<unsigned char> seen(bytes);
    load(wait_and_count);
    ark_barrier_all();
    for (const stream& each : streams)
      self.start_on(each.get(), {1, 1}, wait_and_count, go.get(), ended.get());
    ark_barrier_all();
    expect_kernels_wait(ended, "ark_barrier_all");
    ark_putmem(box, sent.data(), bytes, self.next);
    ark_quiet();
    ark_getmem(seen.data(), box, bytes, self.next);
    expect_kernels_wait(ended, "a put and a get");
    EXPECT_EQ(seen, sent);
    ark_barrier_all();  // no kernel of another PE has ended before
    ark_uint64_p(go, 1, self.me);
    for (const stream& each : streams) ark::stream_sync(each.get());
    EXPECT_EQ(ended.at(0), streams_of_a_pe);
    ark_barrier_all();
  });
}

}  // namespace
}  // namespace ark_gpu
