# cmake -D SOURCE=dir -D IN=template -D OUT=header -D COMMIT=text -P this: fills in the commit, git's if COMMIT is empty, and
# writes OUT only if it changed.
set(commit "${COMMIT}")
find_package(Git QUIET)
if(Git_FOUND AND commit STREQUAL "")
  execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${SOURCE}" describe --always --dirty --abbrev=12 --match=-
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(READ "${IN}" text)
string(REPLACE "$<commit>" "${commit}" text "${text}")
file(CONFIGURE OUTPUT "${OUT}" CONTENT "${text}" @ONLY)
