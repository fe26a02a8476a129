#include "memory/host_shm.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>
#include <optional>

namespace ark {

namespace {

/// All have just met, so whoever does not hand over soon is not coming; and the meeting in which
/// the others hear of that takes a whole timeout if he is missing there too.
std::uint64_t handover_ns(std::uint64_t timeout_ns) {
  constexpr std::uint64_t second_ns = 1'000'000'000;
  return std::max(timeout_ns / 4, std::min(timeout_ns, second_ns));
}

/// What every PE tells all others once.
struct introduction {
  placement where;
  std::byte* base;
  std::size_t reserve;
  job_secret secret;
};

}  // namespace

host_shm::host_shm(job_link link, std::size_t reserve_bytes)
    : link_(std::move(link)),
      mine_(reserve_bytes, "symmetric heap"),
      peers_(static_cast<std::size_t>(link_.size)) {
  introduction me{placement_of_this_process(), mine_.base(), reserve_bytes, {}};
  if (getrandom(me.secret.data(), me.secret.size(), 0) != static_cast<ssize_t>(me.secret.size())) {
    throw error(errc::system_error, fmt::format("getrandom: {}", std::strerror(errno)));
  }
  std::vector<introduction> all(peers_.size());
  link_.allgather(&me, sizeof me, all.data());
  secret_ = all.front().secret;
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe].reserve != reserve_bytes) {
      throw error(errc::asymmetric,
                  fmt::format("ARK_HEAP_RESERVE: PE {} has {} bytes, PE {} has {}; they must agree",
                              link_.rank, reserve_bytes, pe, all[pe].reserve));
    }
    if (all[pe].where.process == me.where.process) {
      peers_[pe].base = all[pe].base;
    } else if (all[pe].where.host == me.where.host) {
      peers_[pe].window = reserved_region(reserve_bytes, "a peer's symmetric heap");
      peers_[pe].base = peers_[pe].window.base();
      peers_[pe].other_process = true;
    }
  }
}

std::byte* host_shm::peer_base(int pe) const noexcept {
  return peers_[static_cast<std::size_t>(pe)].base;
}

unique_fd host_shm::create_segment(std::size_t bytes) const {
  if (bytes > reserved() - committed_) {
    throw error(errc::out_of_memory, fmt::format("symmetric heap: a segment of {} bytes asked for, "
                                                 "{} committed, limit {} (ARK_HEAP_RESERVE)",
                                                 bytes, committed_, reserved()));
  }
  unique_fd fd(memfd_create("ark-heap", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) throw error(errc::system_error, fmt::format("memfd_create: {}", std::strerror(errno)));
  // Allocated now: a page that cannot be had is an error here, not a SIGBUS in a kernel later.
  const int code = posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes));
  if (code != 0) {
    throw error(
        errc::out_of_memory,
        fmt::format("symmetric heap: no memory for a segment of {} bytes ({} committed): {}", bytes,
                    committed_, std::strerror(code)));
  }
  if (fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw error(errc::system_error,
                fmt::format("sealing a heap segment: {}", std::strerror(errno)));
  }
  return fd;
}

template <class Step>
void host_shm::together(const char* what, Step&& step) {
  std::optional<error> mine;
  try {
    step();
  } catch (const error& problem) {
    mine = problem;
  }
  const int code = mine ? static_cast<int>(mine->code()) : 0;
  std::vector<int> codes(peers_.size());
  link_.allgather(&code, sizeof code, codes.data());
  if (mine) throw *mine;
  const auto failed = std::find_if(codes.begin(), codes.end(), [](int c) { return c != 0; });
  if (failed == codes.end()) return;
  const auto cause = static_cast<errc>(*failed);
  throw error(cause, fmt::format("symmetric heap: {} failed on PE {}: {}", what,
                                 failed - codes.begin(), errc_name(cause)));
}

std::vector<fd_exchange::peer> host_shm::peers_at(const std::vector<socket_name>& names) const {
  std::vector<fd_exchange::peer> to;
  for (std::size_t pe = 0; pe < peers_.size(); ++pe) {
    if (peers_[pe].other_process) to.push_back({static_cast<int>(pe), names[pe]});
  }
  // Everybody sends to the one behind him first, so that no listener is met by all at once.
  const auto behind =
      std::find_if(to.begin(), to.end(), [&](const auto& p) { return p.rank > link_.rank; });
  std::rotate(to.begin(), behind, to.end());
  return to;
}

void host_shm::grow(std::size_t bytes) {
  const auto others = static_cast<std::size_t>(
      std::count_if(peers_.begin(), peers_.end(), [](const peer& p) { return p.other_process; }));
  try {
    unique_fd segment;
    std::optional<fd_exchange> exchange;
    together("allocating a segment", [&] {
      segment = create_segment(bytes);
      mine_.map(committed_, bytes, segment);
      if (others > 0) exchange.emplace(link_.rank, secret_, others);
    });
    std::vector<socket_name> names(peers_.size());
    const socket_name mine = exchange ? exchange->name() : socket_name{};
    link_.allgather(mine.data(), mine.size(), names.data());
    together("mapping a segment", [&] {
      if (!exchange) return;
      const auto to = peers_at(names);
      const std::vector<unique_fd> fds =
          exchange->run(segment.get(), to, handover_ns(link_.timeout_ns));
      for (std::size_t i = 0; i < to.size(); ++i) {
        peers_[static_cast<std::size_t>(to[i].rank)].window.map(committed_, bytes, fds[i]);
      }
    });
  } catch (...) {
    if (bytes <= reserved() - committed_) unmap_from(committed_, bytes);
    throw;
  }
  committed_ += bytes;
}

void host_shm::unmap_from(std::size_t offset, std::size_t bytes) noexcept {
  mine_.unmap(offset, bytes);
  for (peer& p : peers_) {
    if (p.other_process) p.window.unmap(offset, bytes);
  }
}

}  // namespace ark
