#include "receives.hpp"

#include <utility>

#include "cookie.hpp"

namespace ark::proxy {

std::optional<open_receive> receive_table::fetch(const message& header, rendezvous* waiting,
                                                 std::byte* into, std::uint64_t bytes,
                                                 bool by_gpu) {
  open_receive open{header, {}, gpu_pipeline::no_buffer};
  std::byte* first = into;
  if (by_gpu && header.kind != message_kind::put_add && gpu_.on_network(into, bytes)) {
    open.by_network = true;
    messages_.note_direct(false);
  } else if (by_gpu) {
    open.staged = gpu_->acquire(bytes);
    first = gpu_->buffer(open.staged);
  } else if (header.kind == message_kind::put_add || into == nullptr) {
    open.buffer.resize(bytes);
    first = open.buffer.data();
  }
  const memory_kind kind = open.by_network ? memory_kind::gpu : memory_kind::host;
  const std::size_t slot = receives_.acquire(std::move(open));
  const transfer how = transport_.receive(waiting, first, cookie::of_receive(slot), kind);
  if (how == transfer::pending) return std::nullopt;
  open_receive got = receives_.release(slot);
  if (how == transfer::complete) return got;
  gpu_.release(got.staged);
  return std::nullopt;
}

std::optional<open_receive> receive_table::fetch_bundle(const message& outer,
                                                        const payload& behind) {
  const std::size_t slot = receives_.acquire({outer, std::vector<std::byte>(behind.bytes)});
  std::byte* into = receives_[slot].buffer.data();
  const transfer how =
      transport_.receive(behind.waiting, into, cookie::of_receive(slot), memory_kind::host);
  if (how == transfer::complete) return receives_.release(slot);
  if (how == transfer::lost) receives_.drop(slot);
  return std::nullopt;
}

}  // namespace ark::proxy
