#include "call_agreement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "error/failure_report.hpp"

namespace ark {

namespace {

/// True if the record reports a PE that has not arrived, or never will.
bool misses_a_pe(const failure_record& record) {
  if (record.code == errc::peer_failed || record.op == detail::op_kind::allocation) return true;
  return record.code == errc::timeout && record.peer >= 0;
}

}  // namespace

void agreement::exchange(const std::function<void()>& step) {
  if (core_.failed() && misses_a_pe(core_.state.failure)) {
    throw error(device::status(core_.state),
                "symmetric memory: after a failure: " + failure_text(core_.state.failure));
  }
  try {
    step();
  } catch (const error& problem) {
    failure_record record;
    record.code = problem.code();
    record.op = detail::op_kind::allocation;
    record.pe = core_.state.pe;
    record.peer = problem.peer();
    std::string_view(problem.what()).copy(record.detail, sizeof record.detail - 1);
    detail::failure_publish(core_.state, record);
    throw;
  }
}

void agreement::barrier() {
  exchange([this] { core_.boot->barrier(); });
}

void agreement::same(const char* call, std::uint64_t first, std::uint64_t second) {
  struct numbers {
    std::uint64_t first, second, call;
  };
  std::uint64_t name = 0;
  std::memcpy(&name, call, std::min(std::strlen(call), sizeof name));
  const numbers mine{first, second, name};
  std::vector<numbers> all(static_cast<std::size_t>(core_.boot->size()));
  exchange([&] { core_.boot->allgather(&mine, sizeof mine, all.data()); });
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (std::memcmp(&all[pe], &all[0], sizeof mine) == 0) continue;
    const auto text = [](const numbers& n) {
      return fmt::format("{}({}, {})",
                         std::string_view(reinterpret_cast<const char*>(&n.call),
                                          strnlen(reinterpret_cast<const char*>(&n.call), 8)),
                         n.first, n.second);
    };
    throw error(errc::asymmetric,
                fmt::format("symmetric memory: PE 0 called {}, PE {} called {}; every PE must make "
                            "the same call",
                            text(all[0]), pe, text(all[pe])));
  }
}

void agreement::success(const char* call, const std::string& problem) {
  const std::uint8_t mine = problem.empty() ? 0 : 1;
  std::vector<std::uint8_t> all(static_cast<std::size_t>(core_.boot->size()));
  exchange([&] { core_.boot->allgather(&mine, sizeof mine, all.data()); });
  if (mine != 0) throw error(errc::invalid_argument, fmt::format("{}: {}", call, problem));
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe] == 0) continue;
    throw error(errc::asymmetric,
                fmt::format("{}: failed on PE {} (see its log); no PE has done it", call, pe));
  }
}

}  // namespace ark
