// A model that is trained in copies, whose checkpoints become one.
// Run: mpirun -n 2 fit [--steps N] [--batch N] [--copy N] [--seconds S] [--file FILE]
//                      [--report FILE] [--pause-us N] [--verify]
//      fit --file FILE --merge COPY...
//
// Least squares by stochastic gradient descent. Every step draws a batch, of which each PE has a
// part: a kernel computes the gradient, a reduction adds those of the PEs, and PE 0's clock in the
// last element decides for all whether the time is over. --copy: the copies of a round begin with
// the same FILE, and draw different samples. --merge: FILE becomes the mean of the copies, each
// with the weight of the steps that it made since FILE, and has the steps of all. --verify: after
// the last step the weights have to be near those that the samples were made of. The other options
// are those of checkpoint.cpp (10-checkpoint).
//
// This is what `ark_place run --policy hadare` needs of a program: {copy}, and a merge.
#include <algorithm>
#include <ark/ark.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

constexpr unsigned width = 16;  ///< of the model
constexpr double rate = 0.02, noise = 0.5, near = 0.1;

struct settings {
  long steps = 1000, batch = 64, copy = 0, pause_us = 0;
  double seconds = 1e9;
  std::string file, report;
  bool verify = false;
  std::vector<std::string> merged;
};

struct model {
  long steps = 0;
  std::vector<double> weights = std::vector<double>(width);
};

// --- Samples

/// From -1 to 1.
ARK_HOST_DEVICE inline double drawn(std::uint64_t of) {
  of = (of + 1) * 0x9e3779b97f4a7c15u;
  of = (of ^ of >> 30) * 0xbf58476d1ce4e5b9u;
  of = (of ^ of >> 27) * 0x94d049bb133111ebu;
  return static_cast<double>((of ^ of >> 31) >> 11) / static_cast<double>(1ull << 52) - 1;
}
ARK_HOST_DEVICE inline double true_weight(unsigned i) { return i % 2 == 0 ? 1.0 : -0.5; }
/// Input i of a sample; input `width` is the noise of its output.
ARK_HOST_DEVICE inline double input(std::uint64_t sample, unsigned i) {
  return drawn(sample * (width + 1) + i);
}

/// Of the samples from `first` on: the sum of their gradients, divided by `batch`.
ARK_GLOBAL void gradient(const double* weights, double* sums, double* errors, std::uint64_t first,
                         int samples, double batch) {
  for (auto s = static_cast<int>(threadIdx.x); s < samples; s += static_cast<int>(blockDim.x)) {
    const std::uint64_t sample = first + static_cast<std::uint64_t>(s);
    errors[s] = -noise * input(sample, width);
    for (unsigned i = 0; i < width; ++i)
      errors[s] += (weights[i] - true_weight(i)) * input(sample, i);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < width; i += blockDim.x) {
    double sum = 0;
    for (int s = 0; s < samples; ++s)
      sum += errors[s] * input(first + static_cast<std::uint64_t>(s), i);
    sums[i] = sum / batch;
  }
}

// --- Files

/// The start where there is no file. Exits if the file is no checkpoint.
model read_model(const std::string& name) {
  model from;
  std::FILE* file = name.empty() ? nullptr : std::fopen(name.c_str(), "r");
  if (file == nullptr) return from;
  bool good = std::fscanf(file, "fit %ld", &from.steps) == 1;
  for (double& one : from.weights) good = good && std::fscanf(file, "%lf", &one) == 1;
  std::fclose(file);
  if (good) return from;
  std::fprintf(stderr, "fit: %s: no checkpoint of %u weights\n", name.c_str(), width);
  std::exit(2);
}

/// True if all of it is in the file.
bool write_model(const std::string& name, const model& of) {
  const std::string unfinished = name + ".new";
  std::FILE* file = std::fopen(unfinished.c_str(), "w");
  if (file == nullptr) return false;
  bool good = std::fprintf(file, "fit %ld\n", of.steps) > 0;
  for (const double one : of.weights) good = std::fprintf(file, "%.17g\n", one) > 0 && good;
  good = std::fclose(file) == 0 && good && std::rename(unfinished.c_str(), name.c_str()) == 0;
  if (!good) std::fprintf(stderr, "fit: cannot write %s\n", name.c_str());
  return good;
}

int merge(const settings& how) {
  const model before = read_model(how.file);
  model all{before.steps};
  for (const std::string& name : how.merged) all.steps += read_model(name).steps - before.steps;
  for (const std::string& name : how.merged) {
    const model copy = read_model(name);
    const double share = static_cast<double>(copy.steps - before.steps) /
                         static_cast<double>(std::max(1L, all.steps - before.steps));
    for (unsigned i = 0; i < width; ++i) all.weights[i] += share * copy.weights[i];
  }
  return write_model(how.file, all) ? 0 : 1;
}

// --- The program

/// Exits with 2 where an argument is not understood.
settings read_arguments(int argc, char** argv) {
  settings how;
  const struct {
    const char* name;
    long least, *value;
  } numbers[] = {{"--steps", 1, &how.steps},
                 {"--batch", 1, &how.batch},
                 {"--copy", 0, &how.copy},
                 {"--pause-us", 0, &how.pause_us}};
  for (int i = 1; i < argc; i += 2) {
    if (std::string(argv[i]) == "--verify") {
      how.verify = true;
      --i;
      continue;
    }
    const std::string name = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    const bool is_number = !value.empty() && *end == '\0' && number <= 1e9;
    bool good = !value.empty();
    const auto* const own = std::find_if(std::begin(numbers), std::end(numbers),
                                         [&](const auto& one) { return one.name == name; });
    if (own != std::end(numbers)) {
      good = is_number && number >= static_cast<double>(own->least);
      *own->value = static_cast<long>(number);
    } else if (name == "--seconds") {
      good = is_number && number > 0;
      how.seconds = number;
    } else if (name == "--file" || name == "--report") {
      (name == "--file" ? how.file : how.report) = value;
    } else if (name == "--merge" && good && !how.file.empty()) {
      how.merged.assign(argv + i + 1, argv + argc);
      return how;
    } else {
      good = false;
    }
    if (!good) {
      std::fprintf(stderr, "fit: '%s %s'; see the head of fit.cpp\n", argv[i], value.c_str());
      std::exit(2);
    }
  }
  return how;
}

int main(int argc, char** argv) {
  using clock = std::chrono::steady_clock;
  const settings how = read_arguments(argc, argv);
  if (!how.merged.empty()) return merge(how);
  ark::session session;
  const int me = ark_my_pe(), pes = ark_n_pes();
  const long first = how.batch * me / pes, samples = how.batch * (me + 1) / pes - first;
  model trained = read_model(how.file);
  ark::symmetric_array<double> weights(width);
  const ark::symmetric_array<double> part(width + 1), sum(width + 1),
      errors(static_cast<std::size_t>(how.batch));
  ark_barrier_all();

  const clock::time_point begin = clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
  for (bool over = trained.steps >= how.steps; !over;) {
    std::this_thread::sleep_for(std::chrono::microseconds(how.pause_us));
    weights.write(trained.weights);
    const auto step = static_cast<std::uint64_t>(trained.steps + how.copy * 1000000000L);
    const std::uint64_t sample = step * static_cast<std::uint64_t>(how.batch);
    ark::launch({1, 64}, gradient, weights.data(), part.data(), errors.data(),
                sample + static_cast<std::uint64_t>(first), static_cast<int>(samples),
                static_cast<double>(how.batch));
    ark::device_sync();
    ++trained.steps;
    const bool end = trained.steps >= how.steps || seconds() >= how.seconds;
    ark_double_p(part.data() + width, me == 0 && end ? 1 : 0, me);
    if (ark_double_sum_reduce(ARK_TEAM_WORLD, sum.data(), part.data(), width + 1) != 0) return 1;
    const std::vector<double> found = sum.read();
    for (unsigned i = 0; i < width; ++i) trained.weights[i] -= rate * found[i];
    over = found[width] != 0;
  }
  const double took = seconds();

  int status = 0;
  if (me == 0) {
    if (!how.file.empty() && !write_model(how.file, trained)) status = 1;
    std::FILE* report = how.report.empty() ? nullptr : std::fopen(how.report.c_str(), "w");
    if (report != nullptr) {
      std::fprintf(report, "%ld %.6f\n", trained.steps, took);
      std::fclose(report);
    }
    double largest = 0;
    for (unsigned i = 0; i < width; ++i)
      largest = std::max(largest, std::fabs(trained.weights[i] - true_weight(i)));
    const bool wrong = how.verify && trained.steps >= how.steps && !(largest < near);
    std::printf("fit: %d PEs, %ld of %ld steps, largest difference %.3g %s\n", pes, trained.steps,
                how.steps, largest, wrong ? "WRONG" : "ok");
    if (wrong) status = 1;
  }
  ark_barrier_all();
  return status;
}
