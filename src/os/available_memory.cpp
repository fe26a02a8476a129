#include "os/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace ark {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number after `name` in a file like /proc/meminfo or memory.stat; 0: none.
std::uint64_t number_of(const fs::path& file, const std::string& name) {
  std::ifstream lines(file);
  std::string word;
  std::uint64_t value = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (words >> word >> value && word == name) return value;
  }
  return 0;
}

/// Nothing if the file does not begin with a number, e.g. with "max".
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream text(file);
  std::uint64_t value = 0;
  if (text >> value) return value;
  return std::nullopt;
}

struct allowance {
  std::uint64_t room = no_limit, total = no_limit;

  void lower(std::uint64_t to_room, std::uint64_t to_total) {
    room = std::min(room, to_room);
    total = std::min(total, to_total);
  }
};

struct group_files {
  const char *limit, *usage, *reclaimable;
};

/// Lower the room to what the group at `leaf` and its ancestors up to `top` allow. Page cache
/// counts as available.
void lower_by_groups(const fs::path& top, const fs::path& leaf, const group_files& files,
                     allowance& all) {
  for (fs::path at = leaf;; at = at.parent_path()) {
    const auto limit = number_in(at / files.limit), usage = number_in(at / files.usage);
    if (limit && usage) {
      const std::uint64_t cache = number_of(at / "memory.stat", files.reclaimable);
      const std::uint64_t fixed = *usage - std::min(cache, *usage);
      all.lower(*limit - std::min(fixed, *limit), *limit);
    }
    if (at == top || !at.has_relative_path()) return;
  }
}

void lower_by_groups(const fs::path& root, allowance& all) {
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream lines(root / "proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {  // number:controllers:/path
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool unified = controllers.empty();
    if (!unified && controllers.find("memory") == std::string::npos) continue;
    const fs::path top = unified ? groups : groups / "memory";
    const auto path = fs::path(line.substr(second + 1)).relative_path();
    // In a container the process's own group may be the mount point.
    const fs::path leaf = fs::is_directory(top / path) && !path.empty() ? top / path : top;
    constexpr group_files second_version{"memory.max", "memory.current", "inactive_file"};
    constexpr group_files first_version{"memory.limit_in_bytes", "memory.usage_in_bytes",
                                        "total_inactive_file"};
    lower_by_groups(top, leaf, unified ? second_version : first_version, all);
  }
}

}  // namespace

memory_room available_memory(const fs::path& root) {
  constexpr std::uint64_t kb = 1024, mb = kb * kb;
  const fs::path facts = root / "proc/meminfo";
  const std::uint64_t total = number_of(facts, "MemTotal:") * kb;
  if (total == 0) return {no_limit, 0};
  allowance all{(number_of(facts, "MemAvailable:") + number_of(facts, "SwapFree:")) * kb, total};
  lower_by_groups(root, all);
  const std::uint64_t kept = std::clamp(all.total / 32, 16 * mb, 2048 * mb);
  return {all.room - std::min(kept, all.room), kept};
}

memory_room memory_watch::room_for(std::uint64_t bytes, std::uint64_t next) {
  constexpr std::uint64_t most_taken = std::uint64_t{16} << 20;  // other processes allocate, too
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  const bool enough = taken_ < seen_.bytes && bytes <= seen_.bytes - taken_;
  if (!enough || now >= until_ || taken_ + next > most_taken) {
    seen_ = available_memory(root_);
    taken_ = 0;
    until_ = now + valid_;
  }
  const memory_room room{seen_.bytes - std::min(taken_, seen_.bytes), seen_.kept};
  taken_ += next;
  return room;
}

}  // namespace ark
