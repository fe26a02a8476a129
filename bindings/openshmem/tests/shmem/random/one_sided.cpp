// put, get, p, g, their strided forms and those with signals; flags that follow data behind a
// fence; atomics.
#include "job.hpp"

namespace random_test {

namespace {

// --- Transfers ---

/// The arguments of all transfers.
struct arguments {
  target to;
  any_pointer dest, source;
  std::size_t count, block, dest_stride, source_stride;  ///< in elements
  u64* word;                                             ///< the signal
  u64 operand;
  int signal_op;
};

enum property { gets = 1, nbi = 2, signals = 4, strided = 8, blocks = 16, one = 32 };

struct transfer_call {
  const char* name;
  std::size_t bytes;
  int properties;
  void (*call)(const arguments&);
  [[nodiscard]] bool is(int some) const { return (properties & some) != 0; }
};

#define ROW(name, T, properties, call) \
  {#name, sizeof(T), properties, [](const arguments& a) { call; }},
#define CALL(name, T, properties, ...) \
  ROW(name, T, properties, shmem_ctx_##name(a.to.ctx, a.dest, a.source, __VA_ARGS__, a.to.pe))
#define MOVES(put, get, T)                                                \
  CALL(put, T, 0, a.count)                                                \
  CALL(put##_nbi, T, nbi, a.count)                                        \
  CALL(get, T, gets, a.count)                                             \
  CALL(get##_nbi, T, gets | nbi, a.count)                                 \
  CALL(put##_signal, T, signals, a.count, a.word, a.operand, a.signal_op) \
  CALL(put##_signal_nbi, T, signals | nbi, a.count, a.word, a.operand, a.signal_op)
#define OF_TYPE(T)                                                                              \
  MOVES(T##_put, T##_get, T)                                                                    \
  CALL(T##_iput, T, strided, a.dest_stride, a.source_stride, a.count)                           \
  CALL(T##_iget, T, gets | strided, a.dest_stride, a.source_stride, a.count)                    \
  CALL(T##_ibput, T, blocks, a.dest_stride, a.source_stride, a.block, a.count / a.block)        \
  CALL(T##_ibget, T, gets | blocks, a.dest_stride, a.source_stride, a.block, a.count / a.block) \
  ROW(T##_p, T, one, shmem_ctx_##T##_p(a.to.ctx, a.dest, *static_cast<T*>(a.source), a.to.pe))  \
  ROW(T##_g, T, gets | one,                                                                     \
      *static_cast<T*>(a.dest) = shmem_ctx_##T##_g(a.to.ctx, a.source, a.to.pe))
const transfer_call calls[] = {OF_TYPE(double) OF_TYPE(int) OF_TYPE(short)
                                   MOVES(putmem, getmem, char)};

/// As all PEs draw it.
struct transfer {
  const transfer_call& type;
  int origin, other;
  std::size_t count = 0, block = 1, dest_stride = 1, source_stride = 1;
  std::string operation = {};
  place source = {}, dest = {};
  std::optional<place> flag = {};  ///< a word at the destination of a put that changes after it
  u64 flag_before = 0, flag_value = 0;

  [[nodiscard]] int from() const { return type.is(gets) ? other : origin; }
  [[nodiscard]] int to() const { return type.is(gets) ? origin : other; }
  /// Of element i.
  [[nodiscard]] std::size_t offset(std::size_t i, std::size_t stride) const {
    return (i / block * stride + i % block) * type.bytes;
  }
  /// In bytes.
  [[nodiscard]] std::size_t extent(std::size_t stride) const {
    return count == 0 ? 0 : offset(count - 1, stride) + type.bytes;
  }
  void expect_dest(job& j, const char* when) const {
    j.report.expect_bytes(operation + when, j.memory.model(j.me, dest), j.memory.address(dest),
                          extent(dest_stride));
  }
};

void draw_shape(generator& draw, transfer& it, std::size_t most_bytes) {
  it.count = it.type.is(one) ? 1 : draw.one_in(30) ? 0 : draw.size(most_bytes / it.type.bytes);
  if (!it.type.is(strided | blocks)) return;
  if (it.type.is(blocks)) it.block += draw.below(9u);
  it.count = it.count / it.block * it.block;
  it.dest_stride = it.block + draw.below(4u);
  it.source_stride = it.block + draw.below(4u);
}

/// None if there is no memory left for it in this step.
std::optional<transfer> draw_transfer(job& j, std::size_t most_bytes) {
  constexpr int symmetric = memory_areas::symmetric, all = memory_areas::all;
  generator& draw = j.shared;
  transfer it{calls[draw.below(std::size(calls))], draw.below(j.pes), draw.below(j.pes)};
  draw_shape(draw, it, most_bytes);
  it.operation = text("%s from PE %d to PE %d, %zu elements, strides %zu and %zu", it.type.name,
                      it.from(), it.to(), it.count, it.dest_stride, it.source_stride);
  const bool is_get = it.type.is(gets);
  it.source = j.memory.unwritten(draw, is_get ? symmetric : all, it.extent(it.source_stride));
  const auto dest = j.memory.reserve(draw, is_get ? all : symmetric, it.extent(it.dest_stride),
                                     it.type.bytes, it.operation);
  if (!dest) return std::nullopt;
  it.dest = *dest;
  if (!it.type.is(signals) && (is_get || !draw.one_in(3))) return it;
  it.flag = j.memory.reserve(draw, symmetric, sizeof(u64), alignof(u64), it.operation + ", flag");
  if (!it.flag) return std::nullopt;
  it.flag_value = draw.bits();
  std::memcpy(&it.flag_before, j.memory.model(it.other, *it.flag), sizeof(u64));
  std::memcpy(j.memory.model(it.other, *it.flag), &it.flag_value, sizeof(u64));
  return it;
}

/// With `count` elements, and with the flag behind them.
void issue(job& j, const transfer& it, std::size_t count) {
  const target to = j.groups.by_any_context(j.own, it.other);
  auto* const word = reinterpret_cast<u64*>(j.memory.address(it.flag.value_or(place{})));
  const u64 value = it.flag_value, added = value - it.flag_before;
  const int how = j.own.below(3);
  it.type.call({to, j.memory.address(it.dest), j.memory.address(it.source), count, it.block,
                it.dest_stride, it.source_stride, word, how == 0 ? added : value,
                how == 0 ? SHMEM_SIGNAL_ADD : SHMEM_SIGNAL_SET});
  if (!it.flag || it.type.is(signals)) return;
  if (!j.of.unordered) j.own.one_in(4) ? shmem_ctx_quiet(to.ctx) : shmem_ctx_fence(to.ctx);
  if (how == 0) shmem_ctx_uint64_atomic_add(to.ctx, word, added, to.pe);
  if (how == 1) shmem_ctx_uint64_atomic_set(to.ctx, word, value, to.pe);
  if (how == 2) shmem_ctx_uint64_p(to.ctx, word, value, to.pe);
}

/// By the model and, at the origin, by the call. The control leaves it out, but not its flag.
void execute(job& j, const transfer& it) {
  unsigned char* const dest = j.memory.model(it.to(), it.dest);
  const unsigned char* const source = j.memory.model(it.from(), it.source);
  const bytes before(dest, dest + it.extent(it.dest_stride));
  for (std::size_t i = 0; i < it.count; ++i) {
    std::memcpy(dest + it.offset(i, it.dest_stride), source + it.offset(i, it.source_stride),
                it.type.bytes);
  }
  const bool can_omit = !it.type.is(one) && !std::equal(before.begin(), before.end(), dest);
  const std::size_t count = can_omit && j.report.inject_fault() ? 0 : it.count;
  if (it.origin != j.me) return;
  ++j.report.operations;
  issue(j, it, count);
  if (it.type.is(gets) && !it.type.is(nbi)) it.expect_dest(j, ", at its return");
}

// --- Atomics ---

/// The arguments of all atomics, and the value before them.
struct operands {
  target to;
  any_pointer fetched, word;
  u64 cond, value, old;
};

struct atomic_call {
  const char* name;
  std::size_t bytes;
  bool is_sum, fetches;  ///< Sums have the same result in any order.
  u64 (*result)(const operands&);
  void (*call)(const operands&);
};

#define ATOMIC(N, T, op, is_sum, fetches, result, call) \
  {#N "_atomic_" #op,                                   \
   sizeof(T),                                           \
   is_sum,                                              \
   fetches,                                             \
   [](const operands& a) -> u64 { return result; },     \
   [](const operands& a) { call; }},
#define SETS(N, T, op, is_sum, result, ...) \
  ATOMIC(N, T, op, is_sum, false, result,   \
         shmem_ctx_##N##_atomic_##op(a.to.ctx, a.word, __VA_ARGS__ a.to.pe))
#define FETCHES(N, T, op, is_sum, result, ...)                                   \
  ATOMIC(N, T, op, is_sum, true, result,                                         \
         *static_cast<T*>(a.fetched) =                                           \
             shmem_ctx_##N##_atomic_##op(a.to.ctx, a.word, __VA_ARGS__ a.to.pe)) \
  ATOMIC(N, T, op##_nbi, is_sum, true, result,                                   \
         shmem_ctx_##N##_atomic_##op##_nbi(a.to.ctx, a.fetched, a.word, __VA_ARGS__ a.to.pe))
#define OF_INTEGER(N, T)                                                                   \
  FETCHES(N, T, fetch, false, a.old, )                                                     \
  FETCHES(N, T, swap, false, a.value, a.value, )                                           \
  FETCHES(N, T, compare_swap, false, a.old == a.cond ? a.value : a.old, a.cond, a.value, ) \
  FETCHES(N, T, fetch_xor, false, a.old ^ a.value, a.value, )                              \
  FETCHES(N, T, fetch_add, true, a.old + a.value, a.value, )                               \
  SETS(N, T, set, false, a.value, a.value, )                                               \
  SETS(N, T, add, true, a.old + a.value, a.value, )                                        \
  SETS(N, T, inc, true, a.old + 1, )
const std::vector<atomic_call> atomic_types[] = {{OF_INTEGER(uint32, std::uint32_t)},
                                                 {OF_INTEGER(uint64, u64)}};

/// One PE has it to itself, or all PEs add to it.
struct shared_word {
  place at;
  int pe, owner;  ///< owner -1: all
  std::vector<atomic_call> calls;
  bool is_in_use = false;  ///< by an operation of this PE that may not have ended
};

shared_word draw_word(job& j) {
  generator& draw = j.shared;
  auto calls = atomic_types[draw.below(std::size(atomic_types))];
  const int pe = draw.below(j.pes), owner = draw.one_in(2) ? -1 : draw.below(j.pes);
  const auto at = j.memory.reserve(draw, memory_areas::symmetric, calls[0].bytes, calls[0].bytes,
                                   text("%s and others on PE %d", calls[0].name, pe));
  if (owner < 0) std::erase_if(calls, [](const atomic_call& it) { return !it.is_sum; });
  return {at.value(), pe, owner, calls};
}

/// The model has the value that an owner's operation fetches.
void atomic(job& j, std::vector<shared_word>& words) {
  static u64 unknown;
  generator& draw = j.shared;
  shared_word& word = words[draw.below(words.size())];
  const atomic_call& call = word.calls[draw.below(word.calls.size())];
  const bool has_owner = word.owner >= 0, is_checked = call.fetches && has_owner;
  const int origin = has_owner ? word.owner : draw.below(j.pes);
  const std::string operation = text("%s from PE %d to PE %d", call.name, origin, word.pe);
  const place fetched =
      j.memory.reserve(draw, memory_areas::all, call.bytes, call.bytes, operation).value();
  const u64 mask = ~u64{0} >> (64 - 8 * call.bytes), value = draw.bits() & mask;
  operands mine{{}, &unknown, j.memory.address(word.at), draw.bits() & mask, value, 0};
  std::memcpy(&mine.old, j.memory.model(word.pe, word.at), call.bytes);
  if (draw.one_in(2)) mine.cond = mine.old;
  const u64 result = call.result(mine) & mask;
  std::memcpy(j.memory.model(word.pe, word.at), &result, call.bytes);
  if (is_checked) std::memcpy(j.memory.model(origin, fetched), &mine.old, call.bytes);
  if (is_checked) mine.fetched = {j.memory.address(fetched)};
  const bool is_omitted = !has_owner && result != mine.old && j.report.inject_fault();
  if (origin != j.me || is_omitted) return;
  if (has_owner && std::exchange(word.is_in_use, true)) j.groups.quiet(j.own);
  ++j.report.operations;
  mine.to = j.groups.by_any_context(j.own, word.pe);
  call.call(mine);
}

}  // namespace

void transfers(job& j) {
  const std::size_t most = j.shared.one_in(5) ? 100000 : j.shared.one_in(2) ? 10000 : 300;
  std::vector<transfer> flagged;  // of any PE to this one
  for (int left = (5 + j.shared.below(50)) * j.pes; left > 0; --left) {
    const auto drawn = draw_transfer(j, most);
    if (!drawn) continue;
    execute(j, *drawn);
    if (drawn->flag && drawn->to() == j.me) flagged.push_back(*drawn);
    if (j.own.one_in(30)) j.groups.quiet(j.own);
  }
  // Before any PE completes what it has just started.
  for (const transfer& it : flagged) {
    auto* const word = reinterpret_cast<u64*>(j.memory.address(*it.flag));
    constexpr int most_tests = 1000;  // then a wait, which has a deadline
    for (int left = j.own.one_in(2) ? most_tests : 0; left > 0; --left)
      if (shmem_uint64_test(word, SHMEM_CMP_EQ, it.flag_value) != 0) break;
    shmem_signal_wait_until(word, SHMEM_CMP_EQ, it.flag_value);
    it.expect_dest(j, ", behind its flag");
  }
}

void atomics(job& j) {
  std::vector<shared_word> words;
  for (int left = 4 + j.shared.below(20); left > 0; --left) words.push_back(draw_word(j));
  for (int left = (10 + j.shared.below(90)) * j.pes; left > 0; --left) atomic(j, words);
}

}  // namespace random_test
