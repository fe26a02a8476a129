#include "bootstrap/bootstrap.hpp"

#include <algorithm>
#include <ark/errc.hpp>

#include "heap/placement.hpp"

namespace ark {

std::vector<std::vector<std::byte>> bootstrap::allgather_any(std::span<const std::byte> mine) {
  const auto pes = static_cast<std::size_t>(size());
  const std::uint64_t bytes = mine.size();
  std::vector<std::uint64_t> sizes(pes);
  allgather(&bytes, sizeof bytes, sizes.data());
  const std::uint64_t most = *std::max_element(sizes.begin(), sizes.end());
  std::vector<std::byte> padded(mine.begin(), mine.end()), all(pes * most);
  padded.resize(most);
  allgather(padded.data(), most, all.data());
  std::vector<std::vector<std::byte>> blocks;
  for (std::size_t pe = 0; pe < pes; ++pe) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(pe * most);
    blocks.emplace_back(first, first + static_cast<std::ptrdiff_t>(sizes[pe]));
  }
  return blocks;
}

host_share bootstrap::share_of_host() {
  struct place {
    std::uint64_t host, cores;
  };
  const place mine{placement_of_this_process().host, cores_of_this_process()};
  std::vector<place> all(static_cast<std::size_t>(size()));
  allgather(&mine, sizeof mine, all.data());
  host_share found{0, {0, 0}};
  for (int pe = 0; pe < size(); ++pe) {
    const place& other = all[static_cast<std::size_t>(pe)];
    if (other.host != mine.host) continue;
    ++found.local_size;
    if (other.cores != mine.cores) continue;
    if (pe == rank()) found.cores.index = found.cores.processes;
    ++found.cores.processes;
  }
  return found;
}

void bootstrap::make_communicator(std::span<const std::int32_t> /*pes*/,
                                  void* /*communicator*/) const {
  throw error(errc::unsupported, name() + " has no communicator; start the job with mpirun");
}

}  // namespace ark
