#include "heap/heap_exchange.hpp"

#include <fmt/core.h>
#include <sys/random.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>
#include <optional>

#include "heap/placement.hpp"

namespace ark {

namespace {

/// All PEs have just synchronised, so a PE that does not send its descriptor soon is missing; and
/// the others would detect that only after a whole timeout.
std::uint64_t handover_ns(std::uint64_t timeout_ns) {
  constexpr std::uint64_t second_ns = 1'000'000'000;
  return std::max(timeout_ns / 4, std::min(timeout_ns, second_ns));
}

/// Sent by every PE to all others once.
struct heap_entry {
  placement where;
  std::byte* base;
  std::size_t reserve;
  job_secret secret;
};

}  // namespace

heap_exchange::heap_exchange(job_link link, std::byte* base, std::size_t reserve_bytes,
                             const char* variable)
    : link_(std::move(link)), all_(static_cast<std::size_t>(link_.size)) {
  heap_entry me{placement_of_this_process(), base, reserve_bytes, {}};
  if (getrandom(me.secret.data(), me.secret.size(), 0) != static_cast<ssize_t>(me.secret.size())) {
    throw error(errc::system_error, fmt::format("getrandom: {}", std::strerror(errno)));
  }
  std::vector<heap_entry> they(all_.size());
  link_.allgather(&me, sizeof me, they.data());
  secret_ = they.front().secret;
  for (std::size_t pe = 0; pe < all_.size(); ++pe) {
    if (they[pe].reserve != reserve_bytes) {
      throw error(errc::asymmetric,
                  fmt::format("{}: PE {} has {} bytes, PE {} has {}; they must agree", variable,
                              link_.rank, reserve_bytes, pe, they[pe].reserve));
    }
    if (!link_.apart.empty() && link_.apart[pe]) continue;
    if (they[pe].where.process == me.where.process) {
      all_[pe] = {heap_reach::self_process, they[pe].base};
    } else if (they[pe].where.host == me.where.host) {
      all_[pe].where = heap_reach::other_process;
    }
  }
}

void heap_exchange::together(const char* what, const std::function<void()>& step) {
  std::optional<error> mine;
  try {
    step();
  } catch (const error& problem) {
    mine = problem;
  }
  const int code = mine ? static_cast<int>(mine->code()) : 0;
  std::vector<int> codes(all_.size());
  link_.allgather(&code, sizeof code, codes.data());
  if (mine) throw *mine;
  const auto failed = std::find_if(codes.begin(), codes.end(), [](int c) { return c != 0; });
  if (failed == codes.end()) return;
  const auto cause = static_cast<errc>(*failed);
  throw error(cause, fmt::format("symmetric heap: {} failed on PE {}: {}", what,
                                 failed - codes.begin(), errc_name(cause)));
}

std::vector<fd_exchange::peer> heap_exchange::peers_at(
    const std::vector<socket_name>& names) const {
  std::vector<fd_exchange::peer> to;
  for (std::size_t pe = 0; pe < all_.size(); ++pe) {
    if (all_[pe].where == heap_reach::other_process) {
      to.push_back({static_cast<int>(pe), names[pe]});
    }
  }
  // Every PE first sends to its successor, so that no listener receives from all at once.
  const auto behind =
      std::find_if(to.begin(), to.end(), [&](const auto& p) { return p.rank > link_.rank; });
  std::rotate(to.begin(), behind, to.end());
  return to;
}

void heap_exchange::share(const char* what, const std::function<unique_fd()>& make,
                          const std::function<void(int pe, unique_fd fd)>& take) {
  const auto others =
      static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), [](const entry& one) {
        return one.where == heap_reach::other_process;
      }));
  unique_fd mine;
  std::optional<fd_exchange> exchange;
  together(fmt::format("allocating {}", what).c_str(), [&] {
    mine = make();
    if (others > 0) exchange.emplace(link_.rank, secret_, others);
  });
  std::vector<socket_name> names(all_.size());
  const socket_name name = exchange ? exchange->name() : socket_name{};
  link_.allgather(name.data(), name.size(), names.data());
  together(fmt::format("mapping {}", what).c_str(), [&] {
    if (!exchange) return;
    const auto to = peers_at(names);
    std::vector<unique_fd> fds =
        exchange->run(mine.get(), to, handover_ns(link_.timeout_ns), link_.progress);
    for (std::size_t i = 0; i < to.size(); ++i) take(to[i].rank, std::move(fds[i]));
  });
}

}  // namespace ark
