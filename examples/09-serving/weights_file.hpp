// Weights in files of the safetensors format: 8 bytes with the length of a header (little endian),
// the header (JSON: for each tensor its dtype, shape and data_offsets), the data.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "model.hpp"

static_assert(std::endian::native == std::endian::little, "safetensors files are little endian");

/// The bytes of a file that belong at an offset of a half's weights.
struct piece {
  std::uint64_t file_offset, bytes, offset;
};

/// A file with the weights of a model, open for reading.
class weights_file {
 public:
  /// Throws std::runtime_error with path, cause, seen and accepted value.
  explicit weights_file(const std::string& path) : path_(path) {
    fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) fail(std::string("cannot be opened: ") + std::strerror(errno));
    try {
      read_header();
    } catch (...) {
      ::close(fd_);
      throw;
    }
  }
  ~weights_file() { ::close(fd_); }
  weights_file(const weights_file&) = delete;
  weights_file& operator=(const weights_file&) = delete;

  /// Where the tensors of half `h` of a model are, in the order of the layers: "layers.N.weight" of
  /// shape [rows, columns] and "layers.N.bias" of [columns], N counted over both halves.
  [[nodiscard]] std::vector<piece> pieces(const model& m, int h) const {
    std::vector<piece> found;
    std::uint64_t at = 0;
    int number = h == 0 ? 0 : m.halves[0].count;
    for (int l = 0; l < m.halves[h].count; ++l, ++number) {
      const layer& one = m.halves[h].layers[l];
      const std::string name = "layers." + std::to_string(number);
      found.push_back(tensor(name + ".weight", {one.rows(), one.columns()}, at));
      at += found.back().bytes;
      found.push_back(tensor(name + ".bias", {one.columns()}, at));
      at += found.back().bytes;
    }
    return found;
  }

  /// Read the pieces to where they belong.
  void load(const std::vector<piece>& pieces, float* to) const {
    for (const piece& one : pieces)
      read(reinterpret_cast<char*>(to) + one.offset, one.bytes, one.file_offset);
  }

  [[nodiscard]] std::vector<float> half_of(const model& m, int h) const {
    std::vector<float> weights(m.halves[h].floats());
    load(pieces(m, h), weights.data());
    return weights;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(path_ + ": " + why);
  }

  void read_header() {
    struct stat state {};
    if (::fstat(fd_, &state) != 0) fail(std::string("no size: ") + std::strerror(errno));
    bytes_ = static_cast<std::uint64_t>(state.st_size);
    std::uint64_t length = 0;
    if (bytes_ < sizeof(length))
      fail("truncated: " + std::to_string(bytes_) + " bytes; accepted: 8 or more");
    read(&length, sizeof(length), 0);
    if (length > bytes_ - sizeof(length))
      fail("truncated: a header of " + std::to_string(length) + " bytes in a file of " +
           std::to_string(bytes_));
    data_ = sizeof(length) + length;
    std::string text(length, '\0');
    read(text.data(), length, sizeof(length));
    header_ = nlohmann::json::parse(text, nullptr, false);
    if (!header_.is_object()) fail("the header is no JSON object");
  }

  [[nodiscard]] piece tensor(const std::string& name, const std::vector<std::uint64_t>& shape,
                             std::uint64_t at) const {
    const auto found = header_.find(name);
    if (found == header_.end()) fail("no tensor '" + name + "'");
    const std::string dtype = text_of(*found, "dtype"), wanted = nlohmann::json(shape).dump();
    if (dtype != "\"F32\"") fail(name + ": dtype is " + dtype + "; accepted: \"F32\"");
    if (text_of(*found, "shape") != wanted)
      fail(name + ": shape is " + text_of(*found, "shape") + "; accepted: " + wanted);
    std::uint64_t bytes = sizeof(float);
    for (const std::uint64_t one : shape) bytes *= one;
    const auto offsets = found->find("data_offsets");
    if (offsets == found->end() || !offsets->is_array() || offsets->size() != 2 ||
        !(*offsets)[0].is_number_unsigned() || !(*offsets)[1].is_number_unsigned())
      fail(name + ": data_offsets is " + text_of(*found, "data_offsets") +
           "; accepted: two numbers");
    const std::uint64_t begin = (*offsets)[0], end = (*offsets)[1];
    if (end < begin || end - begin != bytes)
      fail(name + ": data_offsets are " + offsets->dump() + "; accepted: " + std::to_string(bytes) +
           " bytes");
    if (end > bytes_ - data_)
      fail(name + ": truncated: data to " + std::to_string(end) + " of " +
           std::to_string(bytes_ - data_) + " bytes");
    return {data_ + begin, bytes, at};
  }

  [[nodiscard]] static std::string text_of(const nlohmann::json& tensor, const char* key) {
    const auto found = tensor.find(key);
    return found == tensor.end() ? "missing" : found->dump();
  }

  void read(void* to, std::uint64_t bytes, std::uint64_t offset) const {
    for (std::uint64_t done = 0; done < bytes;) {
      const ssize_t got = ::pread(fd_, static_cast<char*>(to) + done, bytes - done,
                                  static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(std::string("cannot be read: ") + std::strerror(errno));
      if (got == 0) fail("truncated: ends at " + std::to_string(offset + done));
      done += static_cast<std::uint64_t>(got);
    }
  }

  std::string path_;
  int fd_ = -1;
  std::uint64_t bytes_ = 0, data_ = 0;
  nlohmann::json header_;
};

/// Write weights that depend on the seed, as a file of the format.
inline void write_weights(const std::string& path, const model& m, std::uint64_t seed) {
  nlohmann::ordered_json header;
  std::vector<float> data;
  int number = 0;
  for (const half& h : m.halves) {
    for (int l = 0; l < h.count; ++l, ++number) {
      const layer& one = h.layers[l];
      const std::string name = "layers." + std::to_string(number);
      const auto add = [&](const std::string& what, std::vector<unsigned> shape, unsigned count) {
        const std::size_t begin = data.size() * sizeof(float);
        const float largest = std::sqrt(6.0f / static_cast<float>(one.rows()));
        for (unsigned i = 0; i < count; ++i) {
          const auto at = static_cast<std::uint64_t>(data.size());
          data.push_back(largest * noise(seed, at));
        }
        header[name + what] = {{"dtype", "F32"},
                               {"shape", std::move(shape)},
                               {"data_offsets", {begin, data.size() * sizeof(float)}}};
      };
      add(".weight", {one.rows(), one.columns()}, one.rows() * one.columns());
      add(".bias", {one.columns()}, one.columns());
    }
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(&length), sizeof(length));
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.write(reinterpret_cast<const char*>(data.data()),
             static_cast<std::streamsize>(data.size() * sizeof(float)));
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}
