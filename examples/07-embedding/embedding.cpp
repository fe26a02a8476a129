// The forward pass of a small recommendation model: embedding tables on all PEs, samples on all
// PEs. Run: mpirun -n 4 embedding [SAMPLES [FILE]]
//
// Every sample has 13 numbers and 26 categories. A table per category is on one of the PEs; a PE
// predicts its part of the samples and needs their rows from all tables. embedding_alltoall pools
// and sends in one kernel; the kernel that predicts runs beside it, and waits only for the samples
// that it is about to predict. The result is compared with a serial pass.
//
// FILE: lines of the Criteo data set's form, a label, 13 integers and 26 hexadecimal categories,
// separated by tabs, fields may be empty. Without FILE the program makes samples.
#include <algorithm>
#include <ark/ark.hpp>
#include <ark/fused/embedding_alltoall.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

constexpr int numbers = 13, tables = 26, dim = 16;
constexpr std::size_t table_rows = 1000;
constexpr int largest_samples = 1000000;

/// Weights of the dense part, the same on every PE: a layer from the numbers to `dim` features, and
/// the factors of the features and of their products with the pooled rows.
struct dense_part {
  float layer[dim][numbers];
  float of_features[dim], of_products[tables];
};

/// The logit of one sample: `dense` are its numbers, `pooled` its rows of all tables.
ARK_HOST_DEVICE inline float predict(const dense_part& model, const float* dense,
                                     const float* pooled) {
  float features[dim], logit = 0;
  for (int i = 0; i < dim; ++i) {
    float sum = 0;
    for (int k = 0; k < numbers; ++k) sum += model.layer[i][k] * dense[k];
    features[i] = sum > 0 ? sum : 0;
    logit += model.of_features[i] * features[i];
  }
  for (int t = 0; t < tables; ++t) {
    float product = 0;
    for (int i = 0; i < dim; ++i) product += features[i] * pooled[t * dim + i];
    logit += model.of_products[t] * product;
  }
  return logit;
}

/// Predict the PE's samples, each as soon as its rows have arrived.
ARK_GLOBAL void predict_all(ark::fused::embedding_rows rows, const dense_part* model,
                            const float* dense, const float* pooled, float* logits) {
  const unsigned samples = rows.layout.batch.size(rows.layout.pe);
  for (unsigned first = blockIdx.x * blockDim.x; first < samples; first += gridDim.x * blockDim.x) {
    const unsigned here = ark::min(blockDim.x, samples - first);
    if (threadIdx.x == 0) rows.await(first, here);
    __syncthreads();
    if (ark_status() != 0) return;
    const unsigned sample = first + threadIdx.x;
    if (threadIdx.x < here) {
      logits[sample] = predict(*model, dense + std::size_t{sample} * numbers,
                               pooled + std::size_t{sample} * tables * dim);
    }
  }
}

struct sample {
  float dense[numbers];
  std::vector<std::int32_t> categories[tables];
};

/// A number in [-1, 1) that depends on all arguments.
float noise(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b * 0xbf58476d1ce4e5b9u + 1;
  x = (x ^ x >> 31) * 0x94d049bb133111ebu;
  x ^= x >> 29;
  return static_cast<float>(x >> 40) / static_cast<float>(1 << 23) - 1;
}
std::uint64_t below(std::uint64_t limit, std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((static_cast<double>(noise(a, b)) + 1) / 2 *
                                    static_cast<double>(limit)) %
         limit;
}

std::vector<sample> make_samples(int count) {
  std::vector<sample> samples(static_cast<std::size_t>(count));
  std::uint64_t turn = 0;
  for (sample& one : samples) {
    for (float& x : one.dense) x = std::log1p(static_cast<float>(below(100, 1, ++turn)));
    for (auto& bag : one.categories) {
      for (std::uint64_t n = below(4, 2, ++turn); n > 0; --n)
        bag.push_back(static_cast<std::int32_t>(below(table_rows, 3, ++turn)));
    }
  }
  return samples;
}

/// `line` as a sample; false if it is not of the data set's form.
bool parse(const std::string& line, sample& one) {
  std::istringstream text(line + "\t");
  std::string field;
  if (!std::getline(text, field, '\t')) return false;  // the label
  for (float& x : one.dense) {
    if (!std::getline(text, field, '\t')) return false;
    char* end = nullptr;
    const long value = std::strtol(field.c_str(), &end, 10);
    if (*end != '\0') return false;
    x = std::log1p(static_cast<float>(std::max(value, 0L)));
  }
  for (auto& bag : one.categories) {
    if (!std::getline(text, field, '\t')) return false;
    if (field.empty()) continue;
    char* end = nullptr;
    const unsigned long value = std::strtoul(field.c_str(), &end, 16);
    if (*end != '\0') return false;
    bag.push_back(static_cast<std::int32_t>(value % table_rows));
  }
  return !std::getline(text, field, '\t');
}

/// The first `count` samples of a file, or all. Empty after an error, which is printed by PE 0.
std::vector<sample> read_samples(const char* path, int count) {
  std::ifstream file(path);
  std::vector<sample> samples;
  std::string line;
  while (static_cast<int>(samples.size()) < count && std::getline(file, line)) {
    if (parse(line, samples.emplace_back())) continue;
    if (ark_my_pe() == 0) {
      std::fprintf(stderr,
                   "embedding: %s, line %zu: accepted: a label, 13 integers and 26 hexadecimal "
                   "numbers, separated by tabs\n",
                   path, samples.size());
    }
    return {};
  }
  if (samples.empty() && ark_my_pe() == 0)
    std::fprintf(stderr, "embedding: %s cannot be read, or is empty\n", path);
  return samples;
}

float weight(std::size_t table, std::size_t row, std::size_t i) {
  return noise(table + 1, row * dim + i) / 8;
}

dense_part make_dense_part() {
  dense_part model{};
  for (int i = 0; i < dim; ++i) {
    for (int k = 0; k < numbers; ++k)
      model.layer[i][k] = noise(100, static_cast<std::uint64_t>(i * numbers + k)) / 2;
    model.of_features[i] = noise(101, static_cast<std::uint64_t>(i)) / 4;
  }
  for (int t = 0; t < tables; ++t)
    model.of_products[t] = noise(102, static_cast<std::uint64_t>(t)) / 4;
  return model;
}

/// `values` in the PE's own memory of its kernels. Collective: as large on every PE as `room`.
template <class T>
T* in_heap(const std::vector<T>& values, std::size_t room) {
  auto* data = static_cast<T*>(ark_calloc(room, sizeof(T)));
  if (data != nullptr) ark::put(data, values.data(), values.size(), ark_my_pe());
  return data;
}

/// This PE's tables and bags.
struct sparse_part {
  std::vector<ark::fused::embedding_table> own;
  ark::fused::embedding_input<std::int32_t> input;

  sparse_part(const std::vector<sample>& samples, int me, int pes) {
    const ark::fused::even_split split(tables, pes);
    std::size_t all = 1;
    for (const sample& one : samples) {
      for (const auto& bag : one.categories) all += bag.size();
    }
    std::vector<float> weights;
    std::vector<std::int32_t> indices, offsets{0};
    for (unsigned t = split.begin(me); t < split.begin(me) + split.size(me); ++t) {
      for (std::size_t at = 0; at < table_rows * dim; ++at)
        weights.push_back(weight(t, at / dim, at % dim));
      for (const sample& one : samples) {
        indices.insert(indices.end(), one.categories[t].begin(), one.categories[t].end());
        offsets.push_back(static_cast<std::int32_t>(indices.size()));
      }
    }
    const float* const rows = in_heap(weights, split.largest() * table_rows * dim);
    for (unsigned t = 0; t < split.size(me); ++t)
      own.push_back({rows + t * table_rows * dim, table_rows});
    input.indices = in_heap(indices, all);
    input.offsets = in_heap(offsets, split.largest() * samples.size() + 1);
    input.index_count = indices.size();
  }
};

float serial_logit(const dense_part& model, const sample& one) {
  std::vector<float> pooled(tables * dim);
  for (int t = 0; t < tables; ++t) {
    const auto table = static_cast<std::size_t>(t);
    for (const std::int32_t row : one.categories[t]) {
      for (std::size_t i = 0; i < dim; ++i)
        pooled[table * dim + i] += weight(table, static_cast<std::size_t>(row), i);
    }
  }
  return predict(model, one.dense, pooled.data());
}

/// `text` as a whole number from 1 to `most`, or 0 if it is none.
int number(const char* text, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 1 && value <= most ? static_cast<int>(value) : 0;
}

/// All PEs' predictions with the serial pass. A GPU rounds otherwise than a CPU.
bool compare(const dense_part& model, const std::vector<sample>& samples, const float* logits,
             const ark::fused::embedding_layout& layout) {
  double largest = 0;
  int wrong = 0;
  for (int pe = 0; pe < layout.pes; ++pe) {
    std::vector<float> theirs(layout.batch.size(pe));
    ark_float_get(theirs.data(), logits, theirs.size(), pe);
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      const float expected = serial_logit(model, samples[layout.batch.begin(pe) + i]);
      const double difference = std::fabs(double{theirs[i]} - expected);
      largest = std::max(largest, difference);
      wrong += difference <= 1e-4 * (1 + std::fabs(double{expected})) ? 0 : 1;
    }
  }
  const bool ok = ark_status() == 0 && wrong == 0;
  std::printf("embedding: %d PEs, %zu samples, %d tables, largest difference %.3g, %d wrong %s\n",
              layout.pes, samples.size(), tables, largest, wrong, ok ? "ok" : "WRONG");
  return ok;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? number(argv[1], largest_samples) : 500;
  if (count < 1) {
    std::fprintf(stderr,
                 "usage: embedding [SAMPLES [FILE]]; SAMPLES is a number from 1 to %d, not '%s'\n",
                 largest_samples, argv[1]);
    return 2;
  }
  ark::session session;
  ark::on_stream_prepare();
  const int me = ark_my_pe(), pes = ark_n_pes();
  const std::vector<sample> samples = argc > 2 ? read_samples(argv[2], count) : make_samples(count);
  if (samples.empty()) return 1;

  const dense_part model = make_dense_part();
  const sparse_part sparse(samples, me, pes);
  ark::fused::embedding_options options;
  options.wait_in_kernel = false;  // predict_all waits, sample by sample
  ark::fused::embedding_alltoall<std::int32_t> fused({samples.size(), tables, dim}, sparse.own,
                                                     options);
  const auto& batch = fused.layout().batch;
  std::vector<float> dense;
  for (unsigned i = 0; i < batch.size(me); ++i) {
    const sample& one = samples[batch.begin(me) + i];
    dense.insert(dense.end(), one.dense, one.dense + numbers);
  }
  const float* const dense_here = in_heap(dense, std::size_t{batch.largest()} * numbers);
  const dense_part* const model_here = in_heap(std::vector<dense_part>{model}, 1);
  auto* const logits = static_cast<float*>(ark_calloc(batch.largest(), sizeof(float)));
  if (dense_here == nullptr || model_here == nullptr || logits == nullptr) return 1;
  ark_barrier_all();

  const ark::stream_t beside = ark::stream_create();
  fused.launch(sparse.input);
  ark::launch({2, 16, 0, beside}, predict_all, fused.rows(), model_here, dense_here, fused.out(),
              logits);
  ark::stream_sync(beside);
  fused.finish();  // throws if a category is not a row of its table
  ark_barrier_all();

  const bool ok = me != 0 || compare(model, samples, logits, fused.layout());
  ark::stream_destroy(beside);
  ark_barrier_all();
  return ok ? 0 : 1;
}
