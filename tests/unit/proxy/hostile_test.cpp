// Messages of foreign processes, torn and hostile ones: refused, logged, and nothing outside is
// touched.
#include <ark/detail/queue/descriptor.hpp>
#include <array>
#include <cstring>
#include <random>

#include "executor/sanitizer.hpp"
#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

/// A transport of its own at the address of PE 1, which says whatever the test wants.
struct foreign_process : receiver {
  /// `one_sided`: PE 0 would write to PE 1 itself.
  explicit foreign_process(bool one_sided = false)
      : served(0, 2, std::make_unique<loopback>(loopback::options{.one_sided = one_sided}), 1024,
               false, one_sided ? 1 : 0) {
    const std::vector<std::vector<std::byte>> addresses{served.over->address(), mine.address()};
    served.over->connect(addresses, served.served->as_receiver());
    mine.connect(addresses, *this);
  }
  void say(const message& header, std::span<const std::byte> data = {}) {
    mine.send(0, header, data, 0, memory_kind::host);
    served.served->progress(1);
    mine.progress();
  }
  void message_arrived(const message& header, const payload& behind) override {
    answers.push_back(header);
    if (behind.waiting != nullptr) mine.discard(behind.waiting);
  }
  void sent(std::uint64_t) override {}
  void received(std::uint64_t) override {}
  void peer_lost(int, const std::string&) override {}

  test_pe served;
  loopback mine;
  std::vector<message> answers;
};

message honest(message_kind kind, std::uint64_t sequence) {
  message header;
  header.token = job_token;
  header.from = 1;
  header.kind = kind;
  header.sequence = sequence;
  return header;
}

TEST(Hostile, WithoutTheSecretNothingHappens) {
  foreign_process other;
  message header = honest(message_kind::signal, 1);
  header.signal = signal_op::set;
  header.value = 99;
  header.token = job_token + 1;
  other.say(header);
  EXPECT_EQ(other.served.heap[0], 0u);
  EXPECT_TRUE(other.answers.empty());
  header.token = job_token;
  other.say(header);
  EXPECT_EQ(other.served.heap[0], 99u) << "the same message with the secret does it";
  EXPECT_EQ(other.served.failure().code, errc::ok) << "a foreign process is no failure of the job";
}

TEST(Hostile, BadOperationsAreRefusedByNameAndAcknowledged) {
  struct bad {
    const char* why;
    void (*spoil)(message& header);
  };
  const bad cases[] = {
      {"range outside the heap",
       [](message& m) {
         m.kind = message_kind::put_inline;
         m.offset = heap_words * 8 - 4;
         m.bytes = 8;
       }},
      {"range outside the heap",
       [](message& m) {
         m.kind = message_kind::get;
         m.offset = ~std::uint64_t{0};
         m.bytes = 8;
       }},
      {"range outside the heap",
       [](message& m) {
         m.kind = message_kind::get;
         m.bytes = ~std::uint64_t{0};
       }},
      {"inline length",
       [](message& m) {
         m.kind = message_kind::put_inline;
         m.bytes = 9;
       }},
      {"signal outside the heap",
       [](message& m) {
         m.signal = signal_op::set;
         m.signal_offset = heap_words * 8;
       }},
      {"signal not aligned",
       [](message& m) {
         m.signal = signal_op::set;
         m.signal_offset = 4;
       }},
      {"signal operation", [](message& m) { m.signal = static_cast<signal_op>(9); }},
      {"unknown atomic",
       [](message& m) {
         m.kind = message_kind::amo;
         m.amo = static_cast<amo_op>(77);
         m.bytes = 8;
       }},
      {"atomic width",
       [](message& m) {
         m.kind = message_kind::amo;
         m.bytes = 2;
       }},
      {"atomic not aligned",
       [](message& m) {
         m.kind = message_kind::amo_fetch;
         m.bytes = 8;
         m.offset = 4;
       }},
      {"unknown element",
       [](message& m) {
         m.kind = message_kind::put_add;
         m.condition = element_kind_count;
       }},
      {"elements not aligned",
       [](message& m) {
         m.kind = message_kind::put_add;
         m.condition = static_cast<std::uint64_t>(element_kind::float64);
         m.offset = 4;
       }},
      {"length of the data",
       [](message& m) {
         m.kind = message_kind::put_add;
         m.bytes = 8;
       }},
      {"length of the data",
       [](message& m) {
         m.kind = message_kind::put;
         m.bytes = 100;
       }},
  };
  for (const bad& one : cases) {
    foreign_process other;
    message header = honest(message_kind::signal, 1);
    one.spoil(header);
    other.say(header);
    const failure_record record = other.served.failure();
    EXPECT_EQ(record.code, errc::bad_descriptor) << one.why;
    EXPECT_EQ(record.peer, 1);
    EXPECT_NE(std::string(record.detail).find(one.why), std::string::npos) << record.detail;
    ASSERT_FALSE(other.answers.empty()) << one.why;
    EXPECT_EQ(other.answers.front().kind, message_kind::refused);
    EXPECT_EQ(other.answers.front().offset, 1u);
    for (const std::uint64_t word : other.served.heap) ASSERT_EQ(word, 0u) << one.why;
  }
}

TEST(Hostile, ElementsThatAreNotWholeAreRefused) {
  foreign_process other;
  message header = honest(message_kind::put_add, 1);
  header.bytes = 6;
  const std::array<std::byte, 6> data{std::byte{1}};
  other.say(header, data);
  EXPECT_NE(std::string(other.served.failure().detail).find("not whole elements"),
            std::string::npos);
  for (const std::uint64_t word : other.served.heap) ASSERT_EQ(word, 0u);
}

TEST(Hostile, ListsThatDoNotFitAreRefused) {
  const std::uint64_t heap = heap_words * 8;
  const struct {
    const char* why;
    message_kind kind;
    list_segment segment;
    std::uint64_t value, condition;
  } cases[] = {{"piece of a list outside the heap", message_kind::get_list, {heap - 8, 16}, 16, 1},
               {"piece of a list outside the heap", message_kind::put_list, {heap + 8, 8}, 0, 1},
               {"more bytes than the list has", message_kind::get_list, {8, 16}, 8, 1},
               {"more bytes than the list has", message_kind::put_list, {8, 9}, 0, 1},
               {"fewer bytes than the list has", message_kind::put_list, {8, 7}, 0, 1},
               {"list length", message_kind::get_list, {8, 16}, 16, 2},
               {"list length", message_kind::put_list, {8, 8}, 0, ~std::uint64_t{0} / 16},
               {"list's bytes", message_kind::get_list, {8, heap - 8}, heap - 8, 1}};
  for (const auto& one : cases) {
    foreign_process other;
    std::vector<std::byte> data(one.kind == message_kind::put_list ? 8 : 0, std::byte{1});
    const auto table = std::as_bytes(std::span(&one.segment, 1));
    data.insert(data.end(), table.begin(), table.end());
    message header = honest(one.kind, 1);
    header.bytes = data.size();
    header.value = one.value;
    header.condition = one.condition;
    header.signal = one.kind == message_kind::put_list ? signal_op::set : signal_op::none;
    other.say(header, data);
    EXPECT_NE(std::string(other.served.failure().detail).find(one.why), std::string::npos)
        << one.why << ": " << other.served.failure().detail;
    ASSERT_FALSE(other.answers.empty()) << one.why;
    EXPECT_EQ(other.answers.front().kind, message_kind::refused) << one.why;
    for (const std::uint64_t word : other.served.heap) ASSERT_EQ(word, 0u) << one.why;
  }
}

TEST(Hostile, NumbersThatDoNotFitAreIgnored) {
  foreign_process other;
  message header = honest(message_kind::signal, 1);
  header.signal = signal_op::add;
  header.value = 1;
  other.say(header);
  other.say(header);  // again
  EXPECT_EQ(other.served.heap[0], 1u) << "delivered once";
  header.sequence = 1'000'000;
  other.say(header);
  header.sequence = 0;
  other.say(header);
  EXPECT_EQ(other.served.heap[0], 1u);
  header.sequence = 2;
  header.acked = 5;
  other.say(header);
  EXPECT_EQ(other.served.heap[0], 1u) << "acknowledges what was never sent";
}

TEST(Hostile, RepliesWithoutARequestAreIgnored) {
  foreign_process other;
  const std::uint64_t value = 1;
  message header = honest(message_kind::data, 0);
  header.offset = 1;
  other.say(header, std::as_bytes(std::span(&value, 1)));
  header.kind = message_kind::old_value;
  other.say(header);
  EXPECT_EQ(other.served.failure().code, errc::ok);
}

TEST(Hostile, BundlesWithLengthsThatDoNotFitAreRefused) {
  foreign_process other;
  message inner = honest(message_kind::put, 1);
  inner.bytes = 4000;
  std::vector<std::byte> data(sizeof inner + 8);
  std::memcpy(data.data(), &inner, sizeof inner);
  other.say(honest(message_kind::bundle, 0), data);
  inner.kind = message_kind::bundle;
  std::memcpy(data.data(), &inner, sizeof inner);
  other.say(honest(message_kind::bundle, 0), data);
  other.say(honest(message_kind::bundle, 0), std::span(data).first(40));
  const std::vector<std::byte> huge(1 << 20);
  other.say(honest(message_kind::bundle, 0), huge);
  for (const std::uint64_t word : other.served.heap) ASSERT_EQ(word, 0u);
  EXPECT_TRUE(other.answers.empty());
  inner = honest(message_kind::signal, 1);
  inner.signal = signal_op::set;
  inner.value = 5;
  std::memcpy(data.data(), &inner, sizeof inner);
  other.say(honest(message_kind::bundle, 0), std::span(data).first(sizeof inner));
  EXPECT_EQ(other.served.heap[0], 5u) << "an honest one is unpacked";
}

TEST(Hostile, WindowsWithoutARequestOrOfAWrongSizeAreIgnored) {
  foreign_process other(true);
  const std::byte* const anywhere = nullptr;
  message header = honest(message_kind::window, 0);
  header.bytes = heap_words * 8;
  header.value = sizeof anywhere;
  other.say(header, std::as_bytes(std::span(&anywhere, 1)));
  std::vector<std::uint64_t> source(4096, 1);  // more than a bundle takes
  ASSERT_TRUE(other.served.post(make_put(1, 0, source.data(), 8 * source.size())));
  for (int i = 0; i < 3; ++i) other.served.served->progress(1);
  other.mine.progress();
  ASSERT_EQ(other.answers.size(), 2u);
  EXPECT_EQ(other.answers[0].kind, message_kind::window_wanted);
  EXPECT_EQ(other.answers[1].kind, message_kind::put) << "by message, not to that address";
  header.offset = other.served.state.heap_reserved;
  other.say(header, std::as_bytes(std::span(&anywhere, 1)));  // asked for, but outside
  header.offset = 0;
  header.value = 7;
  other.say(header, std::as_bytes(std::span(&anywhere, 1)));  // asked for, but torn
  ASSERT_TRUE(other.served.post(make_put(1, 0, source.data(), 8 * source.size())));
  for (int i = 0; i < 3; ++i) other.served.served->progress(1);
  other.mine.progress();
  EXPECT_EQ(other.answers.back().kind, message_kind::put);
}

TEST(Hostile, ACompletionOfAPutOutsideTheHeapIsRefused) {
  foreign_process other;
  message header = honest(message_kind::put_complete, 1);
  header.offset = heap_words * 8;
  header.bytes = 8;
  other.say(header);
  EXPECT_EQ(other.served.failure().code, errc::bad_descriptor);
}

/// Any bits at all behind the right secret. The heap stands between guards that nothing may touch.
TEST(Hostile, AMillionRandomHeadersTouchNothingOutsideTheHeap) {
  foreign_process other;
  constexpr std::size_t guard_words = 4096;
  std::vector<std::uint64_t> memory(heap_words + 2 * guard_words, 0xa5a5a5a5a5a5a5a5u);
  other.served.state.heap_base = reinterpret_cast<std::uint64_t>(memory.data() + guard_words);
  std::mt19937_64 random(20261121);
  std::byte data[512] = {};
  constexpr int count = executor::built_with_tsan ? 20'000 : 1'000'000;
  std::uint64_t delivered = 0;
  for (int i = 0; i < count; ++i) {
    message header;
    std::uint64_t words[sizeof header / 8];
    for (std::uint64_t& word : words) word = random() >> (random() % 64);
    std::memcpy(&header, words, sizeof header);
    header.token = job_token;
    if (random() % 4 != 0) header.from = 1;
    if (random() % 8 != 0) header.kind = static_cast<message_kind>(random() % message_kind_count);
    header.acked = 0;
    header.after = 0;
    if (random() % 2 == 0) header.bytes = random() % 16;
    if (header.kind == message_kind::get) header.bytes %= 4 * heap_words * 8;
    if (random() % 8 != 0) header.sequence = delivered + 1 + random() % 20;
    for (const message& answer : other.answers) delivered = std::max(delivered, answer.acked);
    other.answers.clear();
    data[random() % sizeof data] = static_cast<std::byte>(random());
    if (header.kind == message_kind::bundle) header.bytes = random() % sizeof data;
    other.mine.send(0, header, {data, random() % 2 == 0 ? header.bytes % sizeof data : 0}, 0,
                    memory_kind::host);
    if (i % 16 == 0) {
      other.served.served->progress(1);
      other.mine.progress();
    }
  }
  other.served.served->progress(1);
  EXPECT_GT(delivered, count / 20u) << "most of them must get past the numbering";
  for (std::size_t i = 0; i < guard_words; ++i) {
    ASSERT_EQ(memory[i], 0xa5a5a5a5a5a5a5a5u) << "before the heap, word " << i;
    ASSERT_EQ(memory[guard_words + heap_words + i], 0xa5a5a5a5a5a5a5a5u) << "behind, word " << i;
  }
}

}  // namespace
}  // namespace ark::proxy
