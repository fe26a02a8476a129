// The same sums by MPI's nonblocking collectives, which progress in calls of MPI: one is made with
// each gradient.
#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <chrono>
#include <cstring>

#include "gradients_measurement.hpp"

namespace ark_perf {

namespace {

void start_sum(float* data, std::size_t count, MPI_Request& request) {
  MPI_Iallreduce(MPI_IN_PLACE, data, static_cast<int>(count), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD,
                 &request);
}
/// MPI_Wait with an end, as every wait here has one.
void wait_for(MPI_Request& request, const std::string& name, std::size_t number) {
  using clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds longest{60};
  const clock::time_point begin = clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    if (clock::now() - begin > longest)
      throw ark::error(ark::errc::timeout, fmt::format("{} {} is not complete after {} s", name,
                                                       number, longest.count()));
  }
}
void progress(std::vector<MPI_Request>& requests) {
  int done = 0;
  MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
}

class by_tensor final : public gradient_exchange {
 public:
  explicit by_tensor(const gradient_buffers& gradients)
      : gradient_exchange("MPI_Iallreduce"),
        gradients_(gradients),
        requests_(gradients.size(), MPI_REQUEST_NULL) {}
  void ready(std::size_t tensor) override {
    start_sum(gradients_[tensor].data(), gradients_[tensor].size(), requests_[tensor]);
    progress(requests_);
  }
  void wait(std::size_t tensor) override { wait_for(requests_[tensor], name, tensor); }

 private:
  const gradient_buffers& gradients_;
  std::vector<MPI_Request> requests_;
};

class by_bucket final : public gradient_exchange {
 public:
  by_bucket(const gradient_buffers& gradients, std::size_t most)
      : gradient_exchange("MPI buckets"), gradients_(gradients), bucket_of_(gradients.size()) {
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
    wait_for(requests_[b], name, b);
    const float* at = one.data.data();
    for (const std::size_t t : one.tensors) {
      std::copy_n(at, gradients_[t].size(), gradients_[t].data());
      at += gradients_[t].size();
    }
    one.is_back = true;
  }

 private:
  struct bucket {
    std::vector<std::size_t> tensors;
    std::vector<float> data;
    std::size_t ready = 0;
    bool is_back = false;
  };
  const gradient_buffers& gradients_;
  std::vector<std::size_t> bucket_of_;
  std::vector<bucket> buckets_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::vector<std::unique_ptr<gradient_exchange>> mpi_exchanges(const gradient_buffers& gradients,
                                                              std::size_t bucket_bytes) {
  std::vector<std::unique_ptr<gradient_exchange>> all;
  all.push_back(std::make_unique<by_tensor>(gradients));
  all.push_back(std::make_unique<by_bucket>(gradients, bucket_bytes));
  return all;
}

}  // namespace ark_perf
