// The host proxy: delivers what no engine on the device can, to PEs that are not mapped.
#pragma once

#include <ark/detail/clock.hpp>
#include <ark/detail/ring_view.hpp>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/memory/pipeline.hpp"
#include "link/bundler.hpp"
#include "link/inbound.hpp"
#include "link/intake.hpp"
#include "link/outbound.hpp"
#include "link/slot_pool.hpp"
#include "queue/queue_engine.hpp"
#include "trace/recorder.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Drains one PE's host rings into a transport, and carries out what other PEs' proxies ask of this
/// PE's heap.
///
/// Every operation gets a number per peer. The peer delivers it (data, then signal), once all that
/// a fence put before it is delivered there, and acknowledges numbers in order, on traffic that
/// goes the other way if there is any. A fence costs no round trip: it travels as `message::after`.
/// Atomics are done by the target's CPU, so that they are atomic with those of its own kernels; on
/// a heap in GPU memory by its GPU.
///
/// With a GPU, what is in its memory goes through pinned buffers of the host, and nothing waits for
/// the driver: an operation whose bytes are on their way there goes on when they have arrived. A
/// transport that takes the GPU's memory is given it for what is large, and what it has put there
/// counts once the GPU sees it.
///
/// Small messages to a peer that come up in one call of progress() travel as one; a put without a
/// signal stays for the next call, if nothing else is with it. Whoever drives the proxy goes on
/// until it is idle.
///
/// A large put or get may be carried out by the network in the peer's heap. A put so placed still
/// has its number: a message of that number follows the data, and is delivered as others are.
///
/// Everything that arrives is checked against this PE's heap before a byte is touched. A lost peer
/// is recorded (errc::peer_failed), its operations end, and the rest goes on.
///
/// progress(): any thread; a second one is turned away. ping, announce, heard_ns, idle: any thread.
/// `state`, the rings' memory and the transport outlive the proxy.
class proxy final : public engine, private receiver {
 public:
  /// Bytes from which a transfer is one-sided, where the transport can; 0: never.
  struct one_sided_sizes {
    std::uint64_t put = 0, get = 0;
  };
  struct options {
    std::uint64_t token = 0;  ///< the job's secret
    one_sided_sizes one_sided;
    /// A peer says that `pe` has failed. Called within progress(); must not call back.
    std::function<void(int pe, int told_by, std::uint64_t how)> failure_heard;
    /// The connection to `pe` broke. As above. Whoever is told finds out what that means: what is
    /// open with `pe` stays so until give_up(pe), or until this PE has any failure. If empty, it
    /// is a failure at once.
    std::function<void(int pe, const std::string& why)> connection_lost;
    trace_recorder* trace = nullptr;  ///< null: nothing is traced
    gpu_pipeline* gpu = nullptr;      ///< where the CPU cannot touch all memory. The proxy's alone
    std::uint64_t gpu_bytes = 0;      ///< transport::gpu_bytes, or 0: copies go in its place
    std::size_t trace_ring = 0;       ///< the first ring's number there; others are not traced
  };
  /// `rings`: of the host, and of the kernels of a GPU if they have one.
  proxy(detail::device_state& state, std::span<const detail::ring_view> rings, transport& over,
        options opts);

  ~proxy() override;

  [[nodiscard]] std::string_view name() const noexcept override { return "proxy"; }
  bool progress(unsigned budget) noexcept override {
    // Two at once may count as one: whoever reads it asks whether there were many.
    polls_.store(polls_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return drive(budget);
  }
  [[nodiscard]] bool idle() const noexcept override;

  /// Whom the transport tells.
  [[nodiscard]] receiver& as_receiver() noexcept { return *this; }

  /// progress() of the proxy's own thread, which polls() does not count.
  bool drive(unsigned budget) noexcept;
  /// How often others have called progress().
  [[nodiscard]] std::uint64_t polls() const noexcept {
    return polls_.load(std::memory_order_relaxed);
  }
  /// Acknowledge everything now, then say whether the caller may sleep on the transport's events.
  bool prepare_to_sleep() noexcept;

  /// What carries messages to `pe`. Any thread; waits while somebody drives the proxy.
  [[nodiscard]] std::string describe(int pe);

  // --- For watching peers. Any thread. ---
  void ping(int pe);
  /// When the last message of `pe` came, by the steady clock; 0 if none has.
  [[nodiscard]] std::uint64_t heard_ns(int pe) const noexcept;
  /// Tell `to` that `failed` has failed; `how` is the teller's code.
  void announce(int to, int failed, std::uint64_t how);

  /// `pe` will never answer: what is open with it ends, and nothing more is sent to it.
  void give_up(int pe);

  /// Say goodbye to all peers that were talked to: their connections may break now. The other PEs
  /// have nothing to ask any more. Returns when the words have left, at the latest after
  /// `timeout_ns`.
  void leave(std::uint64_t timeout_ns);

 private:
  /// Part of a peer's heap that this PE may write and read itself.
  struct window {
    std::uint64_t offset, bytes;
    remote_memory* memory;
  };
  struct link {
    outbound out;
    inbound in;
    std::size_t bundle = bundler::none;  ///< being filled
    bool lost = false;
    bool departed = false;
    bool suspect = false;  ///< lost, and its operations are still open
    bool owing = false;    ///< in owing_
    bool sending = false;  ///< in sending_
    std::vector<window> windows;
    std::uint64_t asked_for_heap = 0;  ///< its size when windows were last asked for

    [[nodiscard]] std::uint64_t windows_end() const noexcept {
      return windows.empty() ? 0 : windows.back().offset + windows.back().bytes;
    }
  };
  /// Part of this PE's heap that peers may write and read themselves.
  struct exposed {
    std::uint64_t offset, bytes;
    std::vector<std::byte> key;
  };
  /// A one-sided transfer that has begun: a get of a ring, or a put and the message that follows
  /// it.
  struct open_transfer {
    int pe = 0;
    unsigned ring = 0;
    std::uint64_t ticket = 0;
    message header;

    [[nodiscard]] bool is_put() const noexcept { return header.kind == message_kind::put_complete; }
  };
  /// A put or get that goes in parts, each an operation of its own.
  struct parted {
    unsigned ring = 0;
    std::uint64_t ticket = 0;
    int pe = 0;
    message whole;
    const std::byte* source = nullptr;  ///< of a put
    std::byte* into = nullptr;          ///< of a get
    std::uint64_t part_bytes = 0;
    std::uint64_t begun = 0;      ///< bytes of parts that have begun
    unsigned open = 0;            ///< parts that have begun and not ended
    unsigned unread = 0;          ///< parts of a put whose source has not been read
    bool source_counted = false;  ///< the ring knows that the source has been read

    [[nodiscard]] bool all_begun() const noexcept { return begun == whole.bytes; }
  };
  /// A rendezvous that is being received, for an operation of a peer or as an answer.
  struct open_receive {
    message header;
    std::vector<std::byte> buffer;                 ///< where a bundle goes, or what is to be added
    std::size_t staged = gpu_pipeline::no_buffer;  ///< or what is for a GPU
    bool by_network = false;                       ///< or it is in the GPU's memory
  };
  struct control_request {
    int pe;
    message what;
    bool give_up = false;
  };
  void give_request(const control_request& one);

  // The ring's side.
  bool take(unsigned ring);
  void start(const detail::descriptor& d, unsigned ring);
  void start_operation(const detail::descriptor& d, unsigned ring, std::uint64_t ticket);
  void begin(link& to, int pe, message& header, const sent_operation& operation);
  void issue(link& to, int pe, message header, const sent_operation& operation,
             const std::byte* source);
  void send_operation(int pe, const message& header, std::span<const std::byte> data,
                      memory_kind kind);
  void read_and_send(int pe, const message& header, const std::byte* source);
  [[nodiscard]] static bool blocked(const link& to) { return to.out.full() || to.suspect; }
  [[nodiscard]] message header_for(const detail::descriptor& d) const;
  void ended(const sent_operation& operation);
  void dropped(const sent_operation& operation);
  void publish();

  // Transfers in parts.
  [[nodiscard]] std::uint64_t part_bytes(int pe, const message& header);
  void start_parted(parted&& transfer);
  bool next_part(unsigned ring);
  void part_read(std::size_t number);
  void part_ended(const sent_operation& part);
  void end_parted(std::size_t number);

  // One-sided transfers.
  [[nodiscard]] const window* window_for(link& to, int pe, std::uint64_t offset,
                                         std::uint64_t bytes);
  [[nodiscard]] const window* window_for_put(link& to, int pe, const message& header,
                                             const std::byte* source);
  [[nodiscard]] bool read_one_sided(link& to, int pe, const message& header,
                                    const sent_operation& get);
  void write_one_sided(const window& there, link& to, int pe, message header,
                       const sent_operation& operation, std::span<const std::byte> data);
  void transfer_done(std::size_t slot);
  void window_wanted(const message& header);
  void window_arrived(link& from, const message& header, const payload& behind);

  // The peers' side.
  void message_arrived(const message& header, const payload& behind) override;
  void sent(std::uint64_t cookie) override;
  void received(std::uint64_t cookie) override;
  void peer_lost(int pe, const std::string& why) override;
  bool disconnect(link& gone);
  void abandon(link& gone, int pe);
  void give_up_now(int pe);
  void drop_suspects();
  [[nodiscard]] const char* refusal(const message& header, const payload& behind) const;
  void operation_arrived(link& from, const message& header, const payload& behind);
  void execute(link& from, const message& header, const payload& behind);
  void delivered(link& from, const message& header);
  void counted(link& from, const message& header);
  void release_held(link& from);
  void answer_arrived(link& from, const message& header, const payload& behind);
  void answered(link& from, sent_operation& operation);
  void refuse(const message& header, const payload& behind, const char* why);
  void control_arrived(link& from, const message& header);
  transfer fetch(const message& header, rendezvous* waiting, std::byte* into, std::uint64_t bytes,
                 open_receive& got);

  transfer send_to(int pe, message header, std::span<const std::byte> data, std::uint64_t cookie,
                   memory_kind kind = memory_kind::host);
  void note_sent(int pe, const message& header, std::uint64_t bytes) noexcept;
  void note_received(const message& header, std::uint64_t bytes) noexcept;
  void note_direct(bool sent) noexcept;
  void send_bundle(int pe);
  void send_bundles();
  void bundle_arrived(const message& outer, std::span<const std::byte> messages);
  void fetch_bundle(const message& outer, const payload& behind);
  void send_owed_acks(bool all);
  void ask_for_acks();
  void run_control_requests();
  void finish_copies(std::uint64_t until_ns) noexcept;
  link& link_to(int pe);
  /// When this turn first asked: one that finds nothing to do reads no clock.
  [[nodiscard]] std::uint64_t now_ns() noexcept {
    if (now_ns_ == 0) now_ns_ = detail::clock_ns();
    return now_ns_;
  }
  [[nodiscard]] std::byte* local(std::uint64_t offset) const;
  // What the CPU must leave to a GPU's driver.
  [[nodiscard]] bool far(const void* at) const {
    return options_.gpu != nullptr && options_.gpu->on_device(at);
  }
  /// Whether the transport is given that memory of a GPU itself.
  [[nodiscard]] bool on_network(const std::byte* at, std::uint64_t bytes) const {
    return options_.gpu_bytes != 0 && options_.gpu->on_network(at, bytes);
  }
  /// The same for data that leaves from there: what is small is copied in any case.
  [[nodiscard]] bool leaves_itself(const std::byte* from, std::uint64_t bytes) const {
    return bytes >= options_.gpu_bytes && bytes > bundler::small_bytes && on_network(from, bytes);
  }
  /// What must be current while the transport is called, or null.
  [[nodiscard]] gpu_pipeline::scope current_for_transport() const {
    return options_.gpu_bytes != 0 ? options_.gpu->enter() : nullptr;
  }
  [[nodiscard]] bool lands_by_gpu(const message& header, const std::byte* into) const;
  [[nodiscard]] bool pipeline_idle() const {
    return options_.gpu == nullptr || options_.gpu->idle();
  }
  [[nodiscard]] std::size_t staged_copy(const std::byte* data, std::uint64_t bytes);
  void land(link& from, const open_receive& got);
  void deliver_after_flush(const message& header);
  void store(const message& header, std::size_t staged);
  void add(const message& header, std::size_t staged);
  void store_answer(int pe, std::uint64_t sequence, std::size_t staged);
  void signal(const message& header, std::uint64_t* word);
  void write(link& from, const message& header, const std::byte* data);
  void write_answer(link& from, const message& header, const std::byte* data);
  void amo(link& from, const message& header);
  void amo_done(link& from, const message& header, std::uint64_t before);
  void answer_get(link& from, const message& header);
  [[nodiscard]] bool abandoned() const;
  void reject_message(const message& header, const char* why);

  detail::device_state& state_;
  transport& transport_;
  options options_;
  std::vector<intake> intakes_;               ///< one for each ring
  std::vector<std::unique_ptr<link>> links_;  ///< [n_pes], made when first used
  std::unique_ptr<std::atomic<std::uint64_t>[]> heard_;
  slot_pool<open_receive> receives_;
  slot_pool<open_transfer> transfers_;
  slot_pool<parted> parted_;
  std::vector<std::size_t> beginning_;  ///< of each ring, the number of what goes on in parts
  std::vector<exposed> exposed_;
  std::vector<int> owing_;     ///< PEs to which an acknowledgement may be owed
  std::vector<int> bundling_;  ///< PEs with a bundle that is being filled
  bundler bundles_;
  bool urgent_ = false;       ///< what is in the bundles must leave in this turn
  std::vector<int> sending_;  ///< PEs to which something may be open
  std::vector<control_request> control_requests_;
  std::mutex control_requests_mutex_;
  std::atomic<bool> has_control_requests_{false};
  std::uint64_t fences_ = 0;
  std::uint64_t now_ns_ = 0;  ///< 0: nobody has asked in this turn
  bool leaving_ = false;
  unsigned suspects_ = 0;
  std::atomic_flag busy_;
  std::atomic<bool> settled_{true};
  std::atomic<std::uint64_t> polls_{0};
  std::uint64_t rejected_messages_ = 0;
};

}  // namespace ark::proxy
