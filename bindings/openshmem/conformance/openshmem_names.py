"""The names of OpenSHMEM 1.6 and those in the order of a stream, for run and table."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SPECIFIED = 1685  # names of OpenSHMEM 1.6 that are not deprecated
BEDS = ["host", "c", "executor", "nvshmem"]

TYPES = ["float", "double", "longdouble", "char", "schar", "short", "int", "long", "longlong", "uchar", "ushort", "uint",
         "ulong", "ulonglong", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "size", "ptrdiff",
         "complexf", "complexd"]
SIZED = r"(put|get|iput|iget|ibput|ibget)(8|16|32|64|128)(_nbi|_signal|_signal_nbi|)"
REDUCTIONS = "sum|prod|min|max|and|or|xor"
DEPRECATED = re.compile(r"barrier|sync|wait|wait_until|(broadcast|collect|fcollect|alltoall|alltoalls)(32|64)|\w+_to_all|"
                        rf"({'|'.join(TYPES)})_(fetch|set|swap|cswap|inc|finc|add|fadd|wait)|u?short_(wait_until|test)|"
                        r"(set|clear)_cache\w*|udcflush\w*")


def specified():
    """The names without shmem_ and without the deprecated ones, in the order of shmem_names.h."""
    text = subprocess.run(["gcc", "-E", "-x", "c", "-DARK_SHMEM(name)=shmem_##name", f"-I{ROOT / 'include'}", f"-I{ROOT / 'bindings/openshmem/include'}", "-"],
                          input="#include <ark/openshmem/shmem.h>\n", capture_output=True, text=True, check=True).stdout
    names = [name for name in dict.fromkeys(re.findall(r"\bshmem_(\w+)\s*\(", text)) if not DEPRECATED.fullmatch(name)]
    if len(names) != SPECIFIED:
        sys.exit(f"openshmem_names: <shmem.h> declares {len(names):,} names of OpenSHMEM 1.6, which has {SPECIFIED:,}")
    return names


def declared_in_c(generated):
    """The names of <ark/ark.h> without ark_. generated: the folder of what scripts/api/generate writes."""
    text = subprocess.run(["gcc", "-E", "-x", "c", f"-I{ROOT / 'include'}", f"-I{generated}", "-"], input="#include <ark/ark.h>\n",
                          capture_output=True, text=True, check=True).stdout
    return list(dict.fromkeys(re.findall(r"\bark_(\w+)\s*\(", text)))


def declared_in_nvshmem(generated):
    """The names of <nvshmem.h> and <nvshmemx.h> for data: transfers, signals, atomics, waits, collectives, synchronisation. Without those of
    queue pairs."""
    folders = ["include", "device", *(f"bindings/nvshmem/include{one}" for one in ("", "/ark/nvshmem", "/ark/cuda_for_cpu"))]
    text = subprocess.run(["g++", "-E", "-std=c++20", "-x", "c++", *(f"-I{ROOT / one}" for one in folders), f"-I{generated}", "-"],
                          input="#include <nvshmem.h>\n#include <nvshmemx.h>\n", capture_output=True, text=True, check=True).stdout
    types = "|".join([*TYPES, "half", "bfloat16"])
    verbs = (rf"i?(put|get)(8|16|32|64|128|mem)?(_signal)?(_nbi)?|p|g|(broadcast|fcollect|alltoall)(mem)?|({REDUCTIONS})_reduce(scatter)?|"
             r"wait_until(_all|_all_vector)?")
    plain = rf"nvshmem_({types})_({verbs}|atomic_\w+|(test|wait_until)\w*)|nvshmem_({verbs}|fence|quiet|(barrier|sync)_all|team_sync|signal_\w+)"
    scoped = rf"nvshmemx_(({types})_)?({verbs}|signal_wait_until|(barrier|sync)_all|team_sync|quiet)_(warp|block|on_stream)"
    # See names.cu; as OpenSHMEM's deprecated ones; deleted, for a message of the compiler.
    others = r"\w+(barrier|sync)\w*_(warp|block)|nvshmemx?_u?short_(wait_until|test)\w*|nvshmem_(half|bfloat16)_(atomic|test|wait)\w*"
    found = dict.fromkeys(re.findall(r"\b(nvshmemx?_\w+)\s*\(", text))
    return [name for name in found if re.fullmatch(f"{plain}|{scoped}", name) and not re.fullmatch(others, name)]


def family(name):
    context = "ctx_" if name.startswith("ctx_") else ""
    rest = name[len(context):]
    sized = re.fullmatch(SIZED, rest)
    if sized:
        return f"{context}{sized[1]}SIZE{sized[3]}"
    first, _, last = rest.partition("_")
    return f"{context}TYPE_{last}" if first in TYPES and last else name
