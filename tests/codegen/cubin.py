"""Reads the code of a cubin: an ELF file of 64 bits whose sections .text.* hold instructions of 16 bytes."""
import struct

INSTRUCTION_BYTES = 16
NOP = 0x918  # low twelve bits of the opcode since sm_70; functions are padded with it


class malformed(Exception):
    """The file is no cubin, or an incomplete one."""


def code_sections(data):
    """Name -> bytes of every section .text.* of the cubin `data`."""
    try:
        return _read(data)
    except (struct.error, IndexError, ValueError) as fault:
        raise malformed(f"malformed ELF file: {fault}") from fault


def _headers(data):
    """(name, offset, size) of every section."""
    if data[:5] != b"\x7fELF\x02":
        raise malformed("no ELF file of 64 bits")
    table, = struct.unpack_from("<Q", data, 40)
    entry_bytes, count, names_at = struct.unpack_from("<HHH", data, 58)
    headers = []
    for i in range(count):
        name, _, _, _, offset, size = struct.unpack_from("<IIQQQQ", data, table + i * entry_bytes)
        headers.append((name, offset, size))
    _, names, _ = headers[names_at]
    return [(_text(data, names + name), offset, size) for name, offset, size in headers]


def _text(data, at):
    return data[at:data.index(b"\0", at)].decode()


def _read(data):
    found = {}
    for text, offset, size in _headers(data):
        if text.startswith(".text."):
            if offset + size > len(data) or size % INSTRUCTION_BYTES:
                raise malformed(f"section {text}: {size} bytes at {offset}, the file has {len(data)}")
            found[text] = data[offset:offset + size]
    return found


def _count(code):
    return sum((struct.unpack_from("<Q", code, at)[0] & 0xfff) != NOP for at in range(0, len(code), INSTRUCTION_BYTES))


def count_own_instructions(data, kernel):
    """Instructions of `kernel` without those of the functions that it calls, NOPs left out."""
    code = code_sections(data).get(f".text.{kernel}")
    if code is None:
        raise malformed(f"no section .text.{kernel}")
    try:
        starts = list(_functions_called(data, kernel))
    except (struct.error, IndexError, ValueError) as fault:
        raise malformed(f"malformed ELF file: {fault}") from fault
    return _count(code[:min(starts, default=len(code))])


def _functions_called(data, kernel):
    """Where they begin, behind the kernel in its section."""
    sections = {name: (offset, size) for name, offset, size in _headers(data)}
    (symbols, size), (names, _) = sections[".symtab"], sections[".strtab"]
    for at in range(symbols, symbols + size, 24):
        name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", data, at)
        if _text(data, names + name).startswith(f"${kernel}$"):
            yield value


def count_instructions(data):
    """Instructions of all functions in the cubin `data`, NOPs left out."""
    sections = code_sections(data)
    if not sections:
        raise malformed("no section .text.*")
    return sum(map(_count, sections.values()))


def sample():
    """A kernel of two instructions and a NOP that calls a function of one."""
    names = b"\0.shstrtab\0.text.kernel\0.symtab\0.strtab\0"
    functions = b"\0kernel\0$kernel$called\0"
    code = struct.pack("<8Q", 0x7918, 0, 0xFFF0947, 0, 0x7B82, 0, 0x7B82, 0)
    symbols = struct.pack("<IBBHQQ", 1, 2, 0, 2, 0, len(code)) + struct.pack("<IBBHQQ", 8, 2, 0, 2, 48, 16)
    contents = [("", b""), (".shstrtab", names), (".text.kernel", code), (".symtab", symbols), (".strtab", functions)]
    data = b"\x7fELF\x02".ljust(40, b"\0") + struct.pack("<QIHHHHHH", 64, 0, 64, 0, 0, 64, len(contents), 1)
    offset = 64 + 64 * len(contents)
    for name, content in contents:
        data += struct.pack("<IIQQQQ", names.index(b"\0" + name.encode() + b"\0") + 1 if name else 0, 1, 0, 0, offset,
                            len(content)).ljust(64, b"\0")
        offset += len(content)
    return data + b"".join(content for _, content in contents)


def misreadings():
    """What the reader makes wrong of the sample, whole and cut off at every byte."""
    data = sample()
    counts = count_instructions(data), count_own_instructions(data, "kernel")
    wrong = [] if counts == (3, 2) else [f"{counts} instructions instead of (3, 2)"]
    for length in range(len(data)):
        try:
            count_own_instructions(data[:length], "kernel")
            wrong.append(f"accepted after {length} of {len(data)} bytes")
        except malformed:
            pass
    try:
        count_own_instructions(data, "another")
        wrong.append("a kernel that is not there is counted")
    except malformed:
        pass
    return [f"cubin.py: {text}" for text in wrong]
