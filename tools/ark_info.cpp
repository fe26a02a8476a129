// ark_info: what ark runs on here, how each PE is reached, and why. docs/ark_info.md.
// Exit status: 0, 1 if the job failed, 2 for a bad argument, a bad ARK_* value or an unknown name.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <ark/host.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <cstdio>

#include "ark_info_options.hpp"
#include "info/text.hpp"
#include "launcher.hpp"
#include "output_file.hpp"

namespace {

constexpr int failed_status = 1;

ark::info_parts parts_of(const ark::info_request& asked) {
  if (!asked.environment && !asked.routes) return {};
  ark::info_parts parts{false, false, false, false, false};
  parts.environment = asked.environment;
  parts.routes = asked.routes;
  return parts;
}

/// Print the job's document, in the form asked for. Returns the exit status that its names deserve.
int print_job(const std::string& document, const ark::info_request& asked) {
  const std::string text =
      asked.json ? document + "\n" : ark::info_to_text(document, parts_of(asked));
  std::fputs(text.c_str(), stdout);
  const auto unknown = ark::unknown_names(document);
  for (const ark::unknown_name& one : unknown) {
    fmt::print(stderr, "ark_info: {} is not a variable of ark; {}\n", one.name, one.advice);
  }
  return unknown.empty() ? 0 : ark::info_usage_status;
}

/// Called by every PE; PE 0 prints, before anybody leaves: the first that does with a status makes
/// mpirun end the others.
int show(int pe, const ark::info_request& asked) {
  const std::string document = ark::job_info_json();
  const int status = pe == 0 ? print_job(document, asked) : 0;
  std::fflush(nullptr);
  return status;
}

int run_local(const ark::info_request& asked) {
  int status = 0;  // PE 0's
  ark::local_run(std::max(1, asked.local_pes), [&](int pe) {
    const int mine = show(pe, asked);
    if (pe == 0) status = mine;
  });
  return status;
}

int run_job(const ark::info_request& asked, int rank) {
  const ark::session session;
  return show(rank, asked);
}

int run(const ark::info_request& asked, const ark::launcher& started) {
  try {
    return started.found ? run_job(asked, started.rank) : run_local(asked);
  } catch (const ark::error& problem) {
    fmt::print(stderr, "ark_info: {}: {}\n", ark::errc_name(problem.code()), problem.what());
    const bool settings =
        problem.code() == ark::errc::invalid_argument || problem.code() == ark::errc::unsupported;
    return settings ? ark::info_usage_status : failed_status;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "ark_info: {}\n", problem.what());
    return failed_status;
  }
}

int checked(int status) {
  const std::string missing = ark::finish_output(stdout);
  if (missing.empty()) return status;
  fmt::print(stderr, "ark_info: standard output: {}\n", missing);
  return status == 0 ? failed_status : status;
}

}  // namespace

int main(int argc, char** argv) {
  const ark::launcher started = ark::launcher_of(environ);
  ark::info_request asked;
  if (const auto status = ark::info_read_options(argc, argv, started, asked))
    return checked(*status);
  return checked(run(asked, started));
}
