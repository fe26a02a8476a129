#include "executor/crash_text.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstring>
#include <string_view>

namespace ark::executor {
namespace {

/// Addresses within this distance of a heap are described by the distance.
constexpr std::uint64_t near_bytes = std::uint64_t{1} << 20;
constexpr std::uintptr_t null_page_bytes = 4096;
/// Cuts the names of templates, which have any length.
constexpr std::size_t longest_name = 400;

class line {
 public:
  explicit line(std::span<char> out) : out_(out.first(out.size() - 1)) {}

  line& operator<<(std::string_view text) {
    const std::size_t fits = std::min(text.size(), out_.size() - used_);
    std::memcpy(out_.data() + used_, text.data(), fits);
    used_ += fits;
    return *this;
  }
  line& operator<<(std::uint64_t number) { return digits(number, 10); }
  line& operator<<(const detail::extent3& place) {
    return *this << "[" << std::uint64_t{place.x} << "," << std::uint64_t{place.y} << ","
                 << std::uint64_t{place.z} << "]";
  }
  line& hex(std::uint64_t number) { return (*this << "0x").digits(number, 16); }

  /// Ends the text: out had room for one more character.
  std::size_t end() {
    out_.data()[used_] = '\n';
    return used_ + 1;
  }

 private:
  line& digits(std::uint64_t number, unsigned base) {
    char text[20];
    std::size_t first = sizeof(text);
    do {
      text[--first] = "0123456789abcdef"[number % base];
      number /= base;
    } while (number != 0);
    return *this << std::string_view(text + first, sizeof(text) - first);
  }

  std::span<char> out_;
  std::size_t used_ = 0;
};

std::uint64_t heap_base(const detail::device_state& state, int pe) {
  if (pe == state.pe) return state.heap_base;
  return state.peers != nullptr ? state.peers[pe].heap_base : 0;
}

/// Peers' heaps have the size of the PE's own.
bool add_inside(line& text, const detail::device_state& state, std::uint64_t address) {
  const std::uint64_t bytes = detail::load_relaxed(&state.heap_bytes);
  for (int pe = 0; pe < state.n_pes; ++pe) {
    const std::uint64_t base = heap_base(state, pe);
    const std::uint64_t offset = address - base;
    if (base == 0 || offset >= std::max(bytes, state.heap_reserved)) continue;
    if (offset < bytes) {
      (text << ", symmetric offset ").hex(offset) << " of PE " << std::uint64_t(pe) << "'s heap";
    } else {
      text << ", " << offset - bytes << " bytes behind the end of PE " << std::uint64_t(pe)
           << "'s heap of " << bytes << " bytes";
    }
    return true;
  }
  return false;
}

void add_beside(line& text, const detail::device_state& state, std::uint64_t address) {
  const std::uint64_t bytes =
      std::max(detail::load_relaxed(&state.heap_bytes), state.heap_reserved);
  for (int pe = 0; pe < state.n_pes; ++pe) {
    const std::uint64_t base = heap_base(state, pe);
    if (base == 0) continue;
    const bool behind = address >= base;
    const std::uint64_t distance = behind ? address - (base + bytes) : base - address;
    if (distance > near_bytes) continue;
    text << ", " << distance
         << (behind ? " bytes behind the end of PE " : " bytes before the start of PE ")
         << std::uint64_t(pe) << "'s heap";
    return;
  }
}

void add_address(line& text, const lane& running, const fault& seen) {
  if (!seen.address_known) {
    text << ", an address that is none (not canonical): a pointer that was never set or was "
            "overwritten";
    return;
  }
  if (seen.address < null_page_bytes) text << ", null pointer";
  (text << ", address ").hex(seen.address);
  const detail::device_state* state = block_of(running).context;
  if (seen.address < null_page_bytes || state == nullptr) return;
  if (!add_inside(text, *state, seen.address)) add_beside(text, *state, seen.address);
}

bool is_of_memory(const fault& seen) { return seen.signal == SIGSEGV || seen.signal == SIGBUS; }

std::string_view name_of(int signal) {
  switch (signal) {
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGILL:
      return "SIGILL";
    default:
      return "SIGSEGV";
  }
}

/// Describe a signal that is not about memory.
void add_cause(line& text, const fault& seen) {
  text << (seen.signal == SIGFPE
               ? ", an integer division by zero, or one whose result does not fit"
               : ", an instruction that this processor does not have, or __builtin_trap()");
  (text << ", at the instruction ").hex(seen.address);
}

void add_lane(line& text, const lane& running) {
  const thread_block& block = block_of(running);
  const std::string* name = block.owner().name;
  text << " in kernel ";
  if (name != nullptr) {
    text << std::string_view(*name).substr(0, longest_name);
    if (name->size() > longest_name) text << "...";
  } else {
    text.hex(reinterpret_cast<std::uintptr_t>(block.owner().call.entry));
  }
  text << ", block " << block.block_index << ", thread " << running.thread_index;
}

void add_stack_size(line& text, const stack& home) {
  constexpr std::size_t kib = 1024;
  text << "ARK_CPU_STACK is " << home.span.bytes
       << " bytes; give more, e.g. ARK_CPU_STACK=" << 4 * home.span.bytes / kib << "k";
}

/// Without guard pages an overflow continues in the neighbouring stack.
bool overflow_left_marks(const stack& home) {
  return !stack_pool::canary_intact(home) ||
         (home.above != nullptr && !stack_pool::canary_intact(*home.above));
}

}  // namespace

bool overflows_stack(const lane& running, const fault& seen) noexcept {
  // A push stores below the stack pointer before that moves.
  constexpr std::uintptr_t largest_push = 1024;
  constexpr std::uintptr_t largest_frame = std::uintptr_t{64} << 20;
  if (running.home == nullptr || !is_of_memory(seen)) return false;
  const auto low = reinterpret_cast<std::uintptr_t>(running.home->span.low);
  const std::uintptr_t pointer = seen.stack_pointer;
  if (pointer != 0 && pointer < low) return low - pointer <= largest_frame;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const bool page_below = seen.address < low && low - seen.address <= page;
  return page_below && (pointer == 0 || pointer - low < largest_push);
}

std::size_t crash_text(std::span<char> out, const lane& running, const fault& seen) noexcept {
  line text(out);
  text << "ark: ";
  if (const detail::device_state* state = block_of(running).context; state != nullptr) {
    text << "PE " << static_cast<std::uint64_t>(state->pe) << ": ";
  }
  if (overflows_stack(running, seen)) {
    text << "stack overflow";
    add_lane(text, running);
    text << ": ";
    add_stack_size(text, *running.home);
    return text.end();
  }
  text << name_of(seen.signal);
  add_lane(text, running);
  if (is_of_memory(seen)) {
    add_address(text, running, seen);
  } else {
    add_cause(text, seen);
  }
  if (running.home != nullptr && overflow_left_marks(*running.home)) {
    text << "; a lane has overflowed its stack before: ";
    add_stack_size(text, *running.home);
  }
  return text.end();
}

}  // namespace ark::executor
