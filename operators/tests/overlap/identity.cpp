// Print on which machine, and on which of its cores, PE 0 would measure: identity_test.py compares
// the lines of jobs that are bound in other ways.
#include <ark/ark.hpp>
#include <ark/overlap/planner.hpp>
#include <cstdio>

int main() {
  ark_init();
  const ark::overlap::calibration here = ark::overlap::measured_here();
  if (ark_my_pe() == 0) std::printf("%s\n%s\n", here.machine.c_str(), here.cores.c_str());
  ark_finalize();
}
