// The words of kernels beside the standard library, which came first.
#include "std_headers.hpp"
//
#include <ark/simt.hpp>

#include "std_headers_use.hpp"

TEST(StdHeaders, BeforeTheKernelsWords) { ark::simt_test::expect_both_work(); }
