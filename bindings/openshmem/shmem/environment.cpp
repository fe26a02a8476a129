#include "environment.hpp"

#include <shmem.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace ark::openshmem {

namespace {

constexpr const char* form =
    "a number of bytes, 0 or more, with K, M, G or T for powers of 1024, such as 1.5G";

/// The value of SHMEM_<name>, otherwise of its older name SMA_<name>, and which of them it is. A
/// variable with an empty value counts as not set.
struct variable {
  std::string name;
  const char* value;
};
variable find_variable(const char* name) {
  for (const char* prefix : {"SHMEM_", "SMA_"}) {
    const std::string whole = prefix + std::string(name);
    const char* const value = std::getenv(whole.c_str());
    if (value != nullptr && *value != '\0') return {whole, value};
  }
  return {"", nullptr};
}
bool is_set(const char* name) { return find_variable(name).value != nullptr; }

/// At least the minimum of ARK_SYMMETRIC_SIZE: the heap grows. Characters after the multiplier are
/// ignored, as the specification requires, with a warning.
std::uint64_t heap_bytes_of(const variable& given) {
  const std::string_view text = given.value;
  constexpr std::string_view units = "KMGT";
  constexpr std::uint64_t least = 4096;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [suffix, problem] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  bool accepted = problem == std::errc{};
  if (accepted && suffix != end) {
    const std::size_t unit = units.find(static_cast<char>(std::toupper(*suffix)));
    accepted = unit != std::string_view::npos;
    value *= std::exp2(10. * static_cast<double>(unit + 1));
  }
  if (!accepted || !(value >= 0 && value < 0x1p63)) {
    throw error(errc::invalid_argument,
                given.name + "='" + std::string(text) + "': accepted: " + form);
  }
  const auto bytes = std::max(static_cast<std::uint64_t>(value), least);
  if (end - suffix > 1) {
    std::fprintf(stderr, "ark: %s='%s': '%s' is ignored, the heap has %llu bytes; accepted: %s\n",
                 given.name.c_str(), given.value, suffix + 1,
                 static_cast<unsigned long long>(bytes), form);
  }
  return bytes;
}

}  // namespace

void environment_apply() {
  const variable size = find_variable("SYMMETRIC_SIZE");
  if (size.value != nullptr && std::getenv("ARK_SYMMETRIC_SIZE") == nullptr)
    setenv("ARK_SYMMETRIC_SIZE", std::to_string(heap_bytes_of(size)).c_str(), 0);
  if (is_set("DEBUG")) setenv("ARK_LOG", "info", 0);
  // A correct program may wait minutes for a PE that computes or reads. PEs that have ended are
  // detected sooner.
  setenv("ARK_TIMEOUT", "1h", 0);
}

void environment_print() {
  if (ark_my_pe() != 0) return;
  if (is_set("VERSION")) {
    char name[ARK_MAX_NAME_LEN];
    ark_info_get_name(name);
    std::printf("%s, OpenSHMEM %d.%d\n", name, SHMEM_MAJOR_VERSION, SHMEM_MINOR_VERSION);
  }
  if (is_set("INFO")) {
    std::printf(
        "SHMEM_VERSION: if set, PE 0 prints the version of the library at shmem_init\n"
        "SHMEM_INFO: if set, PE 0 prints these lines at shmem_init\n"
        "SHMEM_SYMMETRIC_SIZE: size of the symmetric heap: %s; ARK_SYMMETRIC_SIZE takes "
        "precedence\n"
        "SHMEM_DEBUG: if set, the library logs as with ARK_LOG=info; ARK_LOG takes precedence\n"
        "SMA_VERSION, SMA_INFO, SMA_SYMMETRIC_SIZE, SMA_DEBUG: their older names\n",
        form);
  }
  std::fflush(stdout);
}

}  // namespace ark::openshmem
