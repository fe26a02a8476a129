# cmake -DBINARY=file -DNAME=name -DHEADER=file -P embed.cmake: a header with the bytes of a file.
file(READ "${BINARY}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,){20})" "\\1\n" bytes "${bytes}")
file(WRITE "${HEADER}" "#pragma once\n\nnamespace ark {\ninline constexpr unsigned char ${NAME}[] = {\n${bytes}};\n}\n")
