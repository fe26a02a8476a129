// What the hosts of scripts/multihost are to MPI and to ark: apart from each other, one within.
// Only MPI runs here.
#include "heap/placement.hpp"

#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct member {
  std::array<char, 64> host{};
  std::uint64_t host_id = 0;
};

int size_of_world() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

std::vector<member> gather_members() {
  member mine;
  gethostname(mine.host.data(), mine.host.size() - 1);
  mine.host_id = ark::placement_of_this_process().host;
  std::vector<member> all(static_cast<std::size_t>(size_of_world()));
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
  return all;
}

/// The value of --NAME=VALUE that the build gave; 0 if it is not there.
int given(const std::string& name) {
  for (const std::string& argument : testing::internal::GetArgvs()) {
    if (argument.rfind("--" + name + "=", 0) == 0) return std::atoi(&argument[name.size() + 3]);
  }
  return 0;
}

TEST(Multihost, RanksFillOneHostAfterTheOther) {
  ASSERT_GT(given("slots"), 0) << "start with --slots=S, as scripts/multihost was";
  const std::vector<member> all = gather_members();
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    EXPECT_EQ(std::string(all[rank].host.data()),
              "host" + std::to_string(rank / static_cast<std::size_t>(given("slots"))))
        << "rank " << rank;
  }
}

TEST(Multihost, HostIdsDifferBetweenHostsAndAgreeWithinAHost) {
  const std::vector<member> all = gather_members();
  for (const member& a : all) {
    for (const member& b : all) {
      EXPECT_EQ(a.host_id == b.host_id, a.host == b.host) << a.host.data() << ", " << b.host.data();
    }
  }
}

TEST(Multihost, LargeMessagesArriveBetweenAllPairs) {
  constexpr int count = 1 << 18;
  int me = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  const int size = size_of_world();
  for (int step = 1; step < size; ++step) {
    const std::vector<int> sent(count, me * 1000 + step);
    std::vector<int> got(count, -1);
    const int from = (me - step + size) % size;
    MPI_Sendrecv(sent.data(), count, MPI_INT, (me + step) % size, step, got.data(), count, MPI_INT,
                 from, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(got, std::vector<int>(count, from * 1000 + step)) << "from " << from;
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
