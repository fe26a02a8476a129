// Transfers that stand on a stream before they are started. Only where libark is built with a CUDA
// toolkit.
#pragma once

#include "gpu/plans/armed_plan.hpp"

namespace ark {

/// Each is a wait until `started` has got to its number, the copy, the signal, `done`. What stands
/// cannot be taken back: letting it go carries it out.
class armed_stream final : public armed_plan {
 public:
  /// `depth`: transfers that stand ready.
  armed_stream(const cuda_device& device, const armed_place& place, cuda_stream stream,
               unsigned depth)
      : armed_plan(device, place, std::move(stream)), depth_(depth) {}

  bool arm() override;
  void let_go(const cuda_stream& control) override;
  [[nodiscard]] std::uint64_t last() const override { return place_.base + armed_; }
  [[nodiscard]] std::string overdue() const override;

 private:
  void arm_one();

  unsigned depth_;
  std::uint64_t armed_ = 0;  ///< that stand ready or have been carried out
};

}  // namespace ark
