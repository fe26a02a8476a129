// Start, end, identity and reports.
#include <nanobind/stl/map.h>

#include <ark/collective.hpp>
#include <ark/host.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <ark/order.hpp>
#include <ark/unique_id.hpp>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arrays.hpp"
#include "cuda_kernels.hpp"
#include "errors.hpp"
#include "register.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

void init_by_id(int rank, int n_pes, const nb::bytes& id, const settings& values) {
  unique_id of;
  if (id.size() != of.bytes.size())
    throw nb::value_error(text_of("init: id has ", id.size(), " bytes: the ", of.bytes.size(),
                                  " bytes of unique_id()")
                              .c_str());
  std::memcpy(of.bytes.data(), id.c_str(), id.size());
  call_abandonable([=] { init_with_unique_id(rank, n_pes, of, values); });
}

nb::bytes make_id(const settings& values) {
  const unique_id made = get_unique_id(values);
  return nb::bytes(made.bytes.data(), made.bytes.size());
}

/// Arrays that are still in use stay readable, as private memory.
void finalize_runtime() {
  ending_heaps heaps;
  nb::object kernel_arguments;
  if (initialized()) {
    if constexpr (ARK_PYTHON_GRADIENTS != 0) end_exchanges();
    if (status() == errc::ok)
      ark_barrier_all();  // no PE writes any more; finalize has its failures
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    heaps.save_own();
    kernel_arguments = take_kernel_arguments();
    forget_gpu_images();
  }
  std::exception_ptr problem;
  {
    const without_gil released;
    try {
      finalize();
    } catch (...) {
      problem = std::current_exception();
    }
  }
  if (!initialized()) heaps.restore();
  if (problem) {
    (void)kernel_arguments.release();  // a kernel may still run
    std::rethrow_exception(problem);
  }
}

/// Ends the PE as a failed one: finalize then waits for nobody.
void leave_runtime() {
  if (!initialized()) return;
  if (status() == errc::ok) {
    detail::device_state& state = device::context();
    failure_record record;
    record.code = errc::aborted;
    record.pe = state.pe;
    std::string("an exception has ended the program, or its block")
        .copy(record.detail, sizeof record.detail - 1);
    detail::failure_publish(state, record);
  }
  finalize_runtime();
}

/// The exception of a PE of local_run.
struct thrown_in_body {
  int pe;
  std::unique_ptr<nb::python_error> problem;
};

/// A call of local_run. Its members but the results' own are accessed with the GIL.
class local_job {
 public:
  local_job(int n_pes, nb::object body) : results_(static_cast<std::size_t>(n_pes)) {
    body_ = std::move(body);
    threads_.resize(results_.size());
  }

  void run(const settings& values) {
    std::exception_ptr problem;
    {
      const without_gil released;
      std::thread job([&] {
        try {
          local_run(
              static_cast<int>(results_.size()), [this](int pe) { run_body(pe); }, values);
        } catch (...) {
          problem = std::current_exception();
        }
        has_ended_.store(true);
      });
      wait_for_end();
      job.join();
    }
    interrupt_threads(false);
    heaps_.restore();
    if (signalled_) signalled_->restore(), throw nb::python_error();
    raise_first();
    if (problem) std::rethrow_exception(problem);
  }

  nb::list results() {
    nb::list all;
    for (nb::object& one : results_) all.append(std::move(one));
    return all;
  }

 private:
  void run_body(int pe) {
    const PyGILState_STATE state = PyGILState_Ensure();
    const auto index = static_cast<std::size_t>(pe);
    threads_[index] = PyThread_get_thread_ident();
    std::string text;
    try {
      results_[index] = body_(pe);
    } catch (nb::python_error& problem) {
      text = problem.what();
      thrown_.push_back({pe, std::make_unique<nb::python_error>(std::move(problem))});
    }
    threads_[index] = 0;
    if constexpr (ARK_PYTHON_GRADIENTS != 0) end_exchanges();
    heaps_.save_own();
    kernel_arguments_.append(take_kernel_arguments());
    forget_gpu_images();
    PyGILState_Release(state);
    if (!text.empty()) throw std::runtime_error(text);
  }

  /// Signals arrive at the main thread: their exceptions end the bodies of all PEs.
  void wait_for_end() {
    constexpr int naps_per_look = 20;
    for (int naps = 0; !has_ended_.load(); ++naps) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (naps % naps_per_look != 0 || signalled_) continue;
      const PyGILState_STATE state = PyGILState_Ensure();
      if (PyErr_CheckSignals() != 0) {
        signalled_ = std::make_unique<nb::python_error>();
        interrupt_threads(true);
        for (const unsigned long thread : threads_) {
          if (thread != 0) PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
        }
      }
      PyGILState_Release(state);
    }
  }

  /// The exception that is no consequence of another PE's, of the lowest PE.
  void raise_first() {
    thrown_in_body* first = nullptr;
    bool follows = false;
    const nb::object peer_failed = nb::module_::import_("ark_shmem").attr("PeerFailedError");
    for (thrown_in_body& one : thrown_) {
      const bool is_of_another = one.problem->matches(peer_failed);
      const bool is_earlier = first == nullptr || (follows && !is_of_another) ||
                              (follows == is_of_another && one.pe < first->pe);
      if (is_earlier) first = &one, follows = is_of_another;
    }
    if (first == nullptr) return;
    first->problem->restore();
    throw nb::python_error();
  }

  nb::object body_;
  std::vector<nb::object> results_;
  std::vector<thrown_in_body> thrown_;
  std::vector<unsigned long> threads_;
  ending_heaps heaps_;
  nb::list kernel_arguments_;  ///< until the PEs have ended
  std::unique_ptr<nb::python_error> signalled_;
  std::atomic<bool> has_ended_{false};
};

nb::list run_locally(int n_pes, nb::object body, const settings& values) {
  if (n_pes < 1 || n_pes > 1024)
    throw nb::value_error(text_of("local_run: n_pes is ", n_pes, ": from 1 to 1024").c_str());
  if (detail::pe_of_thread() != nullptr)
    throw error(errc::wrong_state, "local_run: this thread already is a PE");
  local_job job(n_pes, std::move(body));
  job.run(values);
  return job.results();
}

nb::object status_name() {
  const errc code = status();
  return code == errc::ok ? nb::none() : nb::object(nb::str(errc_name(code)));
}

}  // namespace

void register_runtime(nb::module_& module) {
  using namespace nb::literals;
  module.def(
      "init_default", [](const settings& values) { init(values); }, "settings"_a,
      nb::call_guard<nb::gil_scoped_release>());
  module.def("init_by_id", init_by_id, "rank"_a, "n_pes"_a, "id"_a, "settings"_a);
  module.def("make_id", make_id, "settings"_a);
  module.def("finalize_runtime", finalize_runtime);
  module.def("leave_runtime", leave_runtime);
  module.def("run_locally", run_locally, "n_pes"_a, "body"_a, "settings"_a);
  module.def("is_pe_of_local_run", [] { return detail::pe_of_thread() != nullptr; });
  module.def(
      "initialized", [] { return initialized(); },
      "True between init and finalize, and in the body of local_run.");
  module.def(
      "my_pe", [] { return ark_my_pe(); }, "The number of the calling PE.");
  module.def(
      "n_pes", [] { return ark_n_pes(); }, "The number of PEs.");
  module.def("status", status_name, nb::sig("def status() -> str | None"),
             "The code of the PE's first failure, as 'timeout'; None if there was none.");
  module.def(
      "info_text", [] { return info_text(); },
      "Report on the calling PE: build, settings with their sources, hardware, routes.");
  module.def(
      "info_json", [] { return info_json(); }, "The report of info_text as JSON.");
  module.def(
      "job_info_text",
      [] {
        require(detail::sync_all<device::thread_scope>());
        const without_gil released;
        return job_info_text();
      },
      "The report of info_text for all PEs. Collective.");
}

}  // namespace ark::python
