#include "sum.hpp"

#include <algorithm>

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

template <class T>
void sum_of(std::size_t bytes, const std::vector<const std::byte*>& from, std::size_t divisor,
            std::byte* to) {
  using as = arithmetic<T>;
  constexpr std::size_t block = 1024;  // stays in the first-level cache
  typename as::sum_type sums[block];
  const auto parts = static_cast<typename as::sum_type>(divisor);
  for (std::size_t begin = 0; begin < bytes / sizeof(T); begin += block) {
    const std::size_t count = std::min(block, bytes / sizeof(T) - begin);
    const auto part = [&](const std::byte* at) { return reinterpret_cast<const T*>(at) + begin; };
    for (std::size_t i = 0; i < count; ++i) sums[i] = as::load(part(from[0])[i]);
    for (std::size_t p = 1; p < from.size(); ++p) {
      const T* more = part(from[p]);
      for (std::size_t i = 0; i < count; ++i) sums[i] += as::load(more[i]);
    }
    T* result = reinterpret_cast<T*>(to) + begin;
    for (std::size_t i = 0; i < count; ++i)
      result[i] = as::store(divisor == 1 ? sums[i] : sums[i] / parts);
  }
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
