// Posting to a mailbox of a copy engine, as a GPU's thread does it: what check-ptx reads of it.
#include <ark/detail/mailbox/mailbox.hpp>

#include "give_up.cuh"

using namespace ark;
using namespace ark::detail;

extern "C" {

__global__ void mailbox_try_post(ce::mailbox_view view, descriptor d, std::uint64_t heap,
                                 int* code) {
  *code = static_cast<int>(ce::mailbox(view).try_post(d, heap).code);
}
__global__ void mailbox_post(ce::mailbox_view view, descriptor d, std::uint64_t heap, int* code) {
  *code = static_cast<int>(ce::mailbox(view).post(d, heap, give_up{}).code);
}
__global__ void mailbox_refusal(descriptor d, std::uint64_t heap, bool* refused) {
  *refused = ce::encode_refusal(d, heap) != nullptr;
}
__global__ void mailbox_done(ce::mailbox_view view, std::uint64_t* out) {
  *out = ce::mailbox(view).done();
}

/// The control: the slot and head by plain stores.
__global__ void plain_post(std::uint64_t* head, std::uint64_t* slot, descriptor d,
                           ce::slot_place at) {
  const ce::slot filled = encode(d, 0, at);
  for (unsigned i = 0; i < ce::slot_written_words; ++i) slot[i] = filled.word[i];
  *head = at.ticket + 1;
}
}
