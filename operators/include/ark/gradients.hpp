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
// cut into chunks, and each chunk has an owner, which adds and puts the result to all. The PEs of a
// host are added first, in their order, at one of them, and then the hosts in the order of their
// first PEs. The result has the same bits whatever the policy, the route, the size of chunks and
// the time at which a PE is ready.
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
#include <string>
#include <vector>

namespace ark::gradients {

enum class element : int { float32, float64, float16, bfloat16 };

/// Gradients of one layer, in forward order: tensor 0 is needed first.
struct tensor {
  void* data = nullptr;   ///< of this PE; host memory, or the GPU's where the heap is in a GPU's
                          ///< memory. Aligned to an element
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

/// What is sent first of the tensors that are ready, and in which messages.
enum class policy : int {
  fifo,     ///< whole tensors, in the order in which they became ready
  p3,       ///< chunks, one by one, of the tensor that the forward pass needs first
  prophet,  ///< as p3, in blocks: what the link carries between two bursts of gradients, in as few
            ///< messages as its memory permits. The first iteration, which shows the bursts, has
            ///< no blocks
  bytescheduler,  ///< as p3, with the size of messages and the credit found by a search while
                  ///< training runs, by the time from one begin_iteration() of PE 0 to the next
};
enum class reduction : int { sum, mean };

struct options {
  policy order = policy::p3;
  reduction result = reduction::mean;
  /// A multiple of 64, the same on every PE. Longer ones cost fewer messages; a shorter one delays
  /// a more urgent one less. 0: so long that a message costs 5 percent of it, measured by the
  /// constructor.
  std::size_t chunk_bytes = 0;
  /// Bytes of this PE in flight at once, at least one chunk: what is posted no longer gives way to
  /// what becomes ready later. 0: four chunks, but not more than 1 MiB.
  std::size_t credit_bytes = 0;
  // Of policy::prophet.
  double burst_threshold = 2;  ///< a gap that ends a burst, in mean gaps between gradients
  double drift_share = 0.25;   ///< bursts are taken anew if gaps differ by more than this share
  /// What if each message took its sender so much longer? No other is posted before.
  double message_us = 0;
};

/// For kernels, by value: of the iteration in which exchange::view() was called. One of an earlier
/// iteration makes nothing ready. A tensor that does not exist is a failure of the PE,
/// invalid_argument with a null address.
struct kernel_view {
  std::uint64_t *ready_words, *done_words;
  std::uint64_t iteration, awaited;
  std::size_t count;
  int pe;

  /// As exchange::ready(). One thread, after a barrier of those that have written the gradient.
  ARK_HOST_DEVICE void ready(std::size_t tensor) const {
    ark_signal_set(tensor < count ? ready_words + tensor : nullptr, iteration, pe);
  }
  /// As exchange::wait(). Any thread.
  ARK_HOST_DEVICE void wait(std::size_t tensor) const {
    ark_signal_wait_until(tensor < count ? done_words + tensor : nullptr, ARK_CMP_GE, awaited);
  }
};

/// Since the constructor, of this PE.
struct statistics {
  std::uint64_t iterations = 0;
  std::uint64_t messages = 0;    ///< chunks and results sent to other PEs
  std::uint64_t bytes = 0;       ///< in them
  std::uint64_t most_bytes = 0;  ///< in flight at once; at most the credit, or one chunk to all PEs
  double cpu_seconds = 0;        ///< of the thread that sends and adds
  bool is_tuned = false;         ///< on PE 0: the search of policy::bytescheduler has settled
};

/// What was when, of this PE: each tensor the last time that it was ready, and the messages of the
/// last iteration. Microseconds of one clock.
struct iteration_record {
  struct of_tensor {
    std::size_t bytes = 0;
    double ready_us = 0;              ///< if by a kernel or stream: when the exchange saw it
    double waits_us = 0, has_us = 0;  ///< the last wait(): called, and returned
  };
  struct of_message {
    std::size_t tensor = 0;  ///< the first one in it
    int pe = 0;              ///< to which it went
    bool is_result = false;
    std::size_t bytes = 0;
    double posted_us = 0, answered_us = 0;  ///< answered: 0 while it is in flight
  };
  std::vector<of_tensor> tensors;
  std::vector<of_message> messages;
};

/// A layer of an iteration, to be replayed by `ark_perf gradients --trace`.
struct trace_layer {
  std::size_t bytes = 0;
  double ready_us = 0;    ///< since the first gradient was ready
  double forward_us = 0;  ///< computation between its wait() and the next one's
};
/// Of an iteration whose results were awaited in order. What lies between the last wait and the
/// first gradient counts as the last layer's; if it was awaited after that, as long as the mean of
/// the others.
[[nodiscard]] ARK_API std::vector<trace_layer> trace_of(const iteration_record& record);
/// A CSV file with the head `layer,bytes,ready_us,forward_us`.
///
/// Callable: any host thread. Errors: throw ark::error{invalid_argument} with the file, the line,
///   and what is accepted.
ARK_API void write_trace(const std::string& path, const std::vector<trace_layer>& layers);
[[nodiscard]] ARK_API std::vector<trace_layer> read_trace(const std::string& path);

/// The exchange of a list of tensors. A thread of its own sends, adds and answers; it sleeps while
/// there is nothing to do.
///
/// Callable: host. Constructor and destructor are collective: the same tensors (counts, types) and
///   options on every PE. The members are called by one thread.
/// Heap in a GPU's memory: the host adds. It gets parts from the heap and puts results there, and
///   sends results from memory of the host, as large as the parts. ready_on_stream and
///   wait_on_stream are compiled by nvcc there. Kernels that wait leave space on the GPU for a
///   kernel of one thread, which counts the answers.
/// Memory: symmetric, per PE: about the size of all tensors for the parts of the PEs of its host,
///   if there are several, and as much divided by the PEs of a host for the hosts' parts, if there
///   are several; and a copy of each tensor whose memory is not symmetric on every PE. Tensors of
///   one type whose memory lies behind one another travel in one message where a policy permits.
///   On one PE nothing.
/// Errors: throw ark::error. The constructor: invalid_argument (options, a null tensor),
///   asymmetric (different tensors, or another result, on another PE), out_of_memory,
///   not_initialized. Members: invalid_argument (no such tensor),
///   wrong_state (ready() twice in an iteration, or outside of one; from wait(), after a kernel or
///   stream made a tensor ready before its last result was there), timeout and peer_failed with
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
  /// in any order. The result of the last iteration must have been awaited. On a GPU the kernel
  /// that writes the gradient has ended, or is before the operation on the stream.
  void ready(std::size_t tensor);
  template <class = void>
  void ready_on_stream(std::size_t tensor, stream_t stream) {
    const kernel_view of = view_of("ready_on_stream", tensor, true);
    ark_signal_set_on_stream(of.ready_words + tensor, of.iteration, of.pe, stream);
  }
  /// Every tensor was made ready, or will be by what is on streams. Does not wait.
  void end_iteration();
  /// Wait until the tensor holds the result of the last ended iteration, or of the current one if
  /// ready() was called in it. Returns at once if there is none yet.
  void wait(std::size_t tensor);
  /// wait() that ends after `timeout_us` without a failure, and returns whether the result is
  /// there: for programs that do something else between such slices of a wait.
  [[nodiscard]] bool wait_for(std::size_t tensor, std::uint64_t timeout_us);
  template <class = void>
  void wait_on_stream(std::size_t tensor, stream_t stream) {
    const kernel_view of = view_of("wait_on_stream", tensor, false);
    ark_signal_wait_until_on_stream(of.done_words + tensor, ARK_CMP_GE, of.awaited, stream);
  }

  [[nodiscard]] kernel_view view() const;
  [[nodiscard]] statistics so_far() const;
  /// For timelines, and for trace_of(). After the waits of the iteration.
  [[nodiscard]] iteration_record last_iteration() const;

 private:
  [[nodiscard]] kernel_view view_of(const char* call, std::size_t tensor,
                                    bool is_in_iteration) const;
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace ark::gradients
