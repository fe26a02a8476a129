// How many SMs does a copy need? Bulk copies through shared memory, and loads and stores, over
// numbers of blocks and sizes of chunks, beside the copy that the host can ask for.
#include <algorithm>

#include "copies.hpp"
#include "payload.cuh"
#include "statistics.hpp"
#include "tma.cuh"

namespace ark_probe {

namespace {

constexpr std::size_t total = std::size_t{256} << 20;  // several times the L2 cache
constexpr unsigned most_stages = 4;
constexpr int repeats = 5;

struct bulk_case {
  unsigned blocks, chunk, stages;
};

/// One thread of each block moves every gridDim.x-th chunk through a ring of stages: load, wait,
/// store, and the stage of the store before the latest takes the next load. count: chunks in all.
__global__ void copy_bulk(unsigned char* to, const unsigned char* from, std::size_t count,
                          bulk_case how, std::uint32_t* failed, kernel_limits limits) {
  extern __shared__ __align__(128) unsigned char ring[];
  __shared__ std::uint64_t full[most_stages];
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < how.stages; ++i) barrier_init(&full[i]);
  fence_shared_for_bulk();
  const std::size_t mine =
      count > blockIdx.x ? (count - blockIdx.x + how.blocks - 1) / how.blocks : 0;
  const auto offset = [&](std::size_t i) { return (blockIdx.x + i * how.blocks) * how.chunk; };
  const auto load = [&](std::size_t i) {
    const unsigned stage = static_cast<unsigned>(i % how.stages);
    barrier_expect(&full[stage], how.chunk);
    bulk_load(ring + std::size_t{stage} * how.chunk, from + offset(i), how.chunk, &full[stage]);
  };
  for (std::size_t i = 0; i < how.stages && i < mine; ++i) load(i);
  for (std::size_t i = 0; i < mine; ++i) {
    const unsigned stage = static_cast<unsigned>(i % how.stages);
    const auto parity = static_cast<std::uint32_t>(i / how.stages % 2);
    std::uint64_t* const barrier = &full[stage];
    if (!wait_for([=] { return barrier_passed(barrier, parity); }, limits)) {
      *failed = 1;
      return;
    }
    bulk_store(to + offset(i), ring + std::size_t{stage} * how.chunk, how.chunk);
    if (i >= 1 && i - 1 + how.stages < mine) {
      bulk_wait_read_but_one();
      load(i - 1 + how.stages);
    }
  }
  bulk_wait_written();
}

class bench {
 public:
  explicit bench(session& in)
      : session_(in), data_(in), to_(total), from_(total), failed_(sizeof(std::uint32_t)) {
    data_.fill(from_.as<void>(), total, seed);
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(copy_bulk),
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(most_ring())),
          "cudaFuncSetAttribute(shared memory, " + std::to_string(most_ring()) + " bytes)");
  }
  /// Shared memory that a block can have for its ring.
  [[nodiscard]] std::size_t most_ring() const {
    return session_.gpu().sharedMemPerBlockOptin - 1024;
  }

  void measure_bulk(const bulk_case& how, record& into) {
    const std::size_t bytes = volume(how.blocks);
    measure(into, bytes, [&] {
      copy_bulk<<<how.blocks, 32, std::size_t{how.chunk} * how.stages, stream_>>>(
          to_.as<>(), from_.as<>(), bytes / how.chunk, how, failed_.as<std::uint32_t>(),
          session_.limits(milliseconds(1000)));
      check_launch("copy_bulk");
    });
  }
  void measure_words(unsigned blocks, unsigned threads, record& into) {
    const std::size_t bytes = volume(blocks);
    measure(into, bytes, [&] {
      copy_words<<<blocks, threads, 0, stream_>>>(to_.as<uint4>(), from_.as<uint4>(), bytes / 16);
      check_launch("copy_words");
    });
  }
  void measure_call(copy_call call, std::size_t bytes, record& into) {
    measure(into, bytes, [&] {
      copy_issue(call, to_.as<void>(), from_.as<void>(), bytes, session_.how().device, stream_);
    });
  }

 private:
  static constexpr std::uint64_t seed = 7;

  /// A few blocks need not move all of it to show their rate.
  static std::size_t volume(unsigned blocks) { return blocks < 8 ? total / 4 : total; }

  template <class Copy>
  void measure(record& into, std::size_t bytes, Copy copy) {
    data_.clear(failed_.as<void>(), failed_.bytes());
    data_.clear(to_.as<void>(), bytes);
    copy();
    session_.finish(stream_, "the first copy");
    const std::uint64_t wrong = data_.mismatches(to_.as<void>(), bytes, seed);
    std::vector<double> rates;
    for (int i = 0; i < repeats; ++i) {
      begin_.record(stream_);
      copy();
      end_.record(stream_);
      session_.finish(stream_, "a copy");
      float ms = 0;
      check(cudaEventElapsedTime(&ms, begin_, end_), "cudaEventElapsedTime");
      rates.push_back(static_cast<double>(bytes) / (static_cast<double>(ms) * 1e6));
    }
    into.integer("bytes", static_cast<std::int64_t>(bytes));
    into.integer("wrong_words", static_cast<std::int64_t>(wrong));
    into.distribution("GB/s", std::move(rates));
    into.verdict(wrong == 0 ? "measured" : "failed",
                 wrong == 0 ? "" : "the copy is not the source");
  }

  session& session_;
  payload data_;
  device_memory to_, from_, failed_;
  stream stream_;
  event begin_, end_;
};

void sweep_calls(session& in, bench& on) {
  for (const auto call : {copy_call::memcpy_async, copy_call::batch_overlap}) {
    for (const std::size_t bytes : {std::size_t{1} << 20, total / 4, total}) {
      in.attempt(in.result("host call").text("call", copy_call_name(call)), milliseconds(6000),
                 [&](record& into) { on.measure_call(call, bytes, into); });
    }
  }
}

void sweep_bulk(session& in, bench& on, unsigned blocks) {
  for (const unsigned chunk : {2048U, 4096U, 8192U, 16384U, 32768U, 65536U}) {
    for (unsigned stages = 2; stages <= most_stages; ++stages) {
      if (std::size_t{chunk} * stages > on.most_ring()) continue;
      record head = in.result("bulk copy");
      head.integer("blocks", blocks).integer("chunk", chunk).integer("stages", stages);
      in.attempt(head, milliseconds(6000), [&](record& into) {
        on.measure_bulk({blocks, chunk, stages}, into);
      });
    }
  }
}

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("memory", in);
  if (!on) return;
  sweep_calls(in, *on);
  const auto all = static_cast<unsigned>(in.gpu().multiProcessorCount);
  for (const unsigned blocks : {1U, 2U, 4U, 8U, 16U, 24U, 32U, 64U, all}) {
    if (tma_present(in.gpu())) sweep_bulk(in, *on, blocks);
    for (const unsigned threads : {256U, 1024U}) {
      record head = in.result("loads and stores");
      head.integer("blocks", blocks).integer("threads", threads);
      in.attempt(head, milliseconds(6000),
                 [&](record& into) { on->measure_words(blocks, threads, into); });
    }
  }
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "copy_sweep", ark_probe::run);
}
