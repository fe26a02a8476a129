// The fake driver's entry points: cuGetProcAddress and the table behind it, faults, and its
// settings.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "fake_state.hpp"
#include "fake_table.hpp"

namespace fake {
namespace {

struct counters {
  std::uint64_t calls = 0;
  int fail_in = 0;
  int code = 0;
};
std::mutex mutex;
std::map<std::string, counters>& all() {
  static std::map<std::string, counters> table;
  return table;
}
std::atomic<int> objects{0};

int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

}  // namespace

static thread_local int depth = 0;
within_driver::within_driver() { ++depth; }
within_driver::~within_driver() { --depth; }
bool within_driver::now() { return depth > 0; }

CUresult called(const char* name) {
  if (within_driver::now()) return CUDA_SUCCESS;
  const std::lock_guard lock(mutex);
  counters& it = all()[name];
  ++it.calls;
  if (it.fail_in > 0 && --it.fail_in == 0) return static_cast<CUresult>(it.code);
  return CUDA_SUCCESS;
}

void alive(int difference) { objects += difference; }

}  // namespace fake

extern "C" {

struct fake_cuda_values* fake_cuda_settings() {
  static struct fake_cuda_values values {
    fake::number("FAKE_CUDA_VERSION", 13000), fake::number("FAKE_CUDA_DEVICES", 1),
        fake::number("FAKE_CUDA_MPS", 0), fake::number("FAKE_CUDA_COMPUTE_MODE", 0),
        fake::number("FAKE_CUDA_VMM", 1), fake::number("FAKE_CUDA_POSIX_FD", 1),
        fake::number("FAKE_CUDA_IPC", 1), fake::number("FAKE_CUDA_SAME_HOST_POINTER", 1),
        fake::number("FAKE_CUDA_PEERS", 2), fake::number("FAKE_CUDA_RDMA_ORDERING", 0),
        fake::number("FAKE_CUDA_RDMA_FLUSH", 1), fake::number("FAKE_CUDA_RDMA_VMM", 1), 0,
        0, fake::number("FAKE_CUDA_OPEN", 0),
        0, fake::number("FAKE_CUDA_STRICT", 1), fake::number("FAKE_CUDA_PATIENCE_MS", 5000), 0,
        0, std::getenv("FAKE_CUDA_MISSING")
  };
  return &values;
}

void fake_cuda_fail(const char* name, int nth, int code) {
  const std::lock_guard lock(fake::mutex);
  fake::all()[name].fail_in = nth;
  fake::all()[name].code = code;
}

uint64_t fake_cuda_calls(const char* name) {
  const std::lock_guard lock(fake::mutex);
  return fake::all()[name].calls;
}

int fake_cuda_alive() { return fake::objects; }

void* fake_cuda_view(uint64_t at, size_t bytes) { return fake::reach(at, bytes); }

CUresult cuDriverGetVersion(int* version) {
  *version = fake_cuda_settings()->version;
  return CUDA_SUCCESS;
}

CUresult cuGetProcAddress_v2(const char* symbol, void** function, int version, cuuint64_t,
                             CUdriverProcAddressQueryResult* result) {
  *function = nullptr;
  *result = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const char* missing = fake_cuda_settings()->missing;
  if (missing != nullptr && std::strcmp(missing, symbol) == 0) return CUDA_ERROR_NOT_FOUND;
  for (const fake::table_row& row : fake::table) {
    if (std::strcmp(row.name, symbol) != 0) continue;
    if (row.version != version) {
      *result = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
      return CUDA_ERROR_NOT_FOUND;
    }
    *function = row.function;
    *result = CU_GET_PROC_ADDRESS_SUCCESS;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_NOT_FOUND;
}
}
