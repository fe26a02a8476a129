// The strided and block-strided forms by a thread, a warp and a block, of elements of 1, 4 and 16
// bytes, from kernels and from the host. Run under every route. The typed names:
// bindings/openshmem/conformance.
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr int forms = 3;
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

/// By form 0, 1 or 2: by a thread, a warp, a block.
template <class T>
void transfer(int form, const shape& s, T* put, T* got, const T* source, int pe) {
#define ARK_TEST_TRANSFER(suffix)                                                         \
  if (s.block == 0) {                                                                     \
    ark_iput##suffix(put, source, s.dest_stride, s.source_stride, s.count, pe);           \
    ark_iget##suffix(got, source, s.dest_stride, s.source_stride, s.count, pe);           \
  } else {                                                                                \
    ark_ibput##suffix(put, source, s.dest_stride, s.source_stride, s.block, s.count, pe); \
    ark_ibget##suffix(got, source, s.dest_stride, s.source_stride, s.block, s.count, pe); \
  }
  if (form == 0) {
    ARK_TEST_TRANSFER()
  } else if (form == 1) {
    ARK_TEST_TRANSFER(_warp)
  } else {
    ARK_TEST_TRANSFER(_block)
  }
#undef ARK_TEST_TRANSFER
}

/// Each form in an area of its own, and the quiet of the form's threads.
template <class T>
ARK_GLOBAL void strided_in_kernel(shape s, T* put, T* got, const T* source, int pe) {
  if (threadIdx.x == 0) {
    transfer(0, s, put, got, source, pe);
    ark_quiet();
  }
  if (threadIdx.x < 32) {
    transfer<T>(1, s, put + area, got + area, source, pe);
    ark_quiet_warp();
  }
  transfer<T>(2, s, put + 2 * area, got + 2 * area, source, pe);
  ark_quiet_block();
  if (threadIdx.x == 0) ark_sync_all();
}

template <class T>
class RmaStrided : public pe_test {
 protected:
  void expect(const shape& s, const T* areas, int writer, const char* what) const {
    std::vector<T> expected(area);
    const std::size_t block = s.block == 0 ? 1 : s.block;
    for (std::size_t i = 0; i < s.count; ++i) {
      for (std::size_t k = 0; k < block; ++k) {
        expected.at(i * static_cast<std::size_t>(s.dest_stride) + k) =
            pattern<T>(writer, i * static_cast<std::size_t>(s.source_stride) + k);
      }
    }
    for (std::size_t i = 0; i < forms * area; ++i)
      ASSERT_EQ(areas[i], expected[i % area]) << what << ", form " << i / area << ", " << i % area;
  }
  void check(bool on_host) {
    for (const shape& s : shapes) {
      SCOPED_TRACE(testing::Message() << s.dest_stride << ", " << s.source_stride << ", block "
                                      << s.block << ", count " << s.count);
      const sym<T> source(area), put(forms * area), got(forms * area);
      for (std::size_t i = 0; i < area; ++i) source[i] = pattern<T>(me_, i);
      ark_barrier_all();
      if (on_host) {
        for (int form = 0; form < forms; ++form) {
          const std::size_t at = static_cast<std::size_t>(form) * area;
          transfer<T>(form, s, put + at, got + at, source, next_);
        }
        ark_barrier_all();
      } else {
        run_kernel(1, block_threads, strided_in_kernel<T>, s, put.get(), got.get(), source.get(),
                   next_);
      }
      expect(s, put, previous_, "put");
      expect(s, got, next_, "get");
      ark_barrier_all();
    }
  }
};
using strided_types = testing::Types<unsigned char, int, long double>;
TYPED_TEST_SUITE(RmaStrided, strided_types);

TYPED_TEST(RmaStrided, AllFormsFromAKernel) { this->check(false); }
TYPED_TEST(RmaStrided, AllFormsFromTheHost) { this->check(true); }

}  // namespace
}  // namespace ark_mp
