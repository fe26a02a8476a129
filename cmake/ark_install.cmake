# The install tree: ark::ark and ark::device for find_package(ark), ark.pc for plain make. It may be moved as a whole.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(ark_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ark")

install(TARGETS ark ark_device ark_nvshmem EXPORT arkTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" NAMELINK_COMPONENT devel)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/ark" "${PROJECT_SOURCE_DIR}/device/ark" "${ARK_GENERATED_INCLUDE}/ark"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.cuh" REGEX "/cuda_for_cpu/cuda/")
if(ARK_BUILD_C)
  install(TARGETS ark_c ark_shmem EXPORT arkTargets
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" NAMELINK_COMPONENT devel)
  # As a source: module files depend on the compiler.
  install(FILES "${ark_fortran_module}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ark")
endif()
install(EXPORT arkTargets NAMESPACE ark:: DESTINATION "${ark_cmake_dir}")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/arkConfig.cmake.in" "${PROJECT_BINARY_DIR}/arkConfig.cmake"
  INSTALL_DESTINATION "${ark_cmake_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/arkConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/arkConfig.cmake" "${PROJECT_BINARY_DIR}/arkConfigVersion.cmake"
        DESTINATION "${ark_cmake_dir}")

file(RELATIVE_PATH ark_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" ark_pc_to_prefix "${ark_pc_to_prefix}")
set(ark_pc_names ark ark-nvshmem)
if(ARK_BUILD_C)
  list(APPEND ark_pc_names ark-c ark-shmem)
endif()
foreach(name IN LISTS ark_pc_names)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

install(PROGRAMS "${PROJECT_SOURCE_DIR}/scripts/cuda-to-cpu" DESTINATION "${CMAKE_INSTALL_BINDIR}" RENAME ark-cuda-to-cpu)

# Compiler fronts and a launcher for OpenSHMEM programs and for NVSHMEM programs on the CPU executor.
if(ARK_BUILD_C)
  file(RELATIVE_PATH ark_bin_to_prefix "/${CMAKE_INSTALL_BINDIR}" "/")
  foreach(ark_compiler cc c++)
    set(name ark${ark_compiler})
    configure_file("${PROJECT_SOURCE_DIR}/cmake/arkcc.in" "${PROJECT_BINARY_DIR}/${name}" @ONLY)
    install(PROGRAMS "${PROJECT_BINARY_DIR}/${name}" DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endforeach()
  install(PROGRAMS "${PROJECT_SOURCE_DIR}/scripts/mpirun" DESTINATION "${CMAKE_INSTALL_BINDIR}" RENAME arkrun)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/cmake/valgrind.supp" DESTINATION share/ark)
