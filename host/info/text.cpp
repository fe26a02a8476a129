#include "info/text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "error/message_parts.hpp"

namespace ark {

namespace {

using json = nlohmann::ordered_json;

std::string word(const json& value) { return value.get<std::string>(); }
std::string or_none(const json& value, const char* none) {
  return word(value).empty() ? none : word(value);
}
std::string mebibytes(const json& bytes) {
  return fmt::format("{} MiB", bytes.get<std::uint64_t>() >> 20);
}

std::string build_text(const json& pe) {
  const json& b = pe["build"];
  std::string ucx = or_none(b["ucx"], "none (PEs of one host only)");
  if (!word(b["ucx_running"]).empty()) ucx += fmt::format(" (running {})", word(b["ucx_running"]));
  return fmt::format("  ark {} ({}), {}, {}, {}\n  MPI {}; UCX {}; CUDA {}; sanitizers {}\n",
                     word(b["version"]), or_none(b["commit"], "no commit"), word(b["type"]),
                     word(b["compiler"]), word(b["system"]),
                     or_none(b["mpi"], "none (ark::local_run only)"), ucx,
                     or_none(b["cuda"], "none (kernels run on the CPU executor)"),
                     or_none(b["sanitizers"], "none"));
}

std::string environment_text(const json& pe) {
  std::string text;
  for (const json& one : pe["environment"]) {
    text += fmt::format("  {:<20} {:<12} {:<12}", word(one["name"]), word(one["value"]),
                        word(one["source"]));
    if (one["effective"] != one["value"])
      text += fmt::format("in force: {}; ", word(one["effective"]));
    text += fmt::format("accepted: {}\n", word(one["accepted"]));
  }
  for (const json& one : pe["unknown_environment"]) {
    text += fmt::format("  {:<20} {:<12} unknown     {}\n", word(one["name"]), word(one["value"]),
                        word(one["advice"]));
  }
  return text;
}

std::string hardware_text(const json& pe) {
  const json& h = pe["hardware"];
  std::string text = fmt::format(
      "  host {}: {}, {} CPUs online, {} allowed; {} memory; {} NUMA node{}\n", word(h["host"]),
      word(h["cpu_model"]), h["cpus_online"].get<int>(), h["cpus_allowed"].get<int>(),
      mebibytes(h["memory_bytes"]), h["numa_nodes"].get<int>(), h["numa_nodes"] == 1 ? "" : "s");
  std::string gpus;
  for (const json& one : h["gpus"]) gpus += (gpus.empty() ? "" : ", ") + word(one);
  std::string network;
  for (const json& one : h["network"]) {
    network += fmt::format("{}{} ({}, {})", network.empty() ? "" : ", ", word(one["name"]),
                           word(one["kind"]), one["up"].get<bool>() ? "up" : "down");
  }
  return text + fmt::format("  GPUs: {}\n  network: {}\n", gpus.empty() ? "none seen" : gpus,
                            network.empty() ? "none seen" : network);
}

/// The calibration for overlap::plan().
std::string overlap_text(const json& overlap) {
  if (overlap["calibrated"].get<bool>()) {
    return fmt::format("measured on {} ({}) by ark {}: {}", word(overlap["machine"]),
                       word(overlap["cores"]), word(overlap["version"]), word(overlap["path"]));
  }
  const bool can_be = !word(overlap["path"]).empty();
  return fmt::format("not calibrated ({}){}", word(overlap["why"]),
                     can_be ? "; ark::overlap::calibrate() measures" : "");
}

/// The path between a GPU's memory and other hosts.
std::string gpu_transfer_path_text(const json& path) {
  if (path.is_null()) return {};
  const bool direct = path["way"] == "direct";
  return fmt::format("  between its memory and other hosts: {}: {} [{}]\n",
                     direct ? fmt::format("direct from {} bytes on, staged below",
                                          path["direct_bytes"].get<std::uint64_t>())
                            : "staged through pinned memory of the host",
                     word(path["why"]), word(path["change"]));
}

std::string gpu_text(const json& gpu) {
  if (gpu.is_null()) return "  GPU: none in use\n";
  const int version = gpu["driver_cuda"].get<int>();
  return fmt::format(
      "  GPU {}: {} (sm_{}, {}), driver of CUDA {}.{}; {}: {} PE{} in {} process{}; "
      "kernels {} for other PEs\n{}",
      gpu["device"].get<int>(), word(gpu["name"]), gpu["capability"].get<int>(),
      mebibytes(gpu["memory_bytes"]), version / 1000, version % 1000 / 10, word(gpu["mode"]),
      gpu["pes"].get<int>(), gpu["pes"] == 1 ? "" : "s", gpu["processes"].get<int>(),
      gpu["processes"] == 1 ? "" : "es",
      gpu["kernels_wait"].get<bool>() ? "may wait" : "may not wait",
      gpu_transfer_path_text(gpu["other_hosts"]));
}

std::string tenant_text(const json& one) {
  std::string text = fmt::format(
      "  tenant {} {}: share {}, burst {} bytes, priority {}{}; moved {} bytes in {} transfers, "
      "computed {} ms",
      one["number"].get<unsigned>(), word(one["name"]), one["share"].get<double>(),
      one["burst_bytes"].get<std::uint64_t>(), one["priority"].get<unsigned>(),
      one["work_conserving"].get<bool>() ? "" : ", workers limited to its share",
      one["bytes"].get<std::uint64_t>(), one["transfers"].get<std::uint64_t>(),
      one["compute_ns"].get<std::uint64_t>() / 1'000'000);
  if (const double goal = one["latency_goal_s"].get<double>(); goal > 0) {
    text += fmt::format("; latency goal {} ms, batches of at most {}", goal * 1e3,
                        one["batch"].get<unsigned>());
  }
  return text + "\n";
}

std::string job_text(const json& pe) {
  const json &job = pe["job"], &run = pe["executor"], &engine = pe["engine"], &mem = pe["memory"];
  std::string text = fmt::format(
      "  bootstrap {}, {} PEs, {} on this host, {} in this process\n"
      "  memory {}: {} committed, {} reserved; {} [{}]\n{}"
      "  executor: CPU, {} worker{}, schedule {}, stacks of {} bytes{}\n"
      "  engine {}: {} ring{} of {} slots, chunks of {} bytes\n"
      "  plans: engine {}, {}; at most {} at a time\n  overlap: {}\n  transport: {}\n  strict: "
      "{}\n",
      word(job["bootstrap"]), job["n_pes"].get<int>(), job["pes_on_host"].get<int>(),
      job["pes_in_process"].get<int>(), word(mem["backend"]), mebibytes(mem["committed_bytes"]),
      mebibytes(mem["reserved_bytes"]), word(mem["why"]), word(mem["change"]), gpu_text(pe["gpu"]),
      run["workers"].get<int>(), run["workers"] == 1 ? "" : "s", word(run["schedule"]),
      run["stack_bytes"].get<std::uint64_t>(),
      run["guard_pages"].get<bool>() ? " with guard pages" : "", word(engine["name"]),
      engine["rings"].get<int>(), engine["rings"] == 1 ? "" : "s",
      engine["ring_slots"].get<std::uint64_t>(), engine["chunk_bytes"].get<std::uint64_t>(),
      word(pe["plans"]["engine"]), word(pe["plans"]["verdict"]),
      pe["plans"]["most"].get<std::size_t>(), overlap_text(pe["overlap"]),
      pe["transport"].is_null() ? "none needed" : word(pe["transport"]),
      pe["strict"].get<bool>() ? "yes" : "no (ARK_STRICT=1 makes downgrades errors)");
  for (const json& one : pe["tenants"]) text += tenant_text(one);
  for (const json& one : pe["downgrades"]) {
    text +=
        fmt::format("  downgrade: {}: {} wanted, {}: {}; {}\n", word(one["feature"]),
                    word(one["wanted"]), word(one["got"]), word(one["why"]), word(one["change"]));
  }
  return text;
}

/// Merges entries whose other fields are equal and lists their keys; in order of appearance.
template <class Key, class Value>
class grouped {
 public:
  void add(const Value& value, const Key& key) {
    for (auto& [same, keys] : entries_) {
      if (same == value) return keys.push_back(key);
    }
    entries_.push_back({value, {key}});
  }
  [[nodiscard]] const auto& entries() const { return entries_; }

 private:
  std::vector<std::pair<Value, std::vector<Key>>> entries_;
};

/// Routes of one feature: the chosen on a line each, then the rejected.
std::string feature_text(const std::vector<std::string>& names, const json& choices) {
  grouped<std::string, std::string> lines;
  for (const json& one : choices) {
    const bool chosen = one["chosen"].get<bool>();
    lines.add(fmt::format("{}: {}{} [{}]", chosen ? ", " + word(one["sizes"]) : std::string(),
                          chosen ? "" : "no, ", word(one["why"]), word(one["change"])),
              word(one["route"]));
  }
  std::string text = fmt::format("    {}\n", joined(names, ", "));
  for (const auto& [line, routes] : lines.entries()) {
    text += fmt::format("      {}{}\n", joined(routes, ", "), line);
  }
  return text;
}

/// Features with the same routes are merged.
std::string features_text(const json& features) {
  grouped<std::string, json> groups;
  for (const auto& [name, choices] : features.items()) groups.add(choices, name);
  std::string text;
  for (const auto& [choices, names] : groups.entries()) text += feature_text(names, choices);
  return text;
}

struct pairs {
  int from = 0;
  std::vector<int> to;
};

std::vector<int> sources(const std::vector<pairs>& all) {
  std::vector<int> from;
  for (const pairs& one : all) from.push_back(one.from);
  return from;
}

/// Which PEs have access to which, in the shortest form.
std::string pairs_text(const std::vector<pairs>& all, bool self) {
  const std::vector<int> from = sources(all);
  if (self) return fmt::format("{} -> itself", pe_list(from));
  bool mutual = from.size() > 1;
  for (const pairs& one : all) {
    std::vector<int> others;
    for (const int pe : from) {
      if (pe != one.from) others.push_back(pe);
    }
    mutual = mutual && others == one.to;
  }
  if (mutual) return fmt::format("{}, each -> all others", pe_list(from));
  std::string text;
  for (const pairs& one : all) {
    text += fmt::format("{}PE {} -> {}", text.empty() ? "" : "; ", one.from, pe_list(one.to));
  }
  return text;
}

std::string routes_text(const json& job) {
  grouped<pairs, std::pair<std::string, json>> groups;
  grouped<std::string, json> imagined;
  for (const json& pe : job["pes"]) {
    for (const json& group : pe["routes"]) {
      groups.add({word(group["place"]), group["features"]},
                 {pe["job"]["pe"].get<int>(), group["peers"].get<std::vector<int>>()});
    }
    for (const json& one : pe["imagined_routes"]) imagined.add(one["features"], word(one["place"]));
  }
  std::string text = "routes [what would change it]\n";
  for (const auto& [value, who] : groups.entries()) {
    const auto& [place, features] = value;
    text += fmt::format("  {}{}\n{}", pairs_text(who, place == "self"),
                        place == "self" ? std::string() : fmt::format(" ({})", place),
                        features_text(features));
  }
  for (const auto& [features, places] : imagined.entries()) {
    text += fmt::format("  to a PE in the {}, if there were one\n{}", joined(places, " or the "),
                        features_text(features));
  }
  return text;
}

/// One section, once for each distinct text.
std::string section(const char* title, const json& job, std::string (*text_of)(const json&)) {
  grouped<int, std::string> groups;
  for (const json& pe : job["pes"]) groups.add(text_of(pe), pe["job"]["pe"].get<int>());
  std::string all;
  for (const auto& [text, pes] : groups.entries()) {
    all += fmt::format("{} ({})\n{}", title, pe_list(pes), text);
  }
  return all;
}

}  // namespace

std::string pe_list(const std::vector<int>& pes) { return "PE " + as_ranges(pes); }

std::vector<unknown_name> unknown_names(const std::string& document) {
  const auto job = json::parse(document);
  for (const json& pe : job["pes"]) {
    std::vector<unknown_name> names;
    for (const json& one : pe["unknown_environment"])
      names.push_back({word(one["name"]), word(one["advice"])});
    if (!names.empty()) return names;
  }
  return {};
}

std::string info_to_text(const std::string& document, const info_parts& parts) {
  const auto job = json::parse(document);
  std::string text;
  if (parts.build) text += section("build", job, build_text);
  if (parts.environment) text += section("environment", job, environment_text);
  if (parts.hardware) text += section("hardware", job, hardware_text);
  if (parts.job) text += section("runtime", job, job_text);
  if (parts.routes) text += routes_text(job);
  return text;
}

}  // namespace ark
