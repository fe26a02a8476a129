// GoogleTest under mpirun. Rank 0 prints the usual lines, every rank prints its failures with its
// rank, and the process status is the worst of all ranks. Exit 77 if all tests were skipped.
#include "mp_main.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

namespace ark_mp {
namespace {

constexpr int skipped_status = 77;
MPI_Comm test_communicator = MPI_COMM_NULL;

void complete(MPI_Request request) {
  constexpr int quick_looks = 1000;
  int done = 0;
  for (int look = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0;
       ++look) {
    if (look < quick_looks) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
}

int max_over_ranks(int value) {
  int result = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&value, &result, 1, MPI_INT, MPI_MAX, test_communicator, &request);
  complete(request);
  return result;
}

/// One write per failure, so that ranks do not mix inside a message. `test` is null outside of
/// tests.
void print_failure(const testing::TestPartResult& result, const testing::TestInfo* test) {
  std::ostringstream text;
  text << "[rank " << rank() << "] ";
  if (test != nullptr) text << test->test_suite_name() << '.' << test->name() << ": ";
  if (result.file_name() != nullptr)
    text << result.file_name() << ':' << result.line_number() << ": ";
  text << result.message() << '\n';
  std::fputs(text.str().c_str(), stdout);
  std::fflush(stdout);
}

/// Hands everything but failures to GoogleTest's own printer, and that on rank 0 alone.
class rank_printer : public testing::EmptyTestEventListener {
 public:
  explicit rank_printer(std::unique_ptr<testing::TestEventListener> printer)
      : printer_(std::move(printer)) {}

  void OnTestProgramStart(const testing::UnitTest& unit) override {
    if (printer_) printer_->OnTestProgramStart(unit);
  }
  void OnTestIterationStart(const testing::UnitTest& unit, int iteration) override {
    if (printer_) printer_->OnTestIterationStart(unit, iteration);
  }
  void OnTestSuiteStart(const testing::TestSuite& suite) override {
    if (printer_) printer_->OnTestSuiteStart(suite);
  }
  void OnTestStart(const testing::TestInfo& test) override {
    current_ = &test;
    if (printer_) printer_->OnTestStart(test);
  }
  /// GoogleTest holds its mutex here, so the name of the test must be known already.
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) {
      print_failure(result, current_);
    } else if (printer_) {
      printer_->OnTestPartResult(result);
    }
  }
  /// Keeps the ranks in step, so that the next test never meets the messages of this one.
  void OnTestEnd(const testing::TestInfo& test) override {
    current_ = nullptr;
    const bool failed_here = test.result()->Failed();
    const bool failed = max_over_ranks(failed_here ? 1 : 0) != 0;
    if (!printer_) return;
    if (failed && !failed_here) std::printf("[rank 0] the next test failed on another rank\n");
    printer_->OnTestEnd(test);
  }
  void OnTestSuiteEnd(const testing::TestSuite& suite) override {
    if (printer_) printer_->OnTestSuiteEnd(suite);
  }
  void OnTestIterationEnd(const testing::UnitTest& unit, int iteration) override {
    if (printer_) printer_->OnTestIterationEnd(unit, iteration);
  }
  void OnTestProgramEnd(const testing::UnitTest& unit) override {
    if (printer_) printer_->OnTestProgramEnd(unit);
  }

 private:
  std::unique_ptr<testing::TestEventListener> printer_;
  const testing::TestInfo* current_ = nullptr;
};

void install_printer() {
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  std::unique_ptr<testing::TestEventListener> usual(
      listeners.Release(listeners.default_result_printer()));
  if (rank() != 0) usual.reset();
  listeners.Append(new rank_printer(std::move(usual)));
}

/// One result file, and one order of the tests, for all ranks.
void agree_on_flags() {
  if (rank() != 0) GTEST_FLAG_SET(output, "");
  int seed = GTEST_FLAG_GET(random_seed);
  if (GTEST_FLAG_GET(shuffle) && seed == 0 && rank() == 0) {
    seed = 1 + static_cast<int>(MPI_Wtime()) % 99998;
  }
  MPI_Bcast(&seed, 1, MPI_INT, 0, test_communicator);
  GTEST_FLAG_SET(random_seed, seed);
}

/// GoogleTest calls a program in which nothing ran a success; CTest is to hear that.
int status_of(int gtest_status) {
  const testing::UnitTest& unit = *testing::UnitTest::GetInstance();
  if (gtest_status != 0) return gtest_status;
  if (unit.test_to_run_count() == 0) {
    std::printf("[rank %d] no test matches the filter\n", rank());
    return 1;
  }
  return unit.skipped_test_count() == unit.test_to_run_count() ? skipped_status : 0;
}

/// Skipped only if skipped everywhere; otherwise the worst status, and a failure is worse than a
/// skip.
int worst_over_ranks(int status) {
  const bool failed = max_over_ranks(status != 0 && status != skipped_status ? 1 : 0) != 0;
  const bool ran_somewhere = max_over_ranks(status == 0 ? 1 : 0) != 0;
  if (failed) return 1;
  return ran_somewhere ? 0 : skipped_status;
}

}  // namespace

int rank() {
  int value = 0;
  MPI_Comm_rank(test_communicator, &value);
  return value;
}

int size() {
  int value = 0;
  MPI_Comm_size(test_communicator, &value);
  return value;
}

MPI_Comm communicator() { return test_communicator; }

void meet() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(test_communicator, &request);
  complete(request);
}

bool any_rank(bool condition) { return max_over_ranks(condition ? 1 : 0) != 0; }

}  // namespace ark_mp

int main(int argc, char** argv) {
  using namespace ark_mp;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_dup(MPI_COMM_WORLD, &test_communicator);
  testing::InitGoogleTest(&argc, argv);
  agree_on_flags();
  install_printer();
  const int status = worst_over_ranks(status_of(RUN_ALL_TESTS()));
  MPI_Comm_free(&test_communicator);
  MPI_Finalize();
  return status;
}
