// Tenants: the choice between them breaks no order. The controls leave the fence out; then the
// tenant that is served first overtakes.
#include <ark/ctx.hpp>

#include "message_passing.hpp"

namespace ark_litmus {
namespace {

void check_tenants(const char* name, void (*kernel)(words, bool), const char* route) {
  program what{name, 2, kernel, flag_without_data, route};
  what.tenants = true;
  check(what);
}

// The flag is of the tenant with priority.
ARK_GLOBAL void fence_between_tenants(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_ctx_uint64_put_nbi(w.patient, w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_ctx_signal_set(w.first, w.flag, 1, 1);
}
TEST(Tenants, FenceOrdersQueuedOperationsOfTwo) {
  check_tenants("put-fence-signal tenants queue", fence_between_tenants, "queue");
}
TEST(Tenants, FenceOrdersMessagesOfTwo) {
  check_tenants("put-fence-signal tenants proxy", fence_between_tenants, "proxy");
}

// A tenant and an operation without one.
ARK_GLOBAL void fence_before_none(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_ctx_uint64_put_nbi(w.patient, w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}
TEST(Tenants, FenceOrdersMessagesOfOneAndOfNone) {
  check_tenants("put-fence-signal tenant none proxy", fence_before_none, "proxy");
}

// One tenant alone, by the fence of its context.
ARK_GLOBAL void fence_of_tenant(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_ctx_uint64_put_nbi(w.patient, w.data, w.source, data_words, 1);
  if (ordered) ark_ctx_fence(w.patient);
  ark_ctx_signal_set(w.patient, w.flag, 1, 1);
}
TEST(Tenants, FenceOfAContextOrdersItsTenant) {
  check_tenants("put-fence-signal tenant queue", fence_of_tenant, "queue");
}

// A quiet of one context, and another tenant's flag.
ARK_GLOBAL void quiet_of_tenant(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_ctx_uint64_put_nbi(w.patient, w.data, w.source, data_words, 1);
  if (ordered) ark_ctx_quiet(w.patient);
  ark_ctx_signal_set(w.first, w.flag, 1, 1);
}
TEST(Tenants, QuietOfAContextComesBeforeAnother) {
  check_tenants("put-quiet-signal tenants queue", quiet_of_tenant, "queue");
  check_tenants("put-quiet-signal tenants proxy", quiet_of_tenant, "proxy");
}

}  // namespace
}  // namespace ark_litmus
