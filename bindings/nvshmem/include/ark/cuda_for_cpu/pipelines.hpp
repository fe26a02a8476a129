// cuda::pipeline for the CPU executor. Callable: kernels.
#pragma once

#include <ark/cuda_for_cpu/async_copies.hpp>
#include <ark/cuda_for_cpu/barriers.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <cstdint>

namespace cuda {

enum class pipeline_role { producer, consumer };

/// The state of a pipeline, in shared memory.
template <thread_scope Scope, ::std::uint8_t Stages>
struct pipeline_shared_state {
  barrier<Scope> filled[Stages];
  barrier<Scope> freed[Stages];
};

/// Threads that fill stages in turn and threads that use them; the same ones, or not.
template <thread_scope Scope>
class pipeline {
 public:
  template <::std::uint8_t Stages>
  explicit pipeline(pipeline_shared_state<Scope, Stages>* state)
      : filled_(state->filled), freed_(state->freed), stages_(Stages) {}

  void producer_acquire() { freed_[head_.stage].wait_parity(!head_.parity); }
  void producer_commit() {
    static_cast<void>(filled_[head_.stage].arrive());
    advance(head_);
  }
  void consumer_wait() { filled_[tail_.stage].wait_parity(tail_.parity); }
  void consumer_release() {
    static_cast<void>(freed_[tail_.stage].arrive());
    advance(tail_);
  }

 private:
  struct place {
    unsigned stage = 0;
    bool parity = false;  ///< phase of the stage's barrier
  };
  void advance(place& at) const {
    at.stage = (at.stage + 1) % stages_;
    if (at.stage == 0) at.parity = !at.parity;
  }

  barrier<Scope>* filled_;
  barrier<Scope>* freed_;
  unsigned stages_;
  place head_, tail_;
};

/// Pipeline of the calling thread alone: its copies are done.
template <>
class pipeline<thread_scope_thread> {
 public:
  void producer_acquire() {}
  void producer_commit() {}
  void consumer_wait() {}
  void consumer_release() {}
};
inline pipeline<thread_scope_thread> make_pipeline() { return {}; }

namespace detail {

template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> made_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              ::std::size_t producers, ::std::size_t consumers) {
  if (group.thread_rank() == 0) {
    for (auto& one : state->filled) init(&one, static_cast<::std::ptrdiff_t>(producers));
    for (auto& one : state->freed) init(&one, static_cast<::std::ptrdiff_t>(consumers));
  }
  group.sync();
  return pipeline<Scope>(state);
}

}  // namespace detail

// The group: the block, or a tile of it. With a role: the block.

/// All threads of the group fill and use.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  return detail::made_pipeline(group, state, group.size(), group.size());
}
/// `producers` threads fill, the others use.
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              ::std::size_t producers) {
  return detail::made_pipeline(group, state, producers, group.size() - producers);
}
template <class Group, thread_scope Scope, ::std::uint8_t Stages>
pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state,
                              pipeline_role role) {
  const auto producers =
      static_cast<::std::size_t>(__syncthreads_count(role == pipeline_role::producer));
  return detail::made_pipeline(group, state, producers, group.size() - producers);
}

/// Waits for all stages of the calling thread but the last Prior.
template <::std::uint8_t Prior>
void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {}

}  // namespace cuda
