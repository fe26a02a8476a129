// Chooses an engine and an order for a collective next to a computation, from times that were
// measured on this machine.
#pragma once

#include <ark/collective_engine.hpp>
#include <ark/errc.hpp>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ark::overlap {

/// The limit of a computation: the processors, or the bandwidth of memory.
enum class load_class : std::uint8_t { compute_bound, memory_bound };
/// reduce: the sum of floats, whose result every PE gets.
enum class collective : std::uint8_t { fcollect, alltoall, broadcast, reduce };
inline constexpr std::array all_collectives{collective::fcollect, collective::alltoall,
                                            collective::broadcast, collective::reduce};

/// The order of a kernel and a collective that do not depend on each other.
enum class order : std::uint8_t {
  serial,            ///< the collective after the kernel, on its stream
  compute_first,     ///< on two streams, the kernel is queued first
  collective_first,  ///< on two streams, the collective is queued first
};
inline constexpr std::array all_orders{order::serial, order::compute_first,
                                       order::collective_first};

/// How a kernel and a collective are executed.
struct strategy {
  order when = order::serial;
  engine by;

  friend bool operator==(const strategy&, const strategy&) = default;
};

[[nodiscard]] inline std::string name_of(load_class kind) {
  return kind == load_class::compute_bound ? "compute_bound" : "memory_bound";
}
[[nodiscard]] inline std::string name_of(collective what) {
  constexpr const char* names[] = {"fcollect", "alltoall", "broadcast", "reduce"};
  return names[static_cast<unsigned>(what)];
}
[[nodiscard]] inline std::string name_of(order when) {
  constexpr const char* names[] = {"serial", "compute_first", "collective_first"};
  return names[static_cast<unsigned>(when)];
}
[[nodiscard]] inline std::string name_of(const engine& by) {
  if (by.moved == engine::kind::lanes) return "lanes(" + std::to_string(by.lanes) + ")";
  return by.moved == engine::kind::queue ? "queue" : "by_size";
}

/// The time of a collective alone, after a kernel. `bytes`: the block that a PE gives to each
/// member; for a broadcast the root's, for a reduction the source of a PE.
struct collective_time {
  collective what = collective::fcollect;
  engine by;
  std::size_t bytes = 0;
  double us = 0;
};

/// Slowdown of a collective and a kernel that run concurrently: both take `stretch` times as long
/// as the shorter of them alone. 1: neither disturbs the other; 2: one waits for the other. The
/// serial order has 2, unless the machine changes its clock frequency.
struct overlap_stretch {
  load_class beside = load_class::compute_bound;
  collective what = collective::fcollect;
  strategy how;
  std::size_t bytes = 0;
  double stretch = 2;
};

/// The times of a kernel and of a collective that were executed one after the other.
struct apart_times {
  double compute_us, collective_us;
};

/// The time of a kernel and a collective that overlap, from their times alone.
[[nodiscard]] constexpr double overlapped_us(double compute_us, double collective_us,
                                             double stretch) {
  const double shorter = compute_us < collective_us ? compute_us : collective_us;
  const double longer = compute_us < collective_us ? collective_us : compute_us;
  return longer + (stretch - 1) * shorter;
}
/// The stretch of a measured time, the inverse of overlapped_us(). At least 1, because less is
/// noise: together they cannot be faster than the longer one. 1 if either time is 0 us.
[[nodiscard]] constexpr double stretch_of(double compute_us, double collective_us, double both_us) {
  const double shorter = compute_us < collective_us ? compute_us : collective_us;
  if (!(shorter > 0)) return 1;
  const double longer = compute_us < collective_us ? collective_us : compute_us;
  return both_us > longer ? 1 + (both_us - longer) / shorter : 1;
}

/// Puts of one kernel thread to the PE half of all PEs further on, which is on another host if
/// there are several and PEs are numbered host by host. Times of the slowest PE.
struct link_time {
  double request_us = 0;    ///< one put of 8 bytes among many
  double latency_us = 0;    ///< one put of 8 bytes and its quiet
  double bytes_per_us = 0;  ///< bandwidth of large puts
};

/// The measured times, and the machine and job for which they hold.
struct calibration {
  std::string machine;  ///< processor and the host's number of CPUs, and GPUs
  /// The workers of a host, whether each has a core, and whether there is one for the engine.
  std::string cores;
  std::string version;  ///< version of ark, with the commit
  int pes = 0;
  int hosts = 0;
  link_time link;
  std::vector<collective_time> times;
  std::vector<overlap_stretch> stretches;
};

struct question {
  double compute_us = 0;  ///< the kernel alone
  load_class kind = load_class::compute_bound;
  collective what = collective::fcollect;
  std::size_t bytes = 0;  ///< see collective_time
};

struct answer {
  strategy how;
  double expected_us = 0;
  double serial_us = 0;  ///< the same computation, then the collective
  std::string why;
};

/// The expected time of the collective alone. Between measured sizes it is interpolated in the
/// logarithms; outside it is computed with the bandwidth of the nearest size, but not less than the
/// smallest time. Negative if nothing was measured for the collective.
[[nodiscard]] ARK_API double expected_us(const calibration& measured, collective what, engine by,
                                         std::size_t bytes);

/// The strategy with the least expected time; the serial one if times are equal.
///
/// Callable: any host thread; needs no runtime. Errors: throws invalid_argument if compute_us is
/// negative or not a number, or if `measured` has no time of the collective.
[[nodiscard]] ARK_API answer plan(const calibration& measured, const question& asked);

/// The environment of a calibration, without times: the machine, its cores as this job uses them,
/// the version of ark, and the numbers of PEs and hosts. PE 0's host counts. The binding of PEs by
/// a launcher matters only if it changes the workers or lets them share cores.
///
/// Callable: host, between init and finalize. Errors: throws not_initialized.
[[nodiscard]] ARK_API calibration measured_here();

/// A calibration as JSON, and back. Both throw invalid_argument with the field and its accepted
/// values: link.request_us and latency_us are 0 or more, link.bytes_per_us and times are more than
/// 0, stretches 1 or more, pes, hosts and bytes 1 or more, lanes 1 to 1024; one time or more.
/// from_json also if the text is not a calibration, or one of an older ark with another schema.
[[nodiscard]] ARK_API std::string to_json(const calibration& measured);
[[nodiscard]] ARK_API calibration from_json(const std::string& text);
/// Write a calibration to a file, atomically: to a temporary file beside it that then replaces it,
/// so that a reader, also of another job that writes the same file, sees either the old or the new
/// contents. Throws system_error with the path and the system's text, also if the path is not a
/// regular file; and the errors of to_json.
ARK_API void save(const calibration& measured, const std::string& path);
/// Read a calibration from a file. Throws system_error (no such file, a folder), invalid_argument
/// (not a calibration; the message has the path and the reason).
[[nodiscard]] ARK_API calibration read(const std::string& path);
/// save() for a cache. If that fails, which is logged as a warning with path and cause, or if
/// `path` is empty, the calibration is kept in memory until the process ends, for kept(path). Any
/// thread.
ARK_API void keep(const calibration& measured, const std::string& path);
/// The calibration that keep() holds in memory for `path`; otherwise the calibration in the file;
/// none if that cannot be read.
[[nodiscard]] ARK_API std::optional<calibration> kept(const std::string& path);
/// Path at which calibrate() keeps the result for this machine and number of PEs and hosts:
/// ark/overlap-PESxHOSTS.json in $XDG_CACHE_HOME, or in .cache of $HOME if the former is not set or
/// no absolute path. Empty if neither is set.
[[nodiscard]] ARK_API std::string cache_path(int pes, int hosts);

}  // namespace ark::overlap
