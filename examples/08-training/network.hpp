// A network of fully connected layers: what kernels and the serial program compute of it.
#pragma once

#include <ark/ark.hpp>
#include <cstddef>

constexpr int layers = 4;
constexpr float rate = 0.2f;

/// Fully connected layers, and what they compute of some samples of a batch. tanh follows each but
/// the last: its derivative has no jumps, which would make a step of a difference by rounding.
struct network {
  unsigned widths[layers + 1];                     ///< of the inputs of a layer; the last: classes
  float *weights[layers], *gradients[layers];      ///< [output][input], an output's bias behind
  float *values[layers + 1], *errors[layers + 1];  ///< [sample][input of the layer]
  float* losses;                                   ///< [sample]
  unsigned* blocks;                                ///< [layer]: how many have ended, of all steps
  const float* rows;                               ///< of the images to train with
  unsigned row_count, first_row, samples, batch;   ///< batch: samples of all PEs

  ARK_HOST_DEVICE unsigned weight_count(int l) const { return widths[l + 1] * (widths[l] + 1); }
  ARK_HOST_DEVICE const float* row(unsigned sample) const {
    return rows + std::size_t{(first_row + sample) % row_count} * (1 + widths[0]);
  }
  ARK_HOST_DEVICE const float* inputs(int l, unsigned sample) const {
    return l == 0 ? row(sample) + 1 : values[l] + std::size_t{sample} * widths[l];
  }
};

/// The elements that a thread computes: every step-th from the first.
struct elements {
  unsigned first, step;
};

// --- The layers. Called by kernels, and by the serial program.

ARK_HOST_DEVICE inline void update(const network& n, int l, elements of) {
  for (unsigned i = of.first; i < n.weight_count(l); i += of.step)
    n.weights[l][i] -= rate * n.gradients[l][i];
}

ARK_HOST_DEVICE inline void forward(const network& n, int l, elements of) {
  const unsigned in = n.widths[l], out = n.widths[l + 1];
  for (unsigned i = of.first; i < n.samples * out; i += of.step) {
    const float* const inputs = n.inputs(l, i / out);
    const float* const weights = n.weights[l] + std::size_t{i % out} * (in + 1);
    float sum = weights[in];
    for (unsigned k = 0; k < in; ++k) sum += weights[k] * inputs[k];
    n.values[l + 1][i] = l + 1 < layers ? tanhf(sum) : sum;
  }
}

/// Cross entropy of the softmax.
ARK_HOST_DEVICE inline void loss(const network& n, elements of) {
  const unsigned classes = n.widths[layers];
  for (unsigned s = of.first; s < n.samples; s += of.step) {
    const float* const value = n.inputs(layers, s);
    const auto label = static_cast<unsigned>(n.row(s)[0]);
    float most = value[0], sum = 0;
    for (unsigned c = 1; c < classes; ++c) most = ark::max(most, value[c]);
    for (unsigned c = 0; c < classes; ++c) sum += expf(value[c] - most);
    n.losses[s] = logf(sum) + most - value[label];
    for (unsigned c = 0; c < classes; ++c) {
      const float share = expf(value[c] - most) / sum - (c == label ? 1.0f : 0.0f);
      n.errors[layers][s * classes + c] = share / static_cast<float>(n.batch);
    }
  }
}

ARK_HOST_DEVICE inline void gradient(const network& n, int l, elements of) {
  const unsigned in = n.widths[l], out = n.widths[l + 1];
  for (unsigned i = of.first; i < n.weight_count(l); i += of.step) {
    const unsigned o = i / (in + 1), k = i % (in + 1);
    float sum = 0;
    for (unsigned s = 0; s < n.samples; ++s)
      sum += n.errors[l + 1][s * out + o] * (k == in ? 1.0f : n.inputs(l, s)[k]);
    n.gradients[l][i] = sum;
  }
}

/// The errors of the layer's inputs.
ARK_HOST_DEVICE inline void backward(const network& n, int l, elements of) {
  const unsigned in = n.widths[l], out = n.widths[l + 1];
  for (unsigned i = of.first; i < n.samples * in; i += of.step) {
    float sum = 0;
    for (unsigned o = 0; o < out; ++o)
      sum += n.errors[l + 1][i / in * out + o] * n.weights[l][o * (in + 1) + i % in];
    n.errors[l][i] = (1 - n.values[l][i] * n.values[l][i]) * sum;
  }
}

/// Set the addresses of what is computed of at most `samples`, in `memory`, which may be null.
/// Returns the number of floats that it needs.
inline std::size_t lay_out(network& n, float* memory, unsigned samples) {
  std::size_t used = 0;
  const auto take = [&](std::size_t count) {
    float* const at = memory == nullptr ? nullptr : memory + used;
    used += (count + 15) / 16 * 16;
    return at;
  };
  for (int l = 0; l < layers; ++l) {
    n.weights[l] = take(n.weight_count(l));
    n.gradients[l] = take(n.weight_count(l));
  }
  for (int l = 1; l <= layers; ++l) {
    n.values[l] = take(std::size_t{samples} * n.widths[l]);
    n.errors[l] = take(std::size_t{samples} * n.widths[l]);
  }
  return used;
}
