# With ARK_PCH, what most sources include is read once. Headers of others only: a change of ours would compile all again.
if(ARK_PCH AND ARK_CCACHE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>")  # without it ccache keeps no object
endif()
set(ark_standard_headers algorithm array atomic chrono condition_variable cstdint cstring deque functional map memory mutex optional span
    string thread vector)

# ark_precompile(target header...): these and some of the standard library, for one target.
function(ark_precompile target)
  if(ARK_PCH)
    set(headers ${ARGN} ${ark_standard_headers})
    list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
    target_precompile_headers(${target} PRIVATE ${headers})
  endif()
endfunction()

# ark_precompile_test(target kind): GoogleTest's and some of the standard library, once for all tests of a kind, which is
# to say of the same definitions and options.
function(ark_precompile_test target kind)
  get_property(first GLOBAL PROPERTY ark_precompiled_${kind})
  if(NOT ARK_PCH)
    return()
  elseif(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    ark_precompile(${target} gmock/gmock.h gtest/gtest.h)
    set_property(GLOBAL PROPERTY ark_precompiled_${kind} ${target})
  endif()
endfunction()
