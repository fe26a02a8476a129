// gather and scatter: pieces of all PEs and of the caller's own memory, from host threads, kernels
// and streams, completed by quiet or a signal, and what is refused. Run under every route.
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

enum class form { host, stream, thread, warp, block };

struct list_args {
  std::byte* batch;
  const ark_piece* pieces;
  std::size_t count;
  std::uint64_t* signal;  ///< null: quiet
  std::uint64_t value;
  int pe;
  bool gathers;
  form how;
};

ARK_GLOBAL void call_in_kernel(list_args a) {
  const unsigned thread = ark::device::place::thread_index();
  const auto call = [&](auto gather, auto scatter) {
    (a.gathers ? gather(a.batch, a.pieces, a.count, a.signal, a.value, ARK_SIGNAL_ADD, a.pe)
               : scatter(a.batch, a.pieces, a.count, a.signal, a.value, ARK_SIGNAL_ADD, a.pe));
  };
  if (a.how == form::block) {
    call([](auto... of) { ark_gather_nbi_block(of...); },
         [](auto... of) { ark_scatter_nbi_block(of...); });
  } else if (a.how == form::warp && thread < 32) {
    call([](auto... of) { ark_gather_nbi_warp(of...); },
         [](auto... of) { ark_scatter_nbi_warp(of...); });
  } else if (a.how == form::thread && thread == 0) {
    call([](auto... of) { ark_gather_nbi(of...); }, [](auto... of) { ark_scatter_nbi(of...); });
  }
  if (a.signal == nullptr && thread == 0) ark_quiet();
}

void start(const list_args& a) {
  if (a.how == form::host) {
    if (a.gathers)
      ark_gather_nbi(a.batch, a.pieces, a.count, a.signal, a.value, ARK_SIGNAL_ADD, a.pe);
    else
      ark_scatter_nbi(a.batch, a.pieces, a.count, a.signal, a.value, ARK_SIGNAL_ADD, a.pe);
    if (a.signal == nullptr) ark_quiet();
  } else if (a.how == form::stream) {
    if (a.gathers)
      ark_gather_nbi_on_stream(a.batch, a.pieces, a.count, a.signal, a.value, ARK_SIGNAL_ADD, a.pe,
                               nullptr);
    else
      ark_scatter_nbi_on_stream(a.batch, a.pieces, a.count, a.signal, a.value, ARK_SIGNAL_ADD, a.pe,
                                nullptr);
    if (a.signal == nullptr) ark_quiet_on_stream(nullptr);
    ark::stream_sync(nullptr);
  } else {
    run_kernel(1, 64, call_in_kernel, a);
  }
}

constexpr std::byte canary{0xa5};
constexpr std::size_t gap = 8;  ///< between pieces

/// Byte `b` of piece `i` of PE `me`.
std::byte value_of(int me, std::size_t i, std::size_t b) {
  return static_cast<std::byte>(1 + (static_cast<std::size_t>(me) * 31 + i * 7 + b) % 250);
}

/// A list of each PE with pieces on all PEs, and of its own private memory.
class Gather : public pe_test {
 protected:
  /// Room of each PE in each heap: `area`.
  void make(std::size_t count, const std::vector<std::size_t>& sizes) {
    pieces_.clear();
    total_ = 0;
    std::size_t most = gap;
    for (std::size_t i = 0; i < count; ++i) most += sizes[i % sizes.size()] + gap;
    area_ = most;
    own_.assign(area_, canary);
    pool_.emplace(static_cast<std::size_t>(n_) * area_);
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bytes = sizes[i % sizes.size()];
      const int pe = static_cast<int>(i * 5 % (static_cast<std::size_t>(n_) + 1));
      std::byte* const place = pe == n_ ? own_.data() + at : area_of(me_) + at;
      pieces_.push_back({place, bytes, pe == n_ ? me_ : pe});
      at += bytes + gap;
      total_ += bytes;
    }
    batch_.assign(total_ + 1, canary);
  }
  /// Of the pieces of PE `of`, in the heap of the calling PE.
  [[nodiscard]] std::byte* area_of(int of) const {
    return *pool_ + static_cast<std::size_t>(of) * area_;
  }
  /// The pieces of `owner`'s list that are in this PE's heap: use(index, address).
  template <class Use>
  void each_here(int owner, Use&& use) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const int pe = static_cast<int>(i * 5 % (static_cast<std::size_t>(n_) + 1));
      if (pe == me_) use(i, area_of(owner) + at);
      if (pe == n_ && owner == me_) use(i, const_cast<std::byte*>(own_.data()) + at);
      at += pieces_[i].bytes + gap;
    }
  }
  void fill(bool gathers) {
    std::memset(*pool_, static_cast<int>(canary), pool_->size());
    std::fill(own_.begin(), own_.end(), canary);
    std::fill(batch_.begin(), batch_.end(), canary);
    std::size_t at = 0;
    for (std::size_t i = 0; i < pieces_.size() && !gathers; ++i) {
      for (std::size_t b = 0; b < pieces_[i].bytes; ++b) batch_[at++] = value_of(me_, i, b);
    }
    for (int owner = 0; owner < n_ && gathers; ++owner) {
      each_here(owner, [&](std::size_t i, std::byte* place) {
        for (std::size_t b = 0; b < pieces_[i].bytes; ++b) place[b] = value_of(owner, i, b);
      });
    }
    ark_barrier_all();
  }
  void expect_batch() const {
    std::size_t at = 0, wrong = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      for (std::size_t b = 0; b < pieces_[i].bytes; ++b)
        wrong += batch_[at++] != value_of(me_, i, b);
    }
    EXPECT_EQ(wrong, 0u) << "of " << total_ << " bytes";
    EXPECT_EQ(batch_[total_], canary);
  }
  void expect_pieces() const {
    std::size_t wrong = 0;
    for (int owner = 0; owner < n_; ++owner) {
      each_here(owner, [&](std::size_t i, const std::byte* place) {
        for (std::size_t b = 0; b < pieces_[i].bytes; ++b)
          wrong += place[b] != value_of(owner, i, b);
        wrong += place[pieces_[i].bytes] != canary;
      });
    }
    EXPECT_EQ(wrong, 0u);
  }
  /// All PEs gather or scatter. The signal goes to the caller.
  void check(bool gathers, form how, bool signals) {
    const sym<std::uint64_t> arrived(1);
    fill(gathers);
    start({batch_.data(), pieces_.data(), pieces_.size(), signals ? arrived.get() : nullptr, 3, me_,
           gathers, how});
    if (signals) {
      ASSERT_EQ(ark_signal_wait_until(arrived, ARK_CMP_NE, 0), 3u);
    }
    if (gathers) expect_batch();
    ark_barrier_all();
    if (!gathers) expect_pieces();
    ark_barrier_all();
  }

  std::vector<ark_piece> pieces_;
  std::vector<std::byte> own_, batch_;
  std::optional<sym<std::byte>> pool_;
  std::size_t area_ = 0, total_ = 0;
};

TEST_F(Gather, AllFormsOfLists) {
  const std::vector<std::vector<std::size_t>> sizes = {{8}, {0, 3, 100, 17}, {1500, 20'000, 1}};
  for (const std::size_t count : {0, 1, 5, 40}) {
    for (const auto& of : sizes) {
      make(count, of);
      for (const form how : {form::host, form::stream, form::thread, form::warp, form::block}) {
        for (const bool gathers : {true, false}) {
          SCOPED_TRACE(std::to_string(count) + " pieces of " + std::to_string(of[0]) + ", form " +
                       std::to_string(static_cast<int>(how)) +
                       (gathers ? ", gather" : ", scatter"));
          check(gathers, how, count % 2 == 0);
        }
      }
      pool_.reset();
    }
  }
}

TEST_F(Gather, ThousandsOfPieces) {
  make(5000, {64, 1, 100, 8});
  for (const form how : {form::host, form::block}) {
    check(true, how, true);
    check(false, how, false);
  }
  pool_.reset();
}

// The signal goes to the next PE, after the pieces on all PEs.
TEST_F(Gather, ASignalOfAnotherPeFollowsThePiecesOfAll) {
  make(300, {200, 8});
  const sym<std::uint64_t> arrived(1);
  std::vector<std::byte> seen(area_);
  for (std::uint64_t round = 1; round <= 5; ++round) {
    fill(false);
    start({batch_.data(), pieces_.data(), pieces_.size(), arrived.get(), 1, next_, false,
           round % 2 == 0 ? form::host : form::thread});
    ASSERT_EQ(ark_signal_wait_until(arrived, ARK_CMP_GE, round), round);
    // What the previous PE has sent to the PE after this one.
    ark_getmem(seen.data(), area_of(previous_), area_, next_);
    std::size_t at = 0, wrong = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const int pe = static_cast<int>(i * 5 % (static_cast<std::size_t>(n_) + 1));
      for (std::size_t b = 0; b < pieces_[i].bytes && pe == next_; ++b)
        wrong += seen[at + b] != value_of(previous_, i, b);
      at += pieces_[i].bytes + gap;
    }
    EXPECT_EQ(wrong, 0u) << "round " << round;
    ark_quiet();
    ark_barrier_all();
  }
  pool_.reset();
}

ARK_GLOBAL void scatter_fence_flag(list_args a, std::uint64_t* flag) {
  ark_scatter_nbi(a.batch, a.pieces, a.count, nullptr, 0, 0, 0);
  ark_fence();
  for (int pe = 0; pe < ark_n_pes(); ++pe) ark_signal_add(flag, 1, pe);
}
TEST_F(Gather, AFenceOrdersItInFrontOfSignals) {
  make(200, {100, 33});
  const sym<std::uint64_t> flag(1);
  for (std::uint64_t round = 1; round <= 10; ++round) {
    fill(false);
    run_kernel(1, 1, scatter_fence_flag,
               list_args{batch_.data(), pieces_.data(), pieces_.size(), nullptr, 0, 0, false,
                         form::thread},
               flag.get());
    const auto all = round * static_cast<unsigned>(n_);
    ASSERT_EQ(ark_signal_wait_until(flag, ARK_CMP_GE, all), all);
    expect_pieces();
    ark_barrier_all();
  }
  pool_.reset();
}

}  // namespace
}  // namespace ark_mp
