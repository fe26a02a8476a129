// p, g, iput and iget in kernels and on the host, by the typed names of every type and by every
// route.
#include "pattern.hpp"
#include "pes.hpp"
#include "typed_calls.hpp"

namespace ark_gpu {
namespace {

using ark::errc;
using ark_mp::pattern;

template <class N>
ARK_GLOBAL void move_elements_in_kernel(typename N::type* array, typename N::type value,
                                        typename N::type* result, int pe) {
  ark_mp::move_elements<N>(array, value, result, pe);
}

template <class N>
class Element : public testing::Test {};
TYPED_TEST_SUITE(Element, ark_mp::rma_types);

/// What `array` and `result` of `move_elements` hold afterwards.
template <class T>
void check_elements(const pe& self, const std::vector<T>& array, const std::vector<T>& result) {
  EXPECT_EQ(array[0], pattern<T>(self.previous, 99)) << "p";
  EXPECT_EQ(result[0], pattern<T>(self.me, 99)) << "g";
  for (std::size_t i = 0; i < 24; ++i) {
    const bool put = i % 3 == 0 && i < 15, got = i % 2 == 0 && i < 10;
    EXPECT_EQ(array[8 + i], put ? pattern<T>(self.previous, i / 3 * 2) : T{}) << "iput, " << i;
    EXPECT_EQ(result[8 + i], got ? pattern<T>(self.me, i) : T{}) << "iget, " << i;
  }
}

template <class N>
void check_names(const pe& self) {
  using T = typename N::type;
  for (const bool on_host : {false, true}) {
    if (on_host && on_gpu) break;
    const array<T> elements(32), result(64);
    std::vector<T> values(64);
    for (std::size_t i = 0; i < 32; ++i) values[32 + i] = pattern<T>(self.me, i);
    result.write(values);
    ark_barrier_all();
    const T value = pattern<T>(self.me, 99);
    if (on_host) {
      ark_mp::move_elements<N>(elements, value, result, self.next);
    } else {
      self.run({1, 1}, move_elements_in_kernel<N>, elements, value, result, self.next);
    }
    ark_barrier_all();
    check_elements(self, elements.read(), result.read());
    ark_barrier_all();
  }
}

TYPED_TEST(Element, Names) {
  for (const ark::settings& route : routes()) on_pes(2, route, check_names<TypeParam>);
  if (on_gpu) on_pes(1, {}, check_names<TypeParam>);  // by what constants decide
}

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
