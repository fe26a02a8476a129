// The transport seam: how messages, with data behind them, get from PE to PE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "transport/message.hpp"

namespace ark::proxy {

/// Data that waits at its sender until the receiver says where it goes. Owned by the transport,
/// which keeps what it needs in a type of its own.
struct rendezvous {
 protected:
  rendezvous() = default;
  ~rendezvous() = default;
};

/// Memory of a peer that this PE may write and read itself. Owned by the transport, which keeps
/// what it needs in a type of its own.
struct remote_memory {
  remote_memory(const remote_memory&) = delete;
  remote_memory& operator=(const remote_memory&) = delete;

 protected:
  remote_memory() = default;
  ~remote_memory() = default;
};

/// What came behind a header: eager data, a rendezvous, or (both null, 0 bytes) nothing.
struct payload {
  const std::byte* data = nullptr;  ///< valid during message_arrived only
  rendezvous* waiting = nullptr;    ///< to be given to transport::receive or discard, once
  std::uint64_t bytes = 0;
};

/// What a transport delivers messages and completions to. Called from within transport::progress,
/// send and receive, by their caller's thread; may call send, receive and discard, not progress.
class receiver {
 public:
  virtual ~receiver() = default;
  receiver(const receiver&) = delete;
  receiver& operator=(const receiver&) = delete;

  virtual void message_arrived(const message& header, const payload& behind) = 0;
  /// The data of a pending send has been read: its buffer may be written again. Of a pending
  /// write: it is in the peer's memory.
  virtual void sent(std::uint64_t cookie) = 0;
  /// The data of a pending receive or read is in place.
  virtual void received(std::uint64_t cookie) = 0;
  /// Nothing reaches `pe` any more and nothing comes from it; sends and receives that were pending
  /// with it end without a word, and so do writes and reads.
  virtual void peer_lost(int pe, const std::string& why) = 0;

 protected:
  receiver() = default;
};

/// Where data is that a transport is given.
enum class memory_kind : std::uint8_t {
  host,
  gpu,  ///< where the CPU cannot touch it
};

enum class transfer : std::uint8_t {
  complete,  ///< done with the buffer at return; nothing more is said
  pending,   ///< sent() or received() follows
  lost,      ///< the peer cannot be reached; peer_lost was or is being said
};

/// Messages may overtake one another: their order is in the headers. None is lost or doubled while
/// its peer lives. Connections are made when they are first used. One thread at a time, which may
/// be another one each time. Virtual at the cost of one call per message.
class transport {
 public:
  virtual ~transport() = default;
  transport(const transport&) = delete;
  transport& operator=(const transport&) = delete;

  /// For reports: "ucx 1.13.1", "loopback".
  [[nodiscard]] virtual std::string name() const = 0;
  /// For reports: what carries messages to `pe`, and the protocol for each size.
  [[nodiscard]] virtual std::string describe(int pe) const = 0;

  /// Where this PE is reached; bytes for the others' connect().
  [[nodiscard]] virtual std::vector<std::byte> address() const = 0;
  /// All PEs' addresses, in the order of the PEs, and the receiver of messages and completions.
  /// Once, before anything else.
  virtual void connect(std::vector<std::vector<std::byte>> addresses, receiver& to) = 0;

  /// Larger transfers with `pe` are quicker in parts of this many bytes, a multiple of 8. 0: as
  /// they are, or nothing has been sent there yet. Makes no connection.
  [[nodiscard]] virtual std::uint64_t part_bytes(int pe) const = 0;

  /// From how many bytes on send() takes data that is in a GPU's memory; then receive() takes such
  /// memory, too. 0: never. The GPU's context is current on the thread that calls send, receive,
  /// progress or flush.
  [[nodiscard]] virtual std::uint64_t gpu_bytes() const { return 0; }
  /// `header` is copied. `data`, in memory of that kind, stays as it is until the transfer is
  /// complete.
  virtual transfer send(int pe, const message& header, std::span<const std::byte> data,
                        std::uint64_t cookie, memory_kind kind) = 0;
  /// Fetch a rendezvous's data to `into`, which has room for all of it. Complete in a GPU's memory
  /// means that the network has written it, not that the GPU sees it.
  virtual transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie,
                           memory_kind kind) = 0;
  /// Do without a rendezvous's data.
  virtual void discard(rendezvous* waiting) = 0;

  // --- One-sided transfers, where the transport has them. ---
  /// True if this PE may write and read the memory that `pe` exposes. False before anything has
  /// been sent there: makes no connection.
  [[nodiscard]] virtual bool one_sided(int pe) const = 0;
  /// Peers may write and read `memory` until the transport ends: the key that their attach() wants.
  /// Empty if that cannot be.
  [[nodiscard]] virtual std::vector<std::byte> expose(std::span<std::byte> memory) = 0;
  /// What `pe` exposed under `key`; null if the key is not one.
  [[nodiscard]] virtual remote_memory* attach(int pe, std::span<const std::byte> key) = 0;
  /// Write `data` to `there` from its byte `at` on. Complete when it is in place there: what is
  /// sent afterwards finds it.
  virtual transfer write(remote_memory& there, std::uint64_t at, std::span<const std::byte> data,
                         std::uint64_t cookie) = 0;
  /// Read `there` from its byte `at` on.
  virtual transfer read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                        std::uint64_t cookie) = 0;

  /// After a failure: connections may be half made, and the transport need not close them well.
  virtual void abandon() {}
  /// Drive until everything sent has left, until enough() is true, which is asked again and again,
  /// or until the steady clock shows `until_ns`.
  virtual void flush(std::uint64_t until_ns, const std::function<bool()>& enough) = 0;
  /// Move things along. Never waits. True if anything happened.
  virtual bool progress() = 0;

  /// Becomes readable when something may have happened after arm() returned true.
  [[nodiscard]] virtual int event_fd() const = 0;
  /// False if something is there already: call progress() instead of sleeping.
  virtual bool arm() = 0;

 protected:
  transport() = default;
};

}  // namespace ark::proxy
