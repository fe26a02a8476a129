// Images to train with: drawn, or of a file.
#pragma once

#include <algorithm>
#include <ark/ark.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

constexpr unsigned most_classes = 100, most_pixels = 65536;

struct images {
  unsigned pixels = 0, classes = 0;
  std::vector<float> rows;  ///< of 1 + pixels numbers: the label, the image
  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(rows.size() / (1 + pixels)); }
  [[nodiscard]] const float* row(unsigned i) const {
    return rows.data() + std::size_t{i} * (1 + pixels);
  }
};

/// A number in [-1, 1) that depends on both arguments.
float noise(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b * 0xbf58476d1ce4e5b9u + 1;
  x = (x ^ x >> 31) * 0x94d049bb133111ebu;
  x = (x ^ x >> 29) * 0x9e3779b97f4a7c15u;
  return static_cast<float>(x >> 40) / static_cast<float>(1 << 23) - 1;
}

/// Digits of 5 x 7 pixels at some place of 8 x 8, with noise.
images draw_digits(unsigned count) {
  constexpr unsigned char shapes[10][7] = {
      {14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},  {14, 17, 1, 2, 4, 8, 31},
      {31, 2, 4, 2, 1, 17, 14},     {2, 6, 10, 18, 31, 2, 2}, {31, 16, 30, 1, 1, 17, 14},
      {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},   {14, 17, 17, 14, 17, 17, 14},
      {14, 17, 17, 15, 1, 2, 12}};
  images made{64, 10, {}};
  for (unsigned i = 0; i < count; ++i) {
    const auto digit = static_cast<unsigned>(5 * (noise(0, i) + 1));
    const unsigned left = noise(1, i) < 0 ? 1 : 2, top = noise(2, i) < 0;
    made.rows.push_back(static_cast<float>(digit));
    for (unsigned p = 0; p < 64; ++p) {
      const unsigned x = p % 8 - left, y = p / 8 - top;
      const bool ink = x < 5 && y < 7 && (shapes[digit][y] >> (4 - x) & 1) != 0;
      made.rows.push_back((ink ? 1.0f : 0.0f) + 0.5f * noise(3 + i, p));
    }
  }
  return made;
}

/// Append the image of a line; false if it is none, or of another size than those before.
bool parse(const std::string& line, images& all) {
  std::istringstream text(line);
  std::string field;
  unsigned fields = 0;
  for (; std::getline(text, field, ','); ++fields) {
    char* end = nullptr;
    const float value = std::strtof(field.c_str(), &end);
    if (end == field.c_str() || (*end != '\0' && *end != '\r') || !std::isfinite(value))
      return false;
    if (fields == 0) {
      if (value < 0 || value >= most_classes || value != std::floor(value)) return false;
      all.classes = std::max(all.classes, static_cast<unsigned>(value) + 1);
    }
    all.rows.push_back(value);
  }
  if (all.pixels == 0 && fields > 1) all.pixels = fields - 1;
  return fields > 1 && fields == all.pixels + 1 && all.pixels <= most_pixels;
}

/// Scaled to at most 1. Empty after an error, which is printed by PE 0.
images read_images(const char* path) {
  std::ifstream file(path);
  images all;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (parse(line, all)) continue;
    if (ark_my_pe() == 0) {
      std::fprintf(stderr,
                   "training: %s, line %d: accepted: a label from 0 to %u and 1 to %u numbers, as "
                   "many as in line 1, with commas between them\n",
                   path, number, most_classes - 1, most_pixels);
    }
    return {};
  }
  if (all.rows.empty() || all.count() < 4) {
    if (ark_my_pe() == 0)
      std::fprintf(stderr, "training: %s cannot be read, or has less than 4 lines\n", path);
    return {};
  }
  float most = 0;
  for (std::size_t i = 0; i < all.rows.size(); ++i)
    if (i % (1 + all.pixels) != 0) most = std::max(most, std::fabs(all.rows[i]));
  for (std::size_t i = 0; i < all.rows.size(); ++i)
    if (i % (1 + all.pixels) != 0 && most > 0) all.rows[i] /= most;
  return all;
}

struct training_set {
  images to_train, to_check;
  explicit training_set(const images& all) {
    to_train.pixels = to_check.pixels = all.pixels;
    for (unsigned i = 0; i < all.count(); ++i) {
      auto& rows = (i % 4 == 3 ? to_check : to_train).rows;
      rows.insert(rows.end(), all.row(i), all.row(i) + 1 + all.pixels);
    }
    to_train.classes = all.classes;
  }
};
