// Collectives on teams, back to back, while teams come and go; and malloc, calloc, align, realloc
// and free, which are collective as well.
#include <unistd.h>

#include <functional>

#include "job.hpp"

namespace random_test {

namespace {

// --- Collectives of data, reductions and scans ---

enum kind { broadcast, collect, fcollect, alltoall, alltoalls, reduction, inscan, exscan };

/// The arguments of all collectives.
struct arguments {
  shmem_team_t team;
  any_pointer dest, source;
  std::size_t count, root, dest_stride, source_stride;
};

struct collective {
  const char* name;
  kind what;
  std::size_t bytes;
  int (*call)(const arguments&);
  void (*draw)(void* to, u64 bits) = nullptr;  ///< an element of a reduction or scan
  void (*fold)(void* into, const void* from) = nullptr;
};

/// Sums of small ones are exact.
template <class T>
void draw_element(void* to, u64 bits) {
  *static_cast<T*>(to) = static_cast<T>(std::is_unsigned_v<T> ? bits : bits % 100);
}
template <class T, auto Operation>
void fold_element(void* into, const void* from) {
  T& total = *static_cast<T*>(into);
  total = static_cast<T>(Operation(total, *static_cast<const T*>(from)));
}
constexpr auto greatest = [](auto a, auto b) { return std::max(a, b); };

#define CALL(name, what, B, ...) \
#name, what, B,                \
      [](const arguments& a) { return shmem_##name(a.team, a.dest, a.source, __VA_ARGS__); }
#define MOVES(N, M, B)                                                                          \
  {CALL(N##broadcast##M, broadcast, B, a.count, static_cast<int>(a.root))},                     \
      {CALL(N##collect##M, collect, B, a.count)}, {CALL(N##fcollect##M, fcollect, B, a.count)}, \
      {CALL(N##alltoall##M, alltoall, B, a.count)}, {                                           \
    CALL(N##alltoalls##M, alltoalls, B, a.dest_stride, a.source_stride, a.count)                \
  }
#define FOLD(name, what, T, operation) \
  { CALL(name, what, sizeof(T), a.count), draw_element<T>, fold_element<T, operation> }
#define FOLDS(T)                                                                                 \
  FOLD(T##_max_reduce, reduction, T, greatest), FOLD(T##_sum_reduce, reduction, T, std::plus()), \
      FOLD(T##_sum_inscan, inscan, T, std::plus()), FOLD(T##_sum_exscan, exscan, T, std::plus())
const collective calls[] = {MOVES(double_, , sizeof(double)),
                            MOVES(short_, , sizeof(short)),
                            MOVES(, mem, 1),
                            FOLDS(double),
                            FOLDS(int),
                            FOLDS(short),
                            FOLD(uint64_prod_reduce, reduction, u64, std::multiplies()),
                            FOLD(uint64_xor_reduce, reduction, u64, std::bit_xor())};

/// A collective as all PEs draw it.
struct drawn {
  const collective& type;
  const team members;
  const std::size_t n = members.members.size();
  std::size_t count = 0, root = 0, dest_stride = 1, source_stride = 1;
  std::vector<std::size_t> counts = {};  ///< by member; only those of collect differ
  std::string operation = {};
  std::size_t dest_bytes = 0, source_bytes = 0;
  place dest = {}, source = {};
  std::vector<bytes> sources = {};  ///< by member
};

/// None if there is no memory left for it in this step.
std::optional<drawn> draw_collective(job& j, std::size_t most) {
  generator& draw = j.shared;
  drawn it{calls[draw.below(std::size(calls))], j.groups.any_team(draw)};
  const kind what = it.type.what;
  const std::size_t size = it.type.bytes;
  it.count = draw.one_in(30) ? 0 : draw.size(most);
  it.root = draw.below(it.n);
  if (what == alltoalls) it.dest_stride += draw.below(4u);
  if (what == alltoalls) it.source_stride += draw.below(4u);
  for (std::size_t i = 0; i < it.n; ++i) {
    it.counts.push_back(what == collect ? draw.below(it.count + 1) : it.count);
  }
  it.operation =
      text("%s on %zu PEs from PE %d, %zu elements, root %zu, strides %zu and %zu", it.type.name,
           it.n, it.members.members[0], it.count, it.root, it.dest_stride, it.source_stride);
  const bool one_block = what == broadcast || it.type.fold != nullptr;
  const bool to_each = what == alltoall || what == alltoalls;
  it.dest_bytes = it.count * size * (one_block ? 1 : it.n * it.dest_stride);
  it.source_bytes = it.count * size * (to_each ? it.n * it.source_stride : 1);
  const auto reserve = [&](std::size_t n, const char* of) {
    return j.memory.reserve(draw, memory_areas::symmetric, n, size, it.operation + of);
  };
  const auto dest = reserve(it.dest_bytes, "");
  const bool in_place = it.type.fold != nullptr && draw.one_in(4);
  const auto source = in_place ? dest : reserve(it.source_bytes, ", its source");
  if (!dest || !source) return std::nullopt;
  it.dest = *dest;
  it.source = *source;
  return it;
}

/// What `member` has in its destination then.
void apply(const drawn& it, unsigned char* dest, std::size_t member) {
  const std::size_t size = it.type.bytes;
  const kind what = it.type.what;
  const auto put = [&](std::size_t at, std::size_t from, std::size_t i, std::size_t n) {
    std::copy_n(it.sources[from].data() + i * size, n * size, dest + at * size);
  };
  if (what == broadcast) {
    put(0, it.root, 0, it.count);
  } else if (what == collect || what == fcollect) {
    for (std::size_t at = 0, from = 0; from < it.n; at += it.counts[from++]) {
      put(at, from, 0, it.counts[from]);
    }
  } else if (it.type.fold == nullptr) {
    for (std::size_t k = 0; k < it.n * it.count; ++k) {
      put(k * it.dest_stride, k / it.count, (member * it.count + k % it.count) * it.source_stride,
          1);
    }
  } else {
    const std::size_t end = what == inscan ? member + 1 : what == exscan ? member : it.n;
    std::memset(dest, 0, it.dest_bytes);
    if (end > 0) put(0, 0, 0, it.count);
    for (std::size_t from = 1; from < end; ++from) {
      for (std::size_t at = 0; at < it.dest_bytes; at += size) {
        it.type.fold(dest + at, it.sources[from].data() + at);
      }
    }
  }
}

/// The model has the sources and the results. True if these change something.
bool apply_to_model(job& j, drawn& it) {
  for (const int pe : it.members.members) {
    bytes& source = it.sources.emplace_back(j.shared.data(it.source_bytes));
    for (std::size_t at = 0; it.type.draw != nullptr && at < source.size(); at += it.type.bytes) {
      it.type.draw(source.data() + at, j.shared.bits());
    }
    std::copy(source.begin(), source.end(), j.memory.model(pe, it.source));
  }
  bool changes = false;
  for (std::size_t i = 0; i < it.n; ++i) {
    unsigned char* const there = j.memory.model(it.members.members[i], it.dest);
    const bytes before(there, there + it.dest_bytes);
    apply(it, there, i);
    changes = changes || !std::equal(before.begin(), before.end(), there);
  }
  return changes;
}

/// In the control all members leave it out.
void one_collective(job& j, std::size_t most) {
  auto it = draw_collective(j, most);
  if (!it) return;
  const bool is_omitted = apply_to_model(j, *it) && j.report.inject_fault();
  const bool syncs = j.shared.one_in(5);
  const int me = it->members.rank_of(j.me);
  if (me < 0) return;
  char* const dest = j.memory.address(it->dest);
  char* const source = j.memory.address(it->source);
  std::copy(it->sources[me].begin(), it->sources[me].end(), source);
  if (j.own.one_in(16)) usleep(j.own.below(300));
  ++j.report.operations;
  const arguments mine{it->members.handle, dest, source, it->counts[me], it->root, it->dest_stride,
                       it->source_stride};
  if (!is_omitted) j.report.expect(it->operation + ", status", 0, 0, it->type.call(mine));
  j.report.expect_bytes(it->operation + ", at its return", j.memory.model(j.me, it->dest), dest,
                        it->dest_bytes);
  if (syncs) shmem_team_sync(it->members.handle);
}

// --- Allocations ---

/// Keeps its contents, which are the same on all PEs.
struct allocation {
  void* memory = nullptr;
  bytes contents = {};
  void check(job& j, const std::string& when, const void* seen, std::size_t n) const {
    j.report.expect_bytes("allocation, " + when, contents.data(), seen, n);
  }
};

/// Frees or reallocates one of them, or adds one.
void change_allocations(job& j, std::vector<allocation>& live) {
  constexpr std::size_t most = 40;
  constexpr const char* names[] = {"malloc", "calloc", "align", "realloc", "free"};
  generator& draw = j.shared;
  const int how = live.size() < most ? draw.below(5) : 4;
  const std::size_t n = draw.size(draw.one_in(8) ? 1 << 20 : 20000);
  const std::size_t alignment = std::size_t{8} << draw.below(10);
  const std::string operation = text("%s, %zu bytes", names[how], n);
  allocation it;
  if (how >= 3 && !live.empty()) {
    std::swap(live[draw.below(live.size())], live.back());
    it = live.back();
    live.pop_back();
    it.check(j, "before " + operation, it.memory, it.contents.size());
  }
  ++j.report.operations;
  if (how == 4) return shmem_free(it.memory);
  it.memory = how == 0   ? shmem_malloc(n)
              : how == 1 ? shmem_calloc(n, 1)
              : how == 2 ? shmem_align(alignment, n)
                         : shmem_realloc(it.memory, n);
  const u64 at = reinterpret_cast<u64>(it.memory), past = at % (how == 2 ? alignment : 8);
  j.report.expect(operation + ", null or not aligned", 0, 0, at == 0 ? 1 : past);
  if (at == 0) return;
  if (how == 1) it.contents = bytes(n);
  it.check(j, "after " + operation, it.memory, std::min(n, it.contents.size()));
  it.contents = draw.data(n);
  std::memcpy(it.memory, it.contents.data(), n);
  live.push_back(it);
}

}  // namespace

void collectives(job& j) {
  const std::size_t most = j.shared.one_in(3) ? 5000 : j.shared.one_in(2) ? 600 : 40;
  for (int left = 3 + j.shared.below(30); left > 0; --left) {
    j.shared.one_in(3) ? j.groups.change_teams(j.shared) : one_collective(j, most);
  }
}

void allocations(job& j) {
  static std::vector<allocation> live;
  for (int left = 2 + j.shared.below(12); left > 0; --left) change_allocations(j, live);
  shmem_barrier_all();
  for (const allocation& it : live) {
    const int pe = j.own.below(j.pes);
    bytes there(it.contents.size());
    shmem_getmem(there.data(), it.memory, there.size(), pe);
    if (j.report.inject_fault()) ++there[0];
    it.check(j, text("on PE %d", pe), there.data(), there.size());
  }
}

}  // namespace random_test
