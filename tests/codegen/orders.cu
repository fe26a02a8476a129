// Kernels whose PTX check-ptx reads: each holds one thing whose order, scope or width matters.
#include <ark/api/rma.hpp>
#include <ark/api/signal.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/device/transfer/queue.hpp>
#include <ark/plan.hpp>

using namespace ark;
using namespace ark::detail;

extern "C" {

__global__ void ring_post(device_state* state, descriptor d, unsigned ring, int* code) {
  *code = static_cast<int>(device::queue::post_to(*state, d, op_kind::put, 1, ring).code);
}
__global__ void ring_post_reply(device_state* state, descriptor d, unsigned ring, int* code) {
  *code = static_cast<int>(device::queue::post_to(*state, d, op_kind::get, 1, ring, true).code);
}
__global__ void ring_peek(ring_view view, std::uint64_t ticket, descriptor* out, bool* there) {
  *there = ring(view).peek(ticket, *out);
}
__global__ void ring_publish_tail(ring_view view, std::uint64_t count) {
  ring(view).publish_tail(count);
}
__global__ void ring_done(ring_view view, std::uint64_t* out) { *out = ring(view).done(); }

__global__ void atomics_of_device(std::uint64_t* word, std::uint64_t* out) {
  out[0] = load_acquire<scope::device>(word);
  store_release<scope::device>(word, 1);
  out[1] = fetch_add<scope::device>(word, 1);
  out[2] = fetch_add_relaxed<scope::device>(word, 1);
  out[3] = compare_exchange<scope::device>(word, 1, 2);
  fence_release<scope::device>();
  fence_acquire<scope::device>();
}
__global__ void atomics_of_system(std::uint64_t* word, std::uint64_t* out) {
  out[0] = load_acquire(word);
  store_release(word, 1);
  out[1] = fetch_add(word, 1);
  out[2] = fetch_or(word, 1);
  out[3] = compare_exchange(word, 1, 2);
  out[4] = exchange(word, 2);
  fence_seq_cst();
}

__global__ void put_of_block(void* dest, const void* source, std::size_t bytes, int pe) {
  ark_putmem_block(dest, source, bytes, pe);
}
__global__ void put_with_signal(void* dest, const void* source, std::size_t bytes,
                                std::uint64_t* signal, int op, int pe) {
  ark_putmem_signal_nbi(dest, source, bytes, signal, 1, op, pe);
}
__global__ void wait_for_signal(std::uint64_t* signal, std::uint64_t* seen) {
  *seen = ark_signal_wait_until(signal, ARK_CMP_GE, 1);
}
/// As engines deliver them.
__global__ void deliver_signal(signal_op op, std::uint64_t* signal, double* element,
                               const double* value) {
  delivery::add(element_kind::float64, reinterpret_cast<std::byte*>(element),
                reinterpret_cast<const std::byte*>(value), sizeof *value);
  delivery::signal(op, signal, 1);
}

__global__ void plan_start(plan_state* plan, std::uint64_t* ordinal) {
  *ordinal = ark_plan_start(plan);
}
__global__ void plan_wait(plan_state* plan, std::uint64_t ordinal) { ark_plan_wait(plan, ordinal); }

/// The control: the same shape as ring_post with plain accesses.
__global__ void plain_post(std::uint64_t* head, volatile std::uint64_t* slot, descriptor d) {
  const std::uint64_t ticket = (*head)++;
  for (unsigned i = 0; i < descriptor_words; ++i) slot[i] = d.word[i];
  slot[0] = ticket;
}
}
