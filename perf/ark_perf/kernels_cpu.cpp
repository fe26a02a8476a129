#include <cstring>
#include <new>

#include "kernels.hpp"

namespace ark_perf {

bool kernels_on_gpu() noexcept { return false; }

std::string why_no_gpu() { return ""; }

void keep_gpu() {}
int gpu_number() { return 0; }
unsigned warm_up() { return 0; }

namespace {
constexpr std::align_val_t line{128};
}

void pinned_free::operator()(void* memory) const noexcept { ::operator delete(memory, line); }

pinned_memory pinned_alloc(std::size_t bytes) {
  pinned_memory memory(::operator new(bytes, line));
  std::memset(memory.get(), 0, bytes);
  return memory;
}

copier::copier() = default;
copier::~copier() = default;

void copier::copy(void* dest, const void* source, std::size_t bytes, std::uint64_t) {
  std::memcpy(dest, source, bytes);
}

}  // namespace ark_perf
