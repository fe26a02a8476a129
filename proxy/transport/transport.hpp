// The interface of transports: they carry messages, with or without data, between PEs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "transport/message.hpp"

namespace ark::proxy {

/// Data that its sender holds until the receiver has a destination. Owned by the transport, which
/// derives its own type.
struct rendezvous {
 protected:
  rendezvous() = default;
  ~rendezvous() = default;
};

/// Memory of a peer that this PE may write and read. Owned by the transport, which derives its own
/// type.
struct remote_memory {
  remote_memory(const remote_memory&) = delete;
  remote_memory& operator=(const remote_memory&) = delete;

 protected:
  remote_memory() = default;
  ~remote_memory() = default;
};

/// Data that follows a header: eager data, a rendezvous, or (both null, 0 bytes) none.
struct payload {
  const std::byte* data = nullptr;  ///< valid during message_arrived only
  rendezvous* waiting = nullptr;    ///< must be passed to transport::receive or discard, once
  std::uint64_t bytes = 0;
};

/// Receives a transport's messages and completions. Called within transport::progress, send and
/// receive, by their caller's thread; may call send, receive and discard, not progress.
class receiver {
 public:
  virtual ~receiver() = default;
  receiver(const receiver&) = delete;
  receiver& operator=(const receiver&) = delete;

  virtual void message_arrived(const message& header, const payload& behind) = 0;
  /// The data of a pending send has been read: its buffer may be written again. For a pending
  /// write: the data is in the peer's memory.
  virtual void sent(std::uint64_t cookie) = 0;
  /// The data of a pending receive or read is in place.
  virtual void received(std::uint64_t cookie) = 0;
  /// `pe` is no longer connected. Its pending sends, receives, writes and reads end without a
  /// further call.
  virtual void peer_lost(int pe, const std::string& why) = 0;

 protected:
  receiver() = default;
};

/// The kind of memory of a buffer.
enum class memory_kind : std::uint8_t {
  host,
  gpu,  ///< memory that the CPU cannot access
};

enum class transfer : std::uint8_t {
  complete,  ///< the buffer may be reused; no call follows
  pending,   ///< sent() or received() follows
  lost,      ///< the peer is not connected; peer_lost() was called or follows
};

/// Messages may overtake one another: headers contain their order. No message is lost or duplicated
/// while its peer lives. Connections are made on first use. One thread at a time, not always the
/// same one. Virtual at the cost of one call per message.
class transport {
 public:
  virtual ~transport() = default;
  transport(const transport&) = delete;
  transport& operator=(const transport&) = delete;

  /// For reports: "ucx 1.13.1", "loopback".
  [[nodiscard]] virtual std::string name() const = 0;
  /// For reports: what carries messages to `pe`, and the protocol for each size.
  [[nodiscard]] virtual std::string describe(int pe) const = 0;

  /// This PE's address, for the other PEs' connect().
  [[nodiscard]] virtual std::vector<std::byte> address() const = 0;
  /// Called once, before all other functions, with all PEs' addresses, in the order of the PEs, and
  /// the receiver of messages and completions.
  virtual void connect(std::vector<std::vector<std::byte>> addresses, receiver& to) = 0;

  /// Chunk size that makes large transfers with `pe` faster, a multiple of 8. 0: do not divide
  /// them, or nothing has been sent to `pe` yet. Makes no connection.
  [[nodiscard]] virtual std::uint64_t part_bytes(int pe) const = 0;

  /// Minimum size at which send() and receive() accept GPU memory; 0 if they never do. The GPU's
  /// context is current on the thread that calls send, receive, progress or flush.
  [[nodiscard]] virtual std::uint64_t gpu_bytes() const { return 0; }
  /// Send a message. `header` is copied. `data`, of that memory kind, must stay unchanged until the
  /// transfer is complete.
  virtual transfer send(int pe, const message& header, std::span<const std::byte> data,
                        std::uint64_t cookie, memory_kind kind) = 0;
  /// Fetch a rendezvous's data to `into`, which has room for all of it. For GPU memory, complete
  /// means that the network has written it, not that the GPU sees it.
  virtual transfer receive(rendezvous* waiting, std::byte* into, std::uint64_t cookie,
                           memory_kind kind) = 0;
  /// Reject a rendezvous: its data is not transferred.
  virtual void discard(rendezvous* waiting) = 0;

  // --- One-sided transfers, where the transport has them. ---
  /// True if this PE may write and read the memory that `pe` exposes. False before anything has
  /// been sent to `pe`: makes no connection.
  [[nodiscard]] virtual bool one_sided(int pe) const = 0;
  /// Let peers write and read `memory` until the transport ends; returns the key for their
  /// attach(). Empty if that is not possible.
  [[nodiscard]] virtual std::vector<std::byte> expose(std::span<std::byte> memory) = 0;
  /// The memory that `pe` exposed under `key`; null if the key is invalid.
  [[nodiscard]] virtual remote_memory* attach(int pe, std::span<const std::byte> key) = 0;
  /// Write `data` to `there` from its byte `at` on. Complete when it is in place: later messages
  /// find it.
  virtual transfer write(remote_memory& there, std::uint64_t at, std::span<const std::byte> data,
                         std::uint64_t cookie) = 0;
  /// Read `there` from its byte `at` on.
  virtual transfer read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                        std::uint64_t cookie) = 0;

  /// Called after a failure: connections may be incomplete, and the transport need not close them
  /// properly.
  virtual void abandon() {}
  /// Progress until all sends are complete, `enough()` returns true (polled), or the steady clock
  /// passes `until_ns`.
  virtual void flush(std::uint64_t until_ns, const std::function<bool()>& enough) = 0;
  /// Make progress without blocking. True if anything happened.
  virtual bool progress() = 0;

  /// Becomes readable when an event may have occurred after arm() returned true.
  [[nodiscard]] virtual int event_fd() const = 0;
  /// False if an event has already occurred: call progress() instead of sleeping.
  virtual bool arm() = 0;

 protected:
  transport() = default;
};

}  // namespace ark::proxy
