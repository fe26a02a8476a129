// Nanoseconds of a host put and put_signal of 8 bytes to PE 1, one line for each batch: what
// measure/overhead compares Python with. Run by mpirun -n 2.
#include <ark/ark.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

template <class Call>
void measure(const char* name, int batches, int calls, Call&& call) {
  using clock = std::chrono::steady_clock;
  for (int batch = 0; batch < batches; ++batch) {
    const auto begun = clock::now();
    for (int i = 0; i < calls; ++i) call();
    const std::chrono::duration<double, std::nano> gone = clock::now() - begun;
    std::printf("%s %.1f\n", name, gone.count() / calls);
    ark_quiet();
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int batches = count > 1 ? std::atoi(arguments[1]) : 50;
  const int calls = count > 2 ? std::atoi(arguments[2]) : 20000;
  const ark::session session;
  const ark::symmetric_array<double> dest(1);
  const ark::symmetric_array<std::uint64_t> signal(1);
  const double value = 1;
  if (ark_my_pe() == 0) {
    measure("put", batches, calls, [&] { ark_double_put(dest.data(), &value, 1, 1); });
    measure("put_signal", batches, calls, [&] {
      ark_double_put_signal(dest.data(), &value, 1, signal.data(), 1, ARK_SIGNAL_SET, 1);
    });
  }
  ark_barrier_all();
}
