// The JSON: complete, of the right types, and saying where each value came from.
#include "info/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/info.hpp>
#include <ark/local.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "config/config.hpp"
#include "info/routes.hpp"
#include "made_facts.hpp"

namespace ark {
namespace {

using json = nlohmann::ordered_json;

/// info_json() of PE 0 of a job in this process.
json info_of(int pes, const settings& asked = {}) {
  std::string text;
  local_run(
      pes,
      [&](int pe) {
        if (pe == 0) text = info_json();
      },
      asked);
  return json::parse(text);
}

json parsed(const pe_facts& facts) { return json::parse(info_line(facts)); }

void expect_keys(const json& object, const std::map<std::string, json::value_t>& keys) {
  EXPECT_EQ(object.size(), keys.size()) << object;
  for (const auto& [key, type] : keys) {
    ASSERT_TRUE(object.contains(key)) << key << " is missing in " << object;
    EXPECT_EQ(object[key].type(), type) << key << ": " << object[key];
  }
}

constexpr auto text_type = json::value_t::string;
constexpr auto count_type = json::value_t::number_unsigned;
constexpr auto flag_type = json::value_t::boolean;
constexpr auto list_type = json::value_t::array;
constexpr auto object_type = json::value_t::object;

TEST(InfoJson, HasEveryKeyWithItsType) {
  const json info = info_of(1);
  // Parsed numbers are unsigned unless they are negative.
  expect_keys(info, {{"schema", count_type},
                     {"build", object_type},
                     {"environment", list_type},
                     {"unknown_environment", list_type},
                     {"hardware", object_type},
                     {"job", object_type},
                     {"memory", object_type},
                     {"gpu", json::value_t::null},
                     {"executor", object_type},
                     {"engine", object_type},
                     {"tenants", list_type},
                     {"plans", object_type},
                     {"transport", json::value_t::null},
                     {"overlap", object_type},
                     {"strict", flag_type},
                     {"downgrades", list_type},
                     {"routes", list_type},
                     {"imagined_routes", list_type}});
  expect_keys(info["build"], {{"version", text_type},
                              {"commit", text_type},
                              {"type", text_type},
                              {"compiler", text_type},
                              {"system", text_type},
                              {"sanitizers", text_type},
                              {"mpi", text_type},
                              {"ucx", text_type},
                              {"ucx_running", text_type},
                              {"cuda", text_type}});
  expect_keys(info["hardware"], {{"host", text_type},
                                 {"cpu_model", text_type},
                                 {"cpus_online", count_type},
                                 {"cpus_allowed", count_type},
                                 {"memory_bytes", count_type},
                                 {"memory_available_bytes", count_type},
                                 {"numa_nodes", count_type},
                                 {"gpus", list_type},
                                 {"network", list_type}});
  expect_keys(info["job"], {{"pe", count_type},
                            {"n_pes", count_type},
                            {"pes_on_host", count_type},
                            {"pes_in_process", count_type},
                            {"process_id", count_type},
                            {"bootstrap", text_type}});
  expect_keys(info["memory"], {{"backend", text_type},
                               {"heap", text_type},
                               {"why", text_type},
                               {"change", text_type},
                               {"used_bytes", count_type},
                               {"committed_bytes", count_type},
                               {"reserved_bytes", count_type}});
  expect_keys(info["executor"], {{"device", text_type},
                                 {"workers", count_type},
                                 {"schedule", text_type},
                                 {"stack_bytes", count_type},
                                 {"guard_pages", flag_type}});
  expect_keys(info["engine"], {{"name", text_type},
                               {"rings", count_type},
                               {"sm_rings", count_type},
                               {"proxy_rings", count_type},
                               {"ring_slots", count_type},
                               {"chunk_bytes", count_type}});
}

TEST(InfoJson, EveryVariableIsListedWithItsSourceAndForm) {
  const json info = info_of(1, {{"ARK_TIMEOUT", "77s"}, {"ARK_SCHED", "random"}});
  ASSERT_EQ(info["environment"].size(), config_table().size());
  std::map<std::string, json> by_name;
  for (const json& one : info["environment"]) {
    expect_keys(one, {{"name", text_type},
                      {"value", text_type},
                      {"effective", text_type},
                      {"source", text_type},
                      {"default", text_type},
                      {"accepted", text_type},
                      {"meaning", text_type}});
    by_name[one["name"]] = one;
  }
  for (const config_variable& row : config_table()) {
    ASSERT_TRUE(by_name.contains(row.name)) << row.name;
    EXPECT_EQ(by_name[row.name]["accepted"], row.accepted);
    EXPECT_EQ(by_name[row.name]["default"], row.default_value);
  }
  EXPECT_EQ(by_name["ARK_TIMEOUT"]["source"], "caller");
  EXPECT_EQ(by_name["ARK_TIMEOUT"]["value"], "77s");
  EXPECT_EQ(by_name["ARK_RINGS"]["source"], "built-in");
  EXPECT_EQ(by_name["ARK_SCHED"]["value"], "random");
  EXPECT_EQ(by_name["ARK_SCHED"]["effective"], "random:1");
  EXPECT_EQ(by_name["ARK_CPU_WORKERS"]["value"], "0");
  EXPECT_EQ(by_name["ARK_CPU_WORKERS"]["effective"], "1");
  EXPECT_EQ(by_name["ARK_INLINE_BYTES"]["effective"], "16384 bytes");
}

TEST(InfoJson, ContainsUnknownNamesAndDowngrades) {
  const json info = info_of(1, {{"ARK_RINGZ", "2"}});
  EXPECT_EQ(info["unknown_environment"],
            json::parse(R"([{"name": "ARK_RINGZ", "value": "2", "nearest": "ARK_RINGS",
                             "advice": "use the nearest known name, ARK_RINGS"}])"));
  ASSERT_EQ(info["downgrades"].size(), 1u);
  expect_keys(info["downgrades"][0], {{"feature", text_type},
                                      {"wanted", text_type},
                                      {"got", text_type},
                                      {"why", text_type},
                                      {"change", text_type}});
}

TEST(InfoJson, EveryPeerAndFeatureHasAChosenRouteAndEachRejectedItsReason) {
  constexpr int pes = 3;
  const json info = info_of(pes);
  std::set<int> peers;
  for (const json& group : info["routes"]) {
    for (const int pe : group["peers"]) EXPECT_TRUE(peers.insert(pe).second) << "twice: " << pe;
    ASSERT_EQ(group["features"].size(), route_features.size());
    for (const char* feature : route_features) {
      ASSERT_TRUE(group["features"].contains(feature)) << feature;
      const json& choices = group["features"][feature];
      EXPECT_EQ(choices.size(), 5u);
      EXPECT_TRUE(choices[0]["chosen"]) << choices;
      for (const json& one : choices) {
        expect_keys(one, {{"route", text_type},
                          {"chosen", flag_type},
                          {"sizes", text_type},
                          {"why", text_type},
                          {"change", text_type}});
        EXPECT_EQ(one["chosen"].get<bool>(), one["sizes"] != "") << one;
        EXPECT_NE(one["why"], "") << one;
        EXPECT_NE(one["change"], "") << one;
      }
    }
  }
  EXPECT_EQ(peers, (std::set<int>{0, 1, 2}));
  EXPECT_TRUE(info["imagined_routes"].empty());
}

TEST(InfoJson, ASinglePeListsTheRoutesOfAJob) {
  const json info = info_of(1, {{"ARK_TRANSPORT", "none"}});
  ASSERT_EQ(info["imagined_routes"].size(), 3u);
  const json& outside = info["imagined_routes"][2];
  EXPECT_EQ(outside["place"], "other host");
  for (const json& choice : outside["features"]["put_large"]) {
    EXPECT_FALSE(choice["chosen"].get<bool>()) << choice;
    if (choice["route"] == "proxy") {
      EXPECT_EQ(choice["change"], "ARK_TRANSPORT=auto or ucx");
    }
  }
}

TEST(InfoJson, ProxiedPeersNameTheTransport) {
  const json info = info_of(2, {{"ARK_ROUTE", "proxy"}});
  EXPECT_EQ(info["transport"], "loopback");
  for (const json& group : info["routes"]) {
    const json& first = group["features"]["put_small"][0];
    EXPECT_EQ(first["route"], group["place"] == "self" ? "inline" : "proxy");
    if (group["place"] != "self") {
      EXPECT_THAT(first["why"].get<std::string>(), testing::HasSubstr("loopback"));
    }
  }
}

TEST(InfoJson, AGpuHasEveryKeyWithItsType) {
  pe_facts facts = made::pe(0, {peer_place::self});
  facts.runtime.gpu.emplace();
  facts.runtime.gpu->device.number = 2;
  facts.runtime.gpu->sharing.mode = gpu_mode::mps;
  const json info = parsed(facts);
  expect_keys(info["gpu"], {{"device", count_type},
                            {"name", text_type},
                            {"uuid", text_type},
                            {"driver_cuda", count_type},
                            {"capability", count_type},
                            {"multiprocessors", count_type},
                            {"memory_bytes", count_type},
                            {"mode", text_type},
                            {"pes", count_type},
                            {"processes", count_type},
                            {"kernels_wait", flag_type},
                            {"passes_memory", flag_type},
                            {"host_atomics", flag_type},
                            {"other_hosts", json::value_t::null}});
  EXPECT_EQ(info["gpu"]["device"], 2);
  EXPECT_EQ(info["gpu"]["mode"], "mps");
}

TEST(InfoJson, AGpuHasTheTransferPathToOtherHosts) {
  pe_facts facts = made::pe(0, {peer_place::self});
  facts.runtime.gpu.emplace();
  for (const std::uint64_t from : {0, 1000}) {
    facts.runtime.gpu->outside = gpu_transfer_path{from, "W", "C"};
    const json way = parsed(facts)["gpu"]["other_hosts"];
    expect_keys(way, {{"way", text_type},
                      {"direct_bytes", count_type},
                      {"why", text_type},
                      {"change", text_type}});
    EXPECT_EQ(way["way"], from == 0 ? "staged" : "direct");
    EXPECT_EQ(way["direct_bytes"], from);
  }
}

TEST(InfoJson, AlikePeersAreOneEntry) {
  using enum peer_place;
  const json info =
      parsed(made::pe(2, {other_host, same_host, self, same_host, other_host, other_host}));
  ASSERT_EQ(info["routes"].size(), 3u);
  EXPECT_EQ(info["routes"][0]["peers"], json::parse("[0, 4, 5]"));
  EXPECT_EQ(info["routes"][1]["peers"], json::parse("[1, 3]"));
  EXPECT_EQ(info["routes"][2]["peers"], json::parse("[2]"));
}

TEST(InfoJson, JobHoldsEveryPeInOrderAndIsTheSameOnAll) {
  constexpr int pes = 3;
  std::vector<std::string> documents(pes);
  local_run(pes, [&](int pe) { documents[static_cast<std::size_t>(pe)] = job_info_json(); });
  const json job = json::parse(documents[0]);
  EXPECT_EQ(job["n_pes"], pes);
  ASSERT_EQ(job["pes"].size(), static_cast<std::size_t>(pes));
  for (int pe = 0; pe < pes; ++pe) {
    EXPECT_EQ(job["pes"][static_cast<std::size_t>(pe)]["job"]["pe"], pe);
    EXPECT_EQ(documents[static_cast<std::size_t>(pe)], documents[0]);
  }
}

TEST(InfoJson, IsRefusedWithoutAPe) {
  EXPECT_THROW((void)info_json(), error);
  EXPECT_THROW((void)info_text(), error);
}

}  // namespace
}  // namespace ark
