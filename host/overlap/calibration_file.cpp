#include <fmt/core.h>

#include <ark/errc.hpp>
#include <ark/overlap/planner.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

namespace ark::overlap {

namespace {

using json = nlohmann::ordered_json;

constexpr const char* schema = "ark_overlap/1";

json engine_json(const engine& by) {
  if (by.moved == engine::kind::lanes) return {{"engine", "lanes"}, {"lanes", by.lanes}};
  return {{"engine", by.moved == engine::kind::queue ? "queue" : "by_size"}};
}

/// The value of `all` whose name is `text`.
template <class Value>
Value named(const std::string& text, std::initializer_list<Value> all) {
  std::string accepted;
  for (const Value one : all) {
    if (name_of(one) == text) return one;
    accepted += (accepted.empty() ? "" : ", ") + name_of(one);
  }
  throw error(errc::invalid_argument, fmt::format("'{}'; accepted: {}", text, accepted));
}

engine engine_of(const json& from) {
  const std::string kind = from.at("engine");
  if (kind == "lanes") return by_lanes(from.at("lanes"));
  return named(kind, {by_size(), by_queue()});
}
collective collective_of(const json& from) {
  return named(from.at("collective"), {collective::fcollect, collective::alltoall});
}

}  // namespace

std::string to_json(const calibration& measured) {
  json document = {{"schema", schema},
                   {"machine", measured.machine},
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
  return document.dump(2) + '\n';
}

calibration from_json(const std::string& text) {
  try {
    const json document = json::parse(text);
    if (document.at("schema") != schema) {
      throw error(errc::invalid_argument,
                  fmt::format("schema {}; accepted: \"{}\"", document.at("schema").dump(), schema));
    }
    const json& link = document.at("link");
    calibration read{document.at("machine"),
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
          named(row.at("beside"), {load_class::compute_bound, load_class::memory_bound});
      const order when =
          named(row.at("order"), {order::serial, order::compute_first, order::collective_first});
      read.stretches.push_back(
          {beside, collective_of(row), {when, engine_of(row)}, row.at("bytes"), row.at("stretch")});
    }
    return read;
  } catch (const std::exception& why) {
    throw error(errc::invalid_argument, fmt::format("not a calibration: {}", why.what()));
  }
}

void save(const calibration& measured, const std::string& path) {
  // Written beside it, then renamed: a reader sees the old or the new one, as a whole.
  const std::string part = path + ".part";
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  errno = 0;
  std::ofstream out(part);
  out << to_json(measured);
  out.close();
  if (!out) {
    throw error(errc::system_error,
                fmt::format("overlap::save: {}: {}", part, std::strerror(errno)));
  }
  std::filesystem::rename(part, path, failed);
  if (failed) {
    throw error(errc::system_error, fmt::format("overlap::save: {}: {}", path, failed.message()));
  }
}

calibration read(const std::string& path) {
  errno = 0;
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) {
    throw error(errc::system_error,
                fmt::format("overlap::read: {}: {}", path, std::strerror(errno)));
  }
  try {
    return from_json(text.str());
  } catch (const error& why) {
    throw error(why.code(), fmt::format("overlap::read: {}: {}", path, why.what()));
  }
}

std::string cache_path(int pes, int hosts) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string folder = set("XDG_CACHE_HOME");
  if (folder.empty() && !set("HOME").empty()) folder = set("HOME") + "/.cache";
  return folder.empty() ? "" : fmt::format("{}/ark/overlap-{}x{}.json", folder, pes, hosts);
}

}  // namespace ark::overlap
