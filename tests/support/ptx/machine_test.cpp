// The interpreter itself.
#include "machine.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cstring>

namespace ptx {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// A kernel `go` of one parameter, the address of an array of u64.
std::string kernel(const std::string& body, const std::string& around = "") {
  return ".version 9.0\n.target sm_90\n.address_size 64\n" + around +
         ".visible .entry go(\n.param .u64 out\n)\n{\n.reg .pred %p<9>;\n.reg .b16 %h<9>;\n"
         ".reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %d<9>;\nld.param.u64 %d0, [out];\n" +
         body + "ret;\n}\n";
}

struct run_options {
  unsigned threads = 1, blocks = 1;
  std::uint64_t seed = 1;
};

std::array<std::uint64_t, 128> results(const std::string& text, const run_options& how = {}) {
  std::array<std::uint64_t, 128> out{};
  machine gpu(text, how.seed);
  gpu.allow(out.data(), sizeof out);
  gpu.run("go", {how.blocks}, {how.threads}, out.data());
  return out;
}

std::string refusal(const std::string& text, unsigned threads = 1) {
  try {
    results(text, {threads});
  } catch (const fault& found) {
    return found.what();
  }
  return "";
}

/// `instructions` leave their result in %d1.
std::uint64_t result(const std::string& instructions) {
  return results(kernel(instructions + "st.global.u64 [%d0], %d1;\n"))[0];
}

TEST(PtxMachine, Calculates) {
  EXPECT_EQ(result("mov.u64 %d1, 7;\nmad.lo.s64 %d1, %d1, -3, 1;\n"),
            static_cast<std::uint64_t>(-20));
  EXPECT_EQ(result("mov.u32 %r1, -8;\nshr.s32 %r1, %r1, 1;\ncvt.s64.s32 %d1, %r1;\n"),
            static_cast<std::uint64_t>(-4));
  EXPECT_EQ(result("mov.u32 %r1, -8;\nshr.u32 %r1, %r1, 1;\ncvt.u64.u32 %d1, %r1;\n"), 0x7ffffffcu);
  EXPECT_EQ(result("mov.u64 %d1, 1;\nshl.b64 %d1, %d1, 64;\n"), 0u);
  EXPECT_EQ(result("mov.u32 %r1, -1;\nmul.wide.u32 %d1, %r1, %r1;\n"), 0xfffffffe00000001u);
  EXPECT_EQ(result("mov.u64 %d2, -1;\nmul.hi.u64 %d1, %d2, 16;\n"), 15u);
  EXPECT_EQ(result("mov.u32 %r1, 0x44332211;\nmov.u32 %r2, 0x88776655;\n"
                   "prmt.b32 %r3, %r1, %r2, 0x7410;\ncvt.u64.u32 %d1, %r3;\n"),
            0x88552211u);
  EXPECT_EQ(result("mov.u64 %d2, 5;\nmov.u64 %d3, -1;\nbfi.b64 %d1, %d2, %d3, 4, 4;\n"),
            0xffffffffffffff5fu);
  EXPECT_EQ(result("mov.u32 %r1, 0x1000;\nbfind.shiftamt.u32 %r2, %r1;\ncvt.u64.u32 %d1, %r2;\n"),
            19u);
  EXPECT_EQ(result("mov.u64 %d2, 0x1234;\nbfe.u64 %d1, %d2, 4, 8;\n"), 0x23u);
  EXPECT_EQ(result("mov.u32 %r1, 17;\nrem.u32 %r1, %r1, 5;\ncvt.u64.u32 %d1, %r1;\n"), 2u);
  EXPECT_EQ(result("mov.f32 %f1, 0f40400000;\nadd.f32 %f1, %f1, 0f3F800000;\nmov.b32 %r1, %f1;\n"
                   "cvt.u64.u32 %d1, %r1;\n"),
            std::bit_cast<std::uint32_t>(4.0f));
  EXPECT_EQ(result("mov.u32 %r1, 1;\nmov.u32 %r2, 2;\nmov.b64 %d1, {%r1, %r2};\n"), 0x200000001u);
  EXPECT_EQ(result("mov.u64 %d2, 3;\nsetp.lt.u64 %p1, %d2, 4;\nselp.u64 %d1, 10, 20, %p1;\n"), 10u);
}

TEST(PtxMachine, BranchesCallsAndNamesInBraces) {
  const std::string callee =
      ".func (.param .b64 result) twice(\n.param .b64 value\n)\n{\n.reg .b64 %d<3>;\n"
      "ld.param.b64 %d1, [value];\nadd.s64 %d2, %d1, %d1;\nst.param.b64 [result], %d2;\nret;\n}\n";
  const std::string body =
      "mov.u64 %d1, 3;\n$again:\n"
      "{\n.param .b64 param0;\nst.param.b64 [param0], %d1;\n.param .b64 retval0;\n"
      "call.uni (retval0), twice, (param0);\nld.param.b64 %d1, [retval0];\n}\n"
      "{\n.reg .pred ended;\nsetp.gt.u64 ended, %d1, 20;\n@!ended bra $again;\n}\n"
      "st.global.u64 [%d0], %d1;\n";
  EXPECT_EQ(results(kernel(body, callee))[0], 24u);
}

const std::string number =
    "mov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 8;\nadd.s64 %d3, %d0, %d2;\n";

TEST(PtxMachine, LanesExchangeAndVote) {
  const auto out =
      results(kernel(number + "shfl.sync.bfly.b32 %r2, %r1, 5, 31, -1;\nsetp.lt.u32 %p1, %r1, 3;\n"
                              "vote.sync.ballot.b32 %r3, %p1, -1;\nmov.b64 %d4, {%r2, %r3};\n"
                              "st.global.u64 [%d3], %d4;\n"),
              {32});
  for (std::uint64_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], (i ^ 5) | 7ull << 32) << i;
}

TEST(PtxMachine, LanesFindTheirLeastValue) {
  const auto out = results(kernel(number + "xor.b32 %r2, %r1, 21;\nadd.s32 %r2, %r2, 7;\n"
                                           "redux.sync.min.u32 %r3, %r2, -1;\n"
                                           "cvt.u64.u32 %d4, %r3;\nst.global.u64 [%d3], %d4;\n"),
                           {32});
  for (std::uint64_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 7u) << i;
}

/// The first thread's word is there for all behind a barrier; without one some find it missing.
TEST(PtxMachine, ABarrierSynchronizesAndAMissingOneIsDetected) {
  const auto missing = [&](const std::string& barrier) {
    const std::string body =
        number + "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra $wait;\nst.shared.u64 [word], 5;\n$wait:\n" +
        barrier + "ld.shared.u64 %d4, [word];\nst.global.u64 [%d3], %d4;\n";
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto out = results(kernel(body, ".shared .align 8 .u64 word;\n"), {64, 1, seed});
      for (int i = 0; i < 64; ++i) found += out[static_cast<std::size_t>(i)] != 5 ? 1 : 0;
    }
    return found;
  };
  EXPECT_EQ(missing("bar.sync 0;\n"), 0);
  EXPECT_GT(missing(""), 0);
}

TEST(PtxMachine, AtomicsOfAllThreadsAreCounted) {
  const std::string body =
      "atom.global.add.u64 %d1, [%d0], 1;\nred.relaxed.sys.global.max.u64 [%d0+8], %d1;\n";
  const auto out = results(kernel(body), {40, 3});
  EXPECT_EQ(out[0], 120u);
  EXPECT_EQ(out[1], 119u);
}

TEST(PtxMachine, RefusesInstructionsThatFailOnAGpu) {
  EXPECT_THAT(refusal(kernel("st.global.u64 [%d0+4], 1;\n")),
              AllOf(HasSubstr("st.global.u64 [%d0+4], 1: not aligned"), HasSubstr("thread 0")));
  EXPECT_THAT(refusal(kernel("st.global.u64 [%d0+4096], 1;\n")), HasSubstr("not in global memory"));
  EXPECT_THAT(refusal(kernel("st.shared.u64 [%d0], 1;\n")), HasSubstr("not in shared memory"));
  EXPECT_THAT(refusal(kernel("trap;\n")), HasSubstr("trap"));
  EXPECT_THAT(refusal(kernel("sqrt.rn.f32 %f1, %f1;\n")),
              HasSubstr("no such instruction here: sqrt"));
  const std::string half = number +
                           "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra $around;\n"
                           "bar.warp.sync 3;\n$around:\nbar.sync 0;\n";
  EXPECT_THAT(refusal(kernel(half), 2), HasSubstr("nobody goes on"));
}

}  // namespace
}  // namespace ptx
