// The thread of an exchange: sends, adds, answers, and says what is done.
#pragma once

#include <time.h>

#include <ark/gradients.hpp>
#include <ark/signal_listener.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "arguments.hpp"
#include "chunks.hpp"
#include "heap_access.hpp"
#include "mailbox.hpp"
#include "send_order.hpp"
#include "sum_routes.hpp"

namespace ark::gradients {

[[nodiscard]] double now_us();

/// Symmetric words between a program, its kernels, and the exchange's thread.
class words_of_tensors {
 public:
  explicit words_of_tensors(std::size_t tensors) : words_(2 * tensors + 2), tensors_(tensors) {}
  [[nodiscard]] word_view view() const { return {words_.data(), words_.size()}; }
  /// Of each tensor: the iteration in which it was ready last, and that of its last result.
  [[nodiscard]] std::uint64_t* ready() const { return words_.data(); }
  [[nodiscard]] std::uint64_t* done() const { return words_.data() + tensors_; }
  /// 1 once drain() was called and nothing is in flight.
  [[nodiscard]] std::uint64_t* drained() const { return words_.data() + 2 * tensors_; }
  /// The window of policy::bytescheduler, packed, and 0 before it is set.
  [[nodiscard]] std::uint64_t* window() const { return drained() + 1; }
  [[nodiscard]] bool alive() const { return words_.alive(); }

 private:
  symmetric_array<std::uint64_t> words_;
  std::size_t tensors_;
};

class exchange_thread {
 public:
  /// Collective. `with` of agree(), for these tensors.
  exchange_thread(std::vector<tensor> tensors, agreement with, const words_of_tensors& words);
  ~exchange_thread();
  exchange_thread(const exchange_thread&) = delete;
  exchange_thread& operator=(const exchange_thread&) = delete;

  void ready(std::size_t t, std::uint64_t iteration);
  /// Sleep until the result of `iteration` is there or the PE has failed, and no longer than
  /// `longest`. Throws wrong_state after a ready() of a kernel or stream that came too early.
  void sleep_until_done(std::size_t t, std::uint64_t iteration, std::chrono::microseconds longest);
  /// Set the drained word once nothing is in flight.
  void drain();
  [[nodiscard]] const options& how() const { return with_.how; }
  [[nodiscard]] std::size_t stripe_bytes() const { return stripe_bytes_; }
  [[nodiscard]] statistics so_far() const;
  /// Of the iteration that began last: when tensors were ready, and what was sent. By now_us().
  [[nodiscard]] iteration_record record() const;

 private:
  struct of_tensor {
    std::uint64_t iteration = 0;  ///< the last one in which it was ready
    std::size_t left = 0;         ///< chunks without a result
    std::uint64_t turn = 0;
  };
  struct of_chunk {
    std::uint64_t iteration = 0;                ///< of the last result
    std::size_t from_host = 0, from_hosts = 0;  ///< parts that have arrived for the next one
  };
  struct made_ready {
    std::size_t tensor;
    std::uint64_t iteration;
    double at_us;
  };

  void run();
  bool step();
  bool take_ready();
  bool start(std::size_t t, std::uint64_t iteration, double at_us);
  void take(int pe, const message& what);
  void take_part(std::size_t c, int pe);
  void add_if_all_are_here(std::size_t c);
  void add_parts_of_host(std::size_t c);
  void add_parts_of_hosts(std::size_t c);
  void have_result(std::size_t c, bool is_in_slot);
  void done(std::size_t t);
  void refuse_early(std::size_t t, std::uint64_t iteration);
  void take_window();
  void take_answers();
  bool send();
  void send_parts(const message& what);
  void send_results(const message& what);
  void post(int pe, std::byte* dest, const std::byte* source, const message& what);
  [[nodiscard]] std::size_t bytes_of_message(const message& what) const;
  [[nodiscard]] const route& route_of(std::size_t c) const {
    return routes_.of(chunks_.all[c].stripe);
  }
  /// Of a chunk: in the tensor, in this PE's own slot, where a part of `pe` arrives, and the own
  /// slot for the host, in which sums are made and from which results are sent.
  [[nodiscard]] std::byte* part(std::size_t c) const {
    return static_cast<std::byte*>(with_.sent[chunks_.all[c].tensor].data) + chunks_.all[c].offset;
  }
  [[nodiscard]] std::byte* at(std::size_t slot, std::size_t c) const {
    return slots_.data() + slot + chunks_.all[c].at;
  }
  [[nodiscard]] std::byte* own_slot(std::size_t c) const {
    return at(routes_.own_slot(chunks_.all[c].stripe, me_), c);
  }
  [[nodiscard]] std::byte* result(std::size_t c) const {
    return results_.data() + (own_slot(c) - slots_.data());
  }

  const std::vector<tensor> tensors_;
  const int me_ = ark_my_pe();
  const agreement with_;
  const std::size_t stripe_bytes_;
  const chunk_list chunks_;
  const route_table routes_;
  const words_of_tensors& words_;
  mailbox mail_;
  symmetric_array<std::byte> slots_;
  const heap_access heap_;
  const host_side results_;

  // Of the thread.
  word_view seen_words_;
  heap_reader parts_;
  std::vector<of_tensor> of_tensors_;
  std::vector<of_chunk> of_chunks_;
  send_order order_;
  std::uint64_t turns_ = 0, arrived_bytes_ = 0, window_ = 0;
  std::size_t without_result_ = 0;  ///< tensors that are ready

  // Between it and the program.
  signal_listener ears_;  ///< wakes it: a message, an answer, ready() by a kernel or the host
  mutable std::mutex mutex_;
  std::condition_variable done_;
  std::vector<made_ready> made_ready_;
  std::vector<std::uint64_t> done_iterations_;  ///< of each tensor; its word may follow
  std::string refused_;                         ///< what a kernel or stream did wrong
  bool drains_ = false, ends_ = false;
  bool has_ended_ = true;  ///< the thread; cpu_clock_ is its clock before
  clockid_t cpu_clock_{};
  statistics statistics_;
  iteration_record record_;
  std::uint64_t recorded_ = 0;      ///< iteration
  std::size_t first_recorded_ = 0;  ///< messages before those of the record
  void* const pe_;                  ///< of the thread that made the exchange
  std::thread thread_;
};

}  // namespace ark::gradients
