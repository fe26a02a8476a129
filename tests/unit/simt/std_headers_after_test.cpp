// The words of kernels beside the standard library, which came afterwards.
#include <ark/simt.hpp>
//
#include "std_headers.hpp"
#include "std_headers_use.hpp"

TEST(StdHeaders, AfterTheKernelsWords) { ark::simt_test::expect_both_work(); }
