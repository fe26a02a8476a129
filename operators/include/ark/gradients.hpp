// Sums of gradients over all PEs, exchanged while the backward pass still computes and complete in
// the order in which the next forward pass needs them. docs/gradients.md.
//
//   ark::gradients::exchange exchange(
//       {ark::gradients::tensor_of(weights, n), ark::gradients::tensor_of(bias, m)});
//   for (std::size_t k = 0; k < iterations; ++k) {
//     exchange.begin_iteration();
//     for (std::size_t t = 0; t < 2; ++t) { exchange.wait(t); forward(t); }
//     for (std::size_t t = 2; t-- > 0;) { backward(t); exchange.ready(t); }
//     exchange.end_iteration();
//   }
//
// One-sided: each PE decides by itself what it sends next, and nothing is negotiated. A tensor is
// cut into chunks, and each chunk has an owner, which adds the chunks of all PEs in the order of
// the PEs and puts the result to all. The result has the same bits whatever the policy, the route,
// the size of chunks and the time at which a PE is ready.
#pragma once

#include <ark/float16.hpp>
#include <ark/host.hpp>
#include <ark/on_stream.hpp>
#include <ark/signal.hpp>
#include <ark/types.hpp>
#include <ark/wait.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ark::gradients {

enum class element : int { float32, float64, float16, bfloat16 };

/// Gradients of one layer, in forward order: tensor 0 is needed first.
struct tensor {
  void* data = nullptr;   ///< of this PE; host memory. Aligned to an element
  std::size_t count = 0;  ///< elements; may be 0
  element type = element::float32;
};
template <class T>
requires(std::same_as<T, double> || float_element<T>) tensor tensor_of(T* data, std::size_t count) {
  if constexpr (std::same_as<T, double>) return {data, count, element::float64};
  if constexpr (std::same_as<T, float>) return {data, count, element::float32};
  if constexpr (detail::is_float16<T>) return {data, count, element::float16};
  return {data, count, element::bfloat16};
}

/// What is sent first of the tensors that are ready.
enum class policy : int {
  fifo,     ///< whole tensors, in the order in which they became ready
  p3,       ///< the chunks of the tensor that the forward pass needs first
  prophet,  ///< as p3, in blocks: what the link carries between two bursts of gradients. The first
            ///< iteration, which shows the bursts, is as p3
};
enum class reduction : int { sum, mean };

struct options {
  policy order = policy::p3;
  reduction result = reduction::mean;
  /// A multiple of 64, the same on every PE. Longer ones cost fewer messages; a shorter one delays
  /// a more urgent one less.
  std::size_t chunk_bytes = 256 * 1024;
  /// Bytes of this PE in flight at once, at least one chunk: what is posted no longer gives way to
  /// what becomes ready later.
  std::size_t credit_bytes = 1024 * 1024;
  // Of policy::prophet.
  double burst_threshold = 2;  ///< a gap that ends a burst, in mean gaps between gradients
  double drift_share = 0.25;   ///< bursts are taken anew if gaps differ by more than this share
};

/// For kernels, by value: of the iteration in which exchange::view() was called.
struct kernel_view {
  std::uint64_t *ready_words, *done_words;
  std::uint64_t iteration, awaited;
  int pe;

  /// As exchange::ready(). One thread, after a barrier of those that have written the gradient.
  ARK_HOST_DEVICE void ready(std::size_t tensor) const {
    ark_signal_set(ready_words + tensor, iteration, pe);
  }
  /// As exchange::wait(). Any thread.
  ARK_HOST_DEVICE void wait(std::size_t tensor) const {
    ark_signal_wait_until(done_words + tensor, ARK_CMP_GE, awaited);
  }
};

/// Since the constructor, of this PE.
struct statistics {
  std::uint64_t iterations = 0;
  std::uint64_t messages = 0;    ///< chunks and results sent to other PEs
  std::uint64_t bytes = 0;       ///< in them
  std::uint64_t most_bytes = 0;  ///< in flight at once; at most the credit, or one chunk to all PEs
  double cpu_seconds = 0;        ///< of the thread that sends and adds
};

/// The exchange of a list of tensors. A thread of its own sends, adds and answers; it sleeps while
/// there is nothing to do.
///
/// Callable: host, on a PE whose heap is in host memory (the CPU executor). Constructor and
///   destructor are collective: the same tensors (counts, types) and options on every PE. The
///   members are called by one thread.
/// Memory: symmetric, per PE: what the PE owns, once for each PE (about the size of all tensors),
///   and a copy of each tensor whose memory is not symmetric on every PE.
/// Errors: throw ark::error. The constructor: invalid_argument (options, a null tensor),
///   asymmetric (different tensors, or another result, on another PE), out_of_memory, unsupported
///   (a heap in GPU memory), not_initialized. Members: invalid_argument (no such tensor),
///   wrong_state (ready() twice in an iteration, or outside of one), timeout and peer_failed with
///   the PE's failure.
class ARK_API exchange {
 public:
  explicit exchange(std::vector<tensor> tensors, const options& how = {});
  /// Waits until nothing of this PE is in flight, and for all PEs.
  ~exchange();
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;

  /// Begin the next iteration. Does not wait: results of the last one may still be awaited.
  void begin_iteration();
  /// The gradient is complete in its memory, which the exchange has until wait() returns. Once for
  /// each tensor in each iteration, by this call, in a stream's order or by a kernel; on every PE,
  /// in any order. The result of the last iteration must have been awaited.
  void ready(std::size_t tensor);
  void ready_on_stream(std::size_t tensor, stream_t stream);
  /// Every tensor was made ready, or will be by what is on streams. Does not wait.
  void end_iteration();
  /// Wait until the tensor holds the result of the last ended iteration, or of the current one if
  /// ready() was called in it. Returns at once if there is none yet.
  void wait(std::size_t tensor);
  void wait_on_stream(std::size_t tensor, stream_t stream);

  [[nodiscard]] kernel_view view() const;
  [[nodiscard]] statistics so_far() const;

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace ark::gradients
