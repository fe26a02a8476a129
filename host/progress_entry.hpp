// A part of a PE that is a progress source of the executor.
#pragma once

#include "executor/executor.hpp"
#include "pe_core.hpp"

namespace ark {

/// One row of the executor's table, removed at the latest by the destructor.
class progress_entry {
 public:
  progress_entry() = default;
  ~progress_entry() { remove(); }
  progress_entry(const progress_entry&) = delete;
  progress_entry& operator=(const progress_entry&) = delete;

  /// Called once. Collective among the PEs of the process if a seed orders their progress. `of` has
  /// `bool progress(unsigned budget)` and `bool idle()`, and outlives this, as does `core`.
  /// `rests`: see executor::progress_source.
  template <class Source>
  void add(pe_core& core, Source& of, bool (*rests)(void*) = nullptr) {
    add_source(core, {[](void* self, unsigned budget) {
                        return static_cast<Source*>(self)->progress(budget);
                      },
                      [](void* self) { return static_cast<Source*>(self)->idle(); }, &of, rests});
  }
  /// Returns once no thread is inside the source.
  void remove() noexcept;

 private:
  void add_source(pe_core& core, const executor::progress_source& source);

  executor::executor* in_ = nullptr;
  executor::progress_source source_;
};

inline void progress_entry::add_source(pe_core& core, const executor::progress_source& source) {
  // A seed chooses among the sources by their index in the executor's table, which must not depend
  // on the order of the PEs' threads.
  const bool in_turn =
      core.executor->config().order.kind != policy_kind::fifo && core.layout.process_pes > 1;
  for (int turn = 0; turn < (in_turn ? core.boot->size() : 1); ++turn) {
    if (!in_turn || turn == core.boot->rank()) {
      in_ = core.executor.get();
      source_ = source;
      in_->progress_add(source_);
    }
    if (in_turn) core.boot->barrier();
  }
}

inline void progress_entry::remove() noexcept {
  if (in_ != nullptr) in_->progress_remove(source_);
  in_ = nullptr;
}

}  // namespace ark
