// PEs of one test: heaps, host rings and proxies in one process, over loopback with or without
// faults.
#pragma once

#include <gtest/gtest.h>

#include <ark/detail/queue/ring.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "error/failure_report.hpp"
#include "fault_transport.hpp"
#include "proxy.hpp"
#include "queue/posting.hpp"
#include "queue/ring_storage.hpp"
#include "transport/loopback/loopback.hpp"

namespace ark::proxy {

inline constexpr std::size_t heap_words = 1 << 15;
inline constexpr std::uint64_t job_token = 0x5eC4e7;

/// One PE: everything its proxy needs.
struct test_pe {
  test_pe(int pe, int n_pes, std::unique_ptr<transport> carrier, std::size_t slots = 1024,
          bool asks_first = false, std::uint64_t one_sided_bytes = 0, gpu_pipeline* gpu = nullptr)
      : storage(slots),
        view(storage.view()),
        ring(view),
        heap(heap_words, 0),
        peers(static_cast<std::size_t>(n_pes)),
        over(std::move(carrier)) {
    for (auto& peer : peers) peer.route = detail::peer_route::proxy;
    state.pe = pe;
    state.n_pes = n_pes;
    state.heap_base = reinterpret_cast<std::uint64_t>(heap.data());
    state.heap_bytes = state.heap_reserved = heap.size() * 8;
    state.peers = peers.data();
    proxy::options options;
    options.token = job_token;
    options.one_sided = {one_sided_bytes, one_sided_bytes};
    options.gpu = gpu;
    options.gpu_bytes = gpu != nullptr ? over->gpu_bytes() : 0;
    options.failure_reported = [this](int failed, int reported_by, std::uint64_t how) {
      heard.push_back({failed, reported_by, how});
    };
    if (asks_first) {
      options.connection_lost = [this](int lost, const std::string&) { broken.push_back(lost); };
    }
    served = std::make_unique<proxy>(state, std::span(&view, 1), *over, options);
  }
  struct news {
    int failed, reported_by;
    std::uint64_t how;
  };
  /// The sources of all tickets below have been read.
  [[nodiscard]] std::uint64_t reusable() const {
    return detail::load_acquire(ring.reusable_word());
  }
  /// False if the ring is full or closed. One thread posts.
  [[nodiscard]] bool post(const detail::descriptor& d) const {
    const bool room = ring.head() - ring.tail() < view.mask + 1;
    return room && testing::post(ring, d, testing::give_up).code == errc::ok;
  }
  [[nodiscard]] bool drained() const { return ring.done() >= ring.head(); }
  [[nodiscard]] failure_record failure() const {
    return failure_read(state).value_or(failure_record{});
  }

  ring_storage storage;
  detail::ring_view view;
  detail::host_ring ring;
  std::vector<std::uint64_t> heap;
  std::vector<detail::peer_view> peers;
  detail::device_state state;
  std::unique_ptr<transport> over;
  std::vector<news> heard;
  std::vector<int> broken;  ///< connections lost, if the test is to be asked what that means
  std::unique_ptr<proxy> served;
};

/// Puts a transport around another one.
using wrapping = std::function<std::unique_ptr<transport>(std::unique_ptr<transport>)>;

/// A job of PEs whose proxies are driven by the test.
class job {
 public:
  explicit job(int n_pes, const fault_plan* plan = nullptr, const loopback::options& how = {},
               std::uint64_t one_sided_bytes = 0, const std::vector<gpu_pipeline*>& gpus = {},
               const wrapping& around = {}) {
    std::vector<std::vector<std::byte>> addresses;
    for (int pe = 0; pe < n_pes; ++pe) {
      std::unique_ptr<transport> carrier = std::make_unique<loopback>(how);
      if (around) carrier = around(std::move(carrier));
      if (plan != nullptr) {
        fault_plan own = *plan;
        own.seed += static_cast<std::uint64_t>(pe) * 7919;
        auto faulty = std::make_unique<fault_transport>(std::move(carrier), own);
        faults_.push_back(faulty.get());
        carrier = std::move(faulty);
      }
      gpu_pipeline* gpu = gpus.empty() ? nullptr : gpus[static_cast<std::size_t>(pe)];
      pes_.push_back(std::make_unique<test_pe>(pe, n_pes, std::move(carrier), 1024, false,
                                               one_sided_bytes, gpu));
      addresses.push_back(pes_.back()->over->address());
    }
    for (auto& pe : pes_) pe->over->connect(addresses, pe->served->as_receiver());
  }
  test_pe& operator[](int pe) { return *pes_[static_cast<std::size_t>(pe)]; }
  fault_transport& fault(int pe) { return *faults_[static_cast<std::size_t>(pe)]; }
  /// Drive all proxies in turn until `until()`; false if that has not come after many rounds.
  template <class Until>
  [[nodiscard]] bool drive(Until&& until, int rounds = 2'000'000) {
    for (int i = 0; i < rounds; ++i) {
      if (until()) return true;
      for (auto& pe : pes_) pe->served->progress(8);
    }
    return until();
  }
  [[nodiscard]] bool drain() {
    for (auto& pe : pes_) pe->ring.await_mark(pe->ring.head());
    return drive([&] {
      for (auto& pe : pes_) {
        if (!pe->drained()) return false;
      }
      return true;
    });
  }
  void expect_no_failure() {
    for (auto& pe : pes_) {
      EXPECT_EQ(pe->failure().code, errc::ok) << failure_text(pe->failure());
    }
  }

 private:
  std::vector<std::unique_ptr<test_pe>> pes_;
  std::vector<fault_transport*> faults_;
};

}  // namespace ark::proxy
