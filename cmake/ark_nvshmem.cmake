# <nvshmem.h> for consumers: headers on ark::ark. Sources in C++ get CUDA's runtime for the CPU executor as well; sources in CUDA
# have CUDA's own.
add_library(ark_nvshmem INTERFACE)
add_library(ark::nvshmem ALIAS ark_nvshmem)
set_target_properties(ark_nvshmem PROPERTIES EXPORT_NAME nvshmem)
target_link_libraries(ark_nvshmem INTERFACE ark)
set(cuda_for_cpu "$<COMPILE_LANGUAGE:CXX>")
target_include_directories(ark_nvshmem INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include/ark/nvshmem>"
  "$<INSTALL_INTERFACE:include/ark/nvshmem>"
  "$<${cuda_for_cpu}:$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include/ark/cuda_for_cpu>>"
  "$<${cuda_for_cpu}:$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/include/ark/cuda_for_cpu>>")
