#include "bootstrap/presence.hpp"

#include <fmt/core.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <initializer_list>

namespace ark {

namespace {

const char* first_of(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const char* const value = std::getenv(name); value != nullptr) return value;
  }
  return nullptr;
}

int number_of(std::initializer_list<const char*> names, int otherwise) {
  const char* const value = first_of(names);
  return value == nullptr ? otherwise : std::atoi(value);
}

unique_fd open_socket() {
  return unique_fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

struct socket_address {
  sockaddr_un address{};
  socklen_t length;

  socket_address(const std::string& job, int rank) {
    const std::string name = fmt::format("ark-start-{}-{}-{}", geteuid(), job, rank);
    const std::size_t bytes = std::min(name.size(), sizeof address.sun_path - 1);
    address.sun_family = AF_UNIX;
    std::copy_n(name.begin(), bytes, address.sun_path + 1);
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + bytes);
  }
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }
};

/// The process that listens at the address; 0: none.
pid_t process_at(const socket_address& where) {
  const unique_fd connection = open_socket();
  if (!connection || connect(connection.get(), where.get(), where.length) != 0) return 0;
  ucred who{};
  socklen_t length = sizeof who;
  if (getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &who, &length) != 0) return 0;
  return who.pid;
}

bool is_stopped(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t behind_name = text.rfind(") ");
  return behind_name != std::string::npos && text.size() > behind_name + 2 &&
         text[behind_name + 2] == 'T';
}

void add(std::string& list, const std::string& one) { list += (list.empty() ? "" : ", ") + one; }

}  // namespace

presence::presence()
    : rank_(number_of({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}, -1)),
      size_(number_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 0)),
      local_size_(number_of({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}, 0)) {
  const char* const name = first_of({"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"});
  job_ = name != nullptr ? name : std::to_string(getppid());
  if (rank_ < 0) return;
  listener_ = open_socket();
  const socket_address own(job_, rank_);
  if (!listener_ || bind(listener_.get(), own.get(), own.length) != 0 ||
      listen(listener_.get(), std::max(size_, 1)) != 0)
    listener_.reset();
}

std::string presence::missing() const {
  if (rank_ < 0 || size_ == 0) return "which process it waits for is not known";
  std::string here, absent, stopped;
  for (int rank = 0; rank < size_; ++rank) {
    const pid_t process = rank == rank_ ? getpid() : process_at(socket_address(job_, rank));
    if (process == 0) {
      add(absent, fmt::format("rank {}", rank));
    } else {
      add(here, fmt::format("rank {}", rank));
      if (is_stopped(process)) add(stopped, fmt::format("rank {} (process {})", rank, process));
    }
  }
  std::string text;
  if (local_size_ == size_ && !absent.empty()) add(text, absent + " of this host: not there");
  if (!stopped.empty()) add(text, stopped + ": stopped");
  if (local_size_ != size_)
    add(text, fmt::format("of the {} processes of this host there are {}", local_size_, here));
  return text.empty() ? "all processes are there" : text;
}

}  // namespace ark
