#include "ark_info_options.hpp"

#include <CLI/CLI.hpp>

namespace ark {

namespace {

constexpr int most_local_pes = 256;

}  // namespace

std::optional<int> info_read_options(int argc, char** argv, const launcher& started,
                                     info_request& asked) {
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
    if (started.rank != 0) return 0;  // a status would make mpirun end rank 0 before it prints
    return app.exit(problem) == 0 ? 0 : info_usage_status;
  }
  return std::nullopt;
}

}  // namespace ark
