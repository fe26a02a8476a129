// Two small models, each in two halves: PE 0 computes the first, PE 1 the second.
#pragma once

#include <algorithm>
#include <ark/ark.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Fully connected, or a convolution of 3 x 3 over an image of one channel with the maximum of each
/// 4 x 4 results. Negative results become 0 where relu is set.
struct layer {
  unsigned in, out;       ///< floats of a sample
  unsigned side = 0;      ///< of a convolution's image; 0: fully connected
  unsigned channels = 0;  ///< of a convolution's result
  bool relu = true;
  [[nodiscard]] ARK_HOST_DEVICE constexpr unsigned rows() const { return side == 0 ? in : 9; }
  [[nodiscard]] ARK_HOST_DEVICE constexpr unsigned columns() const {
    return side == 0 ? out : channels;
  }
  /// Weights [row][column], and behind them a bias for each column.
  [[nodiscard]] ARK_HOST_DEVICE constexpr unsigned floats() const {
    return (rows() + 1) * columns();
  }
};

constexpr unsigned pooled = 4;
constexpr unsigned classes = 10;
constexpr int most_layers = 3;

struct half {
  layer layers[most_layers];
  int count;
  [[nodiscard]] constexpr unsigned in() const { return layers[0].in; }
  [[nodiscard]] constexpr unsigned out() const { return layers[count - 1].out; }
  [[nodiscard]] constexpr unsigned floats() const {
    unsigned sum = 0;
    for (int l = 0; l < count; ++l) sum += layers[l].floats();
    return sum;
  }
  /// The most floats of a sample between two layers.
  [[nodiscard]] constexpr unsigned widest() const {
    unsigned most = 0;
    for (int l = 0; l < count; ++l) most = std::max(most, layers[l].out);
    return most;
  }
};

struct model {
  const char* name;
  half halves[2];
};

/// A request has 16 KiB. PE 0 computes less, since it also has the sockets.
constexpr model models[] = {
    {"mlp", {{{{4096, 32}}, 1}, {{{32, 640}, {640, 576}, {576, classes, 0, 0, false}}, 3}}},
    {"conv", {{{{4096, 2048, 64, 8}}, 1}, {{{2048, 128}, {128, classes, 0, 0, false}}, 2}}}};
constexpr int tenants = 2;

/// A number in [-1, 1) that depends on both arguments.
inline float noise(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b * 0xbf58476d1ce4e5b9u + 1;
  x = (x ^ x >> 31) * 0x94d049bb133111ebu;
  x = (x ^ x >> 29) * 0x9e3779b97f4a7c15u;
  return static_cast<float>(x >> 40) / static_cast<float>(1 << 23) - 1;
}

// --- The layers. Called by kernels, and by the serial program: both add in one order.

/// The elements that a thread computes: every step-th from the first.
struct elements {
  unsigned first, step;
};

constexpr unsigned tile = 8;  ///< results of a sample that a thread computes together

/// `Samples` samples, `Columns` results of each from column on: a weight is read once for all.
template <unsigned Samples, unsigned Columns>
ARK_HOST_DEVICE void dense_tile(const layer& l, const float* weights, const float* in, float* out,
                                unsigned column) {
  const unsigned columns = l.out;
  const float* const bias = weights + std::size_t{l.in} * columns;
  float sums[Samples][Columns];
  for (unsigned s = 0; s < Samples; ++s)
    for (unsigned c = 0; c < Columns; ++c) sums[s][c] = bias[column + c];
  for (unsigned k = 0; k < l.in; ++k) {
    const float* const row = weights + std::size_t{k} * columns + column;
    for (unsigned s = 0; s < Samples; ++s) {
      const float value = in[std::size_t{s} * l.in + k];
      for (unsigned c = 0; c < Columns; ++c) sums[s][c] += row[c] * value;
    }
  }
  for (unsigned s = 0; s < Samples; ++s)
    for (unsigned c = 0; c < Columns; ++c)
      out[std::size_t{s} * columns + column + c] = l.relu && sums[s][c] < 0 ? 0 : sums[s][c];
}

template <unsigned Samples>
ARK_HOST_DEVICE void dense_columns(const layer& l, const float* weights, const float* in,
                                   float* out, unsigned column) {
  if (column + tile <= l.out) return dense_tile<Samples, tile>(l, weights, in, out, column);
  for (; column < l.out; ++column) dense_tile<Samples, 1>(l, weights, in, out, column);
}

ARK_HOST_DEVICE inline void dense(const layer& l, const float* weights, const float* in, float* out,
                                  unsigned samples, elements of) {
  const unsigned tiles = (l.out + tile - 1) / tile;
  for (unsigned i = of.first; i < tiles; i += of.step) {
    unsigned now = 0;
    for (unsigned s = 0; s < samples; s += now) {
      const float* const from = in + std::size_t{s} * l.in;
      float* const to = out + std::size_t{s} * l.out;
      now = samples - s >= 4 ? 4 : samples - s;
      if (now == 4) {
        dense_columns<4>(l, weights, from, to, i * tile);
      } else if (now == 3) {
        dense_columns<3>(l, weights, from, to, i * tile);
      } else if (now == 2) {
        dense_columns<2>(l, weights, from, to, i * tile);
      } else {
        dense_columns<1>(l, weights, from, to, i * tile);
      }
    }
  }
}

/// One element is the results of one channel group at one place: channels are `tile`.
ARK_HOST_DEVICE inline void convolution(const layer& l, const float* weights, const float* in,
                                        float* out, unsigned samples, elements of) {
  const unsigned places = l.side / pooled;
  const float* const bias = weights + 9 * tile;
  for (unsigned i = of.first; i < samples * places; i += of.step) {
    const float* const image = in + std::size_t{i / places} * l.in;
    for (unsigned place = 0; place < places; ++place) {
      float most[tile] = {};
      for (unsigned p = 0; p < pooled * pooled; ++p) {
        const unsigned y = i % places * pooled + p / pooled, x = place * pooled + p % pooled;
        float sums[tile];
        for (unsigned c = 0; c < tile; ++c) sums[c] = bias[c];
        for (unsigned k = 0; k < 9; ++k) {
          const unsigned from_y = y + k / 3 - 1, from_x = x + k % 3 - 1;  // -1 is large
          if (from_y >= l.side || from_x >= l.side) continue;
          const float value = image[from_y * l.side + from_x];
          for (unsigned c = 0; c < tile; ++c) sums[c] += weights[k * tile + c] * value;
        }
        for (unsigned c = 0; c < tile; ++c) most[c] = sums[c] > most[c] ? sums[c] : most[c];
      }
      float* const to = out + (std::size_t{i} * places + place) * tile;
      for (unsigned c = 0; c < tile; ++c) to[c] = most[c];
    }
  }
}

ARK_HOST_DEVICE inline void forward(const layer& l, const float* weights, const float* in,
                                    float* out, unsigned samples, elements of) {
  if (l.side == 0) {
    dense(l, weights, in, out, samples, of);
  } else {
    convolution(l, weights, in, out, samples, of);
  }
}

/// The results of one sample by weights of all layers.
inline std::vector<float> serial_results(const model& m, const std::vector<float> (&weights)[2],
                                         std::vector<float> values) {
  for (int h = 0; h < 2; ++h) {
    const float* at = weights[h].data();
    for (int l = 0; l < m.halves[h].count; ++l) {
      const layer& one = m.halves[h].layers[l];
      std::vector<float> next(one.out);
      forward(one, at, values.data(), next.data(), 1, {0, 1});
      values = std::move(next);
      at += one.floats();
    }
  }
  return values;
}

/// The input number `which` of a tenant.
inline std::vector<float> input_of(int tenant, unsigned which) {
  std::vector<float> values(models[tenant].halves[0].in());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = noise(1000 + which, i * tenants + static_cast<unsigned>(tenant));
  return values;
}
