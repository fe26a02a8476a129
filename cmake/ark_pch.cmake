# With ARK_PCH, what most sources include is read once.
if(ARK_PCH AND ARK_CCACHE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>")  # without it ccache keeps no object
endif()
# GCC collects garbage from 128 MB on, and then reads and writes all of the precompiled header's pages again. Most sources end before
# this limit; they take up to 300 MB more.
if(ARK_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>")
endif()
set(ark_standard_headers algorithm array atomic chrono condition_variable cstdint cstring deque functional map memory mutex optional span
    string thread vector)

# ark_precompile_as(kind target header... [ALONE]): these and, unless ALONE, some of the standard library, once for all targets of a
# kind. They have the same options, and all definitions that the first one has.
function(ark_precompile_as kind target)
  cmake_parse_arguments(arg "ALONE" "" "" ${ARGN})
  get_property(first GLOBAL PROPERTY ark_precompiled_${kind})
  if(NOT ARK_PCH)
    return()
  elseif(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set(headers ${arg_UNPARSED_ARGUMENTS})
    if(NOT arg_ALONE)
      list(APPEND headers ${ark_standard_headers})
    endif()
    list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
    target_precompile_headers(${target} PRIVATE ${headers})
    set_property(GLOBAL PROPERTY ark_precompiled_${kind} ${target})
  endif()
endfunction()

# ark_compile_together(n target...): n sources of each at a time, so that what their headers cost is paid once. Not without
# ARK_PCH: then each source is read alone.
function(ark_compile_together n)
  if(ARK_PCH)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${n})
  endif()
endfunction()
