// What gather and scatter refuse, by the index of the piece, on every route: nothing is moved then.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

using ::testing::HasSubstr;

std::uint64_t outside = 0;

struct wrong_list {
  std::size_t index;  ///< of the piece that is spoilt: 8 bytes of the next PE
  void (*spoil)(ark_piece& piece, int me, int n);
  const char* why;
};

ARK_GLOBAL void call_in_kernel(std::byte* batch, const ark_piece* pieces, std::size_t count,
                               bool gathers) {
  if (gathers)
    ark::gather_nbi_warp(batch, pieces, count);
  else
    ark::scatter_nbi_warp(batch, pieces, count);
}

/// A failure ends a PE: each case has a start of its own.
class GatherRefused : public testing::TestWithParam<wrong_list> {};

TEST_P(GatherRefused, BadPieceByItsIndex) {
  const wrong_list& wrong = GetParam();
  const bool gathers = wrong.index % 2 == 0, kernel = wrong.index % 3 == 0;
  ark::init({{"ARK_CHECK", "0"}, {"ARK_ON_FAILURE", "go_on"}, {"ARK_LOG", "error"}});
  {
    const int me = ark_my_pe(), n = ark_n_pes();
    const sym<std::uint64_t> words(64);
    meet();
    std::vector<std::uint64_t> batch(64, gathers ? 7 : 5);
    std::vector<ark_piece> pieces;
    for (std::size_t i = 0; i < 40; ++i) pieces.push_back({words + i, 8, (me + 1) % n});
    wrong.spoil(pieces[wrong.index], me, n);
    auto* const data = reinterpret_cast<std::byte*>(batch.data());
    if (kernel) {
      ark::launch({1, 32}, call_in_kernel, data, static_cast<const ark_piece*>(pieces.data()),
                  pieces.size(), gathers);
      sync_despite_timeouts();
    } else {
      const ark::errc code = gathers ? ark::gather_nbi(data, pieces.data(), pieces.size())
                                     : ark::scatter_nbi(data, pieces.data(), pieces.size());
      EXPECT_EQ(code, ark::errc::invalid_argument);
    }
    const std::string text = ark::failure_text(ark::last_failure());
    const std::string op = gathers ? "gather" : "scatter";
    EXPECT_THAT(text, HasSubstr("PE " + std::to_string(me) + ": invalid_argument in " + op));
    EXPECT_THAT(text, HasSubstr("piece " + std::to_string(wrong.index) + ", PE "));
    EXPECT_THAT(text, HasSubstr(wrong.why));
    meet();
    for (std::size_t i = 0; i < 64; ++i) {
      EXPECT_EQ(words[i], 0u);
      EXPECT_EQ(batch[i], gathers ? 7u : 5u);
    }
    meet();
  }
  EXPECT_NO_THROW(ark::finalize());
  meet();
}

INSTANTIATE_TEST_SUITE_P(
    Pieces, GatherRefused,
    testing::Values(wrong_list{0, [](ark_piece& one, int, int n) { one.pe = n; },
                               "PE out of range, accepted 0 to "},
                    wrong_list{17, [](ark_piece& one, int, int) { one.pe = -1; },
                               "PE out of range, accepted 0 to "},
                    wrong_list{39, [](ark_piece& one, int, int) { one.address = &outside; },
                               "range outside the heap, accepted 0x"},
                    wrong_list{8,
                               [](ark_piece& one, int, int) { one.bytes = std::size_t{1} << 40; },
                               "range outside the heap, accepted 0x"},
                    wrong_list{3,
                               [](ark_piece& one, int me, int) {
                                 one.pe = me;
                                 one.address = nullptr;
                               },
                               "null address"},
                    wrong_list{5,
                               [](ark_piece& one, int me, int) {
                                 one.pe = me;
                                 one.bytes = std::size_t{1} << 48;
                               },
                               "more than 2^48 - 1 bytes"}));

}  // namespace
}  // namespace ark_mp
