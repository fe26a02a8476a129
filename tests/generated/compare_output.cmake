# Fails unless PROGRAM prints what COMMITTED holds.
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ "${COMMITTED}" committed)
if(NOT printed STREQUAL committed)
  message(FATAL_ERROR "${COMMITTED} is not what ${PROGRAM} prints; write its output there")
endif()
