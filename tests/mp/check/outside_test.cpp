// Every family says by name that it was called before init or after finalize.
#include <string>

#include "check_test.hpp"

namespace ark_mp {
namespace {

std::uint64_t word;
int flag;

const struct {
  const char* name;
  void (*call)();
} families[] = {
    {"ark_put", [] { ark_uint64_put(&word, &word, 1, 0); }},
    {"ark_put_nbi", [] { ark_uint64_put_nbi(&word, &word, 1, 0); }},
    {"ark_put", [] { ark_putmem(&word, &word, 0, 0); }},
    {"ark_get", [] { ark_uint64_get(&word, &word, 1, 0); }},
    {"ark_p", [] { ark_uint64_p(&word, 1, 0); }},
    {"ark_g", [] { (void)ark_uint64_g(&word, 0); }},
    {"ark_iput", [] { ark_uint64_iput(&word, &word, 2, 1, 1, 0); }},
    {"ark_iget", [] { ark_uint64_iget(&word, &word, 2, 1, 1, 0); }},
    {"ark_atomic_add", [] { ark_uint64_atomic_add(&word, 1, 0); }},
    {"ark_atomic_fetch_inc", [] { (void)ark_uint64_atomic_fetch_inc(&word, 0); }},
    {"ark_atomic_swap_nbi", [] { ark_uint64_atomic_swap_nbi(&word, &word, 1, 0); }},
    {"ark_put_signal", [] { ark_uint64_put_signal(&word, &word, 1, &word, 1, ARK_SIGNAL_SET, 0); }},
    {"ark_signal_set", [] { ark_signal_set(&word, 1, 0); }},
    {"ark_signal_wait_until", [] { (void)ark_signal_wait_until(&word, ARK_CMP_EQ, 0); }},
    {"ark_signal_fetch", [] { (void)ark_signal_fetch(&word); }},
    {"ark_wait_until", [] { ark_uint64_wait_until(&word, ARK_CMP_EQ, 0); }},
    {"ark_wait_until_all", [] { ark_uint64_wait_until_all(&word, 1, nullptr, ARK_CMP_EQ, 0); }},
    {"ark_test", [] { (void)ark_uint64_test(&word, ARK_CMP_EQ, 0); }},
    {"ark_fence", [] { ark_fence(); }},
    {"ark_quiet", [] { ark_quiet(); }},
    {"ark_barrier_all", [] { ark_barrier_all(); }},
    {"ark_sync_all", [] { ark_sync_all(); }},
    {"ark_broadcast", [] { ark_uint64_broadcast(ARK_TEAM_WORLD, &word, &word, 1, 0); }},
    {"ark_fcollect", [] { ark_uint64_fcollect(ARK_TEAM_WORLD, &word, &word, 1); }},
    {"ark_alltoall", [] { ark_uint64_alltoall(ARK_TEAM_WORLD, &word, &word, 1); }},
    {"ark_sum_reduce", [] { ark_uint64_sum_reduce(ARK_TEAM_WORLD, &word, &word, 1); }},
    {"ark_my_pe", [] { (void)ark_my_pe(); }},
    {"ark_n_pes", [] { (void)ark_n_pes(); }},
    {"ark_ptr", [] { (void)ark_ptr(&word, 0); }},
    {"ark_status", [] { (void)ark_status(); }},
    {"ark_pe_accessible", [] { (void)ark_pe_accessible(0); }},
    {"ark_addr_accessible", [] { (void)ark_addr_accessible(&word, 0); }},
    {"ark::device_sync", [] { ark::device_sync(); }},
    {"ark::stream_create", [] { (void)ark::stream_create(); }},
    {"ark::heap_query", [] { (void)ark::heap_query(); }},
    {"ark::last_failure", [] { (void)ark::last_failure(); }},
    {"ark::route_report", [] { (void)ark::route_report(); }},
};

const struct {
  const char* name;
  void (*call)();
} memory_calls[] = {
    {"ark_malloc", [] { flag = ark_malloc(8) != nullptr; }},
    {"ark_calloc", [] { flag = ark_calloc(1, 8) != nullptr; }},
    {"ark_realloc", [] { flag = ark_realloc(&word, 8) != nullptr; }},
    {"ark_free", [] { ark_free(&word); }},
    {"ark_buffer_register_symmetric",
     [] { flag = ark_buffer_register_symmetric(&word, 4096) != nullptr; }},
    {"ark_buffer_unregister_symmetric",
     [] { flag = ark_buffer_unregister_symmetric(&word) == 0 ? 1 : 0; }},
};

const std::string when = " was called before ark::init or after ark::finalize";

void expect_all_named() {
  for (const auto& family : families) {
    try {
      family.call();
      ADD_FAILURE() << family.name << " threw nothing";
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), ark::errc::not_initialized) << family.name;
      EXPECT_EQ(problem.what(), family.name + when);
    }
  }
  for (const auto& family : memory_calls) {
    family.call();
    EXPECT_EQ(ark::last_error(), family.name + when);
    EXPECT_EQ(flag, 0) << family.name;
  }
}

TEST(Outside, EveryFamilyNamesTheCallBeforeInit) {
  ASSERT_FALSE(ark::initialized());
  expect_all_named();
}

TEST(Outside, EveryFamilyNamesTheCallAfterFinalize) {
  ark::init();
  ark::finalize();
  expect_all_named();
}

}  // namespace
}  // namespace ark_mp
