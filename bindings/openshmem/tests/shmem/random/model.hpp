// Draws, reports, and memory with a model of it.
#pragma once

#include <shmem.h>

#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace random_test {

using u64 = std::uint64_t;
using bytes = std::vector<unsigned char>;

/// Draws. Those of one seed are the same on every PE.
class generator {
 public:
  explicit generator(u64 seed) : random_(seed) {}
  u64 bits() { return random_(); }
  template <class Int>
  Int below(Int n) {
    return static_cast<Int>(random_() % static_cast<u64>(n));
  }
  bool one_in(int n) { return below(n) == 0; }
  /// 1 to `most`; each power of two is as likely.
  std::size_t size(std::size_t most) {
    const std::size_t least = std::size_t{1} << below(std::bit_width(most));
    return std::min(most, least + below(least));
  }
  bytes data(std::size_t n) {
    bytes result(n);
    u64 state = bits();
    for (auto& byte : result)
      byte = (state = state * 6364136223846793005u + 1442695040888963407u) >> 56;
    return result;
  }

 private:
  std::mt19937_64 random_;
};

[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
  char line[300];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

struct settings {
  double seconds = 10;
  u64 seed = 1;
  bool control = false;    ///< each step has a fault
  bool unordered = false;  ///< no fence between data and flags
};

/// Operations and differences of this PE.
struct reports {
  const settings& of;
  int step = -1;
  const char* step_name = "start";
  long operations = 0, differences = 0;  ///< of the run, and of the step
  bool has_fault = false;

  void begin_step(const char* name) {
    ++step;
    step_name = name;
    differences = 0;
    has_fault = false;
  }
  /// In the control true once a step: the caller leaves its operation out, or changes its data.
  /// Every PE calls it, or none.
  bool inject_fault() { return of.control && !std::exchange(has_fault, true); }
  void expect(const std::string& operation, std::size_t index, u64 expected, u64 seen) {
    constexpr int lines = 10;  // of a PE in a step; the others are counted only
    if (expected == seen || ++differences > lines) return;
    std::fprintf(stderr,
                 "random: seed %ju, step %d (%s), PE %d of %d: %s, at %zu: expected 0x%jx, "
                 "seen 0x%jx\n",
                 of.seed, step, step_name, shmem_my_pe(), shmem_n_pes(), operation.c_str(), index,
                 expected, seen);
  }
  void expect_bytes(const std::string& operation, const void* expected, const void* seen,
                    std::size_t n) {
    const auto* right = static_cast<const unsigned char*>(expected);
    const auto* there = static_cast<const unsigned char*>(seen);
    if (n == 0 || std::memcmp(right, there, n) == 0) return;
    const auto at = std::mismatch(right, right + n, there).first - right;
    expect(operation, static_cast<std::size_t>(at), right[at], there[at]);
  }
};

struct place {
  int area;
  std::size_t offset;
};

/// Memory in the heap, in a static variable and, not symmetric, of this PE only, with a model of
/// that of every PE. A step writes one half of it; each range is written by one operation only.
class memory_areas {
 public:
  static constexpr int symmetric = 2, all = 3;  ///< how many

  memory_areas(int pes, u64 seed) : own_(size) {
    alignas(64) static char in_data[size];
    memory_[0] = static_cast<char*>(shmem_align(64, size));
    memory_[1] = in_data;
    memory_[2] = own_.data();
    generator draw(seed);
    for (int area = 0; area < all; ++area) {
      for (int pe = 0; pe < pes; ++pe) model_[area].push_back(draw.data(size));
      std::memcpy(memory_[area], model_[area][shmem_my_pe()].data(), size);
    }
  }
  void begin_step() {
    written_half_ = half - written_half_;
    for (auto& ranges : ranges_) ranges.clear();
  }
  [[nodiscard]] char* address(place at) const { return memory_[at.area] + at.offset; }
  unsigned char* model(int pe, place at) { return model_[at.area][pe].data() + at.offset; }

  /// A range of every PE, if there is one left. `operation` may write it.
  std::optional<place> reserve(generator& draw, int areas, std::size_t n, std::size_t alignment,
                               const std::string& operation) {
    const int area = draw.below(areas);
    auto& ranges = ranges_[area];
    const std::size_t end = ranges.empty() ? written_half_ : ranges.back().end;
    const std::size_t begin = (end + draw.below(40u) + alignment - 1) / alignment * alignment;
    if (begin + n > written_half_ + half) return std::nullopt;
    ranges.push_back({begin, begin + n, operation});
    return place{area, begin};
  }
  /// A range that this step does not write.
  place unwritten(generator& draw, int areas, std::size_t n) const {
    constexpr std::size_t alignment = 16;
    const std::size_t offset = draw.below((half - n) / alignment) * alignment;
    return {draw.below(areas), half - written_half_ + offset};
  }
  /// Compares this PE's memory with the model, which it has afterwards.
  void check(reports& report) {
    static constexpr const char* names[] = {"heap", "static", "own"};
    for (int area = 0; area < all; ++area) {
      const auto* const right = model_[area][shmem_my_pe()].data();
      for (const range& it : ranges_[area]) {
        report.expect_bytes(text("%s, byte of offset %zu of %s memory", it.operation.c_str(),
                                 it.begin, names[area]),
                            right + it.begin, memory_[area] + it.begin, it.end - it.begin);
      }
      if (report.differences == 0) {
        report.expect_bytes(text("no operation, %s memory", names[area]), right, memory_[area],
                            size);
      }
      std::memcpy(memory_[area], right, size);
    }
  }

 private:
  struct range {
    std::size_t begin, end;
    std::string operation;
  };
  static constexpr std::size_t size = 1 << 20, half = size / 2;
  std::vector<char> own_;
  char* memory_[all];
  std::vector<bytes> model_[all];
  std::vector<range> ranges_[all];
  std::size_t written_half_ = 0;
};

}  // namespace random_test
