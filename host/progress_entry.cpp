#include "progress_entry.hpp"

namespace ark {

void progress_entry::add_source(pe_core& core, const executor::progress_source& source) {
  // A seed chooses among the sources by their place in the executor's table: it must not depend on
  // which PE's thread came first.
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

void progress_entry::remove() noexcept {
  if (in_ != nullptr) in_->progress_remove(source_);
  in_ = nullptr;
}

}  // namespace ark
