// The strided and block-strided forms by a thread, a warp and a block, of every type, from kernels
// and from the host. Run under every route.
#include <array>
#include <vector>

#include "api_test.hpp"
#include "typed_names.hpp"

namespace ark_mp {
namespace {

constexpr std::size_t area = 300;       ///< elements that a transfer may touch
constexpr unsigned block_threads = 48;  ///< one full warp and a part of one

struct shape {
  std::ptrdiff_t dest_stride, source_stride;
  std::size_t block;  ///< 0: iput and iget
  std::size_t count;
};
/// With gaps and without, of more and of fewer pieces than threads, of blocks that one thread moves
/// and of blocks that all threads move; and nothing.
constexpr shape shapes[] = {{3, 2, 0, 70}, {1, 1, 0, 100}, {5, 1, 0, 1},
                            {2, 2, 0, 0},  {3, 4, 2, 60},  {80, 70, 66, 3},
                            {2, 2, 2, 90}, {4, 4, 0, 0},   {40, 41, 33, 7}};

template <class T>
struct strided_names {
  using strided = typename signatures<T>::strided;
  using blocks = void (*)(T*, const T*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, std::size_t,
                          int);
  using type = T;
};
#define ARK_TEST_STRIDED_NAMES(name, c_type)                           \
  struct name##_strided : strided_names<c_type> {                      \
    static constexpr strided iputs[] = {ARK_TEST_SCOPES(name, iput)};  \
    static constexpr strided igets[] = {ARK_TEST_SCOPES(name, iget)};  \
    static constexpr blocks ibputs[] = {ARK_TEST_SCOPES(name, ibput)}; \
    static constexpr blocks ibgets[] = {ARK_TEST_SCOPES(name, ibget)}; \
  };
ARK_TEST_RMA_TYPES(ARK_TEST_STRIDED_NAMES)
#define ARK_TEST_LISTED(name, c_type) , name##_strided
using strided_types = listed_types<void ARK_TEST_RMA_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

/// Transfer by form 0, 1 or 2: by a thread, a warp, a block.
template <class N>
void transfer(int form, const shape& s, typename N::type* put, typename N::type* got,
              const typename N::type* source, int pe) {
  const auto at = static_cast<std::size_t>(form);
  if (s.block == 0) {
    N::iputs[at](put, source, s.dest_stride, s.source_stride, s.count, pe);
    N::igets[at](got, source, s.dest_stride, s.source_stride, s.count, pe);
  } else {
    N::ibputs[at](put, source, s.dest_stride, s.source_stride, s.block, s.count, pe);
    N::ibgets[at](got, source, s.dest_stride, s.source_stride, s.block, s.count, pe);
  }
}

/// Each form in an area of its own, and the quiet of the form's threads.
template <class N>
ARK_GLOBAL void strided_in_kernel(shape s, typename N::type* put, typename N::type* got,
                                  const typename N::type* source, int pe) {
  if (threadIdx.x == 0) {
    transfer<N>(0, s, put, got, source, pe);
    ark_quiet();
  }
  if (threadIdx.x < 32) {
    transfer<N>(1, s, put + area, got + area, source, pe);
    ark_quiet_warp();
  }
  transfer<N>(2, s, put + 2 * area, got + 2 * area, source, pe);
  ark_quiet_block();
  if (threadIdx.x == 0) ark_sync_all();
}

template <class N>
class RmaStrided : public pe_test {
 protected:
  using T = typename N::type;

  void expect(const shape& s, const T* areas, int writer, const char* what) const {
    std::vector<T> expected(area);
    const std::size_t block = s.block == 0 ? 1 : s.block;
    for (std::size_t i = 0; i < s.count; ++i) {
      for (std::size_t k = 0; k < block; ++k) {
        expected.at(i * static_cast<std::size_t>(s.dest_stride) + k) =
            pattern<T>(writer, i * static_cast<std::size_t>(s.source_stride) + k);
      }
    }
    for (std::size_t i = 0; i < collective_forms * area; ++i)
      ASSERT_EQ(areas[i], expected[i % area]) << what << ", form " << i / area << ", " << i % area;
  }
  void check(bool on_host) {
    for (const shape& s : shapes) {
      SCOPED_TRACE(testing::Message() << s.dest_stride << ", " << s.source_stride << ", block "
                                      << s.block << ", count " << s.count);
      const sym<T> source(area), put(collective_forms * area), got(collective_forms * area);
      for (std::size_t i = 0; i < area; ++i) source[i] = pattern<T>(me_, i);
      ark_barrier_all();
      if (on_host) {
        for (int form = 0; form < collective_forms; ++form) {
          const std::size_t at = static_cast<std::size_t>(form) * area;
          transfer<N>(form, s, put + at, got + at, source, next_);
        }
        ark_barrier_all();
      } else {
        run_kernel(1, block_threads, strided_in_kernel<N>, s, put.get(), got.get(), source.get(),
                   next_);
      }
      expect(s, put, previous_, "put");
      expect(s, got, next_, "get");
      ark_barrier_all();
    }
  }
};
TYPED_TEST_SUITE(RmaStrided, strided_types);

TYPED_TEST(RmaStrided, AllFormsFromAKernel) { this->check(false); }
TYPED_TEST(RmaStrided, AllFormsFromTheHost) { this->check(true); }

class RmaStridedNames : public pe_test {};

// Sizes in bits: byte b of element i of the area of a name.
TEST_F(RmaStridedNames, Sized) {
  using strided = void (*)(void*, const void*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, int);
  using blocks =
      void (*)(void*, const void*, std::ptrdiff_t, std::ptrdiff_t, std::size_t, std::size_t, int);
  struct {
    std::size_t bytes;
    strided iput[2], iget[2];
    blocks ibput[2], ibget[2];
  } const forms[] = {
#define ARK_TEST_PAIR(name) {name##_warp, name##_block}
#define ARK_TEST_SIZED(bytes, bits)                                      \
  {                                                                      \
    bytes, ARK_TEST_PAIR(ark_iput##bits), ARK_TEST_PAIR(ark_iget##bits), \
        ARK_TEST_PAIR(ark_ibput##bits), ARK_TEST_PAIR(ark_ibget##bits)   \
  }
      ARK_TEST_SIZED(1, 8), ARK_TEST_SIZED(2, 16), ARK_TEST_SIZED(4, 32), ARK_TEST_SIZED(8, 64),
      ARK_TEST_SIZED(16, 128)};
#undef ARK_TEST_SIZED
#undef ARK_TEST_PAIR
  constexpr std::size_t elements = 12, most = elements * 16;
  for (const auto& form : forms) {
    const sym<char> source(most), dest(8 * most);
    for (std::size_t i = 0; i < most; ++i) source[i] = pattern<char>(me_, i);
    ark_barrier_all();
    for (std::size_t k = 0; k < 2; ++k) {
      char* const at = dest + 4 * k * most;
      form.iput[k](at, source, 3, 2, 4, next_);
      form.iget[k](at + most, source, 3, 2, 4, next_);
      form.ibput[k](at + 2 * most, source, 3, 4, 2, 3, next_);
      form.ibget[k](at + 3 * most, source, 3, 4, 2, 3, next_);
    }
    ark_barrier_all();
    for (std::size_t i = 0; i < 8 * most; ++i) {
      const std::size_t call = i / most % 4, element = i % most / form.bytes, row = element / 3;
      const bool blockwise = call >= 2, inside = element % 3 < (blockwise ? 2u : 1u);
      const std::size_t from = blockwise ? 4 * row + element % 3 : 2 * row;
      const bool moved = inside && row < (blockwise ? 3u : 4u);
      const int writer = call % 2 == 0 ? previous_ : next_;
      const std::size_t byte = from * form.bytes + i % most % form.bytes;
      ASSERT_EQ(dest[i], moved ? pattern<char>(writer, byte) : char{})
          << form.bytes << " bytes, call " << i / most << ", byte " << i % most;
    }
    ark_barrier_all();
  }
}

ARK_GLOBAL void generic_in_kernel(long* dest, const long* source, int pe) {
  ark_iput_block(dest, source, 2, 1, 8, pe);
  ark_ibput_block(dest + 16, source, 3, 3, 2, 4, pe);
  ark_quiet_block();
  if (threadIdx.x == 0) ark_sync_all();
  __syncthreads();
  ark_iget_warp(dest + 32, source, 2, 1, 8, pe);
  ark_ibget_warp(dest + 48, source, 3, 3, 2, 4, pe);
}
TEST_F(RmaStridedNames, Generic) {
  const sym<long> source(16), dest(64);
  for (std::size_t i = 0; i < 16; ++i) source[i] = pattern<long>(me_, i);
  ark_barrier_all();
  run_kernel(1, 32, generic_in_kernel, dest.get(), source.get(), next_);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(dest[2 * i], pattern<long>(previous_, i));
    EXPECT_EQ(dest[32 + 2 * i], pattern<long>(next_, i));
    const std::size_t at = 3 * (i / 2) + i % 2;
    EXPECT_EQ(dest[16 + at], pattern<long>(previous_, at));
    EXPECT_EQ(dest[48 + at], pattern<long>(next_, at));
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
