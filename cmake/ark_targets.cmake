# ark           shared library, or static with ARK_STATIC: host API, CPU executor, engines     (ark::ark)
# ark_device    headers that kernels include                        (ark::device)
# ark_internal  the same sources as a static library, for tests of what the shared one hides
# ark_build     warnings and sanitizers of our own code, never exported
add_library(ark_build INTERFACE)
target_compile_options(ark_build INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:-Wall;-Wextra;${ark_warnings_fail}>"
  # Compiled together with others, a source may shadow their globals.
  "$<$<COMPILE_LANGUAGE:C,CXX>:-Wshadow$<$<AND:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<CXX_COMPILER_ID:GNU>>:=local>>"
  # And its own file counts as a header, where a member's type without linkage is taken for a mistake.
  "$<$<AND:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wno-subobject-linkage>"
  "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>"
  # A note on GCC 4.6 for every plan_copy that is passed by value.
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-psabi>"
  # std::source_location and __FILE__ without the folder of the sources, which nobody has where a package is installed.
  "$<$<COMPILE_LANGUAGE:C,CXX>:-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=>")
if(ARK_SANITIZE)
  add_compile_options(-fsanitize=${ARK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # These cost the compiler most: with all of UndefinedBehaviorSanitizer a source takes up to twice as long. A null pointer is a
  # report of AddressSanitizer's anyhow.
  if(ARK_SANITIZE STREQUAL "address,undefined")
    add_compile_options(-fno-sanitize=null,vptr,object-size)
    if(NOT ARK_TEST_LONG)
      add_compile_options(-fno-sanitize=alignment,pointer-overflow)
    endif()
  endif()
  add_link_options(-fsanitize=${ARK_SANITIZE})
  # GCC's documentation: instrumented code makes this one warn of the standard library's own variables.
  target_compile_options(ark_build INTERFACE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>")
endif()
# GCC 12 sees overlapping and endless copies in its own std::string at -O3 (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(ark_build INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>")
endif()

add_library(ark_device INTERFACE)
add_library(ark::device ALIAS ark_device)
set_target_properties(ark_device PROPERTIES EXPORT_NAME device)
target_compile_features(ark_device INTERFACE cxx_std_20)
target_include_directories(ark_device INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  "$<BUILD_INTERFACE:${ARK_GENERATED_INCLUDE}>"
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/device>"
  "$<INSTALL_INTERFACE:include>")

# The same folders, for commands that call a compiler.
set(ARK_INCLUDE_FLAGS -I "${PROJECT_SOURCE_DIR}/include" -I "${ARK_GENERATED_INCLUDE}" -I "${PROJECT_SOURCE_DIR}/device"
    -I "${PROJECT_SOURCE_DIR}/operators/include")

# What the library itself needs. Consumers of ark::ark need none of it.
add_library(ark_needs INTERFACE)
target_link_libraries(ark_needs INTERFACE Threads::Threads fmt::fmt spdlog::spdlog ark_build_info)
if(ARK_HAVE_MPI)
  target_link_libraries(ark_needs INTERFACE ark_mpi)
  target_compile_definitions(ark_needs INTERFACE ARK_HAVE_MPI=1)
else()
  target_compile_definitions(ark_needs INTERFACE ARK_HAVE_MPI=0)
endif()
if(ARK_HAVE_UCX)
  target_link_libraries(ark_needs INTERFACE ark_ucx)
endif()
if(ARK_HAVE_CUDA)  # the driver's types; the driver itself is loaded at run time
  target_include_directories(ark_needs SYSTEM INTERFACE "$<BUILD_INTERFACE:${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}>")
  target_link_libraries(ark_needs INTERFACE ${CMAKE_DL_LIBS})
endif()
target_compile_definitions(ark_needs INTERFACE ARK_HAVE_NVTX=${ARK_HAVE_NVTX})
if(ARK_HAVE_NVTX)
  target_include_directories(ark_needs SYSTEM INTERFACE "$<BUILD_INTERFACE:${ARK_NVTX_INCLUDE}>")
endif()

# What only prints or reads settings, with large headers of others, would take most of the build's time if it were
# optimised fully. ark_cold_options(result level): the options for it.
function(ark_cold_options result level)
  if(ARK_SANITIZE)
    set(level 0)
  endif()
  set(options "$<$<NOT:$<CONFIG:Debug>>:-O${level}>")
  if(level EQUAL 0)
    list(APPEND options -U_FORTIFY_SOURCE)  # which warns of what is not optimised
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# ark_cold(target level source...): these of the calling folder.
function(ark_cold target level)
  ark_cold_options(options ${level})
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${options}")
  if(level EQUAL 0 OR ARK_SANITIZE)  # GCC takes no precompiled header of optimised code for code that is not
    set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# ark_quick(level target...): compiled with -O<level> in a quick build. The long form tests them as users have them.
function(ark_quick level)
  if(ARK_QUICK_BUILD AND NOT ARK_TEST_LONG)
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE -O${level})
    endforeach()
  endif()
endfunction()

# What the library and ark_perf precompile, without definitions that one of them has alone.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp" CONTENT "// Its headers are precompiled.\n")
add_library(ark_precompiled OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
target_link_libraries(ark_precompiled PRIVATE ark_build fmt::fmt)
set_target_properties(ark_precompiled PROPERTIES UNITY_BUILD ON)  # on which warnings depend
ark_precompile_as(library ark_precompiled fmt/core.h)

# Compiled once for both libraries. What runs at the start, at the end or after a failure only is compiled with -O1.
ark_cold_options(ark_start_options 1)
foreach(part objects cold_objects json_objects)
  add_library(ark_${part} OBJECT)
  target_link_libraries(ark_${part} PRIVATE ark_device ark_needs ark_build)
  target_include_directories(ark_${part} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/proxy" "${PROJECT_SOURCE_DIR}/host")
endforeach()
foreach(part cold_objects json_objects)
  target_compile_options(ark_${part} PRIVATE ${ark_start_options})
endforeach()
ark_compile_together(14 ark_objects ark_cold_objects)
ark_precompile_as(library ark_objects)
if(NOT ARK_SANITIZE)  # GCC takes no precompiled header of optimised code for code that is not
  ark_precompile_as(library ark_cold_objects)
  ark_precompile_as(library ark_json_objects)
endif()

# Sources that write or read JSON are compiled as one: the JSON header takes most of their compile time.
ark_require(nlohmann_json nlohmann-json3-dev)
find_package(nlohmann_json QUIET REQUIRED)
target_link_libraries(ark_json_objects PRIVATE nlohmann_json::nlohmann_json)
ark_compile_together(0 ark_json_objects)  # 0: all of them
set(ark_compiled $<TARGET_OBJECTS:ark_objects> $<TARGET_OBJECTS:ark_cold_objects> $<TARGET_OBJECTS:ark_json_objects>)

set(ark_kind SHARED)
if(ARK_STATIC)
  set(ark_kind STATIC)
endif()
add_library(ark ${ark_kind} ${ark_compiled})
add_library(ark::ark ALIAS ark)
set_target_properties(ark PROPERTIES VERSION ${PROJECT_VERSION} LINKER_LANGUAGE CXX
                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(ark PUBLIC ark_device PRIVATE "$<BUILD_INTERFACE:ark_needs>")

# A shared library names all libraries that it needs: lld and gold refuse programs with one that does not.
function(ark_names_its_needs target)
  if(ark_kind STREQUAL "SHARED" AND NOT ARK_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
endfunction()
ark_names_its_needs(ark)

add_library(ark_internal STATIC EXCLUDE_FROM_ALL ${ark_compiled})
set_target_properties(ark_internal PROPERTIES LINKER_LANGUAGE CXX)
target_link_libraries(ark_internal PUBLIC ark_device ark_needs)
target_include_directories(ark_internal PUBLIC "${PROJECT_SOURCE_DIR}/src"
                           "${PROJECT_SOURCE_DIR}/proxy" "${PROJECT_SOURCE_DIR}/host")

# Assembly and C++ sources of the library, relative to the calling folder.
function(ark_sources)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  target_sources(ark_objects PRIVATE ${ARGN})
endfunction()

# Sources of what runs at the start, at the end or after a failure only.
function(ark_cold_sources)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  target_sources(ark_cold_objects PRIVATE ${ARGN})
endfunction()

# Sources that make or read JSON, relative to the calling folder.
function(ark_json_sources)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  target_sources(ark_json_objects PRIVATE ${ARGN})
endfunction()
