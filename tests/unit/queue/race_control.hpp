// A program that shows the race detector something sound, or something with a race.
#pragma once

#include <cstdio>
#include <cstring>

namespace ark::testing {

/// main(): `sound` and `plain` are the two exchanges, which return what is wrong, or null.
inline int race_control(int argc, char** argv, const char* (*sound)(), const char* (*plain)()) {
  const bool is_plain = argc == 2 && std::strcmp(argv[1], "plain") == 0;
  if (!is_plain && (argc != 2 || std::strcmp(argv[1], "sound") != 0)) {
    std::fprintf(stderr, "usage: %s sound | plain\n", argv[0]);
    return 2;
  }
  const char* wrong = is_plain ? plain() : sound();
  std::printf("%s: %s\n", argv[1], wrong == nullptr ? "all came" : wrong);
  return wrong == nullptr ? 0 : 1;
}

}  // namespace ark::testing
