// The kernels of perf/model/cache in sizes of a CPU's caches, on an array of floats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace cache_copies {

inline constexpr std::size_t floats = std::size_t{1} << 19;  // 2 MiB; each kernel uses a part

/// `x`: `floats` of them, not all zero. Any thread.
struct cpu_kernel {
  std::string_view name;
  void (*run)(float* x);
};

namespace kernels {

inline void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = 0; i < m; ++i) {
    std::fill_n(c + i * n, n, 0.0F);
    for (int l = 0; l < k; ++l) {
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * k + l] * b[l * n + j];
    }
  }
}
inline void batched(float* x) {
  for (int i = 0; i < 16; ++i)
    multiply(x + i * 2048, x + 65536 + i * 2048, x + 131072 + i * 1024, 32, 32, 64);
}
/// 3 x 3, images of 32 x 32 with 16 channels. which: 0 output, 1 gradient of the input, 2 of the
/// weights.
template <int Which>
void convolve(float* x) {
  float *in = x, *weights = x + 16384, *out = x + 32768;
  for (int at = 33; at < 990; ++at) {
    for (int tap = 0; tap < 9; ++tap) {
      const int moved = at + (tap / 3 - 1) * 32 + tap % 3 - 1;
      for (int from = 0; from < 16; ++from) {
        float* const w = weights + (tap * 16 + from) * 16;
        float& one = in[moved * 16 + from];
        float* const to = out + at * 16;
        for (int i = 0; i < 16; ++i) {
          if constexpr (Which == 0) to[i] = 0.5F * to[i] + one * w[i];
          if constexpr (Which == 1) one = 0.5F * one + to[i] * w[i];
          if constexpr (Which == 2) w[i] = 0.5F * w[i] + one * to[i];
        }
      }
    }
  }
}
inline void pool(float* x) {
  for (int plane = 0; plane < 24; ++plane) {
    const float* const in = x + plane * 112 * 112;
    float* const out = x + 24 * 112 * 112 + plane * 56 * 56;
    for (int i = 0; i < 55 * 56; ++i) {
      const float* const at = in + i / 56 * 224 + i % 56 * 2;
      out[i] = std::max(std::max(at[0], at[1]), std::max(at[112], at[113]));
    }
  }
}
inline void softmax(float* x) {
  for (float* row = x; row < x + 65536; row += 1024) {
    float sum = 0;
    for (int i = 0; i < 1024; ++i) sum += row[262144 + i] = std::exp(row[i]);
    for (int i = 0; i < 1024; ++i) row[262144 + i] /= sum;
  }
}
/// Rows (step 1) or columns (step: the length of a row) are normalized in two passes.
inline void normalize(float* x, int rows, int length, int of_row, int step) {
  for (int r = 0; r < rows; ++r) {
    float sum = 0, squares = 0;
    for (int i = 0; i < length; ++i) {
      const float one = x[r * of_row + i * step];
      sum += one;
      squares += one * one;
    }
    const float mean = sum / static_cast<float>(length);
    const float scale = 1 / std::sqrt(squares / static_cast<float>(length) - mean * mean + 1e-3F);
    for (int i = 0; i < length; ++i)
      x[262144 + r * of_row + i * step] = (x[r * of_row + i * step] - mean) * scale;
  }
}
inline void layer_norm(float* x) { normalize(x, 256, 1024, 1024, 1); }
inline void batch_norm(float* x) { normalize(x, 64, 2048, 1, 64); }
inline void activate(float* x) {
  for (int i = 0; i < 262144; ++i) x[262144 + i] = std::max(x[i], 0.0F);
}
inline void bags(float* x) {
  unsigned random = 1;
  for (int bag = 0; bag < 256; ++bag) {
    for (int i = 0; i < 20; ++i) {
      random = random * 1664525 + 1013904223;
      const float* const row = x + (random >> 16) % 6144 * 64;
      for (int j = 0; j < 64; ++j) x[458752 + bag * 64 + j] += row[j] * 1e-3F;
    }
  }
}
/// Queries of 64 floats, with so many keys and values.
inline void attend(float* x, int queries, int keys) {
  const float *key = x + 8192, *value = key + keys * 64;
  float* const out = x + 8192 + keys * 128;
  for (int q = 0; q < queries; ++q) {
    float sum = 0;
    for (int k = 0; k < keys; ++k) {
      float product = 0;
      for (int i = 0; i < 64; ++i) product += x[q * 64 + i] * key[k * 64 + i];
      const float weight = std::exp(std::min(product, 1.0F));
      sum += weight;
      for (int i = 0; i < 64; ++i) out[i] += weight * value[k * 64 + i];
    }
    for (int i = 0; i < 64; ++i) out[i] /= sum;
  }
}
inline void lstm(float* x) {
  for (int step = 0; step < 3; ++step) {
    multiply(x + 262144, x, x + 270000, 4, 1024, 256);
    for (int i = 0; i < 1024; ++i)
      x[262144 + i] = 1 / (1 + std::exp(-std::min(x[270000 + i], 9.0F)));
  }
}
inline void sgd(float* x) {
  for (int i = 0; i < 131072; ++i) {
    x[131072 + i] = 0.9F * x[131072 + i] + x[262144 + i];
    x[i] -= 1e-3F * x[131072 + i];
  }
}
inline void adam(float* x) {
  for (int i = 0; i < 98304; ++i) {
    const float g = x[294912 + i];
    x[98304 + i] = 0.9F * x[98304 + i] + 0.1F * g;
    x[196608 + i] = 0.99F * x[196608 + i] + 0.01F * g * g;
    x[i] -= 1e-3F * x[98304 + i] / (std::sqrt(x[196608 + i]) + 1e-6F);
  }
}
inline void transpose(float* x) {
  for (int i = 0; i < 500; ++i) {
    for (int j = 0; j < 500; ++j) x[262144 + j * 500 + i] = x[i * 500 + j];
  }
}
inline void fold(float* x) {
  for (int i = 0; i < 131072; ++i) x[262144 + i] = x[i] + x[131072 + i];
}

}  // namespace kernels

inline constexpr cpu_kernel all_kernels[] = {
    {"gemm", [](float* x) { kernels::multiply(x, x + 16384, x + 32768, 128, 128, 128); }},
    {"batched_gemm", kernels::batched},
    {"conv_forward", kernels::convolve<0>},
    {"conv_backward_data", kernels::convolve<1>},
    {"conv_backward_weights", kernels::convolve<2>},
    {"pooling", kernels::pool},
    {"softmax", kernels::softmax},
    {"layer_norm", kernels::layer_norm},
    {"batch_norm", kernels::batch_norm},
    {"activation", kernels::activate},
    {"embedding_bag", kernels::bags},
    {"attention_prefill", [](float* x) { kernels::attend(x, 64, 256); }},
    {"attention_decode", [](float* x) { kernels::attend(x, 2, 3500); }},
    {"lstm_cell", kernels::lstm},
    {"sgd", kernels::sgd},
    {"adam", kernels::adam},
    {"transpose", kernels::transpose},
    {"all_reduce_fold", kernels::fold},
};

}  // namespace cache_copies
