// The interface of the engines that drain rings, and their record of a descriptor that they cannot
// execute.
#pragma once

#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <string_view>

namespace ark {

/// Drains descriptors and delivers them. Virtual at control-path cost: one call moves many
/// descriptors or one chunk. Any thread may call progress(); if another thread is inside, the call
/// returns at once.
class engine {
 public:
  virtual ~engine() = default;
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  /// The name that failure records and route reports print.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;

  /// Execute up to `budget` steps (a step: one small descriptor, or one chunk of a large one).
  /// Never waits. Returns true if it did any work.
  virtual bool progress(unsigned budget) noexcept = 0;

  /// True if nothing is posted and nothing is in flight.
  [[nodiscard]] virtual bool idle() const noexcept = 0;

 protected:
  engine() = default;
};

using detail::descriptor_fault;
using detail::descriptor_refusal;
using detail::ring_position;

/// Record in `state`, under the engine's name, a descriptor that it refuses (bad_descriptor) or
/// could not execute (engine_failed).
inline void descriptor_failed(detail::device_state& state, errc code, const detail::descriptor& d,
                              descriptor_fault why, std::string_view engine,
                              const ring_position& at) {
  failure_record record;
  record.code = code;
  record.op = detail::op_kind::ring_push;
  record.pe = state.pe;
  record.peer = d.pe();
  record.offset_bytes = static_cast<std::int64_t>(detail::remote_offset(d));
  record.expected = d.bytes();
  record.seen = detail::fault_seen(why, d);
  record.ring_head = at.head;
  record.ring_tail = at.tail;
  record.ring_done = at.done;
  record.why = detail::failure_reason::descriptor;
  engine.copy(record.engine, sizeof record.engine - 1);
  detail::failure_publish(state, record);
}

/// Record in `state`, under the engine's name, that a list ends at its bad piece `index`, without
/// its signal. The piece is read once more.
inline void piece_failed(detail::device_state& state, const detail::piece_list& list,
                         std::uint64_t index, descriptor_fault why, std::string_view engine) {
  const ark_piece piece = index < list.count ? list.pieces[index] : ark_piece{};
  failure_record record;
  record.code = errc::bad_descriptor;
  record.op = list.gathers ? detail::op_kind::gather : detail::op_kind::scatter;
  record.why = detail::failure_reason::piece;
  record.pe = state.pe;
  record.peer = piece.pe;
  record.offset_bytes = static_cast<std::int64_t>(detail::piece_offset(state, piece));
  record.expected = piece.bytes;
  record.seen = detail::piece_seen(why, index);
  engine.copy(record.engine, sizeof record.engine - 1);
  detail::failure_publish(state, record);
}

}  // namespace ark
