// The program's own memory as symmetric memory: its pages are exchanged for pages of the heap.
#include <fmt/core.h>
#include <unistd.h>

#include <cstring>

#include "os/page_alias.hpp"
#include "runtime.hpp"

namespace ark {

/// Collective: throws on all PEs if one has a `problem`, on that one with its text.
void runtime::agree_on_success(const char* call, const std::string& problem) {
  const std::uint8_t mine = problem.empty() ? 0 : 1;
  std::vector<std::uint8_t> all(static_cast<std::size_t>(state_.n_pes));
  boot_->allgather(&mine, sizeof mine, all.data());
  if (mine != 0) throw error(errc::invalid_argument, fmt::format("{}: {}", call, problem));
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe] == 0) continue;
    throw error(errc::asymmetric,
                fmt::format("{}: PE {} cannot, and says why; so nobody does", call, pe));
  }
}

void* runtime::register_buffer(void* buffer, std::size_t bytes) {
  constexpr const char* call = "register";
  agree(call, bytes, 0);
  if (heap_is_on_gpu(heap_choice_.kind)) {
    throw error(errc::unsupported,
                "the symmetric heap is in GPU memory, whose pages cannot be those of a buffer of "
                "the host: ARK_HEAP=host or cuda_host");
  }
  agree_on_success(call, alias_refusal(buffer, bytes));
  const std::uint64_t offset = take(bytes, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  auto* const theirs = static_cast<std::byte*>(buffer);
  auto* const ours = reinterpret_cast<std::byte*>(state_.heap_base + offset);
  std::memcpy(ours, theirs, bytes);
  std::string problem;
  try {
    alias_pages(theirs, ours, bytes);
  } catch (const error& failure) {
    problem = failure.what();
  }
  try {
    agree_on_success(call, problem);
  } catch (const error&) {
    heap_->free(offset);  // on every PE, also where the next call fails
    make_private(theirs, ours, bytes);
    throw;
  }
  buffers_.emplace(offset, std::span(theirs, bytes));
  return ours;
}

void runtime::unregister_buffer(void* pointer) {
  constexpr const char* call = "unregister";
  const std::uint64_t offset = agree_on_pointer(call, pointer, 0);
  const auto found = buffers_.find(offset);
  if (found == buffers_.end()) {
    throw error(errc::invalid_argument,
                fmt::format("{}({}): not what a registration has returned", call, pointer));
  }
  forget_signal_words();
  std::string problem;
  try {
    make_private(found->second.data(), static_cast<const std::byte*>(pointer),
                 found->second.size());
  } catch (const error& failure) {
    problem = failure.what();
  }
  agree_on_success(call, problem);
  buffers_.erase(found);
  heap_->free(offset);
}

void runtime::refuse_if_registered(const char* call, std::uint64_t offset) const {
  const auto found = buffers_.find(offset);
  if (found == buffers_.end()) return;
  throw error(errc::invalid_argument,
              fmt::format("{}: offset {:#x} is a registered buffer of {} bytes; "
                          "ark_buffer_unregister_symmetric gives it back",
                          call, offset, found->second.size()));
}

}  // namespace ark
