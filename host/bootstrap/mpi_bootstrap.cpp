#include "bootstrap/mpi_bootstrap.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <ark/errc.hpp>
#include <ark/types.hpp>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "bootstrap/mpi_call_watch.hpp"
#include "bootstrap/mpi_duplicate.hpp"
#include "bootstrap/mpi_exchange.hpp"
#include "bootstrap/presence.hpp"
#include "error/log.hpp"

namespace ark {

namespace {

bool started_here = false;

/// Tag on MPI_COMM_WORLD for mpi_all_arrived: free, because ark has started MPI. mpi_duplicate uses
/// other tags.
constexpr int last_tag = 32701;
/// Tag on the program's communicators for mpi_gather. mpi_duplicate uses other tags.
constexpr int gather_tag = 32390;

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string all(text.data());
  return all.substr(0, all.find_first_of(",\n"));
}

class mpi_bootstrap_impl final : public bootstrap {
 public:
  mpi_bootstrap_impl(MPI_Comm from, std::span<const int> ranks, std::uint64_t timeout_ns)
      : timeout_ns_(timeout_ns),
        comm_(from, ranks, timeout_ns),
        exchange_(comm_.get(), timeout_ns,
                  {.first_tag = comm_.first_tag(), .session = comm_.session(), .ranks = ranks}) {
    host_ = share_of_host();
  }

  [[nodiscard]] int rank() const noexcept override { return exchange_.rank(); }
  [[nodiscard]] int size() const noexcept override { return exchange_.size(); }
  [[nodiscard]] int local_size() const noexcept override { return host_.local_size; }
  [[nodiscard]] core_sharing cores() const noexcept override { return host_.cores; }
  [[nodiscard]] std::string name() const override { return "mpi (" + library_version() + ")"; }

  void allgather(const void* in, std::size_t bytes, void* out) override {
    run("allgather", in, bytes, out);
  }
  void broadcast(void* data, std::size_t bytes, int root) override {
    std::vector<std::byte> all(bytes * static_cast<std::size_t>(size()));
    run("broadcast", data, bytes, all.data());
    std::memcpy(data, all.data() + bytes * static_cast<std::size_t>(root), bytes);
  }
  void barrier() override { run("barrier", nullptr, 0, nullptr); }
  void progress() override { exchange_.progress(); }
  void working() override { exchange_.working(); }
  [[nodiscard]] std::uint64_t life() const noexcept override { return comm_.session(); }
  void make_communicator(std::span<const std::int32_t> pes, void* communicator) const override;
  void remember(const lost_pe& who) noexcept override { comm_.remember(who); }
  [[noreturn]] void abort(int status) override {
    MPI_Abort(comm_.get(), status);
    std::_Exit(status);
  }

 private:
  void run(const char* call, const void* in, std::size_t bytes, void* out) {
    exchange_.run(call, {static_cast<const std::byte*>(in), bytes},
                  {static_cast<std::byte*>(out), bytes * static_cast<std::size_t>(size())},
                  [this] { return lost(); });
  }

  std::uint64_t timeout_ns_;
  mpi_duplicate comm_;
  mpi_exchange exchange_;
  host_share host_;
};

void mpi_bootstrap_impl::make_communicator(std::span<const std::int32_t> pes,
                                           void* communicator) const {
  std::vector<int> ranks;
  for (const std::int32_t pe : pes) ranks.push_back(comm_.rank_of(pe));
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  MPI_Errhandler of_world = MPI_ERRHANDLER_NULL;
  auto* const made = static_cast<MPI_Comm*>(communicator);
  mpi_check(MPI_Comm_group(comm_.get(), &all), "MPI_Comm_group");
  const int count = static_cast<int>(ranks.size());
  mpi_check(MPI_Group_incl(all, count, ranks.data(), &some), "MPI_Group_incl");
  const int code = [&] {
    const mpi_call_watch watch("MPI_Comm_create_group", timeout_ns_,
                               [] { return "all its PEs had come"; });
    return MPI_Comm_create_group(comm_.get(), some, 0, made);
  }();
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  mpi_check(code, "MPI_Comm_create_group");
  // ark's duplicate returns errors; the program's communicators have the handler of MPI_COMM_WORLD.
  mpi_check(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world), "MPI_Comm_get_errhandler");
  mpi_check(MPI_Comm_set_errhandler(*made, of_world), "MPI_Comm_set_errhandler");
  MPI_Errhandler_free(&of_world);
}

bool mpi_is_initialized() {
  int flag = 0;
  MPI_Initialized(&flag);
  return flag != 0;
}

// MPI's levels are not in this order.
int to_mpi_level(int level) {
  switch (static_cast<ark_thread_level_t>(level)) {
    case ARK_THREAD_SINGLE:
      return MPI_THREAD_SINGLE;
    case ARK_THREAD_FUNNELED:
      return MPI_THREAD_FUNNELED;
    case ARK_THREAD_SERIALIZED:
      return MPI_THREAD_SERIALIZED;
    case ARK_THREAD_MULTIPLE:
      return MPI_THREAD_MULTIPLE;
  }
  throw error(
      errc::invalid_argument,
      fmt::format("thread level {}: ARK_THREAD_SINGLE to ARK_THREAD_MULTIPLE (0 to 3)", level));
}

void start_mpi(int level, std::uint64_t timeout_ns) {
  const presence here;
  const mpi_call_watch watch("MPI_Init_thread", timeout_ns, [&here] { return here.missing(); });
  int provided = 0;
  mpi_check(MPI_Init_thread(nullptr, nullptr, to_mpi_level(level), &provided), "MPI_Init_thread");
  started_here = true;
  int size = 0;
  mpi_check(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  if (size == 1 && here.size() > 1)
    logger().warn("alone, and the launcher has started {} processes: not the mpirun of {}?",
                  here.size(), library_version());
}

/// A caller without <mpi.h> passes the address of a handle. Where handles are addresses, it may
/// pass the handle itself by mistake.
template <class Handle>
void refuse_handle(const void* address, Handle world, Handle self) {
  if constexpr (std::is_pointer_v<Handle>) {
    if (address != world && address != self) return;
    throw error(errc::invalid_argument,
                fmt::format("init on a communicator: {} itself; accepted: the address of an "
                            "MPI_Comm that holds it",
                            address == world ? "MPI_COMM_WORLD" : "MPI_COMM_SELF"));
  }
}

}  // namespace

std::unique_ptr<bootstrap> mpi_bootstrap(const mpi_request& request) {
  if (mpi_is_finalized()) {
    throw error(errc::wrong_state,
                "init: MPI has been finalised, and cannot be started twice in a process");
  }
  if (request.communicator != nullptr) {
    if (!mpi_is_initialized()) {
      throw error(errc::wrong_state, "init on a communicator: MPI_Init has not been called");
    }
    refuse_handle(request.communicator, MPI_COMM_WORLD, MPI_COMM_SELF);
    const MPI_Comm given = *static_cast<const MPI_Comm*>(request.communicator);
    return std::make_unique<mpi_bootstrap_impl>(given, request.ranks, request.timeout_ns);
  }
  if (!mpi_is_initialized()) start_mpi(request.thread_level, request.timeout_ns);
  return std::make_unique<mpi_bootstrap_impl>(MPI_COMM_WORLD, request.ranks, request.timeout_ns);
}

std::vector<std::byte> mpi_gather(const void* communicator, const char* call,
                                  std::span<const std::byte> mine, std::uint64_t timeout_ns) {
  if (!mpi_is_initialized() || mpi_is_finalized())
    throw error(errc::wrong_state, "MPI is not initialised, or it has been finalised");
  mpi_exchange meeting(*static_cast<const MPI_Comm*>(communicator), timeout_ns,
                       {.first_tag = gather_tag});
  std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(meeting.size()));
  meeting.run(call, mine, all, {});
  return all;
}

int mpi_thread_level() {
  if (!mpi_is_initialized() || mpi_is_finalized()) return ARK_THREAD_SINGLE;
  int provided = 0;
  MPI_Query_thread(&provided);
  int level = ARK_THREAD_SINGLE;
  while (level < ARK_THREAD_MULTIPLE && to_mpi_level(level + 1) <= provided) ++level;
  return level;
}

bool mpi_is_finalized() {
  int flag = 0;
  MPI_Finalized(&flag);
  return flag != 0;
}

void mpi_take_over() { started_here = true; }

bool mpi_is_ours() { return started_here && !mpi_is_finalized(); }

bool mpi_all_arrived(std::uint64_t timeout_ns, std::string& missing) {
  try {
    mpi_exchange meeting(MPI_COMM_WORLD, timeout_ns, {.first_tag = last_tag});
    meeting.run("MPI_Finalize", {}, {}, {});
    return true;
  } catch (const error& problem) {
    missing = problem.what();
    return false;
  }
}

void mpi_finalize(std::uint64_t timeout_ns) {
  // The other processes may compute or write for long after they have finalized ark.
  constexpr std::uint64_t hour_ns = 3'600'000'000'000;
  const mpi_call_watch watch(
      "MPI_Finalize", timeout_ns, [] { return "another process has not called it"; }, hour_ns);
  MPI_Finalize();
}

}  // namespace ark
