// The ARK_* variables: one table that yields parser, documentation and the warning for unknown
// names.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ark {

/// The transport of messages to PEs that are not mapped (ARK_TRANSPORT).
enum class transport_choice : std::uint8_t { automatic, ucx, loopback, none };

/// The use of one-sided transfers to other hosts, without the target's CPU (ARK_ONE_SIDED).
enum class one_sided_choice : std::uint8_t { automatic, never, always };

/// The memory of the symmetric heap (ARK_HEAP).
enum class heap_kind : std::uint8_t { automatic, host, cuda, cuda_ipc, cuda_host };
/// True if the heap is in a GPU's memory, which the CPU cannot access.
[[nodiscard]] constexpr bool heap_is_on_gpu(heap_kind kind) noexcept {
  return kind == heap_kind::cuda || kind == heap_kind::cuda_ipc;
}
/// The value of ARK_HEAP for `kind`.
[[nodiscard]] const char* heap_kind_name(heap_kind kind) noexcept;

/// The extent of the trace (ARK_TRACE).
enum class trace_mode : std::uint8_t { off, counters, timeline };

/// Typed values of all variables. Sizes in bytes, times in nanoseconds.
struct config {
  std::size_t symmetric_size = 0;
  std::size_t heap_reserve = 0;
  heap_kind heap = heap_kind::automatic;
  int cuda_device = -1;           ///< -1: the thread's current device, or chosen by the PE's place
                                  ///< on the host
  bool cuda_wait_always = false;  ///< kernels wait also for PEs that cannot run concurrently
  std::uint64_t timeout_ns = 0;
  std::uint64_t liveness_ns = 0;  ///< 0: off
  std::string id_address;         ///< address of unique ids: auto, an IP address, or an interface
  ark::on_failure on_failure = ark::on_failure::end;
  std::size_t inline_bytes = 0;
  detail::route_policy route = detail::route_policy::automatic;
  bool proxy_everywhere = false;  ///< ARK_ROUTE=proxy
  transport_choice transport = transport_choice::automatic;
  one_sided_choice one_sided = one_sided_choice::automatic;
  std::size_t one_sided_bytes = 0;        ///< minimum size for one_sided_choice::always
  std::optional<std::size_t> part_bytes;  ///< 0: no transfer is split; empty: chosen by the
                                          ///< transport
  bool ucx_devices_given = false;         ///< UCX_NET_DEVICES is in the environment: UCX chooses
  std::size_t ring_slots = 0;
  unsigned rings = 0;
  unsigned tenants = 0;
  std::string log;
  unsigned cpu_workers = 0;
  std::size_t cpu_stack_bytes = 0;
  std::string sched;
  bool check = false;  ///< checked mode
  bool strict = false;
  trace_mode trace = trace_mode::off;
  std::string trace_prefix;  ///< prefix of the PEs' files; empty: stderr
};

/// The origin of a value.
enum class config_source : std::uint8_t { built_in, environment, caller };

[[nodiscard]] const char* config_source_name(config_source source) noexcept;

struct config_entry {
  std::string name, value;
  config_source source = config_source::built_in;
};

/// An ARK_* name that is no variable of ark, the nearest known name, and advice.
struct unknown_variable {
  std::string name, value, nearest, advice;
};

struct config_result {
  config values;
  std::vector<config_entry> entries;  ///< every variable, in the table's order
  std::vector<unknown_variable> unknown;

  /// The origin of a variable's value. `name` is in the table.
  [[nodiscard]] config_source source_of(const std::string& name) const;
};

/// Read `environment` (like environ: NAME=value, ended by null; may be null) and then `overrides`,
/// which take precedence. Throws ark::error{invalid_argument} naming variable, value and accepted
/// form.
[[nodiscard]] config_result config_read(const char* const* environment,
                                        const std::map<std::string, std::string>& overrides);

/// One row of the table.
struct config_variable {
  const char* name;
  const char* default_value;
  const char* accepted;
  const char* summary;
  void (*parse)(config& into, const std::string& text);  ///< throws std::invalid_argument
};
[[nodiscard]] std::span<const config_variable> config_table();

/// Returns the text of docs/environment.md.
[[nodiscard]] std::string config_documentation();

}  // namespace ark
