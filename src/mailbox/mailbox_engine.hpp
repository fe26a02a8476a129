// An engine that hands descriptors to the copy engine of a simulated channel, through a mailbox.
#pragma once

#include <ark/detail/ring.hpp>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "mailbox_storage.hpp"
#include "simulated_channel.hpp"

namespace ark {

struct mailbox_engine_options {
  std::size_t slots = 64;                               ///< 2^k
  std::uint64_t line_bytes = detail::ce::longest_line;  ///< longer transfers take more slots
  std::vector<channel_region> local =
      {};  ///< what sources and results may lie in, beside the heaps
  channel_options channel = {};
};

/// Takes descriptors from the rings of one PE, in the order in which it finds them, and posts each
/// to the mailbox as one slot, or as several if it is longer than a line; drives the channel; and
/// advances `done` of the rings when the channel's own count says that a slot, data and signal, has
/// been carried out. Nothing overtakes anything else by this engine's doing; within the channel
/// copies may overlap, and a fence keeps apart what comes before and after it.
///
/// Refused with a record (errc::bad_descriptor) is what cpu_engine refuses. What is in order and
/// yet no work for a copy engine fails (errc::engine_failed): atomics, and local memory that the
/// channel has not mapped. Both count as delivered, so that nobody hangs. A fault of the channel
/// fails what it still had, and closes the rings.
///
/// progress(): any thread; a second one is turned away. `state` and the rings outlive the engine.
class mailbox_engine final : public engine {
 public:
  /// Throws ark::error{invalid_argument} for zero or unusable sizes.
  mailbox_engine(detail::device_state& state, std::span<const detail::ring_view> rings,
                 const mailbox_engine_options& options);
  ~mailbox_engine() override { channel_.stop(); }

  [[nodiscard]] std::string_view name() const noexcept override { return "mailbox"; }
  bool progress(unsigned budget) noexcept override;
  [[nodiscard]] bool idle() const noexcept override;

  /// Take nothing more, let the channel finish what it has, within the PE's deadline, and stop it;
  /// the rings are closed (errc::aborted). A channel that waits at an acquire cannot be told to
  /// leave, so every armed slot is filled with nothing and carried out. Returns timeout if that did
  /// not end in time: then the channel has been stopped where it stood, with a record. After it the
  /// channel touches no memory. Nobody may be in progress().
  errc stop() noexcept;

 private:
  struct source_ring {
    detail::ring ring;
    std::uint64_t taken = 0;
    bool closed = false;
  };
  /// What a slot was filled for.
  struct filled_slot {
    detail::descriptor d;
    unsigned ring = 0;
    std::uint64_t ticket = 0;
    bool ends = false;  ///< the last slot of its descriptor
  };
  /// The descriptor that is being posted.
  struct posting {
    detail::descriptor d;
    unsigned ring = 0;
    std::uint64_t ticket = 0, moved = 0;
    bool active = false;
  };

  bool step();
  bool retire();
  bool arm();
  bool feed();
  bool take();
  bool take_from(unsigned ring_index);
  [[nodiscard]] detail::descriptor admit(const detail::descriptor& d, const source_ring& from);
  void post_piece();
  [[nodiscard]] const char* refusal(const detail::descriptor& d) const;
  [[nodiscard]] std::uint64_t heap_of(const detail::descriptor& d) const;
  void notice_fault();
  void give_up(const std::string& why, errc code);
  bool run_out();
  void close_rings(errc code);

  detail::device_state& state_;
  mailbox_engine_options options_;
  std::vector<source_ring> rings_;
  mailbox_storage storage_;
  channel_memory memory_;
  detail::ce::mailbox mailbox_;
  simulated_channel channel_;
  std::vector<filled_slot> filled_;  ///< by ticket of the mailbox, modulo its slots
  std::uint64_t retired_ = 0;        ///< of the mailbox's tickets
  posting now_;
  unsigned next_ring_ = 0;
  bool ended_ = false;  ///< takes nothing more
  std::atomic_flag busy_;
  std::atomic<bool> settled_{true};  ///< the last progress() found nothing to do
};

}  // namespace ark
