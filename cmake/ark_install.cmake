# The install tree: ark::ark and ark::device for find_package(ark), ark.pc for plain make. It may be moved as a whole.
# Components: runtime (the shared libraries), tools (programs), devel (all that compiles and links programs); ark_packages.cmake
# makes a package of each.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(ark_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ark")
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME devel)  # of rules that name none

# ark_install_headers(folder...): those of a part of ark; each folder is named ark.
function(ark_install_headers)
  install(DIRECTORY ${ARGN} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.cuh" REGEX "/cuda_for_cpu/cuda/")
endfunction()

# ark_install_pc(file...): NAME.pc from each NAME.pc.in.
function(ark_install_pc)
  file(RELATIVE_PATH ark_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" ark_pc_to_prefix "${ark_pc_to_prefix}")
  foreach(template IN LISTS ARGN)
    get_filename_component(name "${template}" NAME_WE)
    configure_file("${template}" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  endforeach()
endfunction()

install(TARGETS ark ark_device EXPORT arkTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT devel)
ark_install_headers("${PROJECT_SOURCE_DIR}/include/ark" "${PROJECT_SOURCE_DIR}/device/ark" "${ARK_GENERATED_INCLUDE}/ark")
ark_install_pc("${PROJECT_SOURCE_DIR}/cmake/ark.pc.in")
install(EXPORT arkTargets NAMESPACE ark:: DESTINATION "${ark_cmake_dir}")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/arkConfig.cmake.in" "${PROJECT_BINARY_DIR}/arkConfig.cmake"
  INSTALL_DESTINATION "${ark_cmake_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/arkConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/arkConfig.cmake" "${PROJECT_BINARY_DIR}/arkConfigVersion.cmake"
        DESTINATION "${ark_cmake_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/cmake/valgrind.supp" DESTINATION share/ark)
