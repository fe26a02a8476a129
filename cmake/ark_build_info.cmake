# <ark_build_info.hpp>: what this build is. Private to the project; link ark_build_info to include it.
# The commit is read at each build, unless ARK_COMMIT names it, and the header is rewritten only if it changed.
set(ARK_BUILD_INFO_DIR "${PROJECT_BINARY_DIR}/generated")
set(ARK_BUILD_COMPILER "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
set(ARK_CUDA_VERSION "")
if(ARK_HAVE_CUDA)
  set(ARK_CUDA_VERSION "${CMAKE_CUDA_COMPILER_VERSION}")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/ark_build_info.hpp.in" "${ARK_BUILD_INFO_DIR}/ark_build_info.hpp.in" @ONLY)

set(ark_build_info_command "${CMAKE_COMMAND}" -D "SOURCE=${PROJECT_SOURCE_DIR}"
    -D "IN=${ARK_BUILD_INFO_DIR}/ark_build_info.hpp.in" -D "OUT=${ARK_BUILD_INFO_DIR}/ark_build_info.hpp" -D "COMMIT=${ARK_COMMIT}"
    -P "${CMAKE_CURRENT_LIST_DIR}/ark_write_build_info.cmake")
execute_process(COMMAND ${ark_build_info_command} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(ark_build_info_header COMMAND ${ark_build_info_command} VERBATIM
                  BYPRODUCTS "${ARK_BUILD_INFO_DIR}/ark_build_info.hpp")

add_library(ark_build_info INTERFACE)
target_include_directories(ark_build_info INTERFACE "${ARK_BUILD_INFO_DIR}")
add_dependencies(ark_build_info ark_build_info_header)
