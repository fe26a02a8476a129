// Data-parallel training of a small network that classifies images.
// Run: mpirun -n 4 training [--policy NAME] [--steps N] [--hidden N] [--batch N] [--no-exchange]
//                           [FILE]
//
// Every PE has the whole network and a part of each batch. Kernels compute; the one that has
// computed the gradient of a layer makes it ready, and ark::gradients sums it over all PEs while
// the kernels of the layers before it run. The next step waits for the sum of each layer where it
// needs it. The program trains by each policy, or by NAME: all must have the same losses bit by
// bit, and those of a serial program, which has the whole batch, up to rounding. --no-exchange
// trains without the other PEs, which the comparison must find.
//
// FILE: lines of a label from 0 and the numbers of an image, with commas between them. Without FILE
// the program draws digits. Every fourth image is not trained with: it is for the accuracy.
//
// The exchange adds on the CPU, so the heap has to be in host memory: ARK_DEVICE=cpu.
#include <algorithm>
#include <ark/ark.hpp>
#include <ark/gradients.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "images.hpp"
#include "network.hpp"

constexpr struct {
  const char* name;
  ark::gradients::policy order;
} policies[] = {{"fifo", ark::gradients::policy::fifo},
                {"p3", ark::gradients::policy::p3},
                {"prophet", ark::gradients::policy::prophet},
                {"bytescheduler", ark::gradients::policy::bytescheduler}};

/// Between the loss of a step and the serial one, relative to 1 + loss: sums have another order.
constexpr double rounding = 1e-5;
/// With the default all of a network as small as this one would be in flight at once.
constexpr std::size_t chunk_bytes = 32 * 1024, credit_bytes = 2 * chunk_bytes;

struct settings {
  std::string policy;  ///< empty: each
  int steps = 100, hidden = 48, batch = 64;
  bool alone = false;
  const char* file = nullptr;
};

// --- Kernels

/// The exchange of gradients; none for a PE that trains alone.
struct other_pes {
  ark::gradients::kernel_view view;
  bool none;
};

ARK_DEVICE inline elements of_thread() {
  return {blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x};
}
ARK_GLOBAL void update_layer(network n, int l, other_pes others) {
  if (!others.none) others.view.wait(static_cast<std::size_t>(l));
  update(n, l, of_thread());
}
ARK_GLOBAL void forward_layer(network n, int l) { forward(n, l, of_thread()); }
ARK_GLOBAL void loss_of_samples(network n) { loss(n, of_thread()); }
ARK_GLOBAL void gradient_of_layer(network n, int l, other_pes others) {
  gradient(n, l, of_thread());
  __syncthreads();
  if (threadIdx.x != 0 || others.none) return;
  // The last block makes the gradient ready. The fences order what all blocks have written before.
  __threadfence();
  if ((atomicAdd(n.blocks + l, 1u) + 1) % gridDim.x != 0) return;
  __threadfence();
  others.view.ready(static_cast<std::size_t>(l));
}
ARK_GLOBAL void backward_layer(network n, int l) { backward(n, l, of_thread()); }

// --- Training

network shape_of(const images& of, const settings& how) {
  network n{};
  for (unsigned& width : n.widths) width = static_cast<unsigned>(how.hidden);
  n.widths[0] = of.pixels;
  n.widths[layers] = of.classes;
  n.row_count = of.count();
  n.batch = static_cast<unsigned>(how.batch);
  return n;
}

std::vector<float> first_weights(const network& n, int l) {
  std::vector<float> weights(n.weight_count(l));
  const float largest = std::sqrt(3.0f / static_cast<float>(n.widths[l]));
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = largest * noise(1000000 + static_cast<std::uint64_t>(l), i);
  return weights;
}

/// The losses of the steps, as one PE with the whole batch has them.
std::vector<double> train_serially(const images& data, const settings& how) {
  network n = shape_of(data, how);
  std::vector<float> memory(lay_out(n, nullptr, n.batch)), losses(n.batch);
  lay_out(n, memory.data(), n.batch);
  n.losses = losses.data();
  n.rows = data.rows.data();
  n.samples = n.batch;
  for (int l = 0; l < layers; ++l) {
    const std::vector<float> weights = first_weights(n, l);
    std::copy(weights.begin(), weights.end(), n.weights[l]);
  }
  constexpr elements all{0, 1};
  std::vector<double> mean;
  for (int step = 0; step < how.steps; ++step) {
    n.first_row = static_cast<unsigned>(step) * n.batch % n.row_count;
    for (int l = 0; l < layers; ++l) {
      update(n, l, all);
      forward(n, l, all);
    }
    loss(n, all);
    for (int l = layers; l-- > 0;) {
      gradient(n, l, all);
      if (l > 0) backward(n, l, all);
    }
    double sum = 0;
    for (const float one : losses) sum += one;
    mean.push_back(sum / n.batch);
  }
  return mean;
}

/// Of a training run; losses on PE 0 only.
struct outcome {
  std::vector<double> losses, step_ms;
  double accuracy = 0;
};

/// The share of images that the PE's network classifies as their labels say.
double accuracy(const network& trained, const images& data) {
  network n = trained;
  n.samples = n.row_count = data.count();
  n.first_row = 0;
  std::vector<float> memory(lay_out(n, nullptr, n.samples));
  lay_out(n, memory.data(), n.samples);
  n.rows = data.rows.data();
  for (int l = 0; l < layers; ++l) {
    ark_float_get(n.weights[l], trained.weights[l], n.weight_count(l), ark_my_pe());
    forward(n, l, {0, 1});
  }
  unsigned right = 0;
  for (unsigned s = 0; s < n.samples; ++s) {
    const float* const value = n.inputs(layers, s);
    const auto best = std::max_element(value, value + n.widths[layers]) - value;
    right += best == static_cast<std::ptrdiff_t>(n.row(s)[0]) ? 1 : 0;
  }
  return static_cast<double>(right) / n.samples;
}

/// The kernels of a step. Nothing waits here.
void launch_step(const network& n, const other_pes& others) {
  constexpr unsigned blocks = 4, threads = 32;
  for (int l = 0; l < layers; ++l) {
    ark::launch({blocks, threads}, update_layer, n, l, others);
    ark::launch({blocks, threads}, forward_layer, n, l);
  }
  ark::launch({blocks, threads}, loss_of_samples, n);
  for (int l = layers; l-- > 0;) {
    ark::launch({blocks, threads}, gradient_of_layer, n, l, others);
    if (l > 0) ark::launch({blocks, threads}, backward_layer, n, l);
  }
}

/// The means of all PEs' losses, by step.
std::vector<double> mean_losses(const float* losses, unsigned room, const settings& how) {
  std::vector<double> mean(static_cast<std::size_t>(how.steps));
  std::vector<float> theirs(mean.size() * room);
  for (int pe = 0; pe < ark_n_pes(); ++pe) {
    ark_float_get(theirs.data(), losses, theirs.size(), pe);
    for (std::size_t i = 0; i < theirs.size(); ++i) mean[i / room] += double{theirs[i]} / how.batch;
  }
  return mean;
}

outcome train(const training_set& data, const settings& how, ark::gradients::policy order) {
  using clock = std::chrono::steady_clock;
  const unsigned me = static_cast<unsigned>(ark_my_pe()), pes = static_cast<unsigned>(ark_n_pes());
  network n = shape_of(data.to_train, how);
  const unsigned first = n.batch * me / pes, room = (n.batch + pes - 1) / pes;
  n.samples = n.batch * (me + 1) / pes - first;
  const ark::symmetric_array<float> memory(lay_out(n, nullptr, room)),
      rows(data.to_train.rows.size()), losses(static_cast<std::size_t>(how.steps) * room);
  const ark::symmetric_array<unsigned> blocks(layers);
  lay_out(n, memory.data(), room);
  n.rows = rows.data();
  n.blocks = blocks.data();
  ark::put(rows.data(), data.to_train.rows.data(), rows.size(), ark_my_pe());
  std::vector<ark::gradients::tensor> tensors;
  for (int l = 0; l < layers; ++l) {
    const std::vector<float> weights = first_weights(n, l);
    ark::put(n.weights[l], weights.data(), weights.size(), ark_my_pe());
    tensors.push_back(ark::gradients::tensor_of(n.gradients[l], n.weight_count(l)));
  }
  std::unique_ptr<ark::gradients::exchange> exchange;
  if (!how.alone) {
    exchange = std::make_unique<ark::gradients::exchange>(
        tensors, ark::gradients::options{.order = order,
                                         .result = ark::gradients::reduction::sum,
                                         .chunk_bytes = chunk_bytes,
                                         .credit_bytes = credit_bytes});
  }
  const auto others = [&] {
    return exchange ? other_pes{exchange->view(), false} : other_pes{{}, true};
  };
  outcome all;
  for (int step = 0; step < how.steps; ++step) {
    const clock::time_point begin = clock::now();
    n.first_row = (static_cast<unsigned>(step) * n.batch + first) % n.row_count;
    n.losses = losses.data() + static_cast<std::size_t>(step) * room;
    if (exchange) exchange->begin_iteration();
    launch_step(n, others());
    if (exchange) exchange->end_iteration();
    ark::device_sync();
    all.step_ms.push_back(std::chrono::duration<double, std::milli>(clock::now() - begin).count());
  }
  for (int l = 0; l < layers; ++l) ark::launch({4, 32}, update_layer, n, l, others());
  ark::device_sync();
  std::sort(all.step_ms.begin(), all.step_ms.end());
  all.accuracy = accuracy(n, data.to_check);
  ark_barrier_all();
  if (me == 0) all.losses = mean_losses(losses.data(), room, how);
  return all;
}

// --- The program

std::string policy_names() {
  std::string names;
  for (const auto& one : policies) names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

/// The text of what is wrong with the arguments, or none.
std::string parse(int argc, char** argv, settings& how) {
  const struct {
    const char* name;
    int most, *value;
  } numbers[] = {{"--steps", 1000000, &how.steps},
                 {"--hidden", 4096, &how.hidden},
                 {"--batch", 65536, &how.batch}};
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    const auto* const number = std::find_if(std::begin(numbers), std::end(numbers),
                                            [&](const auto& one) { return one.name == name; });
    if (number != std::end(numbers)) {
      char* end = nullptr;
      const long given = std::strtol(value.c_str(), &end, 10);
      if (value.empty() || *end != '\0' || given < 1 || given > number->most)
        return name + " is a number from 1 to " + std::to_string(number->most) + ", not '" + value +
               "'";
      *number->value = static_cast<int>(given);
      ++i;
    } else if (name == "--policy") {
      if (std::none_of(std::begin(policies), std::end(policies),
                       [&](const auto& one) { return one.name == value; }))
        return name + " is one of " + policy_names() + ", not '" + value + "'";
      how.policy = value;
      ++i;
    } else if (name == "--no-exchange") {
      how.alone = true;
    } else if (name.rfind("--", 0) == 0 || how.file != nullptr) {
      return "'" + name + "' is not accepted";
    } else {
      how.file = argv[i];
    }
  }
  return "";
}

/// Steps whose loss is not the serial one, and the largest difference.
int compare(const std::vector<double>& losses, const std::vector<double>& serial, double& largest) {
  int wrong = 0;
  for (std::size_t i = 0; i < serial.size(); ++i) {
    const double difference = std::fabs(losses[i] - serial[i]);
    largest = std::max(largest, difference);
    wrong += difference <= rounding * (1 + serial[i]) ? 0 : 1;
  }
  return wrong;
}

int main(int argc, char** argv) {
  settings how;
  if (const std::string wrong = parse(argc, argv, how); !wrong.empty()) {
    std::fprintf(stderr,
                 "usage: training [--policy NAME] [--steps N] [--hidden N] [--batch N] "
                 "[--no-exchange] [FILE]; %s\n",
                 wrong.c_str());
    return 2;
  }
  ark::session session;
  const bool prints = ark_my_pe() == 0;
  const images all = how.file != nullptr ? read_images(how.file) : draw_digits(800);
  if (all.rows.empty()) return 1;
  const training_set data(all);
  const std::vector<double> serial =
      prints ? train_serially(data.to_train, how) : std::vector<double>();
  std::vector<double> first;
  int wrong = 0;
  double largest = 0, least_accuracy = 1;
  for (const auto& one : policies) {
    if (!how.policy.empty() ? how.policy != one.name : how.alone && &one != policies) continue;
    const outcome done = train(data, how, one.order);
    if (!prints) continue;
    wrong += compare(done.losses, serial, largest);
    if (first.empty()) first = done.losses;
    for (std::size_t i = 0; i < first.size(); ++i) wrong += done.losses[i] == first[i] ? 0 : 1;
    least_accuracy = std::min(least_accuracy, done.accuracy);
    const std::vector<double>& ms = done.step_ms;
    std::printf("%-13s loss %.4f to %.4f, a step %.2f ms (%.2f to %.2f)\n",
                how.alone ? "alone" : one.name, done.losses.front(), done.losses.back(),
                ms[ms.size() / 2], ms.front(), ms.back());
  }
  ark_barrier_all();
  const bool ok = ark_status() == 0 && wrong == 0;
  if (prints) {
    std::printf(
        "training: %d PEs, %d steps, largest difference %.2g, accuracy %.0f %%, %d wrong %s\n",
        ark_n_pes(), how.steps, largest, 100 * least_accuracy, wrong, ok ? "ok" : "WRONG");
  }
  return ok ? 0 : 1;
}
