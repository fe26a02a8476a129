// The plans of one PE: their words, and who carries them out.
#pragma once

#include <ark/detail/device_state.hpp>
#include <ark/detail/plan_state.hpp>
#include <memory>
#include <mutex>

#include "plan/cpu_copy_engine.hpp"

namespace ark {

/// Members: any host thread of the PE.
class plan_set {
 public:
  struct request {
    void* dest = nullptr;
    const void* source = nullptr;
    std::size_t bytes = 0;
    std::uint64_t* signal = nullptr;
    int pe = 0;
  };

  /// `state` outlives it.
  plan_set(detail::device_state& state, const cpu_copy_options& options)
      : state_(state), engine_(options) {}

  /// Throws ark::error: invalid_argument naming argument, value and what is accepted; out_of_memory
  /// if there are plan_limit already.
  detail::plan_state* create(const request& wanted);
  /// Waits for its transfers, then frees it. Throws invalid_argument if it is none of the PE's;
  /// timeout, or an earlier failure's code, once it is freed.
  void destroy(detail::plan_state* which);

  [[nodiscard]] cpu_copy_engine& engine() { return engine_; }
  [[nodiscard]] const cpu_copy_engine& engine() const { return engine_; }

 private:
  void check(const request& wanted) const;
  [[nodiscard]] std::uint64_t offset_in_heap(const char* name, const void* address,
                                             std::size_t bytes) const;
  [[nodiscard]] detail::plan_state& free_slot();
  void start_engine_on(detail::plan_state& which);

  detail::device_state& state_;
  std::unique_ptr<detail::plan_state[]> words_;  ///< null until there is a plan
  std::mutex mutex_;
  cpu_copy_engine engine_;
};

}  // namespace ark
