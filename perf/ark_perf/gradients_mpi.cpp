// The same sums by MPI's nonblocking collectives, which progress in calls of MPI: one is made with
// each gradient.
#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>

#include "gradients_measurement.hpp"
#include "mpi_wait.hpp"

namespace ark_perf {

namespace {

void start_sum(float* data, std::size_t count, MPI_Request& request) {
  MPI_Iallreduce(MPI_IN_PLACE, data, static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD,
                 &request);
}
void progress(std::vector<MPI_Request>& requests) {
  int done = 0;
  MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
}

/// A sum is complete where its result is, and not yet sent to the others: without calls of MPI
/// here, they may wait for ever.
void leave_together(std::chrono::nanoseconds longest) {
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &all_are_here);
  mpi_wait(all_are_here, longest, [] { return std::string("MPI_Ibarrier behind an iteration"); });
}

class by_tensor final : public gradient_exchange {
 public:
  by_tensor(const gradient_buffers& gradients, std::chrono::nanoseconds longest)
      : gradient_exchange("MPI_Iallreduce"),
        gradients_(gradients),
        longest_(longest),
        requests_(gradients.size(), MPI_REQUEST_NULL) {}
  void ready(std::size_t tensor) override {
    start_sum(gradients_[tensor].data(), gradients_[tensor].size(), requests_[tensor]);
    progress(requests_);
  }
  void wait(std::size_t tensor) override {
    mpi_wait(requests_[tensor], longest_,
             [&] { return fmt::format("MPI_Iallreduce of tensor {}", tensor); });
  }
  void leave() override { leave_together(longest_); }

 private:
  const gradient_buffers& gradients_;
  const std::chrono::nanoseconds longest_;
  std::vector<MPI_Request> requests_;
};

class by_bucket final : public gradient_exchange {
 public:
  by_bucket(const gradient_buffers& gradients, std::size_t most, std::chrono::nanoseconds longest)
      : gradient_exchange("MPI buckets"),
        gradients_(gradients),
        longest_(longest),
        bucket_of_(gradients.size()) {
    std::size_t bytes = most;
    for (std::size_t t = gradients.size(); t-- > 0;) {
      if (bytes >= most) {
        buckets_.emplace_back();
        bytes = 0;
      }
      bucket& last = buckets_.back();
      last.tensors.push_back(t);
      last.data.resize(last.data.size() + gradients[t].size());
      bucket_of_[t] = buckets_.size() - 1;
      bytes += gradients[t].size() * sizeof(float);
    }
    requests_.resize(buckets_.size(), MPI_REQUEST_NULL);
  }
  void begin() override {
    for (bucket& one : buckets_) one.ready = 0, one.is_back = false;
  }
  void ready(std::size_t tensor) override {
    const std::size_t b = bucket_of_[tensor];
    bucket& one = buckets_[b];
    if (++one.ready == one.tensors.size()) {
      float* at = one.data.data();
      for (const std::size_t t : one.tensors)
        at = std::copy_n(gradients_[t].data(), gradients_[t].size(), at);
      start_sum(one.data.data(), one.data.size(), requests_[b]);
    }
    progress(requests_);
  }
  void wait(std::size_t tensor) override {
    const std::size_t b = bucket_of_[tensor];
    bucket& one = buckets_[b];
    if (one.is_back) return;
    mpi_wait(requests_[b], longest_,
             [&] { return fmt::format("MPI_Iallreduce of bucket {} with tensor {}", b, tensor); });
    const float* at = one.data.data();
    for (const std::size_t t : one.tensors) {
      std::copy_n(at, gradients_[t].size(), gradients_[t].data());
      at += gradients_[t].size();
    }
    one.is_back = true;
  }
  void leave() override { leave_together(longest_); }

 private:
  struct bucket {
    std::vector<std::size_t> tensors;
    std::vector<float> data;
    std::size_t ready = 0;
    bool is_back = false;
  };
  const gradient_buffers& gradients_;
  const std::chrono::nanoseconds longest_;
  std::vector<std::size_t> bucket_of_;
  std::vector<bucket> buckets_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::vector<std::unique_ptr<gradient_exchange>> mpi_exchanges(const gradient_buffers& gradients,
                                                              std::size_t bucket_bytes,
                                                              std::chrono::nanoseconds longest) {
  std::vector<std::unique_ptr<gradient_exchange>> all;
  all.push_back(std::make_unique<by_tensor>(gradients, longest));
  all.push_back(std::make_unique<by_bucket>(gradients, bucket_bytes, longest));
  return all;
}

}  // namespace ark_perf
