// Elements, strided transfers and waits for sets of words in the order of a stream: every typed
// name, and order with what stands before and after.
#include <vector>

#include "api_test.hpp"
#include "typed_names.hpp"

namespace ark_mp {
namespace {

constexpr std::size_t area = 64;

template <class T>
struct element_names {
  using type = T;
  using store = void (*)(T*, T, int, ark::stream_t);
  using load = T (*)(const T*, int, ark::stream_t);
  using strided = void (*)(T*, const T*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, int,
                           ark::stream_t);
  using blocks = void (*)(T*, const T*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, std::size_t,
                          int, ark::stream_t);
};
#define ARK_TEST_ELEMENT_NAMES(name, c_type)                        \
  struct name##_elements : element_names<c_type> {                  \
    static constexpr store p = ark_##name##_p_on_stream<>;          \
    static constexpr load g = ark_##name##_g_on_stream<>;           \
    static constexpr strided iput = ark_##name##_iput_on_stream<>;  \
    static constexpr strided iget = ark_##name##_iget_on_stream<>;  \
    static constexpr blocks ibput = ark_##name##_ibput_on_stream<>; \
    static constexpr blocks ibget = ark_##name##_ibget_on_stream<>; \
  };
ARK_TEST_RMA_TYPES(ARK_TEST_ELEMENT_NAMES)
#define ARK_TEST_LISTED(name, c_type) , name##_elements
using element_types = listed_types<void ARK_TEST_RMA_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

template <class N>
class OnStreamElements : public pe_test {};
TYPED_TEST_SUITE(OnStreamElements, element_types);

TYPED_TEST(OnStreamElements, AlonePerStrideAndPerBlock) {
  using N = TypeParam;
  using T = typename N::type;
  const sym<T> source(area), put(3 * area), got(2 * area);
  for (std::size_t i = 0; i < area; ++i) source[i] = pattern<T>(this->me_, i);
  ark_barrier_all();
  for (std::size_t i = 0; i < 5; ++i) N::p(put + i, source[i], this->next_, nullptr);
  N::iput(put + area, source, 3, 2, 20, this->next_, nullptr);
  N::ibput(put + 2 * area, source, 5, 4, 3, 12, this->next_, nullptr);
  N::iget(got, source, 2, 3, 20, this->next_, nullptr);
  N::ibget(got + area, source, 20, 21, 17, 3, this->next_, nullptr);
  N::iput(put + 10, source, 1, 1, 0, this->next_, nullptr);
  N::ibput(put + 10, source, 1, 1, 0, 4, this->next_, nullptr);
  ark_barrier_all_on_stream(nullptr);
  EXPECT_EQ(N::g(put + 4, this->next_, nullptr), pattern<T>(this->me_, 4));
  EXPECT_TRUE(ark::stream_query(nullptr));  // g has waited
  std::vector<T> sent(3 * area), read(2 * area);
  for (std::size_t i = 0; i < 5; ++i) sent[i] = pattern<T>(this->previous_, i);
  for (std::size_t i = 0; i < 20; ++i) {
    sent[area + 3 * i] = pattern<T>(this->previous_, 2 * i);
    read[2 * i] = pattern<T>(this->next_, 3 * i);
  }
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      sent[2 * area + 5 * i + k] = pattern<T>(this->previous_, 4 * i + k);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 17; ++k)
      read[area + 20 * i + k] = pattern<T>(this->next_, 21 * i + k);
  }
  for (std::size_t i = 0; i < sent.size(); ++i) ASSERT_EQ(put[i], sent[i]) << i;
  for (std::size_t i = 0; i < read.size(); ++i) ASSERT_EQ(got[i], read[i]) << i;
  ark_barrier_all();
}

template <class T>
struct set_names {
  using type = T;
  using all = void (*)(T*, std::size_t, const int*, int, T, ark::stream_t);
  using vector = void (*)(T*, std::size_t, const int*, int, const T*, ark::stream_t);
};
#define ARK_TEST_SET_NAMES(name, c_type)                         \
  struct name##_sets : set_names<c_type> {                       \
    static constexpr typename set_names<c_type>::all all =       \
        ark_##name##_wait_until_all_on_stream<>;                 \
    static constexpr typename set_names<c_type>::vector vector = \
        ark_##name##_wait_until_all_vector_on_stream<>;          \
    static constexpr auto put = ark_##name##_p<>;                \
  };
ARK_TEST_AMO_TYPES(ARK_TEST_SET_NAMES)
#define ARK_TEST_LISTED(name, c_type) , name##_sets
using set_types = listed_types<void ARK_TEST_AMO_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

template <class N>
class OnStreamSets : public pe_test {};
TYPED_TEST_SUITE(OnStreamSets, set_types);

// The stream waits for the previous PE's host, word by word; the excluded one never comes.
TYPED_TEST(OnStreamSets, TheStreamWaitsForAllWords) {
  using N = TypeParam;
  using T = typename N::type;
  const sym<T> words(4), done(2);
  const int excluded[4] = {0, 1, 0, 0};
  const T values[4] = {T{2}, T{9}, T{4}, T{5}};
  N::all(words, 4, excluded, ARK_CMP_GE, T{1}, nullptr);
  ark::p_on_stream(done.get(), T{1}, this->me_, nullptr);
  N::vector(words, 4, excluded, ARK_CMP_EQ, values, nullptr);
  ark::p_on_stream(done.get() + 1, T{1}, this->me_, nullptr);
  ark_barrier_all();
  for (const int i : {0, 2}) N::put(words + i, values[i], this->next_);
  ark_quiet();
  EXPECT_FALSE(ark::stream_query(nullptr));
  EXPECT_EQ(ark::g(done.get(), this->me_), T{});
  ark_barrier_all();
  N::put(words + 3, T{1}, this->next_);
  ark_quiet();
  ark::wait_until(done.get(), ARK_CMP_EQ, T{1});
  EXPECT_EQ(ark::g(done.get() + 1, this->me_), T{});
  ark_barrier_all();
  N::put(words + 3, values[3], this->next_);
  ark_quiet();
  ark::stream_sync(nullptr);
  EXPECT_EQ(done[1], T{1});
  N::all(words, 0, nullptr, ARK_CMP_EQ, T{7}, nullptr);  // no word: no wait
  ark::stream_sync(nullptr);
  ark_barrier_all();
}

class OnStreamElementNames : public pe_test {};

// Sizes in bits: rows of 3 elements in each area, of which the first, or the first 2, arrive.
TEST_F(OnStreamElementNames, Sized) {
  using strided =
      void (*)(void*, const void*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, int, ark::stream_t);
  using blocks = void (*)(void*, const void*, std::ptrdiff_t, std::ptrdiff_t, std::size_t,
                          std::size_t, int, ark::stream_t);
  struct {
    std::size_t bytes;
    strided iput, iget;
    blocks ibput, ibget;
  } const forms[] = {
#define ARK_TEST_SIZED(bytes, bits)                                   \
  {bytes, ark_iput##bits##_on_stream<>, ark_iget##bits##_on_stream<>, \
   ark_ibput##bits##_on_stream<>, ark_ibget##bits##_on_stream<>}
      ARK_TEST_SIZED(1, 8), ARK_TEST_SIZED(2, 16), ARK_TEST_SIZED(4, 32), ARK_TEST_SIZED(8, 64),
      ARK_TEST_SIZED(16, 128)};
#undef ARK_TEST_SIZED
  constexpr std::size_t most = 12 * 16;
  for (const auto& form : forms) {
    const sym<char> source(most), dest(4 * most);
    for (std::size_t i = 0; i < most; ++i) source[i] = pattern<char>(me_, i);
    ark_barrier_all();
    form.iput(dest, source, 3, 2, 4, next_, nullptr);
    form.iget(dest + most, source, 3, 2, 4, next_, nullptr);
    form.ibput(dest + 2 * most, source, 3, 4, 2, 3, next_, nullptr);
    form.ibget(dest + 3 * most, source, 3, 4, 2, 3, next_, nullptr);
    ark_barrier_all_on_stream(nullptr);
    ark::stream_sync(nullptr);
    for (std::size_t i = 0; i < 4 * most; ++i) {
      const std::size_t call = i / most, element = i % most / form.bytes, row = element / 3;
      const bool blockwise = call >= 2, inside = element % 3 < (blockwise ? 2u : 1u);
      const std::size_t from = blockwise ? 4 * row + element % 3 : 2 * row;
      const bool moved = inside && row < (blockwise ? 3u : 4u);
      const int writer = call % 2 == 0 ? previous_ : next_;
      const std::size_t byte = from * form.bytes + i % most % form.bytes;
      ASSERT_EQ(dest[i], moved ? pattern<char>(writer, byte) : char{})
          << form.bytes << " bytes, call " << call << ", byte " << i % most;
    }
    ark_barrier_all();
  }
}

// By deduction alone. A larger transfer than one block of threads moves at once, and blocks that it
// moves one after another.
TEST_F(OnStreamElementNames, Generic) {
  constexpr std::size_t count = 3000;
  const sym<long> source(2 * count), dest(2 * count), blocks(2 * count), words(2);
  const long expected[2] = {4, 5};
  for (std::size_t i = 0; i < 2 * count; ++i) source[i] = pattern<long>(me_, i);
  ark_barrier_all();
  ark_iput_on_stream(dest.get(), source.get(), 2, 1, count, next_, nullptr);
  ark_ibput_on_stream(blocks.get(), source.get(), 200, 150, 100, 20, next_, nullptr);
  ark_quiet_on_stream(nullptr);
  ark_p_on_stream(words.get(), 4, next_, nullptr);
  ark_p_on_stream(words.get() + 1, 5, next_, nullptr);
  ark_wait_until_all_on_stream(words.get(), 2, nullptr, ARK_CMP_GT, 3, nullptr);
  ark_wait_until_all_vector_on_stream(words.get(), 2, nullptr, ARK_CMP_EQ, expected, nullptr);
  EXPECT_EQ(ark_g_on_stream(words.get() + 1, me_, nullptr), 5);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(dest[2 * i], pattern<long>(previous_, i)) << i;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t k = 0; k < 100; ++k)
      ASSERT_EQ(blocks[200 * i + k], pattern<long>(previous_, 150 * i + k)) << i << ", " << k;
  }
  ark_barrier_all();
  ark_iget_on_stream(dest.get(), source.get(), 1, 2, count, next_, nullptr);
  ark_ibget_on_stream(blocks.get(), source.get(), 100, 110, 100, 20, next_, nullptr);
  ark::stream_sync(nullptr);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(dest[i], pattern<long>(next_, 2 * i)) << i;
  for (std::size_t i = 0; i < 2000; ++i)
    ASSERT_EQ(blocks[i], pattern<long>(next_, 110 * (i / 100) + i % 100)) << i;
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
