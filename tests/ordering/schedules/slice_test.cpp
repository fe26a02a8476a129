// Slices of fused operators: the signal of the block that arrives last comes after the stores of
// all blocks. In the control the block that arrives first signals.
#include <ark/fused/slice_arrival.hpp>

#include "message_passing.hpp"

namespace ark_litmus {
namespace {

/// Blocks of PE 0, and parts of the slice: block b writes part b, and the last block two of them.
constexpr unsigned writers = 3, parts = 4;

/// The calling block's parts of the slice.
ARK_DEVICE unsigned own_parts() { return blockIdx.x + 1 == writers ? parts - blockIdx.x : 1; }
/// They are ones at `to`, `data_words` in all parts; one word by each thread at a time.
ARK_DEVICE void write_parts(std::uint64_t* to) {
  constexpr unsigned words_of_part = data_words / parts;
  const unsigned first = blockIdx.x * words_of_part;
  for (unsigned i = threadIdx.x; i < own_parts() * words_of_part; i += blockDim.x)
    ark::detail::store_relaxed(to + first + i, std::uint64_t{1});
}
/// True if the block has to send.
ARK_DEVICE bool arrive(const words& w, bool ordered, bool stored) {
  const ark::fused::slice_arrival arrival{reinterpret_cast<unsigned*>(w.x)};
  return arrival.arrive(0, ordered ? parts : own_parts(), own_parts(), {stored, w.flag, 1, 1});
}

/// True on PE 1, whose first thread receives.
ARK_DEVICE bool receives(const words& w) {
  if (ark_my_pe() == 0) return false;
  if (blockIdx.x == 0 && threadIdx.x == 0) receive(w);
  return true;
}

ARK_GLOBAL void store_slice(words w, bool ordered) {
  if (receives(w)) return;
  write_parts(static_cast<std::uint64_t*>(ark_ptr(w.data, 1)));
  arrive(w, ordered, true);
}

ARK_GLOBAL void send_slice(words w, bool ordered) {
  if (receives(w)) return;
  write_parts(w.data);
  if (arrive(w, ordered, false))
    ark::fused::send_slice<std::uint64_t>(w.data, w.data, data_words, w.flag, 1);
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
