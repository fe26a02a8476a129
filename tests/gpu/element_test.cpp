// Puts and gets whose own side is a thread's stack or shared memory, by every route.
#include "pes.hpp"

namespace ark_gpu {
namespace {

using ark::errc;

// --- What the caller gives as its own side must be in reach of the proxy.

constexpr unsigned buffers = 3;

ARK_GLOBAL void get_into(const int* from, int* global, errc* codes, int pe) {
  ARK_SHARED(int, shared);
  int local = 0;
  int* const into[buffers] = {global, &local, &shared};
  for (unsigned i = 0; i < buffers; ++i) codes[i] = ark::get(into[i], from, 1, pe);
}

TEST(Element, AStackOrSharedMemoryIsRefusedByNameWhereTheProxyDoesNotReachIt) {
  ark::settings by_proxy = routes().back();
  by_proxy["ARK_LOG"] = "error";
  run_pes(2, by_proxy, [](const pe& self) {
    const array<int> words(2);
    const array<errc> codes(buffers);
    words.write({40 + self.me, 0});
    load(get_into);
    ark_barrier_all();
    self.start({1, 1}, get_into, words.get(), words.get() + 1, codes.get(), self.next);
    self.finish();
    const errc other = on_gpu ? errc::unsupported : errc::ok;
    EXPECT_EQ(codes.read(), (std::vector<errc>{errc::ok, other, other}));
    EXPECT_EQ(words.at(1), 40 + self.next);
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, other);
    if (on_gpu) {
      EXPECT_NE(std::string(record.detail).find("a thread's stack or in shared memory"),
                std::string::npos)
          << ark::failure_text(record);
    }
  });
}

// A put of at most 8 bytes has its data in its descriptor: the source may be anywhere.
ARK_GLOBAL void put_from(long* to, short* narrow, std::uint64_t* signal, errc* codes, int pe) {
  ARK_SHARED(long, shared);
  long local = 100 + ark_my_pe();
  short part[3] = {7, 8, 9};
  shared = 200 + ark_my_pe();
  codes[0] = ark::put(to, &local, 1, pe);
  codes[1] = ark::put_nbi(to + 1, &shared, 1, pe);
  local += 200;
  codes[2] = ark::put(narrow, part, 3, pe);
  codes[3] = ark::put_signal(to + 2, &local, 1, signal, 5, ARK_SIGNAL_ADD, pe);
  ark_signal_wait_until(signal, ARK_CMP_EQ, 5);
}

TEST(Element, SmallPutsFromAStackOrSharedMemoryArrive) {
  for (const ark::settings& route : routes()) {
    on_pes(2, route, [](const pe& self) {
      const array<long> words(3);
      const array<short> narrow(4);
      const array<std::uint64_t> signal(1);
      const array<errc> codes(4);
      self.run({1, 1}, put_from, words, narrow, signal, codes, self.next);
      ark_barrier_all();
      EXPECT_EQ(codes.read(), std::vector<errc>(4, errc::ok));
      EXPECT_EQ(words.read(),
                (std::vector<long>{100 + self.previous, 200 + self.previous, 300 + self.previous}));
      EXPECT_EQ(narrow.read(), (std::vector<short>{7, 8, 9, 0}));
      EXPECT_EQ(ark_status(), 0) << ark::failure_text(ark::last_failure());
      ark_barrier_all();
    });
  }
}

}  // namespace
}  // namespace ark_gpu
