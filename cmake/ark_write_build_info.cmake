# cmake -D SOURCE=dir -D IN=template -D OUT=header -P this: fills in the commit, writes OUT only if it changed.
set(commit "")
find_package(Git QUIET)
if(Git_FOUND)
  execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${SOURCE}" describe --always --dirty --abbrev=12 --match=-
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(READ "${IN}" text)
string(REPLACE "$<commit>" "${commit}" text "${text}")
file(CONFIGURE OUTPUT "${OUT}" CONTENT "${text}" @ONLY)
