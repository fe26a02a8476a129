// The DMA engine of the CPU executor: drains rings and moves bytes on the CPU that calls
// progress().
#pragma once

#include <ark/detail/queue/ring.hpp>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "operation_table.hpp"
#include "queue_engine.hpp"
#include "retire_window.hpp"
#include "tenants/tenant_table.hpp"
#include "trace/recorder.hpp"

namespace ark {

/// Faults that tests inject. Descriptors count from 1, over all rings of the engine, in the order
/// in which it takes them; 0 means never.
struct engine_faults {
  std::uint64_t fail = 0;             ///< the n-th is not executed: errc::engine_failed
  std::uint64_t drop_completion = 0;  ///< the n-th is delivered, and never counted in `done`
  unsigned delay = 0;  ///< after each descriptor this many calls of progress() do nothing
  int cut = -1;        ///< no bytes move to or from this PE, without an error
};

class driver_copier;

/// The operation that moves next.
enum class engine_order : std::uint8_t {
  fifo,    ///< small ones at once, large ones in turn, a chunk each; the fastest order
  random,  ///< any, a few words at a time, from a seed: makes a missing fence visible
};

struct cpu_engine_options {
  /// Size of one step of a large transfer; a multiple of 8, so that elements are not divided.
  std::size_t chunk_bytes = 64 * 1024;
  std::size_t small_bytes = 4096;    ///< transfers up to this size never wait behind large ones
  std::size_t max_in_flight = 1024;  ///< operations taken from the rings and not yet delivered
  engine_order order = engine_order::fifo;
  std::uint64_t seed = 1;
  trace_recorder* trace = nullptr;  ///< null: no trace
  /// Null: none. Otherwise the last rings are those of the tenants, one each, in their order.
  tenant_table* tenants = nullptr;
  driver_copier* copier = nullptr;  ///< access to heaps that the CPU cannot access; null: it can
  engine_faults faults = {};        ///< none, except in tests
};

/// Takes descriptors from the rings of one PE into a bounded table and delivers them: puts, gets,
/// atomics, signals.
///
/// Order: operations finish in any order, but a signal always after its own data. A fence waits for
/// `done`, which advances in ticket order. Every descriptor is checked against the PE's heap before
/// any access; a bad one is recorded (errc::bad_descriptor), its effect and its signal are dropped,
/// and it counts as delivered, so that no waiter hangs.
///
/// Small operations are not held up by large ones as long as fewer than max_in_flight operations
/// are outstanding.
///
/// With tenants, each step is that of the tenant that fair_choice returns. A tenant has at most its
/// part of max_in_flight operations in the table.
///
/// With a copier every step waits for the driver.
///
/// progress(): any thread; a second one is rejected. `state` and the rings outlive the engine.
class cpu_engine final : public engine {
 public:
  /// Throws ark::error{invalid_argument} for zero sizes, and chunks that cut elements.
  cpu_engine(detail::device_state& state, std::span<const detail::ring_view> rings,
             const cpu_engine_options& options);

  [[nodiscard]] std::string_view name() const noexcept override { return "cpu"; }
  bool progress(unsigned budget) noexcept override;
  [[nodiscard]] bool idle() const noexcept override;

 private:
  /// The consumer's state of one ring: the descriptors taken, and which of them are delivered.
  struct ring_state {
    ring_state(const detail::ring_view& view, std::size_t window);
    void publish_done();

    detail::ring ring;
    std::uint64_t taken = 0;
    retire_window retired;
    std::uint64_t published = 0;  ///< last published retired.count()
    bool rings_bell = false;      ///< something was published, and the doorbell not rung yet
    ring_trace* trace = nullptr;
  };

  [[nodiscard]] static ring_position position(const ring_state& source);
  [[nodiscard]] bool nothing_new() const noexcept;
  bool step_fifo(unsigned ring_index);
  bool step_random(unsigned tenant, unsigned first, unsigned count);
  bool step_shared();
  bool step_of(unsigned tenant);
  [[nodiscard]] unsigned tenant_of(unsigned ring_index) const {
    return ring_index < plain_rings_ ? 0 : ring_index - plain_rings_ + 1;
  }
  [[nodiscard]] bool may_take(unsigned tenant) const;
  bool take(ring_state& source, unsigned ring_index);
  void start(ring_state& source, unsigned ring_index, const detail::descriptor& d,
             std::uint64_t ticket);
  [[nodiscard]] bool fails_on_purpose(const ring_state& source, std::uint64_t ticket);
  [[nodiscard]] bool is_cut(const detail::decoded_operation& op) const;
  bool run_chunk(unsigned tenant = 0);
  void finish(std::uint32_t index);
  void retire(ring_state& source, std::uint64_t ticket);
  void publish_done();
  void copy(std::byte* dest, const std::byte* source, std::uint64_t bytes) const noexcept;
  void add(const detail::decoded_operation& op, std::uint64_t from,
           std::uint64_t bytes) const noexcept;
  void signal(const detail::decoded_operation& op) const noexcept;
  void deliver_signal(const detail::decoded_operation& op) const noexcept;
  /// Use the copier; its exception becomes a failure of the PE.
  template <class Use>
  void through_copier(const char* what, Use&& use) const noexcept;
  void execute_whole(const detail::decoded_operation& op) const;
  void move_some(operation& op, std::uint64_t limit) const;
  void move_list(operation& op, std::uint64_t limit) const;

  detail::device_state& state_;
  cpu_engine_options options_;
  std::vector<ring_state> rings_;
  operation_table table_;
  /// Of each tenant; in engine_order::fifo the front moves next, then goes to the back.
  std::array<operation_list, most_tenants + 1> waiting_;
  std::optional<tenant_table::reader> tenants_;
  unsigned plain_rings_;                                ///< rings without a tenant; they are first
  std::array<unsigned, most_tenants + 1> in_flight_{};  ///< operations of each tenant in the table
  std::array<unsigned, most_tenants + 1> burst_{};      ///< small steps in a row of each tenant
  std::uint64_t moved_ = 0;                             ///< bytes moved; for the shares
  std::mt19937_64 random_;
  unsigned next_ring_ = 0;
  std::uint64_t started_ = 0;           ///< descriptors started, for options_.faults
  const ring_state* silent_ = nullptr;  ///< the ring whose `silent_ticket_` is never reported
                                        ///< (fault injection)
  std::uint64_t silent_ticket_ = 0;
  unsigned pause_ = 0;
  std::atomic_flag busy_;
  std::atomic<bool> settled_{true};  ///< the last progress() had nothing to do
};

}  // namespace ark
