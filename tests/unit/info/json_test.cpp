// The JSON: complete, of the right types, and saying where each value came from.
#include "info/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/info.hpp>
#include <ark/local.hpp>
#include <map>
#include <set>
#include <sstream>

#include "config/config.hpp"
#include "info/routes.hpp"
#include "json_value.hpp"
#include "made_facts.hpp"

namespace ark {
namespace {

using json = ark_json::json_value;

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

constexpr auto null_type = json::kind::null;
constexpr auto text_type = json::kind::text;
constexpr auto count_type = json::kind::count;  // a number that is not negative
constexpr auto flag_type = json::kind::flag;
constexpr auto list_type = json::kind::list;
constexpr auto object_type = json::kind::object;

/// keys: of each type, with a space between them.
void expect_keys(const json& object, const std::map<json::kind, std::string>& keys) {
  std::size_t expected = 0;
  for (const auto& [type, names] : keys) {
    std::istringstream each(names);
    for (std::string key; each >> key; ++expected) {
      ASSERT_TRUE(object.contains(key)) << key << " is missing in " << object;
      EXPECT_EQ(object[key].type(), type) << key << ": " << object[key];
    }
  }
  EXPECT_EQ(object.size(), expected) << object;
}

TEST(InfoJson, HasEveryKeyWithItsType) {
  const json info = info_of(1);
  expect_keys(info, {{count_type, "schema"},
                     {object_type, "build hardware job memory executor engine plans overlap"},
                     {list_type,
                      "environment unknown_environment tenants downgrades routes imagined_routes"},
                     {null_type, "gpu transport"},
                     {flag_type, "strict"}});
  expect_keys(
      info["build"],
      {{text_type, "version commit type compiler system sanitizers mpi ucx ucx_running cuda"}});
  expect_keys(
      info["hardware"],
      {{text_type, "host cpu_model"},
       {count_type, "cpus_online cpus_allowed memory_bytes memory_available_bytes numa_nodes"},
       {list_type, "gpus network"}});
  expect_keys(info["job"], {{count_type, "pe n_pes pes_on_host pes_in_process process_id"},
                            {text_type, "bootstrap"}});
  expect_keys(info["memory"], {{text_type, "backend heap why change"},
                               {count_type, "used_bytes committed_bytes reserved_bytes"}});
  expect_keys(info["executor"], {{text_type, "device schedule"},
                                 {count_type, "workers stack_bytes"},
                                 {flag_type, "guard_pages"}});
  expect_keys(info["engine"], {{text_type, "name"},
                               {count_type, "rings sm_rings proxy_rings ring_slots chunk_bytes"}});
}

TEST(InfoJson, EveryVariableIsListedWithItsSourceAndForm) {
  const json info = info_of(1, {{"ARK_TIMEOUT", "77s"}, {"ARK_SCHED", "random"}});
  ASSERT_EQ(info["environment"].size(), config_table().size());
  std::map<std::string, json> by_name;
  for (const json& one : info["environment"]) {
    expect_keys(one, {{text_type, "name value effective source default accepted meaning"}});
    by_name[one["name"].text()] = one;
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
  expect_keys(info["downgrades"][0], {{text_type, "feature wanted got why change"}});
}

TEST(InfoJson, EveryPeerAndFeatureHasAChosenRouteAndEachRejectedItsReason) {
  constexpr int pes = 3;
  const json info = info_of(pes);
  std::set<int> peers;
  for (const json& group : info["routes"]) {
    for (const json& pe : group["peers"])
      EXPECT_TRUE(peers.insert(static_cast<int>(pe.number())).second) << "twice: " << pe;
    ASSERT_EQ(group["features"].size(), route_features.size());
    for (const char* feature : route_features) {
      ASSERT_TRUE(group["features"].contains(feature)) << feature;
      const json& choices = group["features"][feature];
      EXPECT_EQ(choices.size(), 5u);
      EXPECT_TRUE(choices[0]["chosen"].flag()) << choices;
      for (const json& one : choices) {
        expect_keys(one, {{text_type, "route sizes why change"}, {flag_type, "chosen"}});
        EXPECT_EQ(one["chosen"].flag(), one["sizes"] != "") << one;
        EXPECT_NE(one["why"], "") << one;
        EXPECT_NE(one["change"], "") << one;
      }
    }
  }
  EXPECT_EQ(peers, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(info["imagined_routes"].size(), 0u);
}

TEST(InfoJson, ASinglePeListsTheRoutesOfAJob) {
  const json info = info_of(1, {{"ARK_TRANSPORT", "none"}});
  ASSERT_EQ(info["imagined_routes"].size(), 3u);
  const json& outside = info["imagined_routes"][2];
  EXPECT_EQ(outside["place"], "other host");
  for (const json& choice : outside["features"]["put_large"]) {
    EXPECT_FALSE(choice["chosen"].flag()) << choice;
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
      EXPECT_THAT(first["why"].text(), testing::HasSubstr("loopback"));
    }
  }
}

TEST(InfoJson, AGpuHasEveryKeyWithItsType) {
  pe_facts facts = made::pe(0, {peer_place::self});
  facts.runtime.gpu.emplace();
  facts.runtime.gpu->device.number = 2;
  facts.runtime.gpu->sharing.mode = gpu_mode::mps;
  const json info = parsed(facts);
  expect_keys(
      info["gpu"],
      {{count_type, "device driver_cuda capability multiprocessors memory_bytes pes processes"},
       {text_type, "name uuid mode"},
       {flag_type, "kernels_wait passes_memory host_atomics"},
       {null_type, "other_hosts"}});
  EXPECT_EQ(info["gpu"]["device"], 2);
  EXPECT_EQ(info["gpu"]["mode"], "mps");
}

TEST(InfoJson, AGpuHasTheTransferPathToOtherHosts) {
  pe_facts facts = made::pe(0, {peer_place::self});
  facts.runtime.gpu.emplace();
  for (const std::uint64_t from : {0, 1000}) {
    facts.runtime.gpu->outside = gpu_transfer_path{from, "W", "C"};
    const json way = parsed(facts)["gpu"]["other_hosts"];
    expect_keys(way, {{text_type, "way why change"}, {count_type, "direct_bytes"}});
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
