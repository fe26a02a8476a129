// The data that ark_info prints: filled by the runtime, written as text and JSON.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "error/downgrade.hpp"
#include "gpu/driver/gpu_facts.hpp"
#include "tenants/tenant_table.hpp"

namespace ark {

/// The machine as this process sees it. Sizes in bytes. Empty or 0: not found.
struct hardware_facts {
  struct interface {
    std::string name, kind;  ///< kind: "ethernet", "loopback", "infiniband"
    bool up = false;
  };
  std::string host, cpu_model;
  unsigned cpus_online = 0, cpus_allowed = 0;
  std::uint64_t memory_bytes = 0, memory_available_bytes = 0;
  unsigned numa_nodes = 0;
  std::vector<std::string> gpus;  ///< model names
  std::vector<interface> network;
};

/// One variable and its value in effect.
struct variable_facts {
  config_entry entry;
  std::string effective;  ///< the value that is in effect
  std::string accepted, summary, default_value;
};

/// The location of a peer from the describing PE's view.
enum class peer_place : std::uint8_t { self, same_process, same_host, other_host };
[[nodiscard]] const char* peer_place_name(peer_place place) noexcept;

/// The engine of plans.
struct plan_facts {
  std::string engine;   ///< "cpu", "gpu copy engine"
  std::string verdict;  ///< its state on this machine
  std::size_t most = 0;
  bool on_gpu = false;
  std::string change;  ///< how to make it execute transfers
};

/// Input of the choice of routes. Built by the runtime; a transport adds its lines to `carrier`.
struct route_facts {
  struct peer {
    int pe = 0;
    peer_place place = peer_place::self;
    detail::peer_route route = detail::peer_route::unreachable;
    std::string carrier;  ///< for a proxied peer: transport::describe
    std::string apart;    ///< the reason why it is not mapped although it is on this host; empty
                          ///< otherwise
  };
  int pe = 0;
  detail::route_policy policy = detail::route_policy::automatic;
  bool proxy_everywhere = false;  ///< ARK_ROUTE=proxy
  std::size_t inline_bytes = 0;
  bool awaited_stores = false;    ///< host threads and lanes that wait store at every size
  std::string memory;             ///< the backend's name
  std::string engine;             ///< the engine that drains the device's rings
  std::string transport;          ///< in use; empty: no proxy runs
  std::string outside;            ///< the transport to other hosts, e.g. "ucx 1.13.1"; empty: none
  std::string no_outside;         ///< the reason for none
  std::string no_outside_change;  ///< how to change that
  std::string no_gpu;             ///< the reason why no GPU engine moves data
  plan_facts plans;
  std::string no_queue;     ///< the reason why kernels have no queue; empty: they have one
  std::vector<peer> peers;  ///< [n_pes], in the order of the PEs
};

/// The memory of the heap, and the reason for the choice.
struct heap_choice {
  heap_kind kind = heap_kind::host;
  std::string why, change;
};

/// The path of data between a GPU's memory and other hosts.
struct gpu_transfer_path {
  std::uint64_t direct_bytes = 0;  ///< minimum size without a copy; 0: never
  std::string why, change;
};

/// The GPU of a PE that can access its heap.
struct gpu_use {
  gpu_facts device;
  gpu_sharing sharing;
  bool kernels_wait = true;                  ///< kernels may wait for other PEs
  std::optional<gpu_transfer_path> outside;  ///< none: no proxy runs
};

/// A tenant in use.
struct tenant_facts {
  unsigned number = 0;
  std::string name;
  tenant_limits limits;
  std::uint64_t burst_compute_us = 0;
  tenant_control control;
  std::uint64_t bytes = 0, transfers = 0, compute_ns = 0, time_slices = 0;
};

/// A PE and its environment.
struct runtime_facts {
  int pe = 0, n_pes = 1, pes_on_host = 1;
  unsigned pes_in_process = 1;
  int process_id = 0;
  std::string bootstrap;
  std::size_t heap_used = 0, heap_committed = 0, heap_reserved = 0;
  heap_choice heap;
  std::optional<gpu_use> gpu;  ///< none: the heap is in host memory only
  unsigned workers = 0;
  std::string schedule;
  std::size_t stack_bytes = 0;
  bool guard_pages = false;
  unsigned rings = 0, sm_rings = 0, proxy_rings = 0;
  std::size_t ring_slots = 0, chunk_bytes = 0;
  std::vector<tenant_facts> tenants;
};

/// The calibration that overlap::calibrate() has kept for this number of PEs and hosts.
struct overlap_facts {
  std::string path;  ///< empty: there is no folder for it
  bool calibrated = false;
  std::string machine, cores, version;  ///< where it was measured
  std::string why;                      ///< the reason for none
};

/// All facts of one PE.
struct pe_facts {
  runtime_facts runtime;
  route_facts routes;
  hardware_facts hardware;
  std::vector<variable_facts> environment;  ///< every variable, in the table's order
  std::vector<unknown_variable> unknown;
  overlap_facts overlap;
  bool strict = false;
  std::vector<downgrade_record> downgrades;
};

}  // namespace ark
