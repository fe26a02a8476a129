"""The names of OpenSHMEM 1.6, and those that have passed their checks: of scripts/conformance and scripts/openshmem-table."""
import csv
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PASSED = ROOT / "tests/conformance/passed.csv"  # name, and for each bed yes or no; written by scripts/conformance --save
BEDS = ["host", "executor"]

TYPES = ["float", "double", "longdouble", "char", "schar", "short", "int", "long", "longlong", "uchar", "ushort", "uint",
         "ulong", "ulonglong", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "size", "ptrdiff",
         "complexf", "complexd"]
SIZED = r"(put|get|iput|iget|ibput|ibget)(8|16|32|64|128)(_nbi|_signal|_signal_nbi|)"
DEPRECATED = re.compile(r"barrier|sync|wait|wait_until|(broadcast|collect|fcollect|alltoall|alltoalls)(32|64)|\w+_to_all|"
                        rf"({'|'.join(TYPES)})_(fetch|set|swap|cswap|inc|finc|add|fadd|wait)|u?short_(wait_until|test)|"
                        r"(set|clear)_cache\w*|udcflush\w*")


def specified():
    """The names without shmem_ and without the deprecated ones, in the order of shmem_names.h."""
    text = subprocess.run(["gcc", "-E", "-x", "c", "-DARK_SHMEM(name)=shmem_##name", f"-I{ROOT / 'include'}", "-"],
                          input="#include <ark/openshmem/shmem.h>\n", capture_output=True, text=True, check=True).stdout
    names = dict.fromkeys(re.findall(r"\bshmem_(\w+)\s*\(", text))
    return [name for name in names if not DEPRECATED.fullmatch(name)]


def family(name):
    context = "ctx_" if name.startswith("ctx_") else ""
    rest = name[len(context):]
    sized = re.fullmatch(SIZED, rest)
    if sized:
        return f"{context}{sized[1]}SIZE{sized[3]}"
    first, _, last = rest.partition("_")
    return f"{context}TYPE_{last}" if first in TYPES and last else name


def saved(bed):
    """The names that have passed on the bed when the results were saved."""
    with open(PASSED, newline="") as lines:
        return {row["name"] for row in csv.DictReader(lines) if row[bed] == "yes"}


def save(passed):
    """passed: {bed: names}"""
    with open(PASSED, "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["name", *BEDS])
        writer.writerows([name, *("yes" if name in passed[bed] else "no" for bed in BEDS)] for name in specified())
