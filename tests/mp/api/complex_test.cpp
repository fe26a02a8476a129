// Sums, products and scans of complex elements: every name, on teams of several shapes, in kernels
// and in a stream's order. Run under every route.
#include <ark/complex.hpp>

#include "team_shapes.hpp"

namespace ark_mp {
namespace {

constexpr int complex_forms = 4;  // thread, warp, block, stream
constexpr unsigned complex_threads = 64;

/// Small whole numbers, so that sums and products of a few are exact.
template <class T>
std::complex<T> number(int pe, std::size_t i) {
  return {static_cast<T>(1 + (static_cast<std::size_t>(pe) + i) % 2),
          static_cast<T>(pe % 2 == 0 ? -1 : 2)};
}

#define ARK_TEST_COMPLEX_NAMES(name, type)                                                      \
  struct name##_calls {                                                                         \
    using part = type;                                                                          \
    using element = std::complex<type>;                                                         \
    using call = int (*)(ark_team_t, element*, const element*, std::size_t);                    \
    using queued = int (*)(ark_team_t, element*, const element*, std::size_t, ark::stream_t);   \
    static constexpr call sum[] = {ark_##name##_sum_reduce, ark_##name##_sum_reduce_warp,       \
                                   ark_##name##_sum_reduce_block};                              \
    static constexpr call product[] = {ark_##name##_prod_reduce, ark_##name##_prod_reduce_warp, \
                                       ark_##name##_prod_reduce_block};                         \
    static constexpr call upto[] = {ark_##name##_sum_inscan, ark_##name##_sum_inscan_warp,      \
                                    ark_##name##_sum_inscan_block};                             \
    static constexpr call before[] = {ark_##name##_sum_exscan, ark_##name##_sum_exscan_warp,    \
                                      ark_##name##_sum_exscan_block};                           \
    static constexpr queued on_stream[] = {                                                     \
        ark_##name##_sum_reduce_on_stream, ark_##name##_prod_reduce_on_stream,                  \
        ark_##name##_sum_inscan_on_stream, ark_##name##_sum_exscan_on_stream};                  \
  };
ARK_TEST_COMPLEX_NAMES(complexf, float)
ARK_TEST_COMPLEX_NAMES(complexd, double)
#undef ARK_TEST_COMPLEX_NAMES

template <class E>
struct complex_arrays {
  E *source, *sum, *product, *upto, *before;
  int* code;
};

template <class N, class E = typename N::element>
ARK_GLOBAL void complex_in_kernel(ark_team_t team, complex_arrays<E> a, std::size_t count,
                                  int form) {
  const unsigned thread = ark::device::place::thread_index();
  if (form == 0 ? thread > 0 : form == 1 && thread >= 32) return;
  int worst = N::sum[form](team, a.sum, a.source, count);
  worst |= N::product[form](team, a.product, a.source, count);
  worst |= N::upto[form](team, a.upto, a.source, count);
  worst |= N::before[form](team, a.before, a.source, count);
  if (worst != 0) *a.code = worst;
}

template <class N>
class Complex : public pe_test {
 protected:
  using element = typename N::element;

  void call_all(const team_of_pes& team, const complex_arrays<element>& a, std::size_t count,
                int form) {
    if (team.handle == ARK_TEAM_INVALID) return;
    if (form < 3) {
      run_kernel(1, complex_threads, complex_in_kernel<N>, team.handle, a, count, form);
      return;
    }
    element* const results[] = {a.sum, a.product, a.upto, a.before};
    for (int i = 0; i < 4; ++i)
      *a.code |= N::on_stream[i](team.handle, results[i], a.source, count, nullptr);
    ark::stream_sync(nullptr);
  }

  void check(const team_of_pes& team, const complex_arrays<element>& a, std::size_t count) {
    const int rank = team.rank_of(me_);
    if (rank < 0) return;
    ASSERT_EQ(*a.code, 0);
    for (std::size_t i = 0; i < count; ++i) {
      element sum, product = 1, upto, before;
      for (int member = 0; member < team.size(); ++member) {
        const element value =
            number<typename N::part>(team.pes[static_cast<std::size_t>(member)], i);
        sum += value;
        product *= value;
        if (member <= rank) upto += value;
        if (member < rank) before += value;
      }
      ASSERT_EQ(a.sum[i], sum) << "sum of " << team.shape << ", element " << i;
      ASSERT_EQ(a.product[i], product) << "product of " << team.shape << ", element " << i;
      ASSERT_EQ(a.upto[i], upto) << "inscan of " << team.shape << ", element " << i;
      ASSERT_EQ(a.before[i], before) << "exscan of " << team.shape << ", element " << i;
    }
  }
};
using complex_types = testing::Types<complexf_calls, complexd_calls>;
TYPED_TEST_SUITE(Complex, complex_types);

// Counts that go to all members at once, and such that are folded from the members' memory.
TYPED_TEST(Complex, SumsProductsAndScans) {
  using E = typename TypeParam::element;
  constexpr std::size_t most = 300;
  const sym<E> source(most), sum(most), product(most), upto(most), before(most);
  const sym<int> code(1);
  const complex_arrays<E> arrays{source.get(), sum.get(),    product.get(),
                                 upto.get(),   before.get(), code.get()};
  for (std::size_t i = 0; i < most; ++i) source[i] = number<typename TypeParam::part>(this->me_, i);
  {
    const some_teams teams(this->n_);
    for (const team_of_pes& team : teams) {
      for (const std::size_t count : {std::size_t{3}, most}) {
        for (int form = 0; form < complex_forms; ++form) {
          this->call_all(team, arrays, count, form);
          this->check(team, arrays, count);
          for (std::size_t i = 0; i < most; ++i) sum[i] = product[i] = upto[i] = before[i] = -7;
          ark_barrier_all();
        }
      }
    }
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
