#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <ark/overlap/planner.hpp>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "error/log.hpp"
#include "os/resource_limits.hpp"

namespace ark::overlap {

namespace {

using json = nlohmann::ordered_json;

constexpr const char* schema = "ark_overlap/2";

json engine_json(const engine& by) {
  if (by.moved == engine::kind::lanes) return {{"engine", "lanes"}, {"lanes", by.lanes}};
  return {{"engine", by.moved == engine::kind::queue ? "queue" : "by_size"}};
}

/// The value among `all` whose name is `text`.
template <class Values>
auto named(const std::string& text, const Values& all) {
  std::string accepted;
  for (const auto& one : all) {
    if (name_of(one) == text) return one;
    accepted += (accepted.empty() ? "" : ", ") + name_of(one);
  }
  throw error(errc::invalid_argument, fmt::format("'{}'; accepted: {}", text, accepted));
}

/// Throws invalid_argument: "`name` is `value`; accepted: `accepted`".
[[noreturn]] void refuse_value(const std::string& name, const std::string& value,
                               const std::string& accepted) {
  throw error(errc::invalid_argument, fmt::format("{} is {}; accepted: {}", name, value, accepted));
}

// The accepted range of each number, for writing and reading.

struct whole_range {
  std::uint64_t least, most;

  void check(const std::string& name, const json& value) const {
    const bool whole = value.is_number_unsigned() || (value.is_number_integer() && value >= 0);
    if (whole && value.get<std::uint64_t>() >= least && value.get<std::uint64_t>() <= most) return;
    refuse_value(name, value.dump(), fmt::format("a whole number from {} to {}", least, most));
  }
};
constexpr whole_range of_pes{1, std::numeric_limits<int>::max()};
constexpr whole_range of_bytes{1, std::numeric_limits<std::int64_t>::max()};
constexpr whole_range of_lanes{1, 1024};

/// `least` itself is accepted if `or_equal` is set.
struct real_range {
  double least;
  bool or_equal;

  void check(const std::string& name, const json& value) const {
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (std::isfinite(number) && (number > least || (or_equal && number == least))) return;
    refuse_value(name, value.is_number() ? fmt::format("{}", number) : value.dump(),
                 fmt::format("a number, {}{}{}", or_equal ? "" : "more than ", least,
                             or_equal ? " or more" : ""));
  }
};
constexpr real_range of_costs{0, true}, of_times{0, false}, of_stretches{1, true};

/// Throws invalid_argument with the first number of a calibration that is out of its range.
void check_numbers(const json& document) {
  of_pes.check("pes", document.at("pes"));
  of_pes.check("hosts", document.at("hosts"));
  const json& link = document.at("link");
  of_costs.check("link.request_us", link.at("request_us"));
  of_costs.check("link.latency_us", link.at("latency_us"));
  of_times.check("link.bytes_per_us", link.at("bytes_per_us"));
  const auto check_row = [](const std::string& name, const json& row) {
    of_bytes.check(name + ".bytes", row.at("bytes"));
    if (row.at("engine") == "lanes") of_lanes.check(name + ".lanes", row.at("lanes"));
  };
  const json &times = document.at("times"), &stretches = document.at("stretches");
  if (times.empty()) refuse_value("times", "empty", "one or more times of collectives");
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::string name = fmt::format("times[{}]", i);
    check_row(name, times.at(i));
    of_times.check(name + ".us", times.at(i).at("us"));
  }
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const std::string name = fmt::format("stretches[{}]", i);
    check_row(name, stretches.at(i));
    of_stretches.check(name + ".stretch", stretches.at(i).at("stretch"));
  }
}

engine engine_of(const json& from) {
  const std::string kind = from.at("engine");
  if (kind == "lanes") return by_lanes(from.at("lanes"));
  return named(kind, std::array{by_size(), by_queue()});
}
collective collective_of(const json& from) { return named(from.at("collective"), all_collectives); }

}  // namespace

std::string to_json(const calibration& measured) {
  json document = {{"schema", schema},
                   {"machine", measured.machine},
                   {"cores", measured.cores},
                   {"version", measured.version},
                   {"pes", measured.pes},
                   {"hosts", measured.hosts},
                   {"link",
                    {{"request_us", measured.link.request_us},
                     {"latency_us", measured.link.latency_us},
                     {"bytes_per_us", measured.link.bytes_per_us}}},
                   {"times", json::array()},
                   {"stretches", json::array()}};
  for (const collective_time& one : measured.times) {
    json row = {{"collective", name_of(one.what)}, {"bytes", one.bytes}, {"us", one.us}};
    row.update(engine_json(one.by));
    document["times"].push_back(row);
  }
  for (const overlap_stretch& one : measured.stretches) {
    json row = {{"beside", name_of(one.beside)},
                {"collective", name_of(one.what)},
                {"bytes", one.bytes},
                {"order", name_of(one.how.when)},
                {"stretch", one.stretch}};
    row.update(engine_json(one.how.by));
    document["stretches"].push_back(row);
  }
  try {
    check_numbers(document);
  } catch (const error& why) {
    throw error(why.code(), fmt::format("overlap::to_json: {}", why.what()));
  }
  return document.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

calibration from_json(const std::string& text) {
  try {
    const json document = json::parse(text);
    if (document.at("schema") != schema) {
      throw error(errc::invalid_argument,
                  fmt::format("schema {}; accepted: \"{}\", which overlap::calibrate() writes",
                              document.at("schema").dump(), schema));
    }
    check_numbers(document);
    const json& link = document.at("link");
    calibration read{document.at("machine"),
                     document.at("cores"),
                     document.at("version"),
                     document.at("pes"),
                     document.at("hosts"),
                     {link.at("request_us"), link.at("latency_us"), link.at("bytes_per_us")},
                     {},
                     {}};
    for (const json& row : document.at("times"))
      read.times.push_back({collective_of(row), engine_of(row), row.at("bytes"), row.at("us")});
    for (const json& row : document.at("stretches")) {
      const load_class beside =
          named(row.at("beside"), std::array{load_class::compute_bound, load_class::memory_bound});
      const order when = named(row.at("order"), all_orders);
      read.stretches.push_back(
          {beside, collective_of(row), {when, engine_of(row)}, row.at("bytes"), row.at("stretch")});
    }
    return read;
  } catch (const std::exception& why) {
    throw error(errc::invalid_argument, fmt::format("not a calibration: {}", why.what()));
  }
}

namespace {

[[noreturn]] void refuse_file(const char* call, const std::string& path, const std::string& why) {
  throw error(errc::system_error, fmt::format("overlap::{}: {}: {}", call, path, why));
}

/// A file with a unique name, for a text that will get the name `path`. The destructor removes it
/// unless put_in_place() has succeeded.
class part_file {
 public:
  explicit part_file(const std::string& path)
      : path_(path), part_(path + ".XXXXXX"), file_(::mkstemp(part_.data())) {
    if (file_ < 0) refuse_file("save", path, std::strerror(errno));
  }
  ~part_file() {
    if (file_ >= 0) ::close(file_);
    if (!placed_) ::unlink(part_.c_str());
  }
  part_file(const part_file&) = delete;
  part_file& operator=(const part_file&) = delete;

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t done = ::write(file_, text.data(), text.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) refuse_file("save", part_, std::strerror(errno));
      text.remove_prefix(static_cast<std::size_t>(done));
    }
  }
  void put_in_place() {
    constexpr mode_t readable_by_all = 0644;  // mkstemp lets only the owner read
    const int file = std::exchange(file_, -1);
    const bool changed = ::fchmod(file, readable_by_all) == 0;
    if (::close(file) != 0 || !changed) refuse_file("save", part_, std::strerror(errno));
    if (::rename(part_.c_str(), path_.c_str()) != 0)
      refuse_file("save", path_, std::strerror(errno));
    placed_ = true;
  }

 private:
  std::string path_, part_;
  int file_;
  bool placed_ = false;
};

}  // namespace

void save(const calibration& measured, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (const fs::file_status there = fs::status(path, failed);
      fs::exists(there) && !fs::is_regular_file(there))
    refuse_file("save", path, "not a regular file; accepted: a new file, or one to replace");
  const std::string text = to_json(measured);
  if (const std::string why = file_size_refusal(text.size()); !why.empty())
    refuse_file("save", path, why);
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, failed);
  if (!folder.empty() && failed) refuse_file("save", path, failed.message());
  // Written to a temporary file, then renamed: a reader sees either the old or the new contents.
  part_file part(path);
  part.write(text);
  part.put_in_place();
}

calibration read(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) refuse_file("read", path, std::strerror(EISDIR));
  errno = 0;
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) refuse_file("read", path, std::strerror(errno));
  try {
    return from_json(text.str());
  } catch (const error& why) {
    throw error(why.code(), fmt::format("overlap::read: {}: {}", path, why.what()));
  }
}

namespace {

/// The calibrations that could not be written, by their paths.
struct unwritten {
  std::mutex mutex;
  std::map<std::string, calibration> of_path;
};
unwritten& in_memory() {
  static unwritten all;
  return all;
}

}  // namespace

void keep(const calibration& measured, const std::string& path) {
  unwritten& memory = in_memory();
  const std::lock_guard lock(memory.mutex);
  try {
    if (!path.empty()) {
      save(measured, path);
      memory.of_path.erase(path);
      return;
    }
  } catch (const error& why) {
    logger().warn("{}; the calibration is kept for this process only", why.what());
  }
  memory.of_path.insert_or_assign(path, measured);
}

std::optional<calibration> kept(const std::string& path) {
  unwritten& memory = in_memory();
  const std::lock_guard lock(memory.mutex);
  if (const auto found = memory.of_path.find(path); found != memory.of_path.end())
    return found->second;
  try {
    return read(path);
  } catch (const error& why) {
    if (why.code() == errc::invalid_argument) logger().info("{}; it is measured again", why.what());
    return std::nullopt;
  }
}

std::string cache_path(int pes, int hosts) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string folder = set("XDG_CACHE_HOME");
  if (!folder.starts_with('/')) folder.clear();  // a relative path is not valid there
  if (folder.empty() && !set("HOME").empty()) folder = set("HOME") + "/.cache";
  return folder.empty() ? "" : fmt::format("{}/ark/overlap-{}x{}.json", folder, pes, hosts);
}

}  // namespace ark::overlap
