// p, g, iput and iget in kernels, by the typed names of every type and by every route.
#include "pattern.hpp"
#include "pes.hpp"
#include "typed_calls.hpp"

namespace ark_gpu {
namespace {

using ark::errc;
using ark_mp::pattern;

// One name for each C type: the others call the same code, nvcc would take minutes more for them,
// and tests/mp/api has them all.
using element_types =
    testing::Types<ark_mp::float_names, ark_mp::double_names, ark_mp::char_names,
                   ark_mp::schar_names, ark_mp::short_names, ark_mp::int_names, ark_mp::long_names,
                   ark_mp::longlong_names, ark_mp::uchar_names, ark_mp::ushort_names,
                   ark_mp::uint_names, ark_mp::ulong_names, ark_mp::ulonglong_names>;

template <class N>
ARK_GLOBAL void move_elements_in_kernel(typename N::type* array, typename N::type value,
                                        typename N::type* result, int pe) {
  ark_mp::move_elements<N>(array, value, result, pe);
}

template <class N>
class Element : public testing::Test {};
TYPED_TEST_SUITE(Element, element_types);

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
void check_names(const ark::settings& route) {
  using T = typename N::type;
  on_pes(2, route, [](const pe& self) {
    const array<T> elements(32), result(64);
    std::vector<T> values(64);
    for (std::size_t i = 0; i < 32; ++i) values[32 + i] = pattern<T>(self.me, i);
    result.write(values);
    self.run({1, 1}, move_elements_in_kernel<N>, elements, pattern<T>(self.me, 99), result,
             self.next);
    check_elements(self, elements.read(), result.read());
    ark_barrier_all();
  });
}

TYPED_TEST(Element, Names) { check_names<TypeParam>({}); }
TYPED_TEST(Element, NamesThroughTheProxy) { check_names<TypeParam>({{"ARK_ROUTE", "proxy"}}); }

// --- What the caller gives as its own side must be in reach of the proxy.

constexpr unsigned buffers = 3;

ARK_GLOBAL void get_into(const int* from, int* global, errc* codes, int pe) {
  ARK_SHARED(int, shared);
  int local = 0;
  int* const into[buffers] = {global, &local, &shared};
  for (unsigned i = 0; i < buffers; ++i) codes[i] = ark::get(into[i], from, 1, pe);
}

TEST(Element, AStackOrSharedMemoryIsRefusedByNameWhereTheProxyDoesNotReachIt) {
  run_pes(2, {{"ARK_ROUTE", "proxy"}, {"ARK_LOG", "error"}}, [](const pe& self) {
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

}  // namespace
}  // namespace ark_gpu
