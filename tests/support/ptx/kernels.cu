// Kernels of users, as nvcc compiles them: run by api_test.cpp and engine_scope_test.cpp.
#include <ark/ark.hpp>
#include <ark/engine.hpp>

extern "C" {

/// Each worker block sends its part.
__global__ void through_engine(char* dest, const char* source, std::size_t part,
                               std::uint64_t* signal, int pe, unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  const std::size_t at = engine.block_index() * part;
  ark::put_signal_nbi_block(dest + at, source + at, part, signal, 1, ARK_SIGNAL_ADD, pe);
}

struct alignas(16) tile {
  char bytes[4096 + 16];
};
/// All threads write to the block's shared memory, one thread puts from there and overwrites what
/// it has put. The signal is that of the put, or follows it behind a fence.
__global__ void from_shared_memory(char* dest, const char* source, std::size_t bytes,
                                   std::size_t skip, std::uint64_t* signal, int pe, bool with_put) {
  ARK_SHARED(tile, from);
  char* const at = from.bytes + skip;
  for (std::size_t i = threadIdx.x; i < bytes; i += blockDim.x) at[i] = source[i];
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (with_put) {
    ark::put_signal_nbi(dest, ark::from_shared(at), bytes, signal, 1, ARK_SIGNAL_ADD, pe);
    return;
  }
  ark::put_nbi(dest, ark::from_shared(at), bytes, pe);
  ark::bulk_wait_read();
  for (std::size_t i = 0; i < bytes; ++i) at[i] = 0;
  ark::bulk_wait();
  ark_fence();
  ark_signal_add(signal, 1, pe);
}

/// One thread puts `times` times through lent shared memory, and then a signal.
__global__ void through_bulk_queue(char* dest, const char* source, std::size_t bytes,
                                   unsigned times, std::uint64_t* signal, int pe) {
  ARK_SHARED(ark::bulk_scratch<1024>, scratch);
  ark::bulk_queue queue(scratch);
  for (std::size_t i = 0; i < times; ++i)
    queue.put_nbi(dest + i * bytes, source + i * bytes, bytes, pe);
  queue.drain();
  ark_fence();
  ark_signal_add(signal, 1, pe);
}

/// One thread puts `times` times through lent shared memory, each time with a signal. *code: the
/// result of the last call.
__global__ void signals_of_bulk_queue(char* dest, const char* source, std::size_t bytes,
                                      unsigned times, std::uint64_t* signal, int pe, int* code) {
  ARK_SHARED(ark::bulk_scratch<1024>, scratch);
  ark::bulk_queue queue(scratch);
  ark::errc last = ark::errc::ok;
  for (std::size_t i = 0; i < times && last == ark::errc::ok; ++i)
    last = queue.put_signal_nbi(dest + i * bytes, source + i * bytes, bytes, signal, 1,
                                ARK_SIGNAL_ADD, pe);
  if (last == ark::errc::ok) last = queue.drain();
  *code = static_cast<int>(last);
}

/// What an engine moves, and behind it a flag that is stored: in order if there is a fence.
__global__ void flag_behind(std::uint64_t* dest, const std::uint64_t* source, std::size_t count,
                            std::uint64_t* flag, int pe, unsigned engine_blocks, bool fenced) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served() || threadIdx.x != 0) return;
  ark::put_nbi(dest, source, count, pe);
  if (fenced) ark_fence();
  ark::p(flag, std::uint64_t{1}, pe);
}

__global__ void elements(std::uint64_t* word, std::uint64_t* sum, int pe) {
  const std::uint64_t before = ark_uint64_atomic_fetch_add(sum, threadIdx.x + 1, pe);
  ark_uint64_atomic_or(word + 1, 1ull << threadIdx.x, pe);
  if (threadIdx.x == 0) {
    ark::p(word, std::uint64_t{42}, pe);
    ark_quiet();
    word[2] = ark::g(word, pe);
  }
  word[3 + threadIdx.x] = before;
}

struct three_words {
  std::uint64_t words[3];
};

/// A put of `count` elements of 1, 8 or 24 bytes.
__global__ void counted(std::byte* dest, const std::byte* source, std::size_t count, unsigned each,
                        int pe) {
  if (each == 1) ark::put_nbi(dest, source, count, pe);
  if (each == 8)
    ark::put_nbi(reinterpret_cast<double*>(dest), reinterpret_cast<const double*>(source), count,
                 pe);
  if (each == 24)
    ark::put_nbi(reinterpret_cast<three_words*>(dest), reinterpret_cast<const three_words*>(source),
                 count, pe);
}

__global__ void wait_for(std::uint64_t* signal, std::uint64_t value, std::uint64_t* seen) {
  *seen = ark_signal_wait_until(signal, ARK_CMP_GE, value);
}

/// The data is read before the wait, and again after it.
__global__ void wait_then_read(std::uint64_t* signal, const std::uint64_t* data,
                               std::uint64_t* seen) {
  seen[0] = *data;
  ark_signal_wait_until(signal, ARK_CMP_GE, 1);
  seen[1] = *data;
}
__global__ void wait_for_any_then_read(std::uint64_t* signals, const std::uint64_t* data,
                                       std::uint64_t* seen) {
  seen[0] = *data;
  ark_uint64_wait_until_any(signals, 2, nullptr, ARK_CMP_GE, 1);
  seen[1] = *data;
}

/// A loop around a get of several words, which ends when they change or after some rounds.
__global__ void get_until_changed(std::uint64_t* copy, const std::uint64_t* data, std::size_t bytes,
                                  std::uint64_t* rounds, int pe) {
  do {
    ark_getmem_block(copy, data, bytes, pe);
    if (threadIdx.x == 0) ++*rounds;
    __syncthreads();
  } while (copy[0] == 0 && *rounds < 50);
}

/// One launch for all PEs: to the next, and back.
__global__ void ring_of_all(std::uint64_t* token, std::uint64_t* sums, std::uint64_t rounds) {
  token = ark::own_address(token);
  sums = ark::own_address(sums);
  const int me = ark_my_pe(), all = ark_n_pes(), next = (me + 1) % all;
  if (threadIdx.x != 0) return;
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    if (me == 0) ark_signal_set(token, round, next);
    ark_signal_wait_until(token, ARK_CMP_GE, round);
    if (me != 0) ark_signal_set(token, round, next);
  }
  ark_barrier_all();
  sums[0] = static_cast<std::uint64_t>(me) + 1;
  ark_uint64_sum_reduce(ARK_TEAM_WORLD, sums + 1, sums, 1);
}

/// One launch for all PEs: broadcast, alltoall, fcollect and a sum, each to its part of `out`.
__global__ void collectives(std::uint64_t* out, const std::uint64_t* in, std::size_t count) {
  out = ark::own_address(out);
  in = ark::own_address(in);
  ark_uint64_broadcast_block(ARK_TEAM_WORLD, out, in, count, 1);
  ark_uint64_alltoall_block(ARK_TEAM_WORLD, out + 3 * count, in, count);
  ark_uint64_fcollect_block(ARK_TEAM_WORLD, out + 6 * count, in, count);
  ark_uint64_sum_reduce_block(ARK_TEAM_WORLD, out + 9 * count, in, count);
}
}
