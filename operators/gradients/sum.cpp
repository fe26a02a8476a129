#include "sum.hpp"

#include <bit>
#include <type_traits>

namespace ark::gradients {

namespace {

using ark::detail::bfloat16_bits;
using ark::detail::float16_bits;

template <class T>
struct arithmetic {
  using sum_type = T;
  static T load(const T& value) { return value; }
  static T store(T value) { return value; }
};
template <ark::detail::half_bits Half>
struct arithmetic<Half> {
  using sum_type = float;
  static float load(const Half& value) { return ark::detail::half_detail::to_float(value); }
  static Half store(float value) { return Half{ark::detail::half_detail::round_to(Half{}, value)}; }
};

constexpr std::size_t block = 1024;  // elements, which stay in the first-level cache

/// `count`: a constant of a whole block, so that the loops become vector instructions at -O2 too.
/// No loop may only copy: GCC compiles it to `rep movs`, which some processors execute slowly
/// between certain addresses (docs/performance/put.md).
template <class T, class Count>
void sum_block(Count count, std::size_t begin, const std::vector<const std::byte*>& from,
               std::size_t divisor, std::byte* to) {
  using as = arithmetic<T>;
  using sum_type = typename as::sum_type;
  sum_type sums[block];
  const auto part = [&](std::size_t p) { return reinterpret_cast<const T*>(from[p]) + begin; };
  const T *const first = part(0), *const second = part(1);
  for (std::size_t i = 0; i < count; ++i) sums[i] = as::load(first[i]) + as::load(second[i]);
  for (std::size_t p = 2; p < from.size(); ++p) {
    const T* const more = part(p);
    for (std::size_t i = 0; i < count; ++i) sums[i] += as::load(more[i]);
  }
  const auto parts = static_cast<sum_type>(divisor);
  T* const result = reinterpret_cast<T*>(to) + begin;
  if (std::has_single_bit(divisor)) {  // The product has the bits of the quotient.
    const sum_type inverse = 1 / parts;
    for (std::size_t i = 0; i < count; ++i) result[i] = as::store(sums[i] * inverse);
  } else {
    for (std::size_t i = 0; i < count; ++i) result[i] = as::store(sums[i] / parts);
  }
}

template <class T>
void sum_of(std::size_t bytes, const std::vector<const std::byte*>& from, std::size_t divisor,
            std::byte* to) {
  constexpr std::integral_constant<std::size_t, block> whole;
  const std::size_t count = bytes / sizeof(T);
  std::size_t begin = 0;
  for (; begin + block <= count; begin += block) sum_block<T>(whole, begin, from, divisor, to);
  sum_block<T>(count - begin, begin, from, divisor, to);
}

}  // namespace

void sum(element type, std::size_t bytes, const std::vector<const std::byte*>& from,
         std::size_t divisor, std::byte* to) {
  switch (type) {
    case element::float32:
      return sum_of<float>(bytes, from, divisor, to);
    case element::float64:
      return sum_of<double>(bytes, from, divisor, to);
    case element::float16:
      return sum_of<float16_bits>(bytes, from, divisor, to);
    case element::bfloat16:
      return sum_of<bfloat16_bits>(bytes, from, divisor, to);
  }
}

}  // namespace ark::gradients
