// What must stand between a bulk copy and the signal that tells of it? Pairs of blocks on SMs of
// their own: one sends, the other waits for the signal and looks at every word. With the full wait
// no word may be old. The shorter waits are controls, as is a signal before the data, which must be
// seen to fail: what never fails here proves nothing by not failing.
#include <utility>
#include <vector>

#include "session.hpp"
#include "tma.cuh"

namespace ark_probe {

namespace {

constexpr unsigned threads = 128;
constexpr std::uint64_t goal = 1'000'000;  // messages of a case, over all pairs
constexpr std::size_t most_bytes = 16384;

/// What the sender does between its last data and its signal.
enum class wait_kind { written, read, none, signal_first };
const char* wait_name(wait_kind how) {
  switch (how) {
    case wait_kind::written:
      return "wait_group 0";
    case wait_kind::read:
      return "wait_group.read 0";
    case wait_kind::none:
      return "no wait";
    case wait_kind::signal_first:
      return "signal before the data";
  }
  return "";
}

/// A pair's words, each on a line of its own.
struct pair_words {
  alignas(128) std::uint64_t signal;
  alignas(128) std::uint64_t acknowledged;
  alignas(128) std::uint64_t messages;
  std::uint64_t stale, timed_out;
};
constexpr std::uint64_t no_more = ~std::uint64_t{0};  // an acknowledgement that ends the pair

struct message_case {
  bool
      load;  // ordinary stores, read by a bulk load; otherwise a bulk store, read by ordinary loads
  wait_kind wait;
  bool fence;  // fence.proxy.async: after a bulk store's wait, or before a bulk load
  unsigned bytes;
};

/// For all threads of the block: the word's value once it is at least `value`; 0 if the limits came
/// first.
__device__ std::uint64_t block_waits(const std::uint64_t* word, std::uint64_t value,
                                     pair_words* pair, kernel_limits limits) {
  __shared__ std::uint64_t came;
  if (threadIdx.x == 0) {
    std::uint64_t seen = 0;
    const bool in_time = wait_for([&] { return (seen = load_acquire(word)) >= value; }, limits);
    if (!in_time) pair->timed_out = 1;
    came = in_time ? seen : 0;
  }
  __syncthreads();
  const std::uint64_t result = came;
  __syncthreads();
  return result;
}

/// A bulk store and its signal.
__device__ void send_bulk(std::uint64_t* to, std::uint64_t* stage, std::uint64_t value,
                          pair_words* pair, const message_case& how) {
  for (unsigned i = threadIdx.x; i < how.bytes / 8; i += blockDim.x) stage[i] = value;
  fence_shared_for_bulk();
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (how.wait == wait_kind::signal_first) store_release(&pair->signal, value);
  bulk_store(to, stage, how.bytes);
  if (how.wait == wait_kind::written) bulk_wait_written();
  if (how.wait == wait_kind::read) bulk_wait_read();
  if (how.fence) fence_all_for_bulk();
  if (how.wait != wait_kind::signal_first) store_release(&pair->signal, value);
  bulk_wait_written();  // before the stage is written again
}

/// Ordinary stores of all threads, and the signal.
__device__ void send_stores(std::uint64_t* to, std::uint64_t value, pair_words* pair,
                            const message_case& how) {
  const bool first = how.wait == wait_kind::signal_first;
  if (first && threadIdx.x == 0) store_release(&pair->signal, value);
  for (unsigned i = threadIdx.x; i < how.bytes / 8; i += blockDim.x) {
    asm volatile("st.global.u64 [%0], %1;" ::"l"(to + i), "l"(value) : "memory");
  }
  __syncthreads();
  if (!first && threadIdx.x == 0) store_release(&pair->signal, value);
}

/// Ordinary loads, as a receiver uses them: their order comes from the acquire before.
__device__ bool receive_loads(const std::uint64_t* from, std::uint64_t value,
                              const message_case& how) {
  bool differs = false;
  for (unsigned i = threadIdx.x; i < how.bytes / 8; i += blockDim.x) {
    std::uint64_t word;
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(word) : "l"(from + i) : "memory");
    differs |= word != value;
  }
  return differs;
}

/// A bulk load by the thread that saw the signal, then a look at shared memory.
__device__ bool receive_bulk(const std::uint64_t* from, std::uint64_t* stage,
                             std::uint64_t* barrier, std::uint64_t value, const message_case& how,
                             kernel_limits limits) {
  __shared__ bool loaded;
  if (threadIdx.x == 0) {
    if (how.fence) fence_all_for_bulk();
    barrier_expect(barrier, how.bytes);
    bulk_load(stage, from, how.bytes, barrier);
    const auto parity = static_cast<std::uint32_t>((value - 1) % 2);
    loaded = wait_for([=] { return barrier_passed(barrier, parity); }, limits);
  }
  __syncthreads();
  bool differs = !loaded;
  for (unsigned i = threadIdx.x; i < how.bytes / 8; i += blockDim.x) differs |= stage[i] != value;
  return differs;
}

/// Block i sends to block i + pairs, which acknowledges each message before the next is written.
__global__ void exchange(pair_words* all, std::uint64_t* data, message_case how,
                         std::uint64_t messages, kernel_limits limits) {
  extern __shared__ __align__(128) std::uint64_t stage[];
  __shared__ std::uint64_t barrier;
  const unsigned pairs = gridDim.x / 2, mine = blockIdx.x % pairs;
  pair_words* const pair = all + mine;
  std::uint64_t* const words = data + std::size_t{mine} * (most_bytes / 8);
  if (threadIdx.x == 0) {
    barrier_init(&barrier);
    fence_shared_for_bulk();
  }
  __syncthreads();
  const std::uint64_t start = global_ns();
  for (std::uint64_t value = 1; value <= messages; ++value) {
    if (blockIdx.x < pairs) {
      how.load ? send_stores(words, value, pair, how) : send_bulk(words, stage, value, pair, how);
      const std::uint64_t seen = block_waits(&pair->acknowledged, value, pair, limits);
      if (seen == 0 || seen == no_more) return;
      continue;
    }
    if (block_waits(&pair->signal, value, pair, limits) == 0) return;
    const bool differs = how.load ? receive_bulk(words, stage, &barrier, value, how, limits)
                                  : receive_loads(words, value, how);
    const bool stale = __syncthreads_or(differs ? 1 : 0) != 0;
    // All threads must agree to leave: the first one's clock decides.
    const bool over = threadIdx.x == 0 && global_ns() - start > limits.budget_ns / 2;
    const bool last = __syncthreads_or(over ? 1 : 0) != 0;
    if (threadIdx.x == 0) {
      pair->messages = value;
      pair->stale += stale ? 1 : 0;
      store_release(&pair->acknowledged, last ? no_more : value);
    }
    if (last) return;
  }
}

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        pairs_(static_cast<unsigned>(in.gpu().multiProcessorCount / 2)),
        words_(pairs_ * sizeof(pair_words)),
        data_(pairs_ * most_bytes),
        shared_bytes_(in.gpu().sharedMemPerBlockOptin - 1024) {
    if (!tma_present(in.gpu())) {
      throw cuda_error("bulk copies need sm_90", cudaErrorNotSupported);
    }
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(exchange),
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes_)),
          "cudaFuncSetAttribute(shared memory, " + std::to_string(shared_bytes_) + " bytes)");
  }

  void measure(const message_case& how, record& into) {
    check(cudaMemset(words_.as<void>(), 0, words_.bytes()), "cudaMemset");
    check(cudaMemset(data_.as<void>(), 0, data_.bytes()), "cudaMemset");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    exchange<<<2 * pairs_, threads, shared_bytes_, stream_>>>(
        words_.as<pair_words>(), data_.as<std::uint64_t>(), how, (goal + pairs_ - 1) / pairs_,
        session_.limits(milliseconds(2000)));
    check_launch("exchange");
    session_.finish(stream_, "exchange");
    std::vector<pair_words> seen(pairs_);
    check(cudaMemcpy(seen.data(), words_.as<void>(), words_.bytes(), cudaMemcpyDefault),
          "cudaMemcpy of the counts");
    pair_words sum{};
    for (const pair_words& one : seen) {
      sum.messages += one.messages;
      sum.stale += one.stale;
      sum.timed_out += one.timed_out;
    }
    judge(how, sum, into);
  }

 private:
  void judge(const message_case& how, const pair_words& sum, record& into) const {
    into.integer("pairs", pairs_)
        .integer("messages", static_cast<std::int64_t>(sum.messages))
        .integer("stale", static_cast<std::int64_t>(sum.stale));
    const bool control = how.wait != wait_kind::written;
    if (sum.timed_out != 0) {
      into.verdict("timed_out", std::to_string(sum.timed_out) + " blocks waited for too long");
    } else if (control) {
      into.verdict(sum.stale != 0 ? "seen" : "not_seen", "control");
    } else {
      into.verdict(sum.stale == 0 ? "ordered" : "stale");
    }
  }

  session& session_;
  unsigned pairs_;
  device_memory words_, data_;
  std::size_t shared_bytes_;
  stream stream_;
};

void measure(session& in, bench& on, const message_case& how) {
  record head = in.result(how.load ? "stores, bulk load" : "bulk store, loads");
  head.text("wait", how.load && how.wait == wait_kind::written ? "release after the stores"
                                                               : wait_name(how.wait));
  head.flag("fence_proxy_async", how.fence).integer("bytes", how.bytes);
  in.attempt(head, milliseconds(6000), [&](record& into) { on.measure(how, into); });
}

void run(session& in) {
  const auto on = in.prepare<bench>("pairs of blocks", in);
  if (!on) return;
  for (const unsigned bytes : {16U, 1024U, 16384U}) {
    for (const bool fence : {false, true}) {
      measure(in, *on, {false, wait_kind::written, fence, bytes});
      measure(in, *on, {true, wait_kind::written, fence, bytes});
      measure(in, *on, {false, wait_kind::read, fence, bytes});
    }
    measure(in, *on, {false, wait_kind::none, false, bytes});
    measure(in, *on, {false, wait_kind::signal_first, false, bytes});
    measure(in, *on, {true, wait_kind::signal_first, false, bytes});
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "tma_order", ark_probe::run);
}
