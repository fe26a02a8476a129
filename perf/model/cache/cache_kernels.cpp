#include "cache_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace ark::cache_model {

namespace {

using bytes_t = std::uint64_t;
constexpr bytes_t line_bytes = 64;
constexpr unsigned matrix_rate = 1024, vector_rate = 128;  // operations a cycle of a unit
enum : std::uint8_t {
  a,
  b,
  c,
  d,
  e,
  f,
  g,
  out
};  // call sites of a kernel; out and what follows: stores

/// Appends the accesses of one wave: ranges of bytes as lines with masks.
class emitter {
 public:
  explicit emitter(std::vector<access>& to) : to_(to) {}
  void load(std::uint8_t site, bytes_t at, bytes_t bytes) { range(site, at, bytes, false); }
  void store(std::uint8_t site, bytes_t at, bytes_t bytes) { range(site, at, bytes, true); }
  /// What follows needs the loads so far.
  void wait() { wait_ = true; }
  /// So many operations on the loads so far, by one of `per_unit` waves that share a unit.
  void compute(bytes_t operations, unsigned rate, unsigned per_unit) {
    wait();
    think_ += operations * per_unit / rate;
  }
  /// The same on the loads before the latest compute(): those since are of what follows, and arrive
  /// meanwhile.
  void compute_ahead(bytes_t operations, unsigned rate, unsigned per_unit) {
    compute(operations, rate, per_unit);
    ahead_ = true;
  }

 private:
  void range(std::uint8_t site, bytes_t at, bytes_t bytes, bool store) {
    const bytes_t end = at + bytes;
    for (bytes_t line = at / line_bytes; line * line_bytes < end; ++line) {
      const bytes_t first = std::max(at, line * line_bytes) % line_bytes / 4;
      const bytes_t last = (std::min(end, (line + 1) * line_bytes) - 1) % line_bytes / 4;
      const auto words = static_cast<word_mask>((2U << last) - (1U << first));
      to_.push_back({static_cast<std::uint32_t>(line), words, site, store, wait_, ahead_,
                     static_cast<std::uint16_t>(std::min<bytes_t>(think_, 8000))});
      wait_ = ahead_ = false;
      think_ = 0;
    }
  }
  std::vector<access>& to_;
  bool wait_ = false, ahead_ = false;
  bytes_t think_ = 0;
};

/// Addresses of a kernel's tensors: each begins at a multiple of 2 MiB, as allocators place large
/// ones.
constexpr bytes_t tensor(unsigned index) { return bytes_t{index} << 28; }

kernel made(std::string_view name, std::string_view shape, kernel_class is, unsigned waves,
            unsigned per_unit, std::function<void(unsigned, emitter&)> body) {
  return {name,
          shape,
          is,
          {waves, per_unit, [body = std::move(body)](unsigned wave, std::vector<access>& to) {
             emitter emit(to);
             body(wave, emit);
           }}};
}

/// C[m][n] = A[m][k] B[k][n] in tiles of 128 x 128 x 64, 2 bytes an element.
struct product {
  unsigned m, n, k;
  static constexpr unsigned tile = 128, depth = 64, size = 2, per_unit = 2;
  [[nodiscard]] unsigned tiles() const { return m / tile * (n / tile); }
  void operator()(unsigned index, bytes_t left, bytes_t right, bytes_t result,
                  emitter& emit) const {
    const bytes_t row = index / (n / tile) * tile, column = index % (n / tile) * tile;
    for (bytes_t step = 0; step < k; step += depth) {
      for (bytes_t i = 0; i < tile; ++i)
        emit.load(a, left + ((row + i) * k + step) * size, depth * size);
      for (bytes_t i = 0; i < depth; ++i)
        emit.load(b, right + ((step + i) * n + column) * size, tile * size);
      emit.compute_ahead(bytes_t{2} * tile * tile * depth, matrix_rate, per_unit);
    }
    for (bytes_t i = 0; i < tile; ++i)
      emit.store(out, result + ((row + i) * n + column) * size, tile * size);
  }
};

kernel gemm() {
  constexpr product p{2048, 1024, 960};
  return made(
      "gemm", "2048 x 1024 x 960, fp16", kernel_class::reuse, p.tiles(), product::per_unit,
      [p](unsigned wave, emitter& emit) { p(wave, tensor(0), tensor(1), tensor(2), emit); });
}
kernel batched_gemm() {
  constexpr product p{256, 128, 256};
  return made("batched_gemm", "128 of 256 x 128 x 256, fp16", kernel_class::insensitive,
              128 * p.tiles(), product::per_unit, [p](unsigned wave, emitter& emit) {
                const bytes_t batch = wave / p.tiles(), size = product::size;
                p(wave % p.tiles(), tensor(0) + batch * p.m * p.k * size,
                  tensor(1) + batch * p.k * p.n * size, tensor(2) + batch * p.m * p.n * size, emit);
              });
}

/// 3 x 3 convolutions, images of 56 x 56, NHWC, 2 bytes an element, as implicit products.
struct convolution {
  unsigned images, in, out_channels;
  static constexpr unsigned side = 56, size = 2, pixels = 112,
                            per_unit = 2;  // pixels: of a tile, two rows
  [[nodiscard]] unsigned tiles() const { return images * side * side / pixels; }
  /// The pixels of tile `index`, moved by (dy, dx); `channels` of each.
  template <class Emit>
  static void for_tap(unsigned index, int tap, Emit emit) {
    const int dy = tap / 3 - 1, dx = tap % 3 - 1, tiles_of_image = side * side / pixels;
    const auto image = static_cast<int>(index) / tiles_of_image,
               first = static_cast<int>(index) % tiles_of_image * static_cast<int>(pixels);
    for (int i = 0; i < static_cast<int>(pixels); ++i) {
      const int y = (first + i) / static_cast<int>(side) + dy,
                x = (first + i) % static_cast<int>(side) + dx;
      if (y < 0 || x < 0 || y >= static_cast<int>(side) || x >= static_cast<int>(side)) continue;
      emit((static_cast<bytes_t>(image) * side + static_cast<bytes_t>(y)) * side +
           static_cast<bytes_t>(x));
    }
  }
  /// One tile: all taps of the moved pixels times the weights of the tap.
  void forward(unsigned index, emitter& emit) const {
    for (int tap = 0; tap < 9; ++tap) {
      for_tap(index, tap,
              [&](bytes_t pixel) { emit.load(a, tensor(0) + pixel * in * size, in * size); });
      emit.load(b, tensor(1) + static_cast<bytes_t>(tap) * in * out_channels * size,
                bytes_t{in} * out_channels * size);
      emit.compute_ahead(bytes_t{2} * pixels * in * out_channels, matrix_rate, per_unit);
    }
    for_tap(index, 4, [&](bytes_t pixel) {
      emit.store(out, tensor(2) + pixel * out_channels * size, out_channels * size);
    });
  }
  /// Of the pixels of a tile, the products for all taps, added to sums in memory (4 bytes each) of
  /// one of `splits` groups.
  void weights(unsigned index, unsigned splits, emitter& emit) const {
    const bytes_t sums = tensor(2) + index % splits * bytes_t{9} * in * out_channels * 4;
    for_tap(index, 4, [&](bytes_t pixel) {
      emit.load(b, tensor(1) + pixel * out_channels * size, out_channels * size);
    });
    for (int tap = 0; tap < 9; ++tap) {
      for_tap(index, tap,
              [&](bytes_t pixel) { emit.load(a, tensor(0) + pixel * in * size, in * size); });
      const bytes_t bytes = bytes_t{in} * out_channels * 4,
                    at = sums + static_cast<bytes_t>(tap) * bytes;
      emit.load(c, at, bytes);
      emit.compute(bytes_t{2} * pixels * in * out_channels, matrix_rate, per_unit);
      emit.store(out, at, bytes);
    }
  }
};
kernel conv_forward() {
  constexpr convolution p{8, 64, 64};
  return made("conv_forward", "3x3, 8 x 56 x 56 x 64 to 64, fp16", kernel_class::reuse, p.tiles(),
              convolution::per_unit, [p](unsigned wave, emitter& emit) { p.forward(wave, emit); });
}
kernel conv_backward_data() {
  constexpr convolution p{4, 128, 64};
  return made("conv_backward_data", "3x3, 4 x 56 x 56 x 128 to 64, fp16", kernel_class::reuse,
              p.tiles(), convolution::per_unit,
              [p](unsigned wave, emitter& emit) { p.forward(wave, emit); });
}
kernel conv_backward_weights() {
  constexpr convolution p{4, 64, 32};
  return made("conv_backward_weights", "3x3, 4 x 56 x 56 x 64 to 32, fp16, sums fp32 in 8 groups",
              kernel_class::reuse, p.tiles(), convolution::per_unit,
              [p](unsigned wave, emitter& emit) { p.weights(wave, 8, emit); });
}

kernel pooling() {
  constexpr bytes_t side = 112, half = 56, size = 2, per_unit = 8;
  return made("pooling", "max 3x3/2, 16 x 64 x 112 x 112, fp16", kernel_class::reuse, 16 * 64,
              per_unit, [](unsigned wave, emitter& emit) {
                for (bytes_t y = 0; y < half; ++y) {
                  const bytes_t first = y == 0 ? 0 : 2 * y - 1;
                  emit.load(a, tensor(0) + (wave * side + first) * side * size,
                            (2 * y + 2 - first) * side * size);
                  emit.compute(9 * half, vector_rate, per_unit);
                  emit.store(out, tensor(1) + (wave * half + y) * half * size, half * size);
                }
              });
}

/// Rows are read into registers in parts of 4 KiB, and written from there.
kernel softmax() {
  constexpr bytes_t row = 4096 * 2;
  constexpr unsigned rows = 4096, per_unit = 8;
  return made("softmax", "4096 rows of 4096, fp16", kernel_class::throughput, rows, per_unit,
              [](unsigned wave, emitter& emit) {
                emit.load(a, tensor(0) + wave * row, row);
                emit.compute(4096 * 6, vector_rate, per_unit);
                emit.store(out, tensor(1) + wave * row, row);
              });
}
kernel layer_norm() {
  constexpr bytes_t row = 1024 * 4;
  constexpr unsigned per_unit = 8;
  return made("layer_norm", "4096 rows of 1024, fp32, rows read twice", kernel_class::reuse, 4096,
              per_unit, [](unsigned wave, emitter& emit) {
                emit.load(a, tensor(0) + wave * row, row);
                emit.compute(1024 * 3, vector_rate, per_unit);
                for (bytes_t at = 0; at < row; at += 1024) {
                  emit.load(b, tensor(0) + wave * row + at, 1024);
                  emit.load(c, tensor(1) + at, 1024);
                  emit.load(d, tensor(2) + at, 1024);
                  emit.compute(256 * 4, vector_rate, per_unit);
                  emit.store(out, tensor(3) + wave * row + at, 1024);
                }
              });
}
/// Statistics of a channel over all images, then the same values again: further apart than L2 is
/// large.
kernel batch_norm() {
  constexpr bytes_t plane = 56 * 56 * 4, images = 32, channels = 64;
  constexpr unsigned per_unit = 2;
  return made("batch_norm", "32 x 64 x 56 x 56, fp32, planes read twice", kernel_class::throughput,
              channels, per_unit, [](unsigned wave, emitter& emit) {
                for (int pass = 0; pass < 2; ++pass) {
                  for (bytes_t image = 0; image < images; ++image) {
                    for (bytes_t at = 0; at < plane; at += 1792) {
                      const bytes_t offset = (image * channels + wave) * plane + at;
                      emit.load(pass == 0 ? a : b, tensor(0) + offset, 1792);
                      emit.compute(448 * 2, vector_rate, per_unit);
                      if (pass == 1) emit.store(out, tensor(1) + offset, 1792);
                    }
                  }
                }
              });
}

/// Kernels that walk over arrays once: parts of 4 KiB of each for a wave.
kernel walk(std::string_view name, std::string_view shape, kernel_class is, unsigned inputs,
            unsigned outputs, bool in_place, bytes_t bytes, unsigned operations) {
  constexpr bytes_t part = 4096;
  constexpr unsigned per_unit = 8;
  return made(name, shape, is, static_cast<unsigned>(bytes / part), per_unit,
              [=](unsigned wave, emitter& emit) {
                for (bytes_t at = wave * part; at < (wave + 1) * part; at += 1024) {
                  for (unsigned i = 0; i < inputs; ++i)
                    emit.load(static_cast<std::uint8_t>(a + i), tensor(i) + at, 1024);
                  emit.compute(256 * operations, vector_rate, per_unit);
                  for (unsigned i = 0; i < outputs; ++i)
                    emit.store(static_cast<std::uint8_t>(out + i),
                               tensor(in_place ? inputs - outputs + i : inputs + i) + at, 1024);
                }
              });
}

/// Rows of a table by indices of a Zipf distribution: 1 / rank.
kernel embedding_bag() {
  constexpr bytes_t row = 64 * 4, rows = 1 << 20;
  constexpr unsigned pooling = 40, per_unit = 16;
  return made("embedding_bag", "8192 bags of 20 rows of 2^20 x 64, fp32, Zipf", kernel_class::reuse,
              8192, per_unit, [](unsigned wave, emitter& emit) {
                std::mt19937 random(wave + 1);
                emit.load(b, tensor(1) + wave * pooling * 4, pooling * 4);
                emit.wait();
                for (unsigned i = 0; i < pooling / 2; ++i) {
                  const double even = std::uniform_real_distribution<double>(0, 1)(random);
                  const auto rank = static_cast<bytes_t>(std::pow(static_cast<double>(rows), even));
                  emit.load(a, tensor(0) + rank * 2654435761U % rows * row, row);
                }
                emit.compute(pooling / 2 * 64, vector_rate, per_unit);
                emit.store(out, tensor(2) + wave * row, row);
              });
}

kernel attention_prefill() {
  constexpr bytes_t heads = 16, sequence = 2048, width = 64 * 2, queries = 128, keys = 64;
  constexpr unsigned per_unit = 2;
  return made("attention_prefill", "16 heads, 2048 x 64, causal, fp16", kernel_class::reuse,
              heads * sequence / queries, per_unit, [](unsigned wave, emitter& emit) {
                const bytes_t blocks = sequence / queries, head = wave / blocks,
                              block = wave % blocks;
                const bytes_t base = head * sequence * width;
                emit.load(a, tensor(0) + base + block * queries * width, queries * width);
                for (bytes_t key = 0; key < (block + 1) * queries; key += keys) {
                  emit.load(b, tensor(1) + base + key * width, keys * width);
                  emit.load(c, tensor(2) + base + key * width, keys * width);
                  emit.compute_ahead(4 * queries * keys * 64, matrix_rate, per_unit);
                }
                emit.store(out, tensor(3) + base + block * queries * width, queries * width);
              });
}
/// One query of each sequence reads all its keys and values, [sequence][head][width].
kernel attention_decode() {
  constexpr bytes_t heads = 8, sequence = 2048, width = 128 * 2, batch = 8, split = 256;
  constexpr unsigned per_unit = 4;
  return made(
      "attention_decode", "8 sequences of 2048, 8 key heads x 128, fp16", kernel_class::throughput,
      batch * heads * sequence / split, per_unit, [](unsigned wave, emitter& emit) {
        const bytes_t part = wave % (sequence / split), head = wave / (sequence / split) % heads,
                      of = wave / (sequence / split) / heads;
        for (bytes_t at = part * split; at < (part + 1) * split; at += 8) {
          for (bytes_t i = at; i < at + 8; ++i) {
            emit.load(a, tensor(0) + ((of * sequence + i) * heads + head) * width, width);
            emit.load(b, tensor(1) + ((of * sequence + i) * heads + head) * width, width);
          }
          emit.compute(8 * 4 * 4 * 128, vector_rate, per_unit);
        }
        emit.store(out, tensor(2) + wave * 4 * width, 4 * width);
      });
}

/// Weights of four gates, read again at each step; the states go through memory.
kernel lstm_cell() {
  constexpr bytes_t hidden = 384, batch = 32, steps = 16, units = 12;  // units: of a work group
  constexpr unsigned per_unit = 1;
  return made(
      "lstm_cell", "hidden 384, batch 32, 16 steps, fp16", kernel_class::reuse, hidden / units,
      per_unit, [](unsigned wave, emitter& emit) {
        for (bytes_t step = 0; step < steps; ++step) {
          emit.load(b, tensor(1) + step * batch * hidden * 2, batch * hidden * 2);
          emit.load(c, tensor(2) + step % 2 * batch * hidden * 2, batch * hidden * 2);
          emit.load(a, tensor(0) + wave * units * 4 * 2 * hidden * 2, units * 4 * 2 * hidden * 2);
          emit.load(d, tensor(3) + wave * units * batch * 4, units * batch * 4);
          emit.compute(2 * batch * units * 4 * 2 * hidden, matrix_rate, per_unit);
          emit.store(out + 1, tensor(3) + wave * units * batch * 4, units * batch * 4);
          for (bytes_t i = 0; i < batch; ++i)
            emit.store(
                out,
                tensor(2) + (step + 1) % 2 * batch * hidden * 2 + (i * hidden + wave * units) * 2,
                units * 2);
        }
      });
}

/// Tiles of 32 x 32 through shared memory; only the first row of either side begins at a line.
kernel transpose() {
  constexpr bytes_t rows = 4004, columns = 3012, tile = 32, size = 2,
                    across = (columns + tile - 1) / tile, down = (rows + tile - 1) / tile;
  constexpr unsigned per_unit = 8;
  return made("transpose", "4004 x 3012, fp16", kernel_class::reuse, down * across, per_unit,
              [](unsigned wave, emitter& emit) {
                const bytes_t y = wave / across * tile, x = wave % across * tile;
                const bytes_t high = rows - y < tile ? rows - y : tile;
                const bytes_t wide = columns - x < tile ? columns - x : tile;
                for (bytes_t i = 0; i < high; ++i)
                  emit.load(a, tensor(0) + ((y + i) * columns + x) * size, wide * size);
                emit.wait();
                for (bytes_t i = 0; i < wide; ++i)
                  emit.store(out, tensor(1) + ((x + i) * rows + y) * size, high * size);
              });
}

}  // namespace

const std::vector<kernel>& all_kernels() {
  static const std::vector<kernel> made_once = {
      gemm(),
      batched_gemm(),
      conv_forward(),
      conv_backward_data(),
      conv_backward_weights(),
      pooling(),
      softmax(),
      layer_norm(),
      batch_norm(),
      walk("activation", "relu of 16 M, fp16", kernel_class::insensitive, 1, 1, false, 32 << 20, 1),
      embedding_bag(),
      attention_prefill(),
      attention_decode(),
      lstm_cell(),
      walk("sgd", "momentum, 2 M parameters, fp32", kernel_class::reuse, 3, 2, true, 8 << 20, 4),
      walk("adam", "1.5 M parameters, fp32", kernel_class::insensitive, 4, 3, true, 6 << 20, 12),
      transpose(),
      walk("all_reduce_fold", "4 M sums, fp32", kernel_class::insensitive, 2, 1, false, 16 << 20,
           1)};
  return made_once;
}

std::string_view name_of(kernel_class is) {
  switch (is) {
    case kernel_class::insensitive:
      return "insensitive";
    case kernel_class::reuse:
      return "reuse";
    case kernel_class::throughput:
      return "throughput";
  }
  return "";
}

}  // namespace ark::cache_model
