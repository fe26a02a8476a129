// ark_info: what ark runs on here, how each PE is reached, and why. docs/ark_info.md.
// Exit status: 0, 1 if the job failed, 2 for a bad argument, a bad ARK_* value or an unknown name.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <ark/host.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "info/launcher.hpp"
#include "info/text.hpp"

namespace {

constexpr int failed_status = 1;
constexpr int usage_status = 2;
constexpr int most_local_pes = 256;

struct request {
  bool json = false, environment = false, routes = false;
  int local_pes = 0;  ///< 0: a job if a launcher has started one, else one PE
};

ark::info_parts parts_of(const request& asked) {
  if (!asked.environment && !asked.routes) return {};
  ark::info_parts parts{false, false, false, false, false};
  parts.environment = asked.environment;
  parts.routes = asked.routes;
  return parts;
}

/// Print the job's document, in the form asked for. Returns the exit status that its names deserve.
int print_job(const std::string& document, const request& asked) {
  const auto job = nlohmann::ordered_json::parse(document);
  const std::string text = asked.json ? document + "\n" : ark::info_to_text(job, parts_of(asked));
  std::fputs(text.c_str(), stdout);
  for (const auto& pe : job["pes"]) {
    if (pe["unknown_environment"].empty()) continue;
    for (const auto& one : pe["unknown_environment"]) {
      fmt::print(stderr, "ark_info: {} is not a variable of ark; the nearest known name is {}\n",
                 one["name"].get<std::string>(), one["nearest"].get<std::string>());
    }
    return usage_status;
  }
  return 0;
}

/// Called by every PE; PE 0 prints, before anybody leaves: the first that does with a status makes
/// mpirun end the others.
int show(int pe, const request& asked) {
  const std::string document = ark::job_info_json();
  const int status = pe == 0 ? print_job(document, asked) : 0;
  std::fflush(nullptr);
  return status;
}

int run_local(const request& asked) {
  int status = 0;  // PE 0's
  ark::local_run(std::max(1, asked.local_pes), [&](int pe) {
    const int mine = show(pe, asked);
    if (pe == 0) status = mine;
  });
  return status;
}

int run_job(const request& asked, int rank) {
  const ark::session session;
  return show(rank, asked);
}

int run(const request& asked, const ark::launcher& started) {
  try {
    return started.found ? run_job(asked, started.rank) : run_local(asked);
  } catch (const ark::error& problem) {
    fmt::print(stderr, "ark_info: {}: {}\n", ark::errc_name(problem.code()), problem.what());
    const bool settings =
        problem.code() == ark::errc::invalid_argument || problem.code() == ark::errc::unsupported;
    return settings ? usage_status : failed_status;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "ark_info: {}\n", problem.what());
    return failed_status;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const ark::launcher started = ark::launcher_of(environ);
  request asked;
  CLI::App app(
      "What ark runs on, how each PE is reached, and why. Under mpirun: of the whole job.");
  app.add_flag("--json", asked.json, "everything, as JSON");
  auto* environment = app.add_flag("--env", asked.environment, "only the ARK_* variables");
  auto* routes = app.add_flag("--routes", asked.routes, "only the routes");
  environment->excludes("--json");
  routes->excludes("--json");
  app.add_option("--pes", asked.local_pes, "without mpirun: of a job of N PEs in one process")
      ->check(CLI::Range(1, most_local_pes));
  try {
    app.parse(argc, argv);
    if (started.found && asked.local_pes > 0) {
      throw CLI::ValidationError("--pes", "is for runs without mpirun, which gives the number");
    }
  } catch (const CLI::ParseError& problem) {
    const bool help = problem.get_exit_code() == 0;
    if (started.rank == 0) app.exit(problem);
    return help ? 0 : usage_status;
  }
  return run(asked, started);
}
