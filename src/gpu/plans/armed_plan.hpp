// How the transfers of one plan come to stand ready on a GPU. Only where libark is built with a
// CUDA toolkit.
#pragma once

#include <ark/detail/atomics.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include "gpu/driver/gpu_stream.hpp"
#include "queue/plan_copy.hpp"

namespace ark {

/// What a plan on a GPU and the host tell each other, in pinned memory of the host.
struct armed_words {
  alignas(detail::cache_line) std::uint64_t done = 0;    ///< transfers of this plan; by the device
  alignas(detail::cache_line) std::uint64_t closed = 0;  ///< by the host: nothing more is started
};

/// What one plan has to work with.
struct armed_place {
  plan_copy what;
  std::uint64_t base = 0;  ///< what the plan's words count to at first
  armed_words* words = nullptr;
  CUdeviceptr words_of_device = 0;  ///< the same as the device sees it
};

/// Called with the device current, one thread at a time; throws ark::error with what CUDA says.
class armed_plan {
 public:
  armed_plan(const cuda_device& device, const armed_place& place, cuda_stream stream)
      : device_(device), place_(place), stream_(std::move(stream)) {}
  virtual ~armed_plan() = default;
  armed_plan(const armed_plan&) = delete;
  armed_plan& operator=(const armed_plan&) = delete;

  /// See to it that enough stands ready, at first and from then on. True if something was added.
  virtual bool arm() = 0;
  /// All that stands will end, also without a start. `control`: a stream where nothing waits.
  virtual void let_go(const cuda_stream& control) = 0;
  /// What `started` and `done` come to once the stream is idle after let_go.
  [[nodiscard]] virtual std::uint64_t last() const = 0;
  /// What it is that does not end.
  [[nodiscard]] virtual std::string overdue() const = 0;
  /// What stands stays there for good.
  virtual void abandon() noexcept { stream_.release(); }

  [[nodiscard]] const cuda_stream& stream() const noexcept { return stream_; }
  /// For another plan, once it is idle.
  [[nodiscard]] cuda_stream take_stream() noexcept { return std::move(stream_); }
  [[nodiscard]] const detail::plan_state* words() const noexcept { return place_.what.words; }

 protected:
  /// The acquire pairs with the device's write, which comes after the transfer.
  [[nodiscard]] std::uint64_t done() const { return detail::load_acquire(&place_.words->done); }

  const cuda_device& device_;
  armed_place place_;
  cuda_stream stream_;
};

}  // namespace ark
