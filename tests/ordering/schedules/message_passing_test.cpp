// Message passing: data, then a flag. Who sees the flag must see the data.
#include "message_passing.hpp"

namespace ark_litmus {
namespace {

template <tell How>
ARK_GLOBAL void put_fence_flag(words w, bool ordered) {
  put_fence_tell<How>(w, ordered);
}

template <tell How>
void check_put_fence_flag(const char* name, const char* route = "auto") {
  program what{name, 2, put_fence_flag<How>, flag_without_data};
  what.route = route;
  check(what);
}

TEST(MessagePassing, LargePutFenceElement) {
  check_put_fence_flag<tell::put_element>("put-fence-p");
}
TEST(MessagePassing, LargePutFenceSignalSet) {
  check_put_fence_flag<tell::signal_set>("put-fence-signal-set");
}
TEST(MessagePassing, LargePutFenceSignalAdd) {
  check_put_fence_flag<tell::signal_add>("put-fence-signal-add");
}
TEST(MessagePassing, LargePutFenceAtomic) {
  check_put_fence_flag<tell::atomic_add>("put-fence-atomic");
}
TEST(MessagePassing, LargePutFenceFetchingAtomic) {
  check_put_fence_flag<tell::fetching_atomic>("put-fence-fetching-atomic");
}
TEST(MessagePassing, LargePutFenceSmallPut) {
  check_put_fence_flag<tell::small_put>("put-fence-small-put");
}
TEST(MessagePassing, LargePutFencePutSignal) {
  check_put_fence_flag<tell::put_signal>("put-fence-put-signal");
}
TEST(MessagePassing, QueuedPutFenceQueuedFlag) {
  check_put_fence_flag<tell::queued_put>("queued-put-fence-queued-flag", "queue");
}

// The signal of a put comes after its own data. Control: the same two things as two calls.
ARK_GLOBAL void put_with_signal(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  if (ordered) {
    ark_uint64_put_signal_nbi(w.data, w.source, data_words, w.flag, 1, ARK_SIGNAL_SET, 1);
  } else {
    ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    ark_signal_set(w.flag, 1, 1);
  }
}
// The words of `data` as pieces on PE 1 in reverse order. Control: the flag is sent behind the
// list.
ARK_HOST_DEVICE std::size_t pieces_of(const words& w, ark_piece* pieces, int pe) {
  for (std::size_t i = 0; i < data_words; ++i)
    pieces[i] = {w.data + data_words - 1 - i, sizeof(std::uint64_t), pe};
  return data_words;
}
ARK_GLOBAL void scatter_with_signal(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_piece pieces[data_words];
  const std::size_t count = pieces_of(w, pieces, 1);
  ark_scatter_nbi(w.source, pieces, count, ordered ? w.flag : nullptr, 1, ARK_SIGNAL_SET, 1);
  if (!ordered) ark_signal_set(w.flag, 1, 1);
  ark_quiet();  // the list is on this stack
}
TEST(MessagePassing, ScatterSignal) {
  check({"scatter-signal", 2, scatter_with_signal, flag_without_data});
}
ARK_GLOBAL void scatter_fence_flag(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_piece pieces[data_words];
  ark_scatter_nbi(w.source, pieces, pieces_of(w, pieces, 1), nullptr, 0, 0, 0);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
  ark_quiet();
}
TEST(MessagePassing, ScatterFenceSignal) {
  check({"scatter-fence-signal", 2, scatter_fence_flag, flag_without_data});
}
// PE 1 gathers what PE 0 has; its own signal shows that the batch is whole.
ARK_GLOBAL void gather_with_signal(words w, bool ordered) {
  if (ark_my_pe() == 0) return;
  ark_piece pieces[data_words];
  for (std::size_t i = 0; i < data_words; ++i)
    pieces[i] = {w.source + data_words - 1 - i, sizeof(std::uint64_t), 0};
  ark_gather_nbi(w.data, pieces, data_words, ordered ? w.flag : nullptr, 1, ARK_SIGNAL_SET, 1);
  if (!ordered) ark_signal_set(w.flag, 1, 1);
  receive(w);
  ark_quiet();
}
TEST(MessagePassing, GatherSignal) {
  check({"gather-signal", 2, gather_with_signal, flag_without_data});
}

TEST(MessagePassing, LargePutSignal) {
  check({"put-signal", 2, put_with_signal, flag_without_data});
}
TEST(MessagePassing, QueuedPutSignal) {
  check({"put-signal queued", 2, put_with_signal, flag_without_data, "queue"});
}

ARK_GLOBAL void put_with_signal_add(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  if (ordered) {
    ark_uint64_put_signal(w.data, w.source, data_words, w.flag, 3, ARK_SIGNAL_ADD, 1);
  } else {
    ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    ark_signal_add(w.flag, 3, 1);
  }
}
TEST(MessagePassing, LargePutSignalAdd) {
  check({"put-signal-add", 2, put_with_signal_add, flag_without_data});
}

// A put_add's signal comes after what it has added, and a fence holds behind it.
ARK_GLOBAL void put_add_with_signal(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  if (ordered) {
    ark_uint64_put_add_signal_nbi(w.data, w.source, data_words, w.flag, 1, ARK_SIGNAL_SET, 1);
  } else {
    ark_uint64_put_add_nbi(w.data, w.source, data_words, 1);
    ark_signal_set(w.flag, 1, 1);
  }
}
TEST(MessagePassing, PutAddSignal) {
  check({"put-add-signal", 2, put_add_with_signal, flag_without_data});
}
TEST(MessagePassing, QueuedPutAddSignal) {
  check({"put-add-signal queued", 2, put_add_with_signal, flag_without_data, "queue"});
}

ARK_GLOBAL void put_add_then_element(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_add_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_uint64_p(w.flag, 1, 1);
}
TEST(MessagePassing, PutAddFenceElement) {
  check({"put-add-fence-p", 2, put_add_then_element, flag_without_data});
}

// The flag may be a put_add itself.
ARK_GLOBAL void put_then_put_add(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_uint64_put_add_nbi(w.flag, w.source, 1, 1);
}
TEST(MessagePassing, LargePutFencePutAdd) {
  check({"put-fence-put-add", 2, put_then_put_add, flag_without_data});
}

// The signal of a put says nothing about an earlier put, unless a fence stands between.
ARK_GLOBAL void earlier_put(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_uint64_put_signal_nbi(w.x, w.source, 1, w.flag, 1, ARK_SIGNAL_SET, 1);
}
TEST(MessagePassing, EarlierPutFencePutSignal) {
  check({"earlier-put", 2, earlier_put, flag_without_data, "queue"});
}

// A fence covers what other threads of the PE issued, if that happens before it.
ARK_GLOBAL void fence_for_block(words w, bool ordered) {
  if (ark_my_pe() == 1) {
    if (threadIdx.x == 0) receive(w);
    return;
  }
  constexpr std::size_t share = data_words / 4;
  const std::size_t first = share * threadIdx.x;
  ark_uint64_put_nbi(w.data + first, w.source + first, share, 1);
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}
TEST(MessagePassing, FenceCoversTheBlock) {
  program what{"fence-for-block", 2, fence_for_block, flag_without_data, "queue"};
  what.threads = 4;
  check(what);
}

// The same across two rings.
ARK_GLOBAL void fence_across_rings(words w, bool ordered) {
  put_and_tell_across_rings(w, ordered, blockIdx.x);
}
void check_across_rings(const char* name, const char* route) {
  program what{name, 2, fence_across_rings, flag_without_data, route};
  what.rings = "2";
  what.blocks = 2;
  check(what);
}
TEST(MessagePassing, FenceCoversOtherRingsInlineFlag) {
  check_across_rings("fence-across-rings inline", "auto");
}
TEST(MessagePassing, FenceCoversOtherRingsQueuedFlag) {
  check_across_rings("fence-across-rings queued", "queue");
}

// A fence by one thread of a block, in front of a put that the whole block makes: the call itself
// synchronises the block.
ARK_GLOBAL void fence_by_one_thread(words w, bool ordered) {
  if (ark_my_pe() == 1) {
    if (blockIdx.x == 0 && threadIdx.x == 0) receive(w);
    return;
  }
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    ark::detail::store_release(w.relay, 1);
    return;
  }
  if (threadIdx.x == 1) {
    ark_uint64_wait_until(w.relay, ARK_CMP_EQ, 1);
    if (ordered) ark_fence();
  }
  ark_uint64_put_signal_nbi_block(w.y, w.source, 1, w.flag, 1, ARK_SIGNAL_SET, 1);
}
TEST(MessagePassing, FenceOfOneThreadCoversItsBlocksPut) {
  program what{"fence-by-one-thread", 2, fence_by_one_thread, flag_without_data};
  what.rings = "2";
  what.blocks = 2;
  what.threads = 2;
  check(what);
}

// Put and flag by the host thread, queued, wait by a kernel.
ARK_GLOBAL void receive_on_pe_1(words w, bool) {
  if (ark_my_pe() == 1) receive(w);
}
void host_puts(words w, bool ordered) {
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}
TEST(MessagePassing, HostPutsKernelWaits) {
  program what{"host-put-fence-flag", 2, receive_on_pe_1, flag_without_data, "queue"};
  what.host = host_puts;
  check(what);
}

// The same word twice: the later value stays.
ARK_GLOBAL void same_word(words w, bool ordered) {
  if (ark_my_pe() == 0) {
    ark_uint64_p(w.x, 1, 1);
    if (ordered) ark_fence();
    ark_uint64_p(w.x, 2, 1);
  }
  ark_barrier_all();
  w.seen[0] = ark_signal_fetch(w.x);
}
TEST(MessagePassing, LaterPutToTheSameWordStays) {
  check({"same-word", 2, same_word, [](const outcome& seen) { return seen[1][0] != 2; }, "queue"});
}

}  // namespace
}  // namespace ark_litmus
