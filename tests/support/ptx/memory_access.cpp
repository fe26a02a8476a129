// Loads, stores, atomics, and what is said of addresses.
#include <ark/detail/platform/half_bits.hpp>
#include <atomic>
#include <cstring>
#include <functional>

#include "operands.hpp"

namespace ptx {

namespace {

using u64 = std::uint64_t;

unsigned width_of(instruction& it) { return it.has("v4") ? 4 : it.has("v2") ? 2 : 1; }

u64 read(const std::byte* at, std::size_t bytes) {
  u64 value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

/// Threads of the host may look at the same memory: words go there whole.
void write(std::byte* at, u64 value, std::size_t bytes) { std::memcpy(at, &value, bytes); }

bool is_beyond_block(instruction& it) { return it.has("gpu") || it.has("sys"); }

/// True if the bytes at `at` are of a space that a block's first cache keeps.
bool is_cached(lane& one, const std::string& space, const std::byte* at) {
  if (!one.gpu->caches || !(space.empty() || space == "global")) return false;
  const auto in = [at](const std::vector<std::byte>& memory) {
    return std::less_equal<>{}(memory.data(), at) &&
           std::less<>{}(at, memory.data() + memory.size());
  };
  return !in(one.at->shared) && !in(one.local);
}

u64 read_cached(block& by, const std::byte* at, std::size_t bytes) {
  u64 value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value |= std::to_integer<u64>(by.kept.try_emplace(at + i, at[i]).first->second) << (8 * i);
  return value;
}
/// A store goes to memory and to what the cache has of it.
void store_cached(block& by, const std::byte* at, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    if (const auto found = by.kept.find(at + i); found != by.kept.end()) found->second = at[i];
}
void forget_cached(block& by, const std::byte* at, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) by.kept.erase(at + i);
}

/// Before a thread stores to `at`: what the copy unit still reads there, in shared memory.
void keep_for_copy_unit(block& by, const std::byte* at, std::size_t bytes) {
  const std::byte* first = by.shared.data();
  if (std::less<>{}(at, first) || std::less_equal<>{}(first + by.shared.size(), at)) return;
  for (std::size_t i = 0; i < bytes; ++i) by.unfenced.try_emplace(at + i, at[i]);
}

step load(instruction& it) {
  const type of = it.last_type();
  const unsigned width = width_of(it);
  const bool past_cache = is_beyond_block(it), acquires = past_cache && it.has("acquire");
  return [to = it.into_all(0), from = it.address(1), space = it.space(), of, width, past_cache,
          acquires](lane& one) {
    const std::byte* at = one.reach(space, from(one), width * of.bytes());
    const bool cached = !past_cache && is_cached(one, space, at);
    if (acquires) one.at->kept.clear();
    for (unsigned i = 0; i < width; ++i) {
      const std::byte* word = at + i * of.bytes();
      u64 value = cached ? read_cached(*one.at, word, of.bytes()) : read(word, of.bytes());
      if (of.kind == 's') value = static_cast<u64>(signed_of(value, of.bits));
      to[i](one, value);
    }
  };
}

step store(instruction& it) {
  const type of = it.last_type();
  const unsigned width = width_of(it);
  return [to = it.address(0), from = it.values(1), space = it.space(), of, width](lane& one) {
    std::byte* at = one.reach(space, to(one), width * of.bytes());
    keep_for_copy_unit(*one.at, at, width * of.bytes());
    for (unsigned i = 0; i < width; ++i) write(at + i * of.bytes(), from[i](one), of.bytes());
    if (is_cached(one, space, at)) store_cached(*one.at, at, width * of.bytes());
  };
}

template <class Float>
u64 sum_of_floats(u64 a, u64 b) {
  Float x, y;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  x += y;
  u64 sum = 0;
  std::memcpy(&sum, &x, sizeof x);
  return sum;
}

template <class Half>
u64 sum_of_halves(u64 a, u64 b) {
  return ark::detail::half_detail::sum(Half{static_cast<std::uint16_t>(a)},
                                       Half{static_cast<std::uint16_t>(b)});
}

/// What stands there afterwards.
u64 changed(const std::string& how, u64 old, u64 b, u64 c, type of) {
  if (how == "add") {
    if (of.kind == 'h') return sum_of_halves<ark::detail::bfloat16_bits>(old, b);
    if (of.kind != 'f') return low(old + b, of.bits);
    if (of.bits == 16) return sum_of_halves<ark::detail::float16_bits>(old, b);
    return of.bits == 32 ? sum_of_floats<float>(old, b) : sum_of_floats<double>(old, b);
  }
  if (how == "exch") return b;
  if (how == "cas") return old == low(b, of.bits) ? c : old;
  if (how == "and") return old & b;
  if (how == "or") return old | b;
  if (how == "xor") return old ^ b;
  const bool less = of.kind == 's' ? signed_of(old, of.bits) < signed_of(b, of.bits)
                                   : low(old, of.bits) < low(b, of.bits);
  return less == (how == "min") ? old : low(b, of.bits);
}

std::string atomic_of(instruction& it) {
  for (const char* one : {"add", "exch", "cas", "and", "or", "xor", "min", "max"})
    if (it.has(one)) return one;
  it.unknown();
}

/// Atomic towards other machines and the host. Returns what was there.
template <class Word, class Next>
u64 exchange(std::byte* at, Next&& next) {
  const std::atomic_ref<Word> word(*reinterpret_cast<Word*>(at));
  Word old = word.load();
  while (!word.compare_exchange_weak(old, static_cast<Word>(next(old)))) {
  }
  return old;
}

/// `first`: the operand with the address; behind it one value, or two.
step atomic(instruction& it, const target& old_to, std::size_t first) {
  const type of = it.last_type();
  const std::string how = atomic_of(it);
  const source at = it.address(first), b = it.value(first + 1);
  const source c = how == "cas" ? it.value(first + 2) : b;
  const bool acquires = is_beyond_block(it) && (it.has("acquire") || it.has("acq_rel"));
  return [=, space = it.space()](lane& one) {
    std::byte* word = one.reach(space, at(one), of.bytes());
    forget_cached(*one.at, word, of.bytes());
    keep_for_copy_unit(*one.at, word, of.bytes());
    if (acquires) one.at->kept.clear();
    const auto next = [&](u64 old) { return changed(how, old, b(one), c(one), of); };
    old_to(one, of.bits == 16   ? exchange<std::uint16_t>(word, next)
                : of.bits == 32 ? exchange<std::uint32_t>(word, next)
                                : exchange<u64>(word, next));
  };
}

/// Where a space begins for generic addresses.
u64 base_of(const std::string& space, lane& one) {
  if (space == "shared") return reinterpret_cast<u64>(one.at->shared.data());
  if (space == "local" || space == "param") return reinterpret_cast<u64>(one.local.data());
  return 0;
}

step convert_address(instruction& it) {
  const bool from_generic = it.has("to");
  return [d = it.into(0), a = it.value(1), space = it.space(), from_generic](lane& one) {
    const u64 base = base_of(space, one);
    d(one, from_generic ? a(one) - base : a(one) + base);
  };
}

step is_space(instruction& it) {
  return [p = it.into(0), a = it.value(1), space = it.space()](lane& one) {
    const auto in = [&](const std::vector<std::byte>& memory) {
      return a(one) - reinterpret_cast<u64>(memory.data()) < memory.size();
    };
    const bool shared = in(one.at->shared), local = in(one.local);
    const bool found = space == "shared" ? shared : space == "local" ? local : !shared && !local;
    p(one, found ? 1 : 0);
  };
}

}  // namespace

step memory_access(instruction& it) {
  const std::string& name = it.part(0);
  if (name == "fence" && it.has("proxy") && !it.has("global"))
    return [](lane& one) { one.at->unfenced.clear(); };
  if (name == "fence" && is_beyond_block(it) && !it.has("release"))
    return [](lane& one) { one.at->kept.clear(); };
  if (name == "ld") return load(it);
  if (name == "st") return store(it);
  if (name == "atom") return atomic(it, it.into(0), 1);
  if (name == "red")
    return atomic(
        it, [](lane&, u64) {}, 0);
  if (name == "cvta") return convert_address(it);
  if (name == "isspacep") return is_space(it);
  if (name == "createpolicy") return [d = it.into(0)](lane& one) { d(one, 0); };
  return nullptr;
}

}  // namespace ptx
