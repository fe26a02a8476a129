// Slices of fused operators: the signal of the block that arrives last comes after the stores of
// all blocks. In the control the block that arrives first signals.
#include <ark/fused/slice_arrival.hpp>

#include "message_passing.hpp"

namespace ark_litmus {
namespace {

/// Blocks of PE 0, and parts of the slice: block b writes part b, and the last block two of them.
constexpr unsigned writers = 3, parts = 4;

/// The calling block's parts of `data_words` ones at `to`, one word by each thread at a time. True
/// if the block has to send.
ARK_DEVICE bool write_parts(std::uint64_t* to, unsigned* finished, bool ordered) {
  constexpr unsigned words_of_part = data_words / parts;
  const unsigned first = blockIdx.x * words_of_part;
  const unsigned own = blockIdx.x + 1 == writers ? parts - blockIdx.x : 1;
  for (unsigned i = threadIdx.x; i < own * words_of_part; i += blockDim.x)
    ark::detail::store_relaxed(to + first + i, std::uint64_t{1});
  const ark::fused::slice_arrival arrival{finished};
  return arrival.arrive(0, ordered ? parts : own, own);
}

/// True on PE 1, whose first thread receives.
ARK_DEVICE bool receives(const words& w) {
  if (ark_my_pe() == 0) return false;
  if (blockIdx.x == 0 && threadIdx.x == 0) receive(w);
  return true;
}

ARK_GLOBAL void store_slice(words w, bool ordered) {
  if (receives(w)) return;
  auto* const there = static_cast<std::uint64_t*>(ark_ptr(w.data, 1));
  if (write_parts(there, reinterpret_cast<unsigned*>(w.x), ordered))
    ark::fused::deliver_slice<std::uint64_t>(true, w.data, nullptr, data_words, w.flag, 1);
}

ARK_GLOBAL void send_slice(words w, bool ordered) {
  if (receives(w)) return;
  if (write_parts(w.data, reinterpret_cast<unsigned*>(w.x), ordered))
    ark::fused::deliver_slice<std::uint64_t>(false, w.data, w.data, data_words, w.flag, 1);
}

void check_slice(const char* name, void (*kernel)(words, bool), const char* route) {
  program what{name, 2, kernel, flag_without_data, route};
  what.blocks = writers;
  what.threads = 2;
  what.control_races = true;
  check(what);
}

TEST(Slice, StoredByAllBlocksBeforeItsSignal) { check_slice("stored slice", store_slice, "auto"); }
TEST(Slice, WrittenByAllBlocksBeforeItIsCopied) {
  check_slice("copied slice", send_slice, "inline");
}
TEST(Slice, WrittenByAllBlocksBeforeItIsQueued) {
  check_slice("queued slice", send_slice, "queue");
}
TEST(Slice, WrittenByAllBlocksBeforeTheProxySendsIt) {
  check_slice("proxied slice", send_slice, "proxy");
}

}  // namespace
}  // namespace ark_litmus
