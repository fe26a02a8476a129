// One PE: everything that init builds and finalize takes down.
#pragma once

#include <ark/detail/check_state.hpp>
#include <ark/detail/device_state.hpp>
#include <ark/detail/sm_workspace.hpp>
#include <ark/host.hpp>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "config/config.hpp"
#include "executor/executor.hpp"
#include "gpu/gpu.hpp"
#include "heap/memory_backend.hpp"
#include "heap/symmetric_heap.hpp"
#include "info/facts.hpp"
#include "liveness/liveness.hpp"
#include "plan_set.hpp"
#include "progress_thread.hpp"
#include "proxy.hpp"
#include "queue/cpu_engine.hpp"
#include "queue/ring_storage.hpp"
#include "start_settings.hpp"
#include "trace/recorder.hpp"
#include "transport/transport.hpp"

namespace ark {

/// A PE's context. Started and destroyed collectively; its members are called by host threads of
/// its own process. Members are declared in creation order: the executor outlives the engine, the
/// engine the heap's mapping.
class runtime {
 public:
  /// `how` outlives it.
  runtime(std::unique_ptr<bootstrap> boot, start_settings& how);
  /// Collective, once, before anything else. After an exception only the destructor may follow:
  /// others may look at this PE's heap until they have heard that it has failed.
  void start();
  ~runtime();
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  [[nodiscard]] detail::device_state& state() noexcept { return state_; }
  [[nodiscard]] const config& configuration() const noexcept { return config_; }
  /// End the whole job.
  [[noreturn]] void global_exit(int status) {
    boot_->abort(status);
    std::_Exit(status);  // the compiler forgets [[noreturn]] of a virtual call
  }

  /// Complete what is outstanding and wait for all PEs. Skipped after a failure: false then. Throws
  /// timeout.
  bool quiesce();
  /// After it this PE's plans write to nobody's heap.
  void end_plans() noexcept {
    if (plans_) plans_->end();
  }
  /// This PE takes part in nothing any more: tell the others, who would wait for it if it goes in
  /// the middle of things. The first call counts.
  void depart(liveness::departure how) noexcept;
  /// The process ends while this PE is alive: the others hear of it. It stays as it is otherwise.
  void leave_early() noexcept;
  /// Wait for what its streams still run, at most the deadline, then stop the executor. False if a
  /// kernel runs all the same: then this must live on, as memory that the kernel knows. Nothing can
  /// be launched any more.
  [[nodiscard]] bool end_grids() noexcept;
  /// True after a failure of this PE.
  [[nodiscard]] bool failed() const noexcept;
  [[nodiscard]] bool ends_on_failure() const noexcept {
    return config_.on_failure == on_failure::end;
  }
  /// True if some PE of the job is known to be lost.
  [[nodiscard]] bool lost_somebody() const { return watch_ && watch_->lost().has_value(); }

  // Symmetric memory, collective; throw ark::error.
  void* allocate(std::size_t bytes, std::size_t alignment);
  void* allocate_zeroed(std::size_t bytes);
  void* reallocate(void* pointer, std::size_t bytes);
  void release(void* pointer);
  void* register_buffer(void* buffer, std::size_t bytes);
  void unregister_buffer(void* pointer);
  [[nodiscard]] heap_info heap();
  [[nodiscard]] trace_report trace() const { return trace_ ? trace_->report() : trace_report{}; }

  [[nodiscard]] plan_set& plans() noexcept { return *plans_; }

  // Streams. Null stands for the default stream.
  detail::cpu_stream* stream_create();
  void stream_destroy(detail::cpu_stream* stream);
  void stream_sync(detail::cpu_stream* stream);
  bool stream_query(detail::cpu_stream* stream);
  void device_sync();
  /// A context in a GPU's memory, for kernels that nvcc has compiled. Throws unsupported if the
  /// heap is the host's alone.
  detail::device_state* kernel_context();
  /// What such a launch asks for as dynamic shared memory.
  std::size_t kernel_shared_bytes(std::size_t wanted);
  /// The same for one launch of all PEs of this process, which throws unsupported if these have not
  /// the same GPU. *pes gets how many they are.
  std::size_t group_shared_bytes(std::size_t wanted, unsigned* pes);
  // CUDA's streams. Null stands for the legacy default stream.
  [[nodiscard]] bool has_gpu_streams() const noexcept;
  CUstream_st* gpu_stream_create();
  void gpu_stream_destroy(CUstream_st* stream);
  void gpu_stream_sync(CUstream_st* stream);
  bool gpu_stream_query(CUstream_st* stream);
  /// Take over the failure that kernels on a GPU have left, if there is one. Any thread.
  void notice_kernels() noexcept {
    if (kernels_built_.load(std::memory_order_acquire)) [[unlikely]]
      check_kernels();
  }
  void launch(detail::launch_config request, const detail::kernel_call& call);

  /// A host thread has posted: wake the background progress if it sleeps.
  void kick() noexcept { executor_->progress_wake(); }

  /// Everything that ark_info tells of this PE. Any host thread.
  [[nodiscard]] pe_facts facts() const;
  /// facts() of all PEs as JSON, in their order. Collective.
  [[nodiscard]] std::vector<std::string> gather_json();
  [[nodiscard]] std::string route_report() const;
  [[nodiscard]] std::string environment_report() const;

 private:
  struct pe_hello;
  void exchange_pe_info();
  static void agree_on_settings(std::span<const pe_hello> all);
  void place_in_process(std::span<const pe_hello> all);
  void watch_heartbeats();
  void lost(const lost_pe& who) noexcept;
  /// `stream`, or the default stream for null. Throws invalid_argument for another's.
  detail::cpu_stream* own_stream(const char* call, detail::cpu_stream* stream);
  /// Collective: host or GPU, the same on every PE.
  void choose_heap();
  void open_gpu();
  /// PE `pe` cannot have heap_kind::cuda: nobody has it. `obstacle`: this PE's own, if it has one.
  void fall_back_to_ipc(std::size_t pe, const std::string& obstacle);
  /// True if PEs of other processes are on this host.
  [[nodiscard]] bool shares_host() const;
  void find_gpu_sharing();
  /// Collective: fills apart_. `all`: of every PE.
  void find_gpus_apart(std::span<const gpu_place> all);
  [[nodiscard]] bool kernels_wait() const noexcept;
  [[nodiscard]] bool kernels_are_on_gpu() const noexcept;
  void build_heap();
  /// How far the heap may grow; `first`: what it has at init.
  [[nodiscard]] std::size_t reserve_for(std::size_t first);
  [[nodiscard]] detail::workspace_layout allocate_workspace();
  /// What the host's own state must be where the heap is a GPU's.
  void adapt_state();
  void listen_for_failures();
  void build_kernels();
  void open_kernels();
  void end_kernels() noexcept;
  void check_kernels() noexcept;
  void notify_kernels(errc code) noexcept;
  void build_state();
  void forget_signal_words();
  void build_rings();
  void build_sm_workspace();
  [[nodiscard]] detail::sm_options engine_options() const;
  void build_trace();
  void build_engine();
  void build_plans();
  /// Collective, if some PE of some PE needs it. After it every PE may send to every other.
  void build_proxy();
  [[nodiscard]] std::unique_ptr<proxy::transport> make_transport() const;
  void connect_transport();
  [[nodiscard]] std::string network_obstacle() const;
  void place_proxy_thread();
  void add_progress(const executor::progress_source& source);
  template <class Exchange>
  void exchange_for_memory(Exchange&& exchange);
  /// All PEs call with the same numbers, or all throw asymmetric naming who differs.
  void agree(const char* call, std::uint64_t first, std::uint64_t second);
  /// agree() on a heap pointer; its offset. Throws invalid_argument, on every PE, if it is not one.
  std::uint64_t agree_on_pointer(const char* call, const void* pointer, std::size_t bytes);
  void agree_on_success(const char* call, const std::string& problem);
  /// The offset of `bytes`, backed by memory, in a new segment if the heap is full.
  std::uint64_t take(std::size_t bytes, std::size_t alignment);
  void refuse_if_registered(const char* call, std::uint64_t offset) const;
  void grow(std::size_t bytes, std::size_t alignment);

  void check_schedule();
  [[nodiscard]] route_facts gather_routes() const;
  [[nodiscard]] runtime_facts gather_runtime() const;

  start_settings& how_;
  bool started_ = false;
  config config_;
  std::unique_ptr<bootstrap> boot_;
  std::vector<std::uint64_t> processes_;               ///< of every PE, the number of its process
  unsigned process_pes_ = 1;                           ///< PEs of the job in this process
  unsigned process_index_ = 0;                         ///< this PE's place among them
  std::vector<detail::device_state*> process_states_;  ///< theirs, by place
  std::uint64_t process_group_ = 0;
  int host_index_ = 0;                ///< this PE's place among those of its host
  std::vector<std::uint64_t> hosts_;  ///< of every PE, the number of its host
  std::uint64_t launches_ = 0;        ///< collective launches so far: numbers the launch groups
  std::shared_ptr<executor::executor>
      executor_;              ///< shared: the PEs of one process run on one executor
  std::unique_ptr<gpu> gpu_;  ///< null: the heap is the host's alone
  heap_choice heap_choice_;
  gpu_sharing gpu_sharing_;
  /// [n_pes] why the heap of a PE of this host is not mapped here, and ours not there; empty: it
  /// is. None: so are all.
  std::vector<std::string> apart_;
  std::unique_ptr<memory_backend> memory_;
  std::unique_ptr<memory_backend> board_;  ///< heartbeats, where the CPU cannot touch the heap
  std::unique_ptr<symmetric_heap> heap_;
  std::map<std::uint64_t, std::span<std::byte>> buffers_;  ///< registered ones, by their offset
  std::vector<ring_storage> ring_memory_;
  std::vector<detail::ring_view> rings_;
  std::unique_ptr<detail::sm_ring[]> sm_rings_;
  detail::sm_workspace sm_workspace_;
  std::unique_ptr<trace_recorder> trace_;  ///< null unless ARK_TRACE asks for it
  std::vector<detail::peer_view> peers_;
  std::vector<std::uint64_t> expected_arrivals_;
  detail::collective_state collectives_;
  detail::check_state checks_;
  detail::device_state state_;
  detail::workspace_layout kernel_workspace_;  ///< of kernels on a GPU
  std::atomic<bool> kernels_built_{false};     ///< gpu_ has a context
  executor::progress_source kernel_watch_;     ///< looks for the kernels' failure
  std::vector<CUstream_st*> gpu_streams_;
  std::unique_ptr<cpu_engine> engine_;
  executor::progress_source progress_;  ///< the engine, as the executor knows it
  std::unique_ptr<plan_set> plans_;
  executor::progress_source plan_progress_;
  std::optional<gpu_transfer_path> gpu_transfer_path_;  ///< of the proxy with a GPU
  std::unique_ptr<gpu_pipeline> gpu_pipeline_;  ///< the proxy's; the transport reads its buffers
  std::unique_ptr<proxy::transport> transport_;
  std::unique_ptr<proxy::proxy> proxy_;  ///< null if every PE is mapped
  executor::progress_source proxy_progress_;
  std::unique_ptr<proxy::progress_thread> proxy_thread_;
  std::unique_ptr<remote_watch> remote_watch_;
  std::unique_ptr<liveness> watch_;           ///< last: its thread ends before what it looks at
  std::vector<detail::cpu_stream*> streams_;  ///< the first is the default stream
  std::mutex streams_mutex_;
};

}  // namespace ark
