# Text that is made, not committed: <ark/api/*> at the configure step, because nearly every source includes it. Nothing is written
# into the source tree.
find_package(Python3 3.9 QUIET COMPONENTS Interpreter)
if(NOT Python3_Interpreter_FOUND)
  message(FATAL_ERROR "Python 3.9 or later was not found; it writes the headers <ark/api/*>. Debian: apt install python3; "
                      "or run scripts/setup, which installs all that ark needs")
endif()
set(ARK_GENERATED_INCLUDE "${PROJECT_BINARY_DIR}/generated/include")

file(GLOB ark_api_scripts "${PROJECT_SOURCE_DIR}/scripts/api/generate" "${PROJECT_SOURCE_DIR}/scripts/api/*.py")
execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${PROJECT_SOURCE_DIR}/scripts/api/generate" "${ARK_GENERATED_INCLUDE}"
                RESULT_VARIABLE ark_api_status)
if(ark_api_status)
  message(FATAL_ERROR "scripts/api/generate ended with status ${ark_api_status}: <ark/api/*> is not there")
endif()
# Configured again when a script changes, and when an output is missing.
file(GLOB ark_api_headers "${ARK_GENERATED_INCLUDE}/ark/api/*")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ark_api_scripts} ${ark_api_headers})
