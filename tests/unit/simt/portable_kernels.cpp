// Every kernel template for every type that CUDA gives it. Compiled by nvcc too, so it is the proof
// that the CPU's words take nothing that CUDA's do not.
#include "portable_kernels.hpp"

#include <ark/atomic_ref.hpp>

namespace portable {

template ARK_GLOBAL void shuffle(shuffles<int>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<unsigned>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<long>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<unsigned long>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<long long>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<unsigned long long>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<float>*, int, int);
template ARK_GLOBAL void shuffle(shuffles<double>*, int, int);

template ARK_GLOBAL void match(matches<int>*);
template ARK_GLOBAL void match(matches<unsigned>*);
template ARK_GLOBAL void match(matches<long>*);
template ARK_GLOBAL void match(matches<unsigned long>*);
template ARK_GLOBAL void match(matches<long long>*);
template ARK_GLOBAL void match(matches<unsigned long long>*);
template ARK_GLOBAL void match(matches<float>*);
template ARK_GLOBAL void match(matches<double>*);

template ARK_GLOBAL void legacy_integers(integer_words<int>*, int);
template ARK_GLOBAL void legacy_integers(integer_words<unsigned>*, unsigned);
template ARK_GLOBAL void legacy_integers(integer_words<long long>*, long long);
template ARK_GLOBAL void legacy_integers(integer_words<unsigned long long>*, unsigned long long);
template ARK_GLOBAL void legacy_sums(int*);
template ARK_GLOBAL void legacy_sums(unsigned*);
template ARK_GLOBAL void legacy_sums(unsigned long long*);
template ARK_GLOBAL void legacy_sums(float*);
template ARK_GLOBAL void legacy_sums(double*);
template ARK_GLOBAL void legacy_differences(int*);
template ARK_GLOBAL void legacy_differences(unsigned*);
template ARK_GLOBAL void legacy_exchanges(int*, int*);
template ARK_GLOBAL void legacy_exchanges(unsigned*, unsigned*);
template ARK_GLOBAL void legacy_exchanges(unsigned long long*, unsigned long long*);
template ARK_GLOBAL void legacy_exchanges(float*, float*);
template ARK_GLOBAL void legacy_compare_and_swap(int*);
template ARK_GLOBAL void legacy_compare_and_swap(unsigned*);
template ARK_GLOBAL void legacy_compare_and_swap(unsigned long long*);

template ARK_GLOBAL void ref_integers<int, ark::thread_scope_system>(ref_words<int>*);
template ARK_GLOBAL void ref_integers<unsigned, ark::thread_scope_device>(ref_words<unsigned>*);
template ARK_GLOBAL void ref_integers<long, ark::thread_scope_device>(ref_words<long>*);
template ARK_GLOBAL void ref_integers<unsigned long long, ark::thread_scope_system>(
    ref_words<unsigned long long>*);
template ARK_GLOBAL void ref_floats(float*);
template ARK_GLOBAL void ref_floats(double*);
template ARK_GLOBAL void ref_alone(int*, ref_results<int>*);
template ARK_GLOBAL void ref_alone(unsigned long long*, ref_results<unsigned long long>*);
template ARK_GLOBAL void ref_alone(float*, ref_results<float>*);
template ARK_GLOBAL void ref_alone(double*, ref_results<double>*);

template ARK_GLOBAL void wait_for_last<by_load>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_conversion>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_exchange>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_fetch_add>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_fetch_or>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_compare_exchange>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_legacy_add>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_legacy_exchange>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_legacy_compare>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_legacy_max>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_legacy_increment>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_fence>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_sleep>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_shortest_sleep>(unsigned*, unsigned*);
template ARK_GLOBAL void wait_for_last<by_clock>(unsigned*, unsigned*);

}  // namespace portable
