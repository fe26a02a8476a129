// The page that two processes share.
#include "shared_page.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <system_error>

namespace ark_probe {
namespace {

TEST(ProbeSharedPage, StartsZeroed) {
  const shared_page page;
  const auto* bytes = static_cast<const unsigned char*>(page.data());
  for (std::size_t i = 0; i < shared_page::bytes; ++i) ASSERT_EQ(bytes[i], 0) << "at " << i;
}

TEST(ProbeSharedPage, SecondMappingSeesWhatTheFirstWrites) {
  const shared_page page;
  const shared_page again(dup(page.fd()));
  std::strcpy(static_cast<char*>(page.data()), "ping");
  EXPECT_STREQ(static_cast<const char*>(again.data()), "ping");
}

TEST(ProbeSharedPage, FileThatCannotBeMappedIsAnError) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_THROW(shared_page{ends[0]}, std::system_error);
  close(ends[1]);
}

}  // namespace
}  // namespace ark_probe
