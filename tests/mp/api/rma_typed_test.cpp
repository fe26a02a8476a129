// The typed names of put, get and put_signal, by kernels and by the host: those of warps and
// blocks, which are not OpenSHMEM's. bindings/openshmem/conformance has those of a thread.
#include "api_test.hpp"
#include "typed_calls.hpp"

namespace ark_mp {
namespace {

constexpr std::size_t elements = 37;
constexpr std::size_t slot = elements + 3;  ///< the rest must stay as it was
constexpr unsigned mover_threads = 48;      ///< one full warp and a part of one

/// What the forms of one family write: form f at [f * slot, f * slot + elements).
template <class N>
struct buffers {
  using T = typename N::type;
  T* source;
  T* put;
  T* got;
  T* signalled;
  std::uint64_t* signals;
};

ARK_HOST_DEVICE bool takes_part(int form) {
  const unsigned thread = ark::device::place::thread_index();
  switch (scope_of(form)) {
    case form_scope::thread:
      return thread == 0;
    case form_scope::warp:
      return thread < 32;
    case form_scope::block:
      return true;
  }
  return false;
}

template <class N>
ARK_HOST_DEVICE void move_all_forms(const buffers<N>& b, int pe) {
  for (int form = 0; form < mover_forms; ++form) {
    if (!takes_part(form)) continue;
    const std::size_t at = static_cast<std::size_t>(form) * slot;
    N::puts[form](b.put + at, b.source, elements, pe);
    N::gets[form](b.got + at, b.source, elements, pe);
    N::put_signals[form](b.signalled + at, b.source, elements, b.signals + form, 5, ARK_SIGNAL_ADD,
                         pe);
  }
}

template <class N>
ARK_GLOBAL void move_typed_in_kernel(buffers<N> b, int pe) {
  move_all_forms<N>(b, pe);
  __syncthreads();
  if (threadIdx.x == 0) ark_barrier_all();
}

template <class N>
class RmaTyped : public pe_test {
 protected:
  using T = typename N::type;

  void expect_slots(const char* what, const T* array, int writer) {
    for (int form = 0; form < mover_forms; ++form) {
      const T* values = array + static_cast<std::size_t>(form) * slot;
      for (std::size_t i = 0; i < slot; ++i) {
        const T expected = i < elements ? pattern<T>(writer, i) : T{};
        ASSERT_EQ(values[i], expected) << what << " form " << form << " element " << i;
      }
    }
  }

  void check_moves(bool on_host) {
    const sym<T> source(slot), put(mover_forms * slot), got(mover_forms * slot),
        signalled(mover_forms * slot);
    const sym<std::uint64_t> signals(mover_forms);
    for (std::size_t i = 0; i < slot; ++i) source[i] = pattern<T>(me_, i);
    ark_barrier_all();
    const buffers<N> b{source, put, got, signalled, signals};
    if (on_host) {
      move_all_forms<N>(b, next_);
      ark_barrier_all();
    } else {
      run_kernel(1, mover_threads, move_typed_in_kernel<N>, b, next_);
    }
    expect_slots("put", put, previous_);
    expect_slots("get", got, next_);
    expect_slots("put_signal", signalled, previous_);
    for (int form = 0; form < mover_forms; ++form)
      EXPECT_EQ(signals[static_cast<std::size_t>(form)], 5u) << form;
    ark_barrier_all();
  }
};
#if ARK_TEST_LONG
using types_of_scopes = rma_types;
#else
using types_of_scopes = testing::Types<longdouble_names, int_names>;
#endif
TYPED_TEST_SUITE(RmaTyped, types_of_scopes);

TYPED_TEST(RmaTyped, AllFormsFromAKernel) { this->check_moves(false); }
TYPED_TEST(RmaTyped, AllFormsFromTheHost) { this->check_moves(true); }

}  // namespace
}  // namespace ark_mp
