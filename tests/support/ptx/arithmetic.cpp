// Numbers: everything that touches registers only.
#include <algorithm>
#include <ark/detail/platform/half_bits.hpp>
#include <bit>
#include <cmath>
#include <map>

#include "operands.hpp"

namespace ptx {

namespace {

using u64 = std::uint64_t;
using i64 = std::int64_t;
__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;

double float_of(u64 raw, unsigned bits) {
  return bits == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(raw))
                    : std::bit_cast<double>(raw);
}
u64 raw_of(double value, unsigned bits) {
  return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                    : std::bit_cast<u64>(value);
}

/// How two values of a type become one of it.
using binary = u64 (*)(u64 a, u64 b, type of);

template <class Float, class Signed, class Unsigned>
u64 by_kind(u64 a, u64 b, type of, Float&& floats, Signed&& with_sign, Unsigned&& without) {
  if (of.kind == 'f') return raw_of(floats(float_of(a, of.bits), float_of(b, of.bits)), of.bits);
  if (of.kind == 's')
    return static_cast<u64>(with_sign(signed_of(a, of.bits), signed_of(b, of.bits)));
  return without(low(a, of.bits), low(b, of.bits));
}

u64 add(u64 a, u64 b, type of) {
  return of.kind == 'f' ? raw_of(float_of(a, of.bits) + float_of(b, of.bits), of.bits) : a + b;
}
u64 sub(u64 a, u64 b, type of) {
  return of.kind == 'f' ? raw_of(float_of(a, of.bits) - float_of(b, of.bits), of.bits) : a - b;
}
u64 mul(u64 a, u64 b, type of) {
  return of.kind == 'f' ? raw_of(float_of(a, of.bits) * float_of(b, of.bits), of.bits) : a * b;
}
u64 div(u64 a, u64 b, type of) {
  return by_kind(
      a, b, of, [](double x, double y) { return x / y; },
      [](i64 x, i64 y) { return y == 0 ? -1 : x / y; },
      [](u64 x, u64 y) { return y == 0 ? ~u64{0} : x / y; });
}
u64 rem(u64 a, u64 b, type of) {
  return by_kind(
      a, b, of, [](double x, double) { return x; }, [](i64 x, i64 y) { return y == 0 ? x : x % y; },
      [](u64 x, u64 y) { return y == 0 ? x : x % y; });
}
u64 least(u64 a, u64 b, type of) {
  return by_kind(
      a, b, of, [](double x, double y) { return std::fmin(x, y); },
      [](i64 x, i64 y) { return std::min(x, y); }, [](u64 x, u64 y) { return std::min(x, y); });
}
u64 most(u64 a, u64 b, type of) {
  return by_kind(
      a, b, of, [](double x, double y) { return std::fmax(x, y); },
      [](i64 x, i64 y) { return std::max(x, y); }, [](u64 x, u64 y) { return std::max(x, y); });
}
u64 both(u64 a, u64 b, type) { return a & b; }
u64 either(u64 a, u64 b, type) { return a | b; }
u64 one_of(u64 a, u64 b, type) { return a ^ b; }
u64 left(u64 a, u64 b, type of) {
  const u64 by = low(b, 32);
  return by >= of.bits ? 0 : a << by;
}
u64 right(u64 a, u64 b, type of) {
  const u64 by = std::min<u64>(low(b, 32), of.bits);
  if (of.kind == 's') return static_cast<u64>(signed_of(a, of.bits) >> std::min<u64>(by, 63));
  return by >= of.bits ? 0 : low(a, of.bits) >> by;
}
u64 high(u64 a, u64 b, type of) {
  if (of.kind == 's') {
    const i128 whole = i128{signed_of(a, of.bits)} * signed_of(b, of.bits);
    return static_cast<u64>(whole >> of.bits);
  }
  return static_cast<u64>((u128{low(a, of.bits)} * low(b, of.bits)) >> of.bits);
}
/// Of the double width.
u64 wide(u64 a, u64 b, type of) {
  if (of.kind == 's') return static_cast<u64>(signed_of(a, of.bits) * signed_of(b, of.bits));
  return low(a, of.bits) * low(b, of.bits);
}

const std::map<std::string, binary>& binaries() {
  static const std::map<std::string, binary> all = {
      {"add", add},  {"sub", sub},   {"div", div},    {"rem", rem},  {"min", least}, {"max", most},
      {"and", both}, {"or", either}, {"xor", one_of}, {"shl", left}, {"shr", right}};
  return all;
}

/// What mul and mad do with their first two.
binary product(instruction& it, unsigned* bits) {
  *bits = it.last_type().bits;
  if (it.has("hi")) return high;
  if (!it.has("wide")) return mul;
  *bits *= 2;
  return wide;
}

step two(instruction& it, binary work, unsigned bits) {
  const type of = it.last_type();
  return [d = it.into(0), a = it.value(1), b = it.value(2), work, of, bits](lane& one) {
    d(one, low(work(a(one), b(one), of), bits));
  };
}

step multiply_add(instruction& it) {
  unsigned bits = 0;
  const binary work = product(it, &bits);
  const type of = it.last_type(), sum{of.kind, bits};
  return [d = it.into(0), a = it.value(1), b = it.value(2), c = it.value(3), work, of,
          sum](lane& one) { d(one, low(add(work(a(one), b(one), of), c(one), sum), sum.bits)); };
}

bool compare(const std::string& how, u64 a, u64 b, type of) {
  const auto by = [&](auto x, auto y) {
    if (how == "eq") return x == y;
    if (how == "ne") return x != y;
    if (how == "lt" || how == "lo") return x < y;
    if (how == "le" || how == "ls") return x <= y;
    if (how == "gt" || how == "hi") return x > y;
    return x >= y;
  };
  if (of.kind == 'f') return by(float_of(a, of.bits), float_of(b, of.bits));
  if (of.kind == 's') return by(signed_of(a, of.bits), signed_of(b, of.bits));
  return by(low(a, of.bits), low(b, of.bits));
}

step set_predicate(instruction& it) {
  static const std::vector<std::string> known = {"eq", "ne", "lt", "lo", "le",
                                                 "ls", "gt", "hi", "ge", "hs"};
  const std::string how = it.part(1);
  if (std::find(known.begin(), known.end(), how) == known.end()) it.unknown();
  const type of = it.last_type();
  const target d = it.into(0);
  const source a = it.value(1), b = it.value(2);
  if (it.count() == 3) {
    return [=](lane& one) { d(one, compare(how, a(one), b(one), of) ? 1 : 0); };
  }
  const binary with = binaries().at(it.part(2));
  return [=, c = it.value(3)](lane& one) {
    d(one, low(with(compare(how, a(one), b(one), of) ? 1 : 0, c(one), of), 1));
  };
}

/// Several registers of a vector are one value, the first of them its lowest part.
step move(instruction& it) {
  const type of = it.last_type();
  const std::vector<target> to = it.into_all(0);
  const std::vector<source> from = it.values(1);
  const unsigned each = of.bits / static_cast<unsigned>(std::max(to.size(), from.size()));
  return [=](lane& one) {
    u64 whole = 0;
    for (std::size_t i = 0; i < from.size(); ++i)
      whole |= low(from[i](one), from.size() == 1 ? 64 : each) << (i * each);
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i](one, low(whole >> (i * each), to.size() == 1 ? std::max(of.bits, 1u) : each));
  };
}

u64 to_integer(double value, type to, bool up) {
  const double whole = up ? std::nearbyint(value) : std::trunc(value);
  if (to.kind == 's') return static_cast<u64>(static_cast<i64>(whole));
  return static_cast<u64>(whole);
}

step convert(instruction& it) {
  const type to = it.last_type(2), from = it.last_type();
  const bool nearest = it.has("rni");
  using ark::detail::float16_bits, ark::detail::half_detail::round_to,
      ark::detail::half_detail::to_float;
  return [d = it.into(0), a = it.value(1), to, from, nearest](lane& one) {
    const u64 raw = a(one);
    u64 made = 0;
    if (from.kind == 'f') {
      const double value = from.bits == 16 ? to_float(float16_bits{static_cast<std::uint16_t>(raw)})
                                           : float_of(raw, from.bits);
      if (to.kind == 'f' && to.bits == 16) {
        made = round_to(float16_bits{}, static_cast<float>(value));
      } else {
        made = to.kind == 'f' ? raw_of(value, to.bits) : to_integer(value, to, nearest);
      }
    } else {
      const u64 value =
          from.kind == 's' ? static_cast<u64>(signed_of(raw, from.bits)) : low(raw, from.bits);
      made = value;
      if (to.kind == 'f')
        made = raw_of(from.kind == 's' ? static_cast<double>(static_cast<i64>(value))
                                       : static_cast<double>(value),
                      to.bits);
    }
    d(one, low(made, to.bits));
  };
}

u64 permute(u64 a, u64 b, u64 which) {
  const u64 both_words = low(a, 32) | low(b, 32) << 32;
  u64 made = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const u64 nibble = which >> (4 * i) & 15;
    u64 byte = both_words >> (8 * (nibble & 7)) & 255;
    if ((nibble & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
    made |= byte << (8 * i);
  }
  return made;
}

/// `bits` of `a` at `at` of `b`.
u64 insert(u64 a, u64 b, u64 at, u64 bits, unsigned width) {
  at &= 255;
  bits = std::min<u64>(bits & 255, width);
  if (at >= width || bits == 0) return b;
  const u64 mask = low(low(~u64{0}, static_cast<unsigned>(bits)) << at, width);
  return (b & ~mask) | (a << at & mask);
}

u64 extract(u64 a, u64 at, u64 bits, type of) {
  at &= 255;
  bits = std::min<u64>(bits & 255, of.bits);
  if (at >= of.bits || bits == 0) return 0;
  const u64 found = low(low(a, of.bits) >> at, static_cast<unsigned>(bits));
  return of.kind == 's' ? static_cast<u64>(signed_of(found, static_cast<unsigned>(bits))) : found;
}

step several(instruction& it) {
  const std::string& name = it.part(0);
  const type of = it.last_type();
  const target d = it.into(0);
  const source a = it.value(1), b = it.value(2), c = it.value(3);
  if (name == "prmt") return [=](lane& one) { d(one, permute(a(one), b(one), c(one))); };
  if (name == "bfe")
    return [=](lane& one) { d(one, low(extract(a(one), b(one), c(one), of), of.bits)); };
  if (name == "selp")
    return [=](lane& one) { d(one, low(c(one) != 0 ? a(one) : b(one), of.bits)); };
  if (name == "fma") {
    return [=](lane& one) {
      const double sum =
          std::fma(float_of(a(one), of.bits), float_of(b(one), of.bits), float_of(c(one), of.bits));
      d(one, raw_of(sum, of.bits));
    };
  }
  const source e = it.value(4);
  if (name == "bfi") {
    return
        [=](lane& one) { d(one, low(insert(a(one), b(one), c(one), e(one), of.bits), of.bits)); };
  }
  return [=](lane& one) {  // lop3: a table of the eight ways that three bits can be
    const u64 x = a(one), y = b(one), z = c(one), table = e(one);
    u64 made = 0;
    for (unsigned i = 0; i < 8; ++i) {
      if ((table >> i & 1) == 0) continue;
      made |= ((i & 4) != 0 ? x : ~x) & ((i & 2) != 0 ? y : ~y) & ((i & 1) != 0 ? z : ~z);
    }
    d(one, low(made, of.bits));
  };
}

u64 negative(u64 a, type of) {
  return of.kind == 'f' ? raw_of(-float_of(a, of.bits), of.bits) : ~a + 1;
}
u64 magnitude(u64 a, type of) {
  if (of.kind == 'f') return raw_of(std::fabs(float_of(a, of.bits)), of.bits);
  return signed_of(a, of.bits) < 0 ? ~a + 1 : a;
}
u64 reversed(u64 a, type of) {
  u64 made = 0;
  for (unsigned i = 0; i < of.bits; ++i) made |= (a >> i & 1) << (of.bits - 1 - i);
  return made;
}

step single(instruction& it, u64 (*work)(u64 a, type of)) {
  const type of = it.last_type();
  return [d = it.into(0), a = it.value(1), work, of](lane& one) {
    d(one, low(work(low(a(one), of.bits), of), of.kind == 'p' ? 1 : of.bits));
  };
}

const std::map<std::string, u64 (*)(u64, type)>& singles() {
  static const std::map<std::string, u64 (*)(u64, type)> all = {
      {"neg", negative},
      {"abs", magnitude},
      {"brev", reversed},
      {"not", [](u64 a, type) { return ~a; }},
      // bfind.shiftamt of unsigned numbers: how far the highest one is from the top.
      {"bfind",
       [](u64 a, type of) {
         return a == 0 ? u64{0xffffffff}
                       : static_cast<u64>(std::countl_zero(a) - static_cast<int>(64 - of.bits));
       }},
      {"popc", [](u64 a, type) { return static_cast<u64>(std::popcount(a)); }},
      {"clz", [](u64 a, type of) {
         return static_cast<u64>(std::countl_zero(a) - static_cast<int>(64 - of.bits));
       }}};
  return all;
}

}  // namespace

step arithmetic(instruction& it) {
  const std::string& name = it.part(0);
  if (const auto found = binaries().find(name); found != binaries().end()) {
    const type of = it.last_type();
    return two(it, found->second, of.kind == 'p' ? 1 : of.bits);
  }
  if (name == "bfind" && (!it.has("shiftamt") || it.last_type().kind != 'u')) it.unknown();
  if (const auto found = singles().find(name); found != singles().end())
    return single(it, found->second);
  if (name == "mul") {
    unsigned bits = 0;
    const binary work = product(it, &bits);
    return two(it, work, bits);
  }
  if (name == "mad") return multiply_add(it);
  if (name == "setp") return set_predicate(it);
  if (name == "mov") return move(it);
  if (name == "cvt") return convert(it);
  for (const char* one : {"prmt", "bfe", "bfi", "selp", "fma", "lop3"})
    if (name == one) return several(it);
  return nullptr;
}

}  // namespace ptx
