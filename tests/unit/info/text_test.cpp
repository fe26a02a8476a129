// The text: what is alike stands once, with the PEs it holds for.
#include "info/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/info.hpp>
#include <ark/local.hpp>
#include <string>

#include "config/config.hpp"
#include "info/json.hpp"
#include "made_facts.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::string text_of(const std::vector<pe_facts>& pes, const info_parts& parts = {}) {
  std::vector<std::string> documents;
  for (const pe_facts& one : pes) documents.push_back(info_line(one));
  return info_to_text(job_document(documents), parts);
}

TEST(InfoText, ListsOfPesAreShort) {
  EXPECT_EQ(pe_list({3}), "PE 3");
  EXPECT_EQ(pe_list({1, 2, 3, 4, 5, 6, 7}), "PE 1-7");
  EXPECT_EQ(pe_list({0, 2, 5, 6}), "PE 0,2,5-6");
}

TEST(InfoText, EqualPesAreListedOnce) {
  using enum peer_place;
  const std::string text =
      text_of({made::pe(0, {self, same_host, same_host}), made::pe(1, {same_host, self, same_host}),
               made::pe(2, {same_host, same_host, self})});
  EXPECT_EQ(count(text, "environment (PE 0-2)"), 1u) << text;
  EXPECT_EQ(count(text, "PE 0-2 -> itself"), 1u) << text;
  EXPECT_EQ(count(text, "PE 0-2, each -> all others (same host)"), 1u) << text;
  EXPECT_EQ(count(text, "put_large\n"), 2u) << text;
}

TEST(InfoText, DifferentPesAreListedSeparately) {
  using enum peer_place;
  pe_facts other = made::pe(1, {other_host, self, same_host});
  other.hardware.host = "elsewhere";
  const std::string text = text_of({made::pe(0, {self, other_host, other_host}), other,
                                    made::pe(2, {other_host, same_host, self})});
  EXPECT_THAT(text, HasSubstr("hardware (PE 0,2)"));
  EXPECT_THAT(text, HasSubstr("hardware (PE 1)\n  host elsewhere"));
  EXPECT_THAT(text, HasSubstr("PE 0 -> PE 1-2; PE 1 -> PE 0; PE 2 -> PE 0 (other host)"));
  EXPECT_THAT(text, HasSubstr("PE 1-2, each -> all others (same host)"));
  EXPECT_THAT(text, HasSubstr("proxy, every size: the peer is on another host; over fault 1.0"));
}

TEST(InfoText, NamesTheTransferPathOfGpuMemoryToOtherHosts) {
  pe_facts one = made::pe(0, {peer_place::self});
  one.runtime.gpu.emplace();
  EXPECT_THAT(text_of({one}), Not(HasSubstr("between its memory and other hosts")));
  one.runtime.gpu->outside = gpu_transfer_path{0, "W", "C"};
  EXPECT_THAT(text_of({one}), HasSubstr("between its memory and other hosts: staged through pinned "
                                        "memory of the host: W [C]"));
  one.runtime.gpu->outside = gpu_transfer_path{1000, "W", "C"};
  EXPECT_THAT(text_of({one}), HasSubstr("other hosts: direct from 1000 bytes on, staged below: W"));
}

TEST(InfoText, PartsAreLeftOut) {
  const std::string text =
      text_of({made::pe(0, {peer_place::self})}, {false, false, false, false, true});
  EXPECT_EQ(text.rfind("routes", 0), 0u) << text;
  EXPECT_THAT(text, Not(HasSubstr("hardware")));
}

TEST(InfoText, NamesEveryVariableItsSourceAndUnknownOnes) {
  std::string text;
  local_run(1, [&](int) { text = info_text(); }, {{"ARK_RINGS", "2"}, {"ARK_ROUTES", "x"}});
  for (const config_variable& row : config_table()) {
    EXPECT_THAT(text, HasSubstr(std::string("  ") + row.name + " ")) << row.name;
  }
  EXPECT_THAT(text, testing::ContainsRegex("ARK_RINGS +2 +caller"));
  EXPECT_THAT(text, testing::ContainsRegex(
                        "ARK_ROUTES +x +unknown +use the nearest known name, ARK_ROUTE"));
  EXPECT_THAT(text, HasSubstr("downgrade: ARK_ROUTES: 'x' wanted, ignored"));
}

TEST(InfoText, OfTheJobIsTheSameOnEveryPe) {
  std::vector<std::string> texts(2);
  local_run(2, [&](int pe) { texts[static_cast<std::size_t>(pe)] = job_info_text(); });
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_THAT(texts[0], HasSubstr("PE 0-1, each -> all others (same process)"));
}

}  // namespace
}  // namespace ark
