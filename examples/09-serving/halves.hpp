// What both PEs have: the memory between them, the weights of their halves, and how a half computes
// a batch.
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <ark/ark.hpp>
#include <ark/serve/completion_queue.hpp>
#include <ark/serve/replica.hpp>
#include <ark/serve/tenants.hpp>
#include <ark/symmetric_array.hpp>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "load_generator.hpp"

constexpr unsigned most_batch = 32;      ///< samples
constexpr unsigned depth = 3;            ///< batches of a tenant between begin and end
constexpr unsigned places = depth + 2;   ///< and other messages
constexpr unsigned request_slots = 128;  ///< of a tenant, for requests without an answer

/// In front of the activations that go to PE 1, and of the results that come back.
struct alignas(64) message_head {
  enum kind : std::uint32_t {
    batch,     ///< `samples` of activations
    prepare,   ///< load version `version` while the other one serves, then set `loaded`
    redirect,  ///< serve by the weights that have been loaded
    load,      ///< load version `version`, then serve by it
    in_place,  ///< overwrite the weights that serve
    report,    ///< the processor time in the answer
    stop
  } what = batch;
  std::uint32_t samples = 0, version = 0;
  /// Whether PE 1 sleeps until the next message, and the tenant's kernels have a stream of their
  /// own.
  std::uint32_t sleeps = 0, own_stream = 0;
  std::uint32_t priority = 0;  ///< the tenant's, and its share of the workers
  double share = 0;
  std::uint64_t ended = 0;  ///< of the tenant's messages, so many have been answered
  double cpu_us = 0;
};

inline double microseconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_usec);
}
inline double process_cpu_us() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return microseconds(used.ru_utime) + microseconds(used.ru_stime);
}
inline double thread_cpu_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// With a time slice of 0.1 ms a thread that wakes up starts at once beside one that computes
/// (Linux 6.12 and later). Its share of the core stays the same.
inline void request_short_slice() {
  struct {
    std::uint32_t size, policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime, deadline, period;
  } own{};
  if (syscall(SYS_sched_getattr, 0, &own, sizeof own, 0u) != 0 || own.policy != SCHED_OTHER) return;
  own.runtime = 100'000;
  syscall(SYS_sched_setattr, 0, &own, 0u);
}

/// Symmetric memory of the tenants, with a place for each batch that has begun.
struct exchange_memory {
  static std::size_t message_floats(int t) {
    return sizeof(message_head) / sizeof(float) + most_batch * models[t].halves[0].out();
  }
  static constexpr std::size_t result_floats =
      sizeof(message_head) / sizeof(float) + most_batch * classes;

  exchange_memory() {
    for (int t = 0; t < tenants; ++t) {
      requests.emplace_back(request_slots * request_bytes(t));
      batches.emplace_back(places * most_batch * models[t].halves[0].in());
      sent.emplace_back(places * message_floats(t));
      received.emplace_back(places * message_floats(t));
      results.emplace_back(places * result_floats);
      replies.emplace_back(places * result_floats);
      const std::size_t widest =
          std::max(models[t].halves[0].widest(), models[t].halves[1].widest());
      between.emplace_back(2 * most_batch * widest);
    }
  }
  /// A request as it comes from the socket: its number, its input.
  static std::size_t request_bytes(int t) {
    return sizeof(std::uint64_t) + models[t].halves[0].in() * sizeof(float);
  }
  char* request_at(int t, unsigned slot) { return requests[t].data() + slot * request_bytes(t); }
  float* batch(int t, std::uint64_t n) { return place(batches[t], n); }
  message_head* sent_at(int t, std::uint64_t n) { return head(sent[t], n); }
  message_head* received_at(int t, std::uint64_t n) { return head(received[t], n); }
  message_head* result_at(int t, std::uint64_t n) { return head(results[t], n); }
  message_head* reply_at(int t, std::uint64_t n) { return head(replies[t], n); }
  static float* behind(message_head* one) { return reinterpret_cast<float*>(one + 1); }

  std::vector<ark::symmetric_array<char>> requests;
  std::vector<ark::symmetric_array<float>> batches, sent, received, results, replies, between;
  ark::symmetric_array<std::uint64_t> arrived{tenants}, finished{tenants};  ///< messages, answers
  ark::symmetric_array<std::uint64_t> gathered{tenants};                    ///< batches
  ark::symmetric_array<std::uint64_t> half_done{tenants};  ///< batches that PE 0 has computed
  ark::symmetric_array<std::uint64_t> loaded{tenants};     ///< versions, by PE 1

 private:
  static float* place(const ark::symmetric_array<float>& of, std::uint64_t n) {
    return of.data() + n % places * (of.size() / places);
  }
  static message_head* head(const ark::symmetric_array<float>& of, std::uint64_t n) {
    return reinterpret_cast<message_head*>(place(of, n));
  }
};

/// Streams of kernels: one of all tenants, and one for each, which has its share of the workers.
class tenant_streams {
 public:
  tenant_streams() {
    for (ark::stream_t& one : streams_) one = ark::stream_create();
    for (int t = 0; t < tenants; ++t) {
      tenants_.push_back(std::make_unique<ark::serve::tenant>(models[t].name));
      tenants_[t]->assign(streams_[1 + t]);
    }
  }
  ~tenant_streams() {
    for (const ark::stream_t one : streams_) ark::stream_destroy(one);
  }
  tenant_streams(const tenant_streams&) = delete;
  tenant_streams& operator=(const tenant_streams&) = delete;

  [[nodiscard]] ark::stream_t of(int t, bool own) const { return streams_[own ? 1 + t : 0]; }
  void set(int t, double share, unsigned priority) {
    if (share == limits_[t].share && priority == limits_[t].priority) return;
    limits_[t].share = share;
    limits_[t].priority = priority;
    tenants_[t]->set(limits_[t]);
  }
  void sync() const {
    for (const ark::stream_t one : streams_) ark::stream_sync(one);
  }

 private:
  ark::stream_t streams_[1 + tenants];
  std::vector<std::unique_ptr<ark::serve::tenant>> tenants_;
  ark::serve::tenant_limits limits_[tenants];
};

/// A thread that loads weights while others serve.
class loader {
 public:
  loader() : thread_([this] { run(); }) {}
  ~loader() {
    post({});
    thread_.join();
  }
  loader(const loader&) = delete;
  loader& operator=(const loader&) = delete;
  void post(std::function<void()> job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    changed_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !jobs_.empty(); });
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      if (!job) return;
      try {
        job();
      } catch (const std::exception& problem) {
        std::fprintf(stderr, "serving: PE %d: %s\n", ark_my_pe(), problem.what());
        ark_global_exit(1);
      }
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::thread thread_;
};

/// The weights of the PE's half of a tenant's model.
class half_weights {
 public:
  half_weights(std::string folder, int tenant, int h)
      : folder_(std::move(folder)),
        tenant_(tenant),
        half_(h),
        memory_(std::max(models[tenant].halves[0].floats(), models[tenant].halves[1].floats())) {}

  /// Load a version into the shadow, while the other one serves. Any thread.
  void load(std::uint64_t version) {
    auto shadow = memory_.begin();
    read(version, shadow.data());
    shadow_.emplace(std::move(shadow));
  }
  /// Serve by the shadow from now on. Batches that have begun keep the version that they have.
  void redirect() {
    shadow_->publish();
    shadow_.reset();
  }
  /// The wrong thing: the buffer that serves is overwritten.
  void load_in_place(std::uint64_t version) {
    read(version, const_cast<float*>(memory_.read().data()));
  }
  [[nodiscard]] ark::serve::pin<float> pin() const { return memory_.read(); }

 private:
  void read(std::uint64_t version, float* to) const {
    const weights_file file(file_of(folder_, tenant_, version));
    file.load(file.pieces(models[tenant_], half_), to);
  }
  std::string folder_;
  int tenant_, half_;
  ark::serve::replica<float> memory_;
  std::optional<ark::serve::loading<float>> shadow_;
};

ARK_GLOBAL inline void forward_layer(layer l, const float* weights, const float* in, float* out,
                                     unsigned samples) {
  forward(l, weights, in, out, samples,
          {blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x});
}

/// Queues the kernels of a half for a batch. between: memory for results between two layers.
inline void launch_half(const half& h, const float* weights, const float* in, float* out,
                        float* between, unsigned samples, ark::stream_t stream) {
  constexpr unsigned threads = 4;  // a tenant's block delays the others' by less than 0.1 ms
  for (int l = 0; l < h.count; ++l) {
    const layer& one = h.layers[l];
    const unsigned parts =
        one.side == 0 ? (one.out + tile - 1) / tile : samples * one.side / pooled;
    float* const to = l + 1 == h.count ? out : between + l % 2 * (most_batch * h.widest());
    ark::launch({(parts + threads - 1) / threads, threads, 0, stream}, forward_layer, one, weights,
                in, to, samples);
    weights += one.floats();
    in = to;
  }
}
