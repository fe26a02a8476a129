#!/usr/bin/env python3
"""cuda_names_test.py SOURCE GENERATED_INCLUDE CXX [CUDA_INCLUDE]: the names of CUDA's runtime on the CPU executor.

Each name of the tables in gpu_only.hpp gives an error that names it. With the headers of a toolkit, every function and type that
<cuda_runtime_api.h> declares is in ark's headers: as itself, or in these tables.
"""
import pathlib
import re
import subprocess
import sys

SOURCE, GENERATED, CXX = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
CUDA = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 and sys.argv[4] else None
HEADERS = SOURCE / "bindings/nvshmem/include/ark/cuda_for_cpu"
FLAGS = ["-std=c++20", "-x", "c++", "-fsyntax-only", "-fmax-errors=0", "-w", f"-I{GENERATED}", *(f"-I{SOURCE / folder}" for folder in
         ("bindings/nvshmem/include/ark/nvshmem", "bindings/nvshmem/include/ark/cuda_for_cpu", "bindings/nvshmem/include", "include", "device"))]


def table_names():
    """(calls, types) of the tables."""
    tables = re.findall(r"#define ARK_CUDA_\w+_(CALLS|TYPES)\(X\)((?:.*\\\n)*.*)", (HEADERS / "gpu_only.hpp").read_text())
    return [[name for kind, body in tables if kind == wanted for name in re.findall(r"X\((\w+)\)", body)] for wanted in ("CALLS", "TYPES")]


def without_message(calls, types):
    lines = ["#include <nvshmem.h>", "void uses() {", *(f"  {name}(0);" for name in calls),
             *(f"  {name} variable_{number}{{}};" for number, name in enumerate(types)), "}"]
    done = subprocess.run([CXX, *FLAGS, "-"], input="\n".join(lines), text=True, capture_output=True, check=False)
    named = set(re.findall(r"static assertion failed: (\w+): not on the CPU executor: ", done.stderr))
    return sorted({*calls, *types} - named)


def undeclared(folder):
    """Of the toolkit's names."""
    text = subprocess.run([CXX, "-E", "-P", "-x", "c++", f"-I{folder}", folder / "cuda_runtime_api.h"], text=True, capture_output=True,
                          check=True).stdout
    theirs = set(re.findall(r"\b(cuda[A-Z]\w*)\s*\(", text))
    theirs |= set(re.findall(r"\b(?:struct|union|enum)\s+(?:__\w+(?:\([^)]*\))*\s+)?(cuda[A-Z]\w*)\s*\{", text))
    theirs = {name for name in theirs if not name.endswith(("_st", "_enum"))}
    ours = set()
    for header in [*HEADERS.rglob("*.h*"), *(SOURCE / "bindings/nvshmem/include/ark/nvshmem").rglob("*.h*")]:
        ours |= set(re.findall(r"\bcuda[A-Z]\w*", header.read_text()))
    assert len(theirs) > 200, "cuda_runtime_api.h is not as expected"
    return sorted(theirs - ours)


def main():
    calls, types = table_names()
    assert len(calls) > 200 and len(types) > 50, (len(calls), len(types))
    silent = without_message(calls, types)
    assert without_message(["cudaNoSuchCall"], []) == ["cudaNoSuchCall"], "the control has a message"
    if silent:
        print("no message names:", *silent)
    missing = []
    if CUDA is not None and (CUDA / "cuda_runtime_api.h").exists():
        missing = undeclared(CUDA)
        if missing:
            print("neither declared nor in a table of gpu_only.hpp:", *missing)
    else:
        print("no toolkit here: its names are not compared")
    return 1 if silent or missing else 0


sys.exit(main())
