// What the encoder writes, against dwords written by hand.
#include <gtest/gtest.h>

#include <ark/detail/mailbox/encode.hpp>
#include <array>
#include <string>
#include <vector>

#include "mailbox/mailbox_storage.hpp"

namespace ark {
namespace {

using namespace detail;

constexpr std::uint64_t heap = 0x007f'0000'0000;
constexpr ce::slot_place place{0x1'0000'0080, 0x3'0000'0100, 4};
using dwords = std::vector<std::uint32_t>;

dwords fetched(const ce::slot& s) {
  dwords all;
  for (unsigned i = 0; i < ce::slot_dwords; ++i) all.push_back(s.get(i));
  return all;
}
/// `first` and zeros.
dwords padded(dwords first) {
  first.resize(ce::slot_dwords);
  return first;
}
const void* address(std::uint64_t value) { return reinterpret_cast<const void*>(value); }

TEST(Encode, PutIsFourteenDwords) {
  const auto d = make_put(1, 0x40, address(0x5'0000'1000), 0x1234);
  EXPECT_EQ(fetched(encode(d, heap, place)), padded({
                                                 0x20048100, 0x5, 0x1000, 0x7f, 0x40,  // addresses
                                                 0x20018106, 0x1234,                   // length
                                                 0x20048090, 0x3, 0x100, 0x5, 0x0,     // done = 5
                                                 0x200180c0, 0x0800018d,               // launch
                                             }));
}

TEST(Encode, PutWithSignalReleasesTheSignalAndThenDone) {
  const auto d = make_put(1, 0x40, address(0x5'0000'1000), 8);
  const auto set = d.with_signal(0x80, signal_op::set, 0xfedcba9876543210);
  dwords wanted = padded({
      0x20048100, 0x5,        0x1000, 0x7f,       0x40,        // addresses
      0x20018106, 0x8,                                         // length
      0x20048090, 0x7f,       0x80,   0x76543210, 0xfedcba98,  // signal
      0x200180c0, 0x0800018d,                                  // launch
      0x20048090, 0x3,        0x100,  0x5,        0x0,         // done = 5
      0x200180c0, 0x0800000c,                                  // launch without transfer
  });
  EXPECT_EQ(fetched(encode(set, heap, place)), wanted);
  const auto add = d.with_signal(0x80, signal_op::add, 0xfedcba9876543210);
  wanted[13] = 0x080d418d;
  EXPECT_EQ(fetched(encode(add, heap, place)), wanted);
}

TEST(Encode, GetCopiesTheOtherWay) {
  const auto d = make_get(1, 0x40, const_cast<void*>(address(0x5'0000'1000)), 8);
  const dwords got = fetched(encode(d, heap, place));
  EXPECT_EQ(dwords(got.begin(), got.begin() + 7),
            (dwords{0x20048100, 0x7f, 0x40, 0x5, 0x1000, 0x20018106, 0x8}));
}

TEST(Encode, InlineDataLiesInTheSlotBehindWhatIsFetched) {
  const auto d = make_put_inline(1, 0x40, 3, 0xfedcba9876543210);
  const ce::slot s = encode(d, heap, place);
  EXPECT_EQ(s.word[ce::slot_payload_word], 0xfedcba9876543210);
  EXPECT_GE(2 * ce::slot_payload_word, ce::slot_dwords);
  const dwords got = fetched(s);
  EXPECT_EQ(dwords(got.begin(), got.begin() + 7),
            (dwords{0x20048100, 0x1, 0x80 + 96, 0x7f, 0x40, 0x20018106, 0x3}));
}

TEST(Encode, SignalAloneMovesNoData) {
  const dwords wanted = padded({
      0,          0,          0,     0,    0,   0, 0,  // no copy
      0x20048090, 0x7f,       0x80,  0x11, 0x0,        // signal
      0x200180c0, 0x080d400c,                          // launch: adds
      0x20048090, 0x3,        0x100, 0x5,  0x0,        // done = 5
      0x200180c0, 0x0800000c,
  });
  EXPECT_EQ(fetched(encode(make_signal(1, 0x80, signal_op::add, 0x11), heap, place)), wanted);
  const auto empty = make_put(1, 0, address(8), 0).with_signal(0x80, signal_op::add, 0x11);
  EXPECT_EQ(fetched(encode(empty, heap, place)), wanted) << "so does a put of nothing";
}

TEST(Encode, FenceWaitsForItsOwnDone) {
  EXPECT_EQ(fetched(encode(make_fence(), heap, place)),
            padded({
                0,          0,          0,     0,   0,   0,          0,  // no copy
                0x20048090, 0x3,        0x100, 0x5, 0x0,                 // done = 5
                0x200180c0, 0x0800000c,                                  //
                0x20050017, 0x100,      0x3,   0x5, 0x0, 0x01000003,     // wait for done >= 5
            }));
}

TEST(Encode, NothingIsOnlyDone) {
  const dwords wanted =
      padded({0, 0, 0, 0, 0, 0, 0, 0x20048090, 0x3, 0x100, 0x5, 0x0, 0x200180c0, 0x0800000c});
  EXPECT_EQ(fetched(encode(descriptor{}, heap, place)), wanted);
  EXPECT_EQ(fetched(encode(make_close(), heap, place)), wanted);
}

TEST(Encode, RefusesByNameWhatACopyEngineCannotDo) {
  constexpr std::uint64_t end = std::uint64_t{1} << 57;
  const auto why = [](const descriptor& d, std::uint64_t base = heap) {
    const char* text = ce::encode_refusal(d, base);
    return std::string(text == nullptr ? "" : text);
  };
  const auto one = make_put(1, 0, address(8), 8);
  EXPECT_EQ(why(make_amo(1, amo_op::add, 8, 0, 1, 0)), "atomics are not for a copy engine");
  EXPECT_EQ(why(make_amo_fetch(1, amo_op::swap, 8, 0, 1, 0, nullptr)),
            "atomics are not for a copy engine");
  EXPECT_EQ(why(make_put(1, 0, address(8), ce::longest_line + 1)),
            "longer than one line of a copy, 4 GiB - 1");
  EXPECT_EQ(why(make_put(1, 0, address(8), ce::longest_line)), "");
  EXPECT_EQ(why(one, end - 7), "address of more than 57 bits");
  EXPECT_EQ(why(one, end - 8), "");
  EXPECT_EQ(why(make_put(1, 0, address(end - 7), 8)), "address of more than 57 bits");
  EXPECT_EQ(why(make_signal(1, 8, signal_op::set, 1), end - 15),
            "signal address of more than 57 bits");
  EXPECT_EQ(why(make_signal(1, 8, signal_op::set, 1), end - 16), "");
  EXPECT_EQ(why(make_fence(), end), "");
}

TEST(Queue, EntriesComeInPairsAndTheSlotsWait) {
  const mailbox_storage storage(4);
  ASSERT_EQ(storage.queue().size(), 8u);
  EXPECT_EQ(storage.queue()[0], 0x0000'2002'0000'0000u) << "8 dwords at 2'0000'0000";
  EXPECT_EQ(storage.queue()[1], 0x8000'6001'0000'0000u) << "24 dwords at 1'0000'0000, waits";
  EXPECT_EQ(storage.queue()[2], 0x0000'2002'0000'0020u);
  EXPECT_EQ(storage.queue()[3], 0x8000'6001'0000'0080u);
}

TEST(Queue, AcquireWaitsForHeadCircularly) {
  const mailbox_storage storage(4);
  const ce::mailbox_view view = storage.view();
  ce::mailbox(view).arm(2);
  const std::array<std::uint64_t, 4> second = {0x20050017'00000000, 0x3'0000'0000, 2, 0x01000003};
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(view.acquires[4 + i], second[i]) << i;
  EXPECT_EQ(view.registers->put.value, 4u);
}

TEST(Queue, HeadersAndEntriesReadBackAsWritten) {
  const ce::header_view h{ce::header(4, 0x418, 0x1fff)};
  EXPECT_TRUE(h.valid());
  EXPECT_EQ(h.subchannel(), 4u);
  EXPECT_EQ(h.first(), 0x418u);
  EXPECT_EQ(h.count(), 0x1fffu);
  const auto e = ce::queue_entry::make(0xff'ffff'fffc, 0x1f'ffff, true);
  EXPECT_EQ(e.address(), 0xff'ffff'fffcu);
  EXPECT_EQ(e.dwords(), 0x1f'ffffu);
  EXPECT_TRUE(e.sync_wait());
  EXPECT_EQ(e.word >> 40 & 3, 0u) << "bits that are not ours";
}

TEST(MailboxStorage, RefusesSizesByValue) {
  for (const std::size_t slots : {0, 1, 3, 1 << 21}) {
    try {
      mailbox_storage storage(slots);
      FAIL() << slots << " accepted";
    } catch (const error& e) {
      EXPECT_EQ(e.code(), errc::invalid_argument);
      EXPECT_NE(std::string(e.what()).find(std::to_string(slots) + " slots: a power of two"),
                std::string::npos)
          << e.what();
    }
  }
}

}  // namespace
}  // namespace ark
