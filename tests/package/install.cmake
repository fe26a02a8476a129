# cmake -D BUILD=dir -D PREFIX=dir -P this: a fresh install tree, so that no file of an older one can help.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY)
