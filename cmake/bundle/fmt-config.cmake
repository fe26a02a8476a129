# Of scripts/setup --bundle: headers, so that they fit any compiler and C library.
get_filename_component(ark_bundle "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET fmt::fmt)
  add_library(fmt::fmt INTERFACE IMPORTED)
  set_target_properties(fmt::fmt PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${ark_bundle}/include"
                        INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
endif()
