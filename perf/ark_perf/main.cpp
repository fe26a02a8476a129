// ark_perf: what the library moves how fast, in the text that OSU's programs have made usual.
// Exit status: 0, 1 if a check or a PE failed, 2 for a command line that cannot be run, 77 if what
// it needs of a GPU is not there.
#include <fmt/core.h>

#include <ark/host.hpp>
#include <ark/local.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>

#include "ark_perf_options.hpp"
#include "benchmark.hpp"
#include "kernels.hpp"
#include "output_file.hpp"
#include "pe_group.hpp"
#include "processes.hpp"
#include "report.hpp"

namespace {

using namespace ark_perf;

constexpr int failed_status = 1;
constexpr int usage_status = 2;
constexpr int skipped_status = 77;

/// Of stdout, or of --output's file: its status once all has been written.
int finish(std::FILE* file, const std::string& path, int status) {
  const std::string missing = ark::finish_output(file);
  if (missing.empty()) return status;
  fmt::print(stderr, "ark_perf: {}: {}\n", path.empty() ? "standard output" : path, missing);
  return status == 0 ? failed_status : status;
}

int say(const processes& job, const std::string& text, int status) {
  if (job.rank() == 0) {
    std::fputs(text.c_str(), status == 0 ? stdout : stderr);
    status = finish(stdout, "", status);
  }
  return job.from_rank_zero(
      status);  // no rank leaves, and makes mpirun end the others, before it is printed
}

/// Rank 0's file. Null on the others, and on all of them, after a message, if it cannot be written.
bool open_output(const processes& job, const options& opts, std::FILE*& file) {
  std::string problem;
  if (job.rank() == 0) {
    file = opts.output.empty() ? stdout : std::fopen(opts.output.c_str(), "w");
    if (file == nullptr) {
      problem = fmt::format(
          "ark_perf: --output: '{}' cannot be written: {}; give a file in an existing folder\n",
          opts.output, std::strerror(errno));
    }
  }
  return say(job, problem, problem.empty() ? 0 : usage_status) == 0;
}

/// A failed run tells what it has measured.
ark::settings settings_of(const test_group& group) {
  ark::settings all{{"ARK_ON_FAILURE", "go_on"}};
  if (group.route) all["ARK_ROUTE"] = name_of(*group.route);
  return all;
}

/// Throws what made the run end: others of its PEs may only have lost the one that knows.
void run_local(const test_group& group, const options& opts, run_progress& progress) {
  shared_launches launches;
  std::mutex mutex;
  std::exception_ptr cause;
  const auto run_pe = [&](int pe) {
    run_progress unseen;  // the same as PE 0's
    try {
      run_group(group, opts, &launches, pe == 0 ? progress : unseen);
    } catch (const ark::error& problem) {
      const std::lock_guard lock(mutex);
      if (!cause || problem.code() != ark::errc::peer_failed) cause = std::current_exception();
      throw;
    }
  };
  try {
    ark::local_run(opts.local_pes, run_pe, settings_of(group));
  } catch (const std::exception&) {
    if (cause) std::rethrow_exception(cause);
    throw;
  }
}

void run_job(processes& job, const test_group& group, const options& opts, run_progress& progress) {
  const ark::session session(settings_of(group));
  // The others may still be in a measurement.
  job.wait_at_most(std::chrono::ceil<std::chrono::seconds>(5 * pe_group::timeout()));
  run_group(group, opts, nullptr, progress);
}

void run_groups(processes& job, const options& opts, run_progress& progress) {
  for (const test_group& group : group_tests(opts)) {
    progress.test = group.tests.front()->name;
    if (opts.local_pes > 0) {
      run_local(group, opts, progress);
    } else {
      run_job(job, group, opts, progress);
    }
  }
}

int run_all(processes& job, const options& opts, std::FILE* file) {
  const auto out = file != nullptr ? make_report(opts.format, file) : nullptr;
  run_progress progress{out.get()};
  if (out) out->begin();
  try {
    run_groups(job, opts, progress);
  } catch (const std::exception& problem) {
    if (out) out->end({progress.errors, run_failure{progress.test, problem.what()}});
    throw;
  }
  if (out) out->end({progress.errors, std::nullopt});
  if (progress.errors == 0) return 0;
  return say(job, fmt::format("ark_perf: --check found {} errors\n", progress.errors),
             failed_status);
}

/// What a GPU cannot do is no failure of the program.
int status_of(const ark::error& problem) {
  const bool skipped = kernels_on_gpu() && problem.code() == ark::errc::unsupported;
  return skipped ? skipped_status : failed_status;
}

std::string lines_of(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += fmt::format("ark_perf: {}\n", note);
  return text;
}

int run_all_or_report(processes& job, const options& opts, std::FILE* file) {
  try {
    return run_all(job, opts, file);
  } catch (const ark::error& problem) {
    fmt::print(stderr, "ark_perf: rank {}: {}\n", job.rank(), problem.what());
    return status_of(problem);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "ark_perf: rank {}: {}\n", job.rank(), problem.what());
    return failed_status;
  }
}

int run(processes& job, const options& asked) {
  const options opts = leave_out_unfit(asked);
  if (opts.tests.empty()) {
    return say(job, lines_of(opts.notes), skipped_status);
  }
  if (const std::string why = why_no_gpu(); !why.empty()) {
    return say(job, fmt::format("ark_perf: no GPU: {}\n", why), skipped_status);
  }
  const int n_pes = opts.local_pes > 0 ? opts.local_pes : job.size();
  if (const std::string problem = check_pes(opts, n_pes); !problem.empty()) {
    return say(job, fmt::format("ark_perf: {}\n", problem), usage_status);
  }
  keep_gpu();
  std::FILE* file = nullptr;
  if (!open_output(job, opts, file)) return usage_status;
  const int status = run_all_or_report(job, opts, file);
  return file == nullptr ? status : finish(file, opts.output, status);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "compare") == 0) {
    const comparison found = compare_command({argv + 2, argv + argc});
    std::fputs(found.text.c_str(), found.status == usage_status ? stderr : stdout);
    return finish(stdout, "", found.status);
  }
  const command asked = parse_command({argv + 1, argv + argc});
  const bool local = asked.run && asked.run->local_pes > 0;
  if (asked.run && !local && !processes::have_mpi()) {
    fmt::print(stderr,
               "ark_perf: this build has no MPI; give --pes N to run N PEs in this process\n");
    return usage_status;
  }
  processes job(local);
  if (!asked.run) return say(job, asked.text, asked.status);
  return run(job, *asked.run);
}
