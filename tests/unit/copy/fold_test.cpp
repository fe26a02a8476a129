// The arithmetic of reductions on a GPU, whose threads are one after the other here.
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <cstdint>
#include <vector>

namespace ark::device::collective {
namespace {

/// The operator shows the order of its operands.
struct shifted_sum {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + a + a + b);
  }
};

template <class T>
void check_fold(int members, std::size_t count, unsigned size) {
  constexpr std::size_t guard = 3;
  std::vector<std::vector<T>> sources(static_cast<std::size_t>(members));
  for (std::size_t m = 0; m < sources.size(); ++m) {
    for (std::size_t i = 0; i < count; ++i)
      sources[m].push_back(static_cast<T>(static_cast<int>((i * 7 + m * 3) % 5)));
  }
  std::vector<T> dest(count + 2 * guard, static_cast<T>(9));
  for (unsigned rank = 0; rank < size; ++rank) {
    fold_strided(
        dest.data() + guard,
        [&](int member) {
          return static_cast<const T*>(sources[static_cast<std::size_t>(member)].data());
        },
        members, count, rank, size, shifted_sum{});
  }
  std::vector<T> expected(dest.size(), static_cast<T>(9));
  for (std::size_t i = 0; i < count; ++i) {
    T sum = sources[0][i];
    for (std::size_t m = 1; m < sources.size(); ++m) sum = shifted_sum{}(sum, sources[m][i]);
    expected[guard + i] = sum;
  }
  EXPECT_EQ(dest, expected) << members << " members, " << count << " elements, " << size
                            << " threads";
}

template <class T>
void check_folds() {
  for (const int members : {1, 2, 5}) {
    for (const unsigned size : {1u, 3u, 32u}) {
      for (const std::size_t count : {0u, 1u, 7u, 8u, 95u, 96u, 97u, 256u, 1000u})
        check_fold<T>(members, count, size);
    }
  }
}

TEST(FoldStrided, EachElementOnceInTheOrderOfTheMembers) {
  check_folds<std::int8_t>();
  check_folds<float>();
  check_folds<double>();
}

}  // namespace
}  // namespace ark::device::collective
