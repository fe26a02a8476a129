#include "info/launcher.hpp"

#include <cstdlib>
#include <string_view>

namespace ark {

launcher launcher_of(const char* const* environment) {
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    for (const std::string_view name : {"OMPI_COMM_WORLD_RANK=", "PMIX_RANK=", "PMI_RANK="}) {
      if (std::string_view(*environment).starts_with(name)) {
        return {true, std::atoi(*environment + name.size())};
      }
    }
  }
  return {};
}

}  // namespace ark
