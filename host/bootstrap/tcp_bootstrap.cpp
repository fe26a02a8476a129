#include "bootstrap/tcp_bootstrap.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cstdlib>
#include <cstring>

#include "bootstrap/star_link.hpp"
#include "os/stall_meter.hpp"

namespace ark {

namespace {

using clock = std::chrono::steady_clock;
/// Time for the watch to find the cause of a connection's end, which is the PE's failure.
constexpr auto cause_delay = std::chrono::milliseconds(300);
constexpr auto poll_interval = std::chrono::milliseconds(20);

/// Every PE sends its block to PE 0, which returns all blocks, or its verdict.
class tcp_bootstrap_impl final : public bootstrap {
 public:
  tcp_bootstrap_impl(rendezvous_result found, int rank, int n_pes, std::uint64_t timeout_ns)
      : rank_(rank),
        size_(n_pes),
        timeout_(timeout_ns),
        life_(found.life),
        place_(found.place),
        link_(rank, n_pes, found, [rank](int pe, int status) { end_with_job(rank, pe, status); }) {
    host_ = share_of_host();
  }

  [[nodiscard]] int rank() const noexcept override { return rank_; }
  [[nodiscard]] int size() const noexcept override { return size_; }
  [[nodiscard]] int local_size() const noexcept override { return host_.local_size; }
  [[nodiscard]] core_sharing cores() const noexcept override { return host_.cores; }
  [[nodiscard]] std::uint64_t life() const noexcept override { return life_; }
  [[nodiscard]] std::string name() const override { return "unique id (" + place_ + ")"; }

  void allgather(const void* in, std::size_t bytes, void* out) override {
    run("allgather", in, bytes, out);
  }
  void broadcast(void* data, std::size_t bytes, int root) override {
    std::vector<std::byte> all(bytes * static_cast<std::size_t>(size_));
    run("broadcast", data, bytes, all.data());
    std::memcpy(data, all.data() + bytes * static_cast<std::size_t>(root), bytes);
  }
  void barrier() override { run("barrier", nullptr, 0, nullptr); }
  void working() override;
  [[noreturn]] void abort(int status) override {
    link_.end_job(rank_, status);
    std::_Exit(status);
  }

 private:
  /// No launcher ends the other processes: each one ends itself.
  [[noreturn]] static void end_with_job(int rank, int pe, int status) {
    const std::string line = fmt::format(
        "ark: PE {}: PE {} has ended the job; the process ends with status {}\n", rank, pe, status);
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
    std::_Exit(status);
  }

  void run(const char* call, const void* in, std::size_t bytes, void* out);
  void gather(std::span<std::byte> all);
  void await_answer(std::span<std::byte> all);
  [[nodiscard]] bool take_frames(std::span<std::byte> all);
  [[nodiscard]] std::optional<lost_pe> find_lost();
  [[nodiscard]] std::string missing_names() const;
  void answer(frame_kind kind, int pe, std::span<const std::byte> data);
  [[noreturn]] void refuse(frame_kind kind, int pe, const std::string& text);
  [[noreturn]] void fail(errc code, const std::string& text, int peer = -1);
  [[noreturn]] void fail_without(int pe, const std::string& how);
  [[nodiscard]] std::string who() const {
    return fmt::format("{} of PE {} of {}", now_.call.data(), rank_, size_);
  }
  /// Time that counts for the deadline: without the time before a PE was last working, and in which
  /// this process stood still.
  [[nodiscard]] clock::duration waited() {
    const auto now = clock::now();
    const std::chrono::nanoseconds since_start = now.time_since_epoch();
    since_ += std::chrono::nanoseconds(
        stalls_.stalled_ns(static_cast<std::uint64_t>(since_start.count())));
    return now - since_;
  }
  [[nodiscard]] double waited_s() const {
    return std::chrono::duration<double>(clock::now() - began_).count();
  }

  int rank_, size_;
  std::chrono::nanoseconds timeout_;
  std::uint64_t life_;
  std::string place_;
  host_share host_;
  frame_header now_;  ///< of the current call
  clock::time_point began_, since_, worked_;
  stall_meter stalls_;
  std::vector<bool> here_;                         ///< PE 0: the PEs whose block has arrived
  std::optional<clock::time_point> closed_since_;  ///< end of a connection that is needed
  std::optional<error> broken_;  ///< the first failure: later frames cannot be assigned to calls
  star_link link_;
};

void tcp_bootstrap_impl::fail(errc code, const std::string& text, int peer) {
  broken_.emplace(code, "bootstrap: " + text, peer);
  throw error(*broken_);
}

/// PE `pe` is lost, and the call cannot end without it.
void tcp_bootstrap_impl::fail_without(int pe, const std::string& how) {
  fail(errc::peer_failed, fmt::format("{}: PE {} is lost: {}", who(), pe, how), pe);
}

void tcp_bootstrap_impl::run(const char* call, const void* in, std::size_t bytes, void* out) {
  if (broken_) {
    throw error(broken_->code(),
                fmt::format("bootstrap: {} of PE {}: an earlier call failed: {}", call, rank_,
                            broken_->what()),
                broken_->peer());
  }
  ++now_.number;
  now_.kind = frame_kind::block;
  now_.pe = rank_;
  now_.call = {};
  std::strncpy(now_.call.data(), call, now_.call.size() - 1);
  now_.block_bytes = bytes;
  began_ = since_ = clock::now();
  stalls_ = stall_meter();
  closed_since_.reset();
  const std::span mine(static_cast<const std::byte*>(in), bytes);
  const std::span all(static_cast<std::byte*>(out), bytes * static_cast<std::size_t>(size_));
  if (rank_ == 0) {
    std::copy(mine.begin(), mine.end(), all.begin());
    return gather(all);
  }
  link_.send(0, now_, mine);
  await_answer(all);
}

/// Not at each call: one frame per interval suffices.
void tcp_bootstrap_impl::working() {
  constexpr clock::duration longest_silence = std::chrono::milliseconds(500);
  const auto now = clock::now();
  if (broken_ || now - worked_ < std::min<clock::duration>(timeout_ / 8, longest_silence)) return;
  worked_ = now;
  frame_header head = now_;
  ++head.number;
  head.kind = frame_kind::working;
  for (int to = rank_ == 0 ? 1 : 0; to < (rank_ == 0 ? size_ : 1); ++to) link_.send(to, head, {});
}

std::string tcp_bootstrap_impl::missing_names() const {
  std::string names;
  for (int pe = 0; pe < size_; ++pe) {
    if (!here_[static_cast<std::size_t>(pe)])
      names += fmt::format("{}PE {}", names.empty() ? "" : ", ", pe);
  }
  return names;
}

void tcp_bootstrap_impl::answer(frame_kind kind, int pe, std::span<const std::byte> data) {
  frame_header head = now_;
  head.kind = kind;
  head.pe = pe;
  for (int to = 1; to < size_; ++to) link_.send(to, head, data);
}

/// Throw PE 0's verdict, on every PE.
void tcp_bootstrap_impl::refuse(frame_kind kind, int pe, const std::string& text) {
  if (rank_ == 0) answer(kind, pe, std::as_bytes(std::span(text)));
  if (kind == frame_kind::lost) fail_without(pe, text);
  if (kind == frame_kind::differ) fail(errc::asymmetric, text);
  fail(errc::timeout, fmt::format("{}: after {:.1f} s missing: {}", who(), waited_s(), text));
}

/// Returns true if a PE has timed out.
bool tcp_bootstrap_impl::take_frames(std::span<std::byte> all) {
  bool asked = false;
  for (int pe = 1; pe < size_; ++pe) {
    while (auto one = link_.take(pe)) {
      const frame_header& head = one->head;
      if (head.kind == frame_kind::question) {
        asked |= head.number == now_.number;
        continue;
      }
      if (head.kind == frame_kind::working) {
        since_ = clock::now();
        answer(frame_kind::working, pe, {});
        continue;
      }
      if (head.call != now_.call || head.block_bytes != now_.block_bytes ||
          one->data.size() != now_.block_bytes) {
        refuse(frame_kind::differ, pe,
               fmt::format("PE 0 calls {} with {} bytes, PE {} {} with {} bytes", now_.call.data(),
                           now_.block_bytes, pe, std::string(head.call.data(), 15).c_str(),
                           head.block_bytes));
      }
      const std::size_t at = static_cast<std::size_t>(pe) * now_.block_bytes;
      std::copy(one->data.begin(), one->data.end(), all.begin() + static_cast<std::ptrdiff_t>(at));
      here_[static_cast<std::size_t>(pe)] = true;
    }
  }
  return asked;
}

/// A PE that the watch knows to be lost, or one that is awaited and whose connection has ended.
std::optional<lost_pe> tcp_bootstrap_impl::find_lost() {
  if (auto known = lost()) return known;
  for (int pe = rank_ == 0 ? 1 : 0; pe < (rank_ == 0 ? size_ : 1); ++pe) {
    if ((rank_ == 0 && here_[static_cast<std::size_t>(pe)]) || !link_.is_closed(pe)) continue;
    if (!closed_since_) closed_since_ = clock::now();
    if (clock::now() - *closed_since_ > cause_delay)
      return lost_pe{pe, "its connection has been closed (it has ended or failed)"};
  }
  return std::nullopt;
}

void tcp_bootstrap_impl::gather(std::span<std::byte> all) {
  here_.assign(static_cast<std::size_t>(size_), false);
  here_[0] = true;
  for (;;) {
    const bool asked = take_frames(all);
    if (std::find(here_.begin(), here_.end(), false) == here_.end())
      return answer(frame_kind::go, -1, all);
    if (const auto gone = find_lost()) refuse(frame_kind::lost, gone->pe, gone->how);
    if (asked || waited() > timeout_) refuse(frame_kind::missing, -1, missing_names());
    link_.wait(poll_interval);
  }
}

void tcp_bootstrap_impl::await_answer(std::span<std::byte> all) {
  bool asked = false;
  for (;;) {
    if (const auto got = link_.take(0)) {
      if (got->head.kind == frame_kind::working) {
        if (!asked) since_ = clock::now();
        continue;
      }
      if (got->head.kind != frame_kind::go || got->data.size() != all.size()) {
        refuse(got->head.kind, got->head.pe,
               {reinterpret_cast<const char*>(got->data.data()), got->data.size()});
      }
      std::copy(got->data.begin(), got->data.end(), all.begin());
      return;
    }
    if (const auto gone = find_lost()) fail_without(gone->pe, gone->how);
    const auto so_far = waited();
    if (so_far > timeout_ && !asked) {
      frame_header question = now_;
      question.kind = frame_kind::question;
      link_.send(0, question, {});
      asked = true;
    }
    if (so_far > timeout_ + answer_grace) {
      fail(errc::timeout,
           fmt::format("{}: after {:.1f} s PE 0 has not answered", who(), waited_s()));
    }
    link_.wait(poll_interval);
  }
}

}  // namespace

std::unique_ptr<bootstrap> tcp_bootstrap(const unique_id& id, int rank, int n_pes,
                                         std::uint64_t timeout_ns) {
  return std::make_unique<tcp_bootstrap_impl>(rendezvous_join(id, rank, n_pes, timeout_ns), rank,
                                              n_pes, timeout_ns);
}

}  // namespace ark
