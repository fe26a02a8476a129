// Checked mode refuses overlap before anything is moved.
#include "pattern.hpp"
#include "pes.hpp"

namespace ark_gpu {
namespace {

/// A byte without the top bit.
unsigned char sent(std::size_t i) { return ark_mp::pattern<unsigned char>(0, i) & 0x7f; }

ARK_GLOBAL void put_to_myself(unsigned char* memory, std::size_t from, std::size_t to,
                              std::size_t bytes) {
  ark_putmem(memory + to, memory + from, bytes, ark_my_pe());
}

struct overlap_case {
  std::size_t from, to, bytes;
  bool refused;
};

void check_overlap(const overlap_case& one) {
  run_pes(1, {{"ARK_CHECK", "1"}, {"ARK_LOG", "error"}}, [&](const pe& self) {
    const array<unsigned char> memory(256);
    std::vector<unsigned char> expected(256);
    for (std::size_t i = 0; i < 256; ++i) expected[i] = sent(i);
    memory.write(expected);
    self.run({1, 1}, put_to_myself, memory, one.from, one.to, one.bytes);
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, one.refused ? ark::errc::invalid_argument : ark::errc::ok)
        << one.bytes << " bytes from " << one.from << " to " << one.to;
    if (one.refused) {
      EXPECT_NE(std::string(record.detail).find("overlap"), std::string::npos) << record.detail;
    } else {
      for (std::size_t i = 0; i < one.bytes; ++i) expected[one.to + i] = sent(one.from + i);
    }
    EXPECT_EQ(memory.read(), expected);
  });
}

TEST(Overlap, IsRefusedAndNothingIsWritten) {
  check_overlap({0, 63, 64, true});
  check_overlap({63, 0, 64, true});
  check_overlap({16, 16, 64, true});
}
TEST(Overlap, NeighboursAreNone) {
  check_overlap({0, 64, 64, false});
  check_overlap({64, 0, 64, false});
}

}  // namespace
}  // namespace ark_gpu
