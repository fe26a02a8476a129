// Calls that have to throw.
#pragma once

#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <string>

namespace ark_mp {

/// The text of the error that `call` throws.
template <class Call>
std::string refusal(ark::errc code, Call&& call) {
  try {
    call();
  } catch (const ark::error& refused) {
    EXPECT_EQ(refused.code(), code) << refused.what();
    return refused.what();
  }
  ADD_FAILURE() << "not refused";
  return "accepted";
}

}  // namespace ark_mp
