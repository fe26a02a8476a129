// Every path by which bytes can move, at sizes and places around every limit: each byte arrives,
// and none beside it.
#include <ark/device/transfer/rma.hpp>
#include <ark/device/transfer/signal.hpp>
#include <ostream>

#include "engine_support.hpp"
#include "pattern.hpp"
#include "pes.hpp"

namespace ark_gpu {
namespace {

/// engine_staged: the engine has shared memory for the copy unit.
/// shared: from shared memory. queue: through lent shared memory, by one thread. host: where the
/// heap is in its memory.
enum class path { thread, warp, block, bulk, shared, queue, engine, engine_staged, host };
enum class verb { put, get, put_signal, put_nbi, get_nbi };
const char* name_of(path route) {
  constexpr const char* names[] = {"thread", "warp",   "block",         "bulk", "shared",
                                   "queue",  "engine", "engine_staged", "host"};
  return names[static_cast<int>(route)];
}
const char* name_of(verb what) {
  constexpr const char* names[] = {"put", "get", "put_signal", "put_nbi", "get_nbi"};
  return names[static_cast<int>(what)];
}

constexpr std::size_t guard = 64;
constexpr unsigned char poison = 0xa5;
constexpr std::size_t largest = on_gpu ? (std::size_t{1} << 20) + 3 : 300'001;
constexpr std::size_t source_bytes = largest + 16;

/// Bytes without the top bit: none is the poison.
unsigned char source_byte(int pe, std::size_t i) {
  return ark_mp::pattern<unsigned char>(pe, i) & 0x7f;
}

/// One transfer: from `source` in the one area to `dest` in the other, in a slot of its own.
struct transfer {
  std::uint64_t dest, source, bytes;
  std::uint64_t slot, slot_bytes;
};

std::vector<transfer> all_transfers() {
  constexpr std::size_t sizes[] = {0,   1,    2,    3,      4,      7,      8,       9,
                                   15,  16,   17,   31,     32,     64,     255,     256,
                                   513, 4095, 4096, 16'385, 65'536, 65'537, 262'145, largest};
  std::vector<transfer> all;
  std::uint64_t slot = 0;
  for (const std::size_t bytes : sizes) {
    for (const std::size_t to : {0, 1, 4, 8, 15}) {
      for (const std::size_t from : {0, 1, 8}) {
        if (!on_gpu && bytes > 20'000 && (to > 1 || from > 1)) continue;  // for their time
        const std::uint64_t slot_bytes = (2 * guard + to + bytes + 127) / 128 * 128;
        all.push_back({slot + guard + to, from, bytes, slot, slot_bytes});
        slot += slot_bytes;
      }
    }
  }
  return all;
}

struct job {
  unsigned char* dest;
  const unsigned char* source;
  const transfer* transfers;
  std::uint64_t* signals;  ///< one for each
  unsigned count;
  verb what;
  int pe;
};

/// Set by the even ones, added by the odd ones.
ARK_HOST_DEVICE int signal_op(unsigned i) { return i % 2 == 0 ? ARK_SIGNAL_SET : ARK_SIGNAL_ADD; }

template <class Scope>
ARK_HOST_DEVICE void transfer_one(const job& j, unsigned i, ark::device::completion until) {
  const transfer t = j.transfers[i];
  unsigned char* dest = j.dest + t.dest;
  const unsigned char* source = j.source + t.source;
  const bool returns_at_once = j.what == verb::put_nbi || j.what == verb::get_nbi;
  const ark::device::put_options how{returns_at_once ? ark::device::completion::deferred : until};
  switch (j.what) {
    case verb::put_nbi:
    case verb::put:
      ark::device::put_bytes<Scope>(dest, source, t.bytes, j.pe, how);
      break;
    case verb::get_nbi:
    case verb::get:
      ark::device::get_bytes<Scope>(dest, source, t.bytes, j.pe, how);
      break;
    case verb::put_signal:
      ark::device::put_signal_bytes<Scope>(dest, source, t.bytes, j.signals + i, i + 1,
                                           signal_op(i), j.pe, how);
      break;
  }
}

/// Transfers in turn by all scopes of the grid.
template <class Scope>
ARK_GLOBAL void by_scopes(job j) {
  const unsigned per_block = blockDim.x / Scope::size();
  const unsigned first = blockIdx.x * per_block + threadIdx.x / Scope::size();
  for (unsigned i = first; i < j.count; i += gridDim.x * per_block)
    transfer_one<Scope>(j, i, ark::device::completion::local);
}

ARK_GLOBAL void by_copy_units(job j) {
  ARK_SHARED(ark::bulk_scratch<16384>, scratch);
  for (unsigned i = blockIdx.x; i < j.count; i += gridDim.x) {
    const transfer t = j.transfers[i];
    unsigned char* dest = j.dest + t.dest;
    const unsigned char* source = j.source + t.source;
    if (j.what == verb::put) ark::put_block(dest, source, t.bytes, j.pe, scratch);
    if (j.what == verb::get) ark::get_block(dest, source, t.bytes, j.pe, scratch);
    if (j.what == verb::put_signal)
      ark::put_signal_block(dest, source, t.bytes, j.signals + i, i + 1, signal_op(i), j.pe,
                            scratch);
  }
}

struct alignas(16) shared_piece {
  static constexpr std::uint64_t room = 16384;
  unsigned char bytes[room + 16];
};

/// Piece by piece: the block writes it to its shared memory, and one thread puts it from there.
ARK_GLOBAL void from_shared_memory(job j) {
  ARK_SHARED(shared_piece, piece);
  for (unsigned i = blockIdx.x; i < j.count; i += gridDim.x) {
    const transfer t = j.transfers[i];
    unsigned char* source = piece.bytes + t.source % 16;
    std::uint64_t at = 0, bytes = 0;
    do {
      const std::uint64_t left = t.bytes - at;
      bytes = left < shared_piece::room ? left : shared_piece::room;
      for (std::uint64_t k = threadIdx.x; k < bytes; k += blockDim.x)
        source[k] = j.source[t.source + at + k];
      __syncthreads();
      if (threadIdx.x == 0) {
        unsigned char* dest = j.dest + t.dest + at;
        if (bytes == left && j.what == verb::put_signal) {
          ark::bulk_wait();
          ark_fence();  // behind the pieces before
          ark::put_signal_nbi(dest, ark::from_shared(source), bytes, j.signals + i, i + 1,
                              signal_op(i), j.pe);
        } else {
          ark::put_nbi(dest, ark::from_shared(source), bytes, j.pe);
        }
        ark::bulk_wait_read();
      }
      __syncthreads();
      at += bytes;
    } while (at < t.bytes);
  }
  if (threadIdx.x == 0) ark::bulk_wait();
}

ARK_GLOBAL void by_bulk_queue(job j) {
  ARK_SHARED(ark::bulk_scratch<4096>, scratch);
  if (threadIdx.x != 0) return;
  ark::bulk_queue queue(scratch);
  for (unsigned i = blockIdx.x; i < j.count; i += gridDim.x) {
    const transfer t = j.transfers[i];
    queue.put_nbi(j.dest + t.dest, j.source + t.source, t.bytes, j.pe);
  }
  queue.drain();
}

ARK_GLOBAL void by_engine(job j, unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  const unsigned threads = engine.block_count() * blockDim.x;
  for (unsigned i = engine.block_index() * blockDim.x + threadIdx.x; i < j.count; i += threads)
    transfer_one<ark::device::thread_scope>(j, i, ark::device::completion::deferred);
}

constexpr unsigned engines = 2;

void run_job(const pe& self, path route, const job& j) {
  switch (route) {
    case path::host:
      ark_barrier_all();
      for (unsigned i = 0; i < j.count; ++i)
        transfer_one<ark::device::thread_scope>(j, i, ark::device::completion::local);
      return ark_barrier_all();
    case path::thread:
      return self.run({4, 64}, by_scopes<ark::device::thread_scope>, j);
    case path::warp:
      return self.run({4, 64}, by_scopes<ark::device::warp_scope>, j);
    case path::block:
      return self.run({on_gpu ? 16u : 4u, 80}, by_scopes<ark::device::block_scope>,
                      j);  // the last warp is half one
    case path::bulk:
      return self.run({on_gpu ? 16u : 4u, 96}, by_copy_units, j);
    case path::shared:
      return self.run({on_gpu ? 16u : 4u, 32}, from_shared_memory, j);
    case path::queue:
      return self.run({on_gpu ? 16u : 4u, 32}, by_bulk_queue, j);
    case path::engine:
      return self.run({2, 64, engines}, by_engine, j, engines);
    case path::engine_staged:
      return self.run({2, 64, engines, 48 * 1024}, by_engine, j, engines);
  }
}

/// The first byte that is wrong in the slot of `t`, if there is one.
testing::AssertionResult slot_holds(const std::vector<unsigned char>& area, const transfer& t,
                                    int writer) {
  for (std::uint64_t at = t.slot; at < t.slot + t.slot_bytes; ++at) {
    const bool inside = at >= t.dest && at < t.dest + t.bytes;
    const unsigned char wanted = inside ? source_byte(writer, t.source + at - t.dest) : poison;
    if (area[at] == wanted) continue;
    return testing::AssertionFailure()
           << t.bytes << " bytes, dest offset " << (t.dest - t.slot - guard) << ", source offset "
           << t.source << ": first wrong byte " << static_cast<std::int64_t>(at - t.dest)
           << ", expected " << int{wanted} << ", seen " << int{area[at]};
  }
  return testing::AssertionSuccess();
}

struct matrix_case {
  path route;
  verb what;
  int pes = 2;  ///< 1: on a GPU by what constants decide
};
void PrintTo(const matrix_case& one, std::ostream* out) {
  *out << name_of(one.route) << " " << name_of(one.what) << ", " << one.pes << " PEs";
}

/// Reports the first few slots and signals that are not as they should be.
void check_all(const matrix_case& one, const std::vector<transfer>& transfers,
               const std::vector<unsigned char>& area, const std::vector<std::uint64_t>& signals,
               int writer) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < transfers.size() && wrong < 5; ++i) {
    const testing::AssertionResult result = slot_holds(area, transfers[i], writer);
    const std::uint64_t signal = one.what == verb::put_signal ? i + 1 : 0;
    if (result && signals[i] == signal) continue;
    ++wrong;
    EXPECT_TRUE(result) << name_of(one.route) << " " << name_of(one.what);
    EXPECT_EQ(signals[i], signal) << name_of(one.route) << ", " << transfers[i].bytes << " bytes";
  }
}

class TransferMatrix : public testing::TestWithParam<matrix_case> {};

TEST_P(TransferMatrix, EveryByteArrivesAndNoneBesideIt) {
  const matrix_case one = GetParam();
  const bool queued = one.route == path::engine || one.route == path::engine_staged;
  if (queued) {
    if (const std::string reason = why_no_engine(); !reason.empty()) GTEST_SKIP() << reason;
  }
  const std::vector<transfer> transfers = all_transfers();
  const ark::settings by_queue = {{"ARK_ROUTE", "queue"}};
  on_pes(one.pes, queued ? by_queue : ark::settings(), [&](const pe& self) {
    const array<unsigned char> dest(transfers.back().slot + transfers.back().slot_bytes);
    const array<unsigned char> source(source_bytes);
    const array<std::uint64_t> signals(transfers.size());
    const array<transfer> list(transfers.size());
    std::vector<unsigned char> values(source_bytes);
    for (std::size_t i = 0; i < source_bytes; ++i) values[i] = source_byte(self.me, i);
    source.write(values);
    dest.fill(poison);
    list.write(transfers);
    run_job(self, one.route,
            {dest, source, list, signals, static_cast<unsigned>(transfers.size()), one.what,
             self.next});
    const bool got = one.what == verb::get || one.what == verb::get_nbi;
    const int writer = got ? self.next : self.previous;
    check_all(one, transfers, dest.read(), signals.read(), writer);
    EXPECT_EQ(source.read(), values) << "the source has changed";
    ark_barrier_all();
  });
}

std::vector<matrix_case> matrix() {
  std::vector<matrix_case> all;
  for (const path route :
       {path::thread, path::warp, path::block, path::bulk, path::engine, path::engine_staged}) {
    for (const verb what : {verb::put, verb::get, verb::put_signal}) all.push_back({route, what});
  }
  all.push_back({path::queue, verb::put_nbi});
  if (on_gpu) all.push_back({path::queue, verb::put_nbi, 1});
  for (const verb what : {verb::put_nbi, verb::put_signal}) {
    all.push_back({path::shared, what});
    if (on_gpu) all.push_back({path::shared, what, 1});
  }
  for (const path route : {path::thread, path::warp, path::block}) {
    for (const verb what : {verb::put_nbi, verb::get_nbi}) all.push_back({route, what});
    for (const verb what : {verb::put, verb::get, verb::put_signal}) {
      if (on_gpu) all.push_back({route, what, 1});
    }
  }
  for (const verb what : {verb::put, verb::get, verb::put_signal, verb::put_nbi, verb::get_nbi}) {
    if (!on_gpu) all.push_back({path::host, what});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(ByPath, TransferMatrix, testing::ValuesIn(matrix()),
                         [](const testing::TestParamInfo<matrix_case>& one) {
                           return std::string(name_of(one.param.route)) + "_" +
                                  name_of(one.param.what) + (one.param.pes == 1 ? "_alone" : "");
                         });

// --- Signals alone: all threads of all PEs, and one that is set.

ARK_GLOBAL void add_and_set(std::uint64_t* counted, std::uint64_t* last, int pe) {
  ark_signal_add(counted, 3, 0);
  if (threadIdx.x == 0 && blockIdx.x == 0) ark_signal_set(last, 40 + ark_my_pe(), pe);
}

TEST(Signal, AdditionsOfAllPesAreCountedAndSetReplaces) {
  on_pes(3, {}, [](const pe& self) {
    const array<std::uint64_t> words(2);
    words.write({0, 7});
    self.run({4, 64}, add_and_set, words.get(), words.get() + 1, self.next);
    EXPECT_EQ(words.at(0), self.me == 0 ? static_cast<unsigned>(self.n) * 4 * 64 * 3 : 0u);
    EXPECT_EQ(words.at(1), 40u + static_cast<unsigned>(self.previous));
    ark_barrier_all();
  });
}

}  // namespace
}  // namespace ark_gpu
