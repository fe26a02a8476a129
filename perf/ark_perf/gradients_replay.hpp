// An iteration of training to replay: which gradients there are, and when they become ready.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ark_perf {

/// Of the test `gradients`.
struct gradients_options {
  std::string network = "resnet50";  ///< of replayed_networks()
  unsigned images = 64;              ///< of a PE in an iteration
  unsigned scale_percent = 100;      ///< of the size of all tensors

  [[nodiscard]] std::size_t scaled(std::size_t size) const { return size * scale_percent / 100; }
  std::size_t chunk_bytes = 0, credit_bytes = 0;  ///< 0: ark's choice
  unsigned message_us = 0;                        ///< emulated cost of a message
  std::string trace;                              ///< file to replay instead of a network
  std::string timeline;                           ///< file to write
};

struct replay {
  std::vector<std::size_t> counts;  ///< floats of each tensor, in forward order
  std::vector<double> ready_us;     ///< since the begin of the backward pass
  double backward_us = 0;
  std::vector<double> forward_us;  ///< of each tensor

  [[nodiscard]] std::size_t bytes() const;
};

std::vector<std::string> replayed_networks();

/// The bursts of gradients that the authors of Prophet measured (docs/gradients.md), with gaps of
/// 64 images times images / 64, and a forward pass of half the time, the same for each tensor. Of a
/// trace, its times and sizes, scaled in the same proportions. Throws ark::error{invalid_argument}.
replay replay_of(const gradients_options& how);

}  // namespace ark_perf
