// Kernels as PTX in a context of ark's own: what the fake driver calls a GPU's memory is open to
// the interpreter.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/detail/platform/cuda_unit.hpp>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "fake_control.hpp"
#include "machine.hpp"
#include "modules.hpp"

namespace ark::detail {
std::size_t cuda_launch_shared_bytes(std::size_t wanted);
std::size_t cuda_group_shared_bytes(std::size_t wanted, unsigned* pes);
}  // namespace ark::detail

namespace ark::testing {

/// The contexts of the process's PEs, as a translation unit of the program has them.
struct context_table {
  std::mutex mutex;
  detail::cuda_context_table now;

  static context_table& get() {
    static context_table only;
    return only;
  }
  static const char* keep(const detail::cuda_context_table& fresh) {
    const std::lock_guard lock(get().mutex);
    get().now = fresh;
    return nullptr;
  }
};

/// A module that finds its PE's context as on a GPU. One thread.
class kernels {
 public:
  kernels(const char* module, int arch, std::uint64_t seed)
      : kernels(ptx::module_of(module, arch), seed) {}
  /// `text`: of a module, perhaps edited.
  kernels(std::string text, std::uint64_t seed) : text_(std::move(text)), machine_(text_, seed) {
    // Wherever the heap, the contexts and the caller's arrays are; null is nowhere.
    machine_.allow(reinterpret_cast<void*>(std::uintptr_t{4096}), std::size_t{1} << 47);
    context_table& table = context_table::get();
    const std::lock_guard lock(table.mutex);
    std::memcpy(machine_.symbol(name_of_contexts()), &table.now, sizeof table.now);
  }
  /// As ark::launch does for the calling PE.
  template <class... Arguments>
  void run(const char* kernel, unsigned blocks, unsigned threads, const Arguments&... arguments) {
    machine_.run_with(detail::cuda_launch_shared_bytes(shared_bytes), kernel, {blocks}, {threads},
                      arguments...);
  }
  /// One launch for all PEs of the process.
  template <class... Arguments>
  void run_group(const char* kernel, unsigned blocks, unsigned threads,
                 const Arguments&... arguments) {
    ptx::dims grid{blocks};
    const std::size_t dynamic = detail::cuda_group_shared_bytes(shared_bytes, &grid.z);
    machine_.run_with(dynamic, kernel, grid, {threads}, arguments...);
  }

  [[nodiscard]] ptx::machine& gpu() { return machine_; }

  std::size_t shared_bytes = 0;

 private:
  [[nodiscard]] std::string name_of_contexts() const {
    const std::string end_of_name = "cuda_contextsE";
    const auto end = text_.find(end_of_name) + end_of_name.size();
    const auto begin = text_.find_last_of(' ', end) + 1;
    return text_.substr(begin, end - begin);
  }

  std::string text_;
  ptx::machine machine_;
};

/// By generation.
class ptx_test : public ::testing::TestWithParam<int> {
 protected:
  ptx_test() { driver_.settings().open = 1; }

  const fake::control driver_;
  const detail::cuda_unit unit_{&context_table::keep, true};
  settings settings_{{"ARK_HEAP", "cuda"},
                     {"ARK_SYMMETRIC_SIZE", "1m"},
                     {"ARK_ON_FAILURE", "go_on"},
                     {"ARK_TIMEOUT", "30s"},
                     {"ARK_LOG", "error"}};
};

}  // namespace ark::testing
