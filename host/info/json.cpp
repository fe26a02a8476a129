#include "info/json.hpp"

#include <algorithm>
#include <ark_build_info.hpp>
#include <nlohmann/json.hpp>

#include "info/routes.hpp"
#include "transport/ucx/ucx.hpp"

namespace ark {

namespace {

using json = nlohmann::ordered_json;

constexpr int indent = 2;

json build_json() {
  namespace build = detail::build_info;
  return {{"version", build::version},
          {"commit", build::commit},
          {"type", build::build_type},
          {"compiler", build::compiler},
          {"system", build::system},
          {"sanitizers", build::sanitizers},
          {"mpi", build::mpi_version},
          {"ucx", build::ucx_version},
          {"ucx_running", proxy::ucx_version()},
          {"cuda", build::cuda_version}};
}

json environment_json(const std::vector<variable_facts>& variables) {
  json all = json::array();
  for (const variable_facts& one : variables) {
    all.push_back({{"name", one.entry.name},
                   {"value", one.entry.value},
                   {"effective", one.effective},
                   {"source", config_source_name(one.entry.source)},
                   {"default", one.default_value},
                   {"accepted", one.accepted},
                   {"meaning", one.summary}});
  }
  return all;
}

json unknown_json(const std::vector<unknown_variable>& unknown) {
  json all = json::array();
  for (const unknown_variable& one : unknown) {
    all.push_back({{"name", one.name},
                   {"value", one.value},
                   {"nearest", one.nearest},
                   {"advice", one.advice}});
  }
  return all;
}

json hardware_json(const hardware_facts& seen) {
  json network = json::array();
  for (const auto& one : seen.network) {
    network.push_back({{"name", one.name}, {"kind", one.kind}, {"up", one.up}});
  }
  return {{"host", seen.host},
          {"cpu_model", seen.cpu_model},
          {"cpus_online", seen.cpus_online},
          {"cpus_allowed", seen.cpus_allowed},
          {"memory_bytes", seen.memory_bytes},
          {"memory_available_bytes", seen.memory_available_bytes},
          {"numa_nodes", seen.numa_nodes},
          {"gpus", seen.gpus},
          {"network", network}};
}

json choice_json(const route_choice& choice) {
  return {{"route", choice.route},
          {"chosen", choice.chosen},
          {"sizes", choice.sizes},
          {"why", choice.why},
          {"change", choice.change}};
}

json features_json(const route_facts& facts, const route_facts::peer& peer) {
  json all = json::object();
  for (const feature_routes& feature : decide_routes(facts, peer)) {
    json choices = json::array();
    for (const route_choice& choice : feature.choices) choices.push_back(choice_json(choice));
    all[feature.feature] = choices;
  }
  return all;
}

/// One entry for each distinct result, with the peers to which it applies.
json routes_json(const route_facts& facts) {
  json groups = json::array();
  const route_facts::peer* before = nullptr;
  for (const auto& peer : facts.peers) {
    const auto same = [&](const route_facts::peer* other) {
      return other != nullptr && other->place == peer.place && other->route == peer.route &&
             other->carrier == peer.carrier;
    };
    // Neighbours are equal most of the time, which is found without computing their features.
    if (same(before)) {
      for (json& group : groups) {
        if (group["peers"].back() == before->pe) group["peers"].push_back(peer.pe);
      }
      before = &peer;
      continue;
    }
    before = &peer;
    json features = features_json(facts, peer);
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const json& group) {
      return group["place"] == peer_place_name(peer.place) && group["features"] == features;
    });
    if (found != groups.end()) {
      (*found)["peers"].push_back(peer.pe);
    } else {
      groups.push_back({{"peers", json::array({peer.pe})},
                        {"place", peer_place_name(peer.place)},
                        {"features", features}});
    }
  }
  return groups;
}

json imagined_json(const route_facts& facts) {
  json all = json::array();
  for (const peer_place place :
       {peer_place::same_process, peer_place::same_host, peer_place::other_host}) {
    all.push_back({{"place", peer_place_name(place)},
                   {"features", features_json(facts, imagined_peer(facts, place))}});
  }
  return all;
}

json downgrades_json(const std::vector<downgrade_record>& records) {
  json all = json::array();
  for (const downgrade_record& one : records) {
    all.push_back({{"feature", one.feature},
                   {"wanted", one.wanted},
                   {"got", one.got},
                   {"why", one.why},
                   {"change", one.change}});
  }
  return all;
}

json gpu_transfer_path_json(const gpu_transfer_path& path) {
  return {{"way", path.direct_bytes == 0 ? "staged" : "direct"},
          {"direct_bytes", path.direct_bytes},
          {"why", path.why},
          {"change", path.change}};
}

json gpu_json(const gpu_use& gpu) {
  const gpu_facts& device = gpu.device;
  return {{"device", device.number},
          {"name", device.name},
          {"uuid", gpu_uuid_text(device.uuid)},
          {"driver_cuda", device.driver_version},
          {"capability", device.capability},
          {"multiprocessors", device.multiprocessors},
          {"memory_bytes", device.memory_bytes},
          {"mode", gpu_mode_name(gpu.sharing.mode)},
          {"pes", gpu.sharing.pes},
          {"processes", gpu.sharing.processes},
          {"kernels_wait", gpu.kernels_wait},
          {"passes_memory", device.passes_memory},
          {"host_atomics", device.host_atomics},
          {"other_hosts", gpu.outside ? gpu_transfer_path_json(*gpu.outside) : json(nullptr)}};
}

json tenants_json(const std::vector<tenant_facts>& tenants) {
  json all = json::array();
  for (const tenant_facts& one : tenants) {
    all.push_back({{"number", one.number},
                   {"name", one.name},
                   {"share", one.limits.share},
                   {"burst_bytes", one.limits.burst},
                   {"burst_compute_us", one.burst_compute_us},
                   {"priority", one.limits.priority},
                   {"work_conserving", !one.limits.capped},
                   {"latency_goal_s", one.control.latency_goal_s},
                   {"batch", one.control.batch},
                   {"bytes", one.bytes},
                   {"transfers", one.transfers},
                   {"compute_ns", one.compute_ns},
                   {"time_slices", one.time_slices}});
  }
  return all;
}

void add_runtime(json& all, const pe_facts& facts) {
  const runtime_facts& pe = facts.runtime;
  all["job"] = {{"pe", pe.pe},
                {"n_pes", pe.n_pes},
                {"pes_on_host", pe.pes_on_host},
                {"pes_in_process", pe.pes_in_process},
                {"process_id", pe.process_id},
                {"bootstrap", pe.bootstrap}};
  all["memory"] = {{"backend", facts.routes.memory},
                   {"heap", heap_kind_name(pe.heap.kind)},
                   {"why", pe.heap.why},
                   {"change", pe.heap.change},
                   {"used_bytes", pe.heap_used},
                   {"committed_bytes", pe.heap_committed},
                   {"reserved_bytes", pe.heap_reserved}};
  all["gpu"] = pe.gpu ? gpu_json(*pe.gpu) : json(nullptr);
  all["executor"] = {{"device", "cpu"},
                     {"workers", pe.workers},
                     {"schedule", pe.schedule},
                     {"stack_bytes", pe.stack_bytes},
                     {"guard_pages", pe.guard_pages}};
  all["engine"] = {{"name", facts.routes.engine}, {"rings", pe.rings},
                   {"sm_rings", pe.sm_rings},     {"proxy_rings", pe.proxy_rings},
                   {"ring_slots", pe.ring_slots}, {"chunk_bytes", pe.chunk_bytes}};
  all["tenants"] = tenants_json(pe.tenants);
  const plan_facts& plans = facts.routes.plans;
  all["plans"] = {{"engine", plans.engine}, {"verdict", plans.verdict}, {"most", plans.most}};
  all["transport"] = facts.routes.transport.empty() ? json(nullptr) : json(facts.routes.transport);
}

json info_to_json(const pe_facts& facts) {
  json all;
  all["schema"] = info_schema;
  all["build"] = build_json();
  all["environment"] = environment_json(facts.environment);
  all["unknown_environment"] = unknown_json(facts.unknown);
  all["hardware"] = hardware_json(facts.hardware);
  add_runtime(all, facts);
  const overlap_facts& overlap = facts.overlap;
  all["overlap"] = {{"path", overlap.path},       {"calibrated", overlap.calibrated},
                    {"machine", overlap.machine}, {"cores", overlap.cores},
                    {"version", overlap.version}, {"why", overlap.why}};
  all["strict"] = facts.strict;
  all["downgrades"] = downgrades_json(facts.downgrades);
  all["routes"] = routes_json(facts.routes);
  all["imagined_routes"] = facts.runtime.n_pes == 1 ? imagined_json(facts.routes) : json::array();
  return all;
}

}  // namespace

std::string info_document(const pe_facts& facts) { return info_to_json(facts).dump(indent); }
std::string info_line(const pe_facts& facts) { return info_to_json(facts).dump(); }

std::string job_document(const std::vector<std::string>& documents) {
  json all{{"schema", info_schema}, {"n_pes", documents.size()}, {"pes", json::array()}};
  for (const std::string& one : documents) all["pes"].push_back(json::parse(one));
  return all.dump(indent);
}

}  // namespace ark
