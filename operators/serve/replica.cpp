#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>

#include "error/log.hpp"
#include "os/unique_fd.hpp"
#include "replica_parts.hpp"

namespace ark::serve::replica_detail {

namespace {

/// Wait until `fd` has data, or its end.
void await_data(const char* call, int fd, std::uint64_t most_ns, std::size_t has,
                std::size_t wanted) {
  const auto ms =
      static_cast<int>(std::clamp<std::uint64_t>(most_ns / 1'000'000, 1, 1'000'000'000));
  pollfd readable{fd, POLLIN, 0};
  const int count = ::poll(&readable, 1, ms);
  if (count < 0 && errno != EINTR)
    refuse(errc::system_error, call, "poll of descriptor {}: {}", fd, std::strerror(errno));
  if (count == 0)
    refuse(errc::timeout, call, "descriptor {}: no data for {} ms, {} of {} bytes read", fd, ms,
           has, wanted);
}

}  // namespace

// --- Start and end

replica_core::replica_core(std::size_t count, std::size_t element_bytes)
    : bytes_(count * element_bytes),
      stride_bytes_(0),
      me_(ark_my_pe()),
      runtime_(ark::detail::runtime_number()) {
  constexpr const char* call = "replica";
  const ark::detail::device_state& state = ark::detail::host_context(class_name);
  timeout_ns_ = state.timeout_ns;
  if (state.host_copier != nullptr)
    refuse(errc::unsupported, call, "the heap is in GPU memory; accepted: ARK_DEVICE=cpu");
  // Whole elements, and about whole cache lines.
  const std::size_t line = std::max(element_bytes, ark::detail::cache_line);
  std::size_t all = 0;
  if (count == 0 || __builtin_mul_overflow(count, element_bytes, &all) ||
      __builtin_add_overflow(all, 2 * line, &all) || __builtin_mul_overflow(all, 2, &all))
    refuse(errc::invalid_argument, call,
           "{} elements of {} bytes; accepted: 1 or more, in the heap", count, element_bytes);
  stride_bytes_ = (bytes_ + line - 1) / element_bytes * element_bytes;
  const auto allocate = [&](std::size_t bytes) {
    void* const made = ark_calloc(1, bytes);
    if (made == nullptr)
      refuse(ark::detail::last_error_code(), call, "2 x {} bytes: {}", stride_bytes_, last_error());
    return made;
  };
  words_ = static_cast<replica_words*>(allocate(sizeof(replica_words)));
  buffers_ = static_cast<std::byte*>(allocate(2 * stride_bytes_));
}

replica_core::~replica_core() {
  if (words_ == nullptr || std::uncaught_exceptions() != 0) return;
  try {
    close();
  } catch (const std::exception& problem) {
    logger().error("{}", problem.what());
  }
}

void replica_core::close() {
  constexpr const char* call = "close";
  replica_words* const words = std::exchange(words_, nullptr);
  if (words == nullptr || runtime_ != ark::detail::runtime_number() || status() != errc::ok) return;
  std::uint64_t open = 0;
  // Half of the deadline of the PEs that wait for this one.
  const bool is_free = wait_until_ready(timeout_ns_ / 2, [&] {
    open = ark::detail::load_acquire(&words->serving.word) >> 1;
    for (int b : {0, 1}) open += words->come[b] - ark::detail::load_acquire(&words->left[b].word);
    return open == 0;
  });
  words->is_read[0] = is_free ? 0 : 1;
  ark_uint64_max_reduce(ARK_TEAM_WORLD, &words->is_read[1], &words->is_read[0], 1);
  check_failure(call);
  if (!is_free)
    refuse(errc::timeout, call,
           "PE {} has readers: {} pins have not ended in {} ms; the memory stays allocated", me_,
           open, timeout_ns_ / 2'000'000);
  if (words->is_read[1] != 0) return;  // the same on every PE
  ark_free(buffers_);
  ark_free(words);
}

// --- Loads

std::uint64_t replica_core::load(const void* source) {
  load_scope now(*this, "load");
  std::memcpy(now.shadow, source, bytes_);
  return now.publish();
}

std::uint64_t replica_core::load_file(const std::string& path, std::uint64_t offset) {
  constexpr const char* call = "load_file";
  const unique_fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) refuse(errc::system_error, call, "{}: {}", path, std::strerror(errno));
  struct stat is {};
  if (::fstat(file.get(), &is) != 0)
    refuse(errc::system_error, call, "{}: {}", path, std::strerror(errno));
  const auto has = static_cast<std::uint64_t>(is.st_size);
  if (!S_ISREG(is.st_mode) || offset > has || has - offset != bytes_)
    refuse(errc::invalid_argument, call,
           "{}: {} bytes from byte {}; accepted: a regular file with {} bytes from there", path,
           has, offset, bytes_);
  load_scope now(*this, call);
  for (std::size_t at = 0; at < bytes_;) {
    const ssize_t got =
        ::pread(file.get(), now.shadow + at, bytes_ - at, static_cast<off_t>(offset + at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      refuse(errc::system_error, call, "{}: {} after {} of {} bytes", path,
             got == 0 ? "the end of the file" : std::strerror(errno), at, bytes_);
    at += static_cast<std::size_t>(got);
  }
  return now.publish();
}

std::uint64_t replica_core::load_fd(int fd) {
  constexpr const char* call = "load_fd";
  if (::fcntl(fd, F_GETFD) < 0)
    refuse(errc::system_error, call, "descriptor {}: {}", fd, std::strerror(errno));
  load_scope now(*this, call);
  for (std::size_t at = 0; at < bytes_;) {
    await_data(call, fd, timeout_ns_, at, bytes_);
    const ssize_t got = ::read(fd, now.shadow + at, bytes_ - at);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0)
      refuse(errc::system_error, call, "descriptor {}: {} after {} of {} bytes", fd,
             got == 0 ? "the end of the data" : std::strerror(errno), at, bytes_);
    at += static_cast<std::size_t>(got);
  }
  return now.publish();
}

}  // namespace ark::serve::replica_detail
