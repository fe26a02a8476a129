// A model whose embedding operators have a serial reference, for tests that g++ or nvcc compiles.
#pragma once

#include <ark/float16.hpp>
#include <ark/fused/embedding_layout.hpp>
#include <ark/symmetric_array.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace ark_embedding {

using ark::fused::pooling;

/// A model with bags for the whole batch, made alike on every PE. `exact`: its sums and products
/// are exact in floats, so that a compiler may contract them.
template <class Index, class T = float>
struct model {
  ark::fused::embedding_shape shape;
  std::vector<std::vector<T>> weights;      ///< of each table
  std::vector<std::vector<Index>> indices;  ///< of each table
  std::vector<std::vector<Index>> offsets;  ///< of each table, [batch + 1]
  std::vector<std::vector<T>> scales;       ///< of each table, one per index

  model(const ark::fused::embedding_shape& of, unsigned seed, bool exact = false) : shape(of) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> values(-1, 1);
    const auto value = [&] {
      const float drawn = values(random);
      return ark::from_float<T>(exact ? std::round(drawn * 8) / 8 : drawn);
    };
    for (std::size_t t = 0; t < shape.tables; ++t) {
      const std::size_t rows = 1 + random() % 40;
      auto& table = weights.emplace_back(rows * shape.dim);
      for (T& w : table) w = value();
      auto& bags = offsets.emplace_back(1, Index{0});
      auto& entries = indices.emplace_back();
      for (std::size_t b = 0; b < shape.batch; ++b) {
        const std::size_t count = random() % 3 == 0 ? 0 : random() % 9;
        for (std::size_t i = 0; i < count; ++i)
          entries.push_back(static_cast<Index>(random() % rows));
        bags.push_back(static_cast<Index>(entries.size()));
      }
      auto& factors = scales.emplace_back(entries.size());
      for (T& s : factors) s = value();
    }
  }

  [[nodiscard]] std::size_t rows(std::size_t t) const { return weights[t].size() / shape.dim; }

  [[nodiscard]] T reference(std::size_t b, std::size_t t, std::size_t d, pooling mode,
                            bool scaled) const {
    using ark::to_float;
    float sum = 0;
    const auto begin = static_cast<std::size_t>(offsets[t][b]);
    const auto end = static_cast<std::size_t>(offsets[t][b + 1]);
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = static_cast<std::size_t>(indices[t][i]);
      if (row >= rows(t)) continue;
      sum += (scaled ? to_float(scales[t][i]) : 1.0f) * to_float(weights[t][row * shape.dim + d]);
    }
    const bool divide = mode == pooling::mean && end > begin;
    return ark::from_float<T>(divide ? sum / static_cast<float>(end - begin) : sum);
  }
};

/// The calling PE's part of a model, in symmetric memory.
template <class Index, class T = float>
struct part {
  std::vector<ark::fused::basic_embedding_table<T>> tables;
  ark::symmetric_array<T> weights, scales;
  ark::symmetric_array<Index> indices, offsets;
  std::size_t index_count = 0;

  part(const model<Index, T>& of, int me, int pes)
      : weights(total(of.weights)),
        scales(total(of.scales)),
        indices(total(of.indices)),
        offsets(of.shape.tables * of.shape.batch + 1) {
    const ark::fused::even_split split(static_cast<unsigned>(of.shape.tables), pes);
    std::vector<T> w, s;
    std::vector<Index> entries, bags(1, Index{0});
    for (std::size_t t = split.begin(me); t < split.begin(me) + split.size(me); ++t) {
      tables.push_back({weights.data() + w.size(), of.rows(t)});
      for (std::size_t b = 1; b <= of.shape.batch; ++b)
        bags.push_back(static_cast<Index>(static_cast<Index>(entries.size()) + of.offsets[t][b]));
      w.insert(w.end(), of.weights[t].begin(), of.weights[t].end());
      s.insert(s.end(), of.scales[t].begin(), of.scales[t].end());
      entries.insert(entries.end(), of.indices[t].begin(), of.indices[t].end());
    }
    weights.write(w);
    scales.write(s);
    indices.write(entries);
    offsets.write(bags);
    index_count = entries.size();
  }
  template <class Lists>
  static std::size_t total(const Lists& lists) {
    std::size_t sum = 1;
    for (const auto& list : lists) sum += list.size();
    return sum;
  }
  [[nodiscard]] ark::fused::embedding_input<Index, T> input(bool scaled) const {
    return {indices.data(), offsets.data(), index_count, scaled ? scales.data() : nullptr};
  }
};

/// Elements of the calling PE's result at `out` that have other bits than the reference.
template <class Index, class T>
std::size_t wrong_elements(const model<Index, T>& m, const ark::fused::embedding_layout& layout,
                           const T* out, pooling mode, bool scaled) {
  std::vector<T> seen(std::size_t{layout.batch.size(layout.pe)} * layout.row_width());
  if (!seen.empty()) ark::get(seen.data(), out, seen.size(), layout.pe);
  std::size_t wrong = 0;
  const std::size_t first = layout.batch.begin(layout.pe);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::size_t d = i % m.shape.dim, t = i / m.shape.dim % m.shape.tables;
    const T expected = m.reference(first + i / m.shape.dim / m.shape.tables, t, d, mode, scaled);
    wrong += std::memcmp(&seen[i], &expected, sizeof expected) == 0 ? 0 : 1;
  }
  return wrong;
}

}  // namespace ark_embedding
