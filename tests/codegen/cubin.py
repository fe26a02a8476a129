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


def _read(data):
    if data[:5] != b"\x7fELF\x02":
        raise malformed("no ELF file of 64 bits")
    table, = struct.unpack_from("<Q", data, 40)
    entry_bytes, count, names_at = struct.unpack_from("<HHH", data, 58)
    headers = []
    for i in range(count):
        name, _, _, _, offset, size = struct.unpack_from("<IIQQQQ", data, table + i * entry_bytes)
        headers.append((name, offset, size))
    _, names, _ = headers[names_at]
    found = {}
    for name, offset, size in headers:
        text = data[names + name:data.index(b"\0", names + name)].decode()
        if text.startswith(".text."):
            if offset + size > len(data) or size % INSTRUCTION_BYTES:
                raise malformed(f"section {text}: {size} bytes at {offset}, the file has {len(data)}")
            found[text] = data[offset:offset + size]
    return found


def count_instructions(data):
    """Instructions of all functions in the cubin `data`, NOPs left out."""
    sections = code_sections(data)
    if not sections:
        raise malformed("no section .text.*")
    return sum((struct.unpack_from("<Q", code, at)[0] & 0xfff) != NOP
               for code in sections.values() for at in range(0, len(code), INSTRUCTION_BYTES))


def misreadings():
    """What the reader makes wrong of a file with two instructions and a NOP, whole and cut off at every byte."""
    names = b"\0.shstrtab\0.text.kernel\0"
    code = struct.pack("<6Q", 0x7918, 0, 0xFFF0947, 0, 0x7B82, 0)
    names_at, code_at = 64 + 3 * 64, 64 + 3 * 64 + len(names)
    sections = [(0, 0, 0), (1, names_at, len(names)), (11, code_at, len(code))]
    data = b"\x7fELF\x02".ljust(40, b"\0") + struct.pack("<QIHHHHHH", 64, 0, 64, 0, 0, 64, 3, 1)
    data += b"".join(struct.pack("<IIQQQQ", name, 1, 0, 0, at, size).ljust(64, b"\0") for name, at, size in sections)
    data += names + code
    wrong = [] if count_instructions(data) == 2 else [f"{count_instructions(data)} instructions instead of 2"]
    for length in range(len(data)):
        try:
            count_instructions(data[:length])
            wrong.append(f"accepted after {length} of {len(data)} bytes")
        except malformed:
            pass
    return [f"cubin.py: {text}" for text in wrong]
