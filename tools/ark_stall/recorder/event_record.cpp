#include "event_record.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>
#include <vector>

namespace ark::stall {

namespace {

constexpr std::size_t capacity = std::size_t{1} << 21;  // 80 MiB of address space, not of memory
constexpr std::uint64_t sample_distance_ns = 1'000'000;
constexpr std::size_t longest_name = 63;

/// The scheduler's account of one thread: /proc/<pid>/task/<tid>/schedstat.
class run_queue {
 public:
  explicit run_queue(bool wanted) {
    if (wanted) file_ = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  }
  [[nodiscard]] bool is_open() const noexcept { return file_ >= 0; }
  /// Time in which the thread was runnable without a core.
  [[nodiscard]] std::uint64_t delay_ns() const noexcept {
    char text[96];
    const ssize_t bytes = ::pread(file_, text, sizeof text - 1, 0);
    if (bytes <= 0) return 0;
    text[bytes] = '\0';
    char* end = nullptr;
    std::strtoull(text, &end, 10);
    return std::strtoull(end, nullptr, 10);
  }

 private:
  int file_ = -1;
};

/// What the thread that loaded the library, the program's main thread, has done since a sample.
struct main_thread_account {
  explicit main_thread_account(bool wanted) : queue(wanted) {}
  run_queue queue;
  std::uint64_t sampled_ns = 0, delay_ns = 0;
  std::uint64_t waited_ns = 0;  ///< since the sample
  std::uint64_t entered_ns = 0;
};

struct process_record {
  process_record() : account(std::getenv("STALL_RECORD") != nullptr) {
    const char* const prefix = std::getenv("STALL_RECORD");
    if (prefix == nullptr) return;
    void* const at = ::mmap(nullptr, capacity * sizeof(event), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
      std::fprintf(stderr, "ark_stall: no address space for events: %s\n", std::strerror(errno));
      return;
    }
    path = prefix;
    owner = ::getpid();
    names.emplace_back();
    for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
      if (const char* const text = std::getenv(variable)) {
        rank = std::atoi(text);
        break;
      }
    }
    events = static_cast<event*>(at);
  }
  ~process_record() { write(); }

  event* events = nullptr;  ///< null: not recording
  std::atomic<std::size_t> count{0};
  std::string path;
  pid_t owner = 0;
  int rank = 0, ranks = 1;
  clock_point clock[2];
  std::mutex mutex;
  std::vector<std::string> names;
  main_thread_account account;
};

process_record& record() {
  static process_record one;
  return one;
}

thread_local int depth = 0;
thread_local bool is_main = false;

/// Made when the library is loaded, by the main thread.
[[gnu::constructor]] void begin() {
  is_main = true;
  record();
}

/// Split the run-queue delay since the last sample by the share of time outside of waits.
void sample(main_thread_account& account, std::uint64_t now) {
  const std::uint64_t delay = account.queue.delay_ns();
  const std::uint64_t wall = now - account.sampled_ns;
  if (account.sampled_ns != 0 && delay > account.delay_ns && wall > account.waited_ns) {
    const double outside =
        static_cast<double>(wall - account.waited_ns) / static_cast<double>(wall);
    add(event_kind::run_delay, account.sampled_ns, now, 0, -1, 0,
        static_cast<std::uint64_t>(outside * static_cast<double>(delay - account.delay_ns)));
  }
  account.sampled_ns = now;
  account.delay_ns = delay;
  account.waited_ns = 0;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  }
  return out + "\"";
}

std::string header(process_record& r, std::size_t kept, std::size_t dropped) {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::string text =
      "{\"stall_record\":1,\"pe\":" + std::to_string(r.rank) +
      ",\"pes\":" + std::to_string(r.ranks) + ",\"host\":" + quoted(host) +
      ",\"events\":" + std::to_string(kept) + ",\"dropped\":" + std::to_string(dropped) +
      ",\"run_delay\":" + (r.account.queue.is_open() ? "true" : "false") + ",\"clock\":[";
  for (const clock_point& at : r.clock) {
    text += (text.back() == '[' ? "[" : ",[") + std::to_string(at.at_ns) + "," +
            std::to_string(at.offset_ns) + "," + std::to_string(at.error_ns) + "]";
  }
  text += "],\"names\":[";
  for (const std::string& name : r.names) text += (text.back() == '[' ? "" : ",") + quoted(name);
  return text + "]}\n";
}

}  // namespace

bool is_recording() noexcept { return record().events != nullptr; }

std::uint64_t now_ns() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

std::uint16_t name_index(const char* name) noexcept {
  process_record& r = record();
  const std::lock_guard lock(r.mutex);
  const std::string text(name, ::strnlen(name, longest_name));
  for (std::size_t i = 1; i < r.names.size(); ++i) {
    if (r.names[i] == text) return static_cast<std::uint16_t>(i);
  }
  if (r.names.empty() || r.names.size() > 0xffff) return 0;
  r.names.push_back(text);
  return static_cast<std::uint16_t>(r.names.size() - 1);
}

void add(event_kind kind, std::uint64_t begin_ns, std::uint64_t end_ns, std::uint16_t name,
         int peer, std::uint64_t word, std::uint64_t value) noexcept {
  process_record& r = record();
  if (r.events == nullptr) return;
  const std::size_t at = r.count.fetch_add(1, std::memory_order_relaxed);
  if (at >= capacity) return;
  r.events[at] = {begin_ns, end_ns, value, word, peer, static_cast<std::uint16_t>(kind), name};
}

std::uint64_t enter() noexcept {
  if (depth++ != 0) return 0;
  const std::uint64_t now = now_ns();
  main_thread_account& account = record().account;
  if (is_main && account.queue.is_open()) {
    account.entered_ns = now;
    if (now - account.sampled_ns > sample_distance_ns) sample(account, now);
  }
  return now;
}

std::uint64_t leave() noexcept {
  if (--depth != 0) return 0;
  const std::uint64_t now = now_ns();
  main_thread_account& account = record().account;
  if (is_main && account.queue.is_open()) {
    account.waited_ns += now - std::max(account.entered_ns, account.sampled_ns);
    if (now - account.sampled_ns > sample_distance_ns) sample(account, now);
  }
  return now;
}

void set_clock(bool at_end, const clock_point& point) noexcept { record().clock[at_end] = point; }

void set_rank(int rank, int ranks) noexcept {
  record().rank = rank;
  record().ranks = ranks;
}

void write() noexcept {
  process_record& r = record();
  if (r.events == nullptr || r.owner != ::getpid()) return;
  const std::size_t all = r.count.load();
  if (all == 0) return;
  const std::size_t kept = all < capacity ? all : capacity;
  const std::lock_guard lock(r.mutex);
  const std::string path = r.path + "." + std::to_string(r.rank) + ".stall";
  std::FILE* const file = std::fopen(path.c_str(), "we");
  bool written = file != nullptr;
  if (written) {
    const std::string head = header(r, kept, all - kept);
    written = std::fwrite(head.data(), 1, head.size(), file) == head.size() &&
              std::fwrite(r.events, sizeof(event), kept, file) == kept;
    written = std::fclose(file) == 0 && written;
  }
  if (!written)
    std::fprintf(stderr, "ark_stall: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
}

void* next_function(const char* name) noexcept {
  void* const next = ::dlsym(RTLD_NEXT, name);
  if (next != nullptr) return next;
  std::fprintf(stderr, "ark_stall: no library of the program defines %s\n", name);
  std::abort();
}

}  // namespace ark::stall

void* ark_stall_enter(ark_stall_call* call, std::uint64_t* began_ns) {
  if (call->next == nullptr) {
    call->index = ark::stall::name_index(call->name);
    call->next = ark::stall::next_function(call->name);
  }
  *began_ns = ark::stall::enter();
  return call->next;
}

void ark_stall_leave(const ark_stall_call* call, std::uint64_t began_ns) {
  using namespace ark::stall;
  const std::uint64_t ended_ns = leave();
  if (began_ns != 0) add(event_kind::call, began_ns, ended_ns, call->index);
}
