#include "executor/stack_pool.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "executor/sanitizer.hpp"

namespace ark::executor {
namespace {

constexpr std::size_t canary_bytes = 64;
constexpr std::size_t colours = 16;
constexpr std::size_t colour_bytes = 64;
/// The size of the pool doubles, so that a grid of few lanes pays for few guards.
constexpr std::size_t first_slab = 8;
constexpr std::size_t largest_slab = 2048;

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

stack_pool::stack_pool(std::size_t bytes, std::size_t guards) : guards_(guards) {
  const std::size_t page = page_bytes();
  const std::size_t pages = std::max<std::size_t>((bytes + page - 1) / page, 2);
  bytes_ = pages * page;
  stride_ = (pages + (guards > 0 ? 1 : 0)) * page;
  if ((stride_ / page) % 2 == 0) stride_ += page;
}

stack_pool::~stack_pool() {
  for (const slab& mapping : slabs_) {
    // AddressSanitizer must forget dropped lanes before other memory is mapped here.
    asan_reset_stack({static_cast<char*>(mapping.address), mapping.bytes});
    for (const stack& one : mapping.stacks) valgrind_remove_stack(one.valgrind_number);
    munmap(mapping.address, mapping.bytes);
  }
}

bool stack_pool::grow() {
  const std::size_t count = std::clamp(total_, first_slab, largest_slab);
  const std::size_t below = guards_ > 0 ? 0 : page_bytes();
  const std::size_t bytes = below + count * stride_;
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (address == MAP_FAILED) return false;
  if (below != 0 && mprotect(address, below, PROT_NONE) != 0) {
    munmap(address, bytes);
    return false;
  }
  // With a huge page the first touch of one lane would make the memory of fifty resident.
  madvise(address, bytes, MADV_NOHUGEPAGE);
  slabs_.push_back({address, bytes, std::vector<stack>(count)});
  std::vector<stack>& stacks = slabs_.back().stacks;
  free_.reserve(total_ + count);
  for (std::size_t i = count; i-- > 0;) {
    char* low = static_cast<char*>(address) + below + i * stride_ + (stride_ - bytes_);
    const bool guarded = below == 0 && (i == 0 || total_ + i < guards_);
    if (guarded && mprotect(low - page_bytes(), page_bytes(), PROT_NONE) != 0) {
      free_.resize(free_.size() - (count - 1 - i));
      munmap(address, bytes);
      slabs_.pop_back();
      return false;
    }
    stacks[i].span = {low, bytes_};
    stacks[i].top = low + bytes_ - ((total_ + i) % colours) * colour_bytes;
    if (i + 1 < count) stacks[i].above = &stacks[i + 1];
    free_.push_back(&stacks[i]);
  }
  for (stack& one : stacks) one.valgrind_number = valgrind_add_stack(one.span);
  total_ += count;
  return true;
}

bool stack_pool::canary_intact(const stack& checked) {
  static constexpr char zeros[canary_bytes] = {};
  return std::memcmp(checked.span.low, zeros, canary_bytes) == 0;
}

void stack_pool::canary_restore(const stack& checked) {
  std::memset(checked.span.low, 0, canary_bytes);
}

}  // namespace ark::executor
