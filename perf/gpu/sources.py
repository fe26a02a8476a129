"""The code that the steps of perf/gpu/check measure, in parts, each with a digest. perf/gpu/build notes the digests; perf/gpu/status
compares those of a result with the tree's and marks a result of former code. It needs no history of the repository."""
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = {
    "SM engine": ["device/ark/device/engine"],
    "copies": [*(f"device/ark/device/transfer/{name}.hpp" for name in ("copy", "copy_words", "bulk_copy")),
               *(f"include/ark/detail/transfer/{name}.hpp" for name in ("copy_walk", "bulk_walk"))],
    "waits": ["device/ark/device/transfer/wait.hpp"],
    "comparison loops": [f"perf/peers/{name}" for name in ("ark_put.cu", "plain_put.cu", "nvshmem_put.cu", "put_loops.cuh")],
    "plans": ["src/gpu/plans", "device/ark/device/transfer/plan.hpp"],
}
WITH_ENGINE = {"rma_on_gpu", "amo_on_gpu", "family_on_gpu", "engine_on_gpu", "litmus_on_gpu"}
WITH_PLANS = {"plan_on_gpu", "litmus_host_on_gpu"}
NOT_ARK = {"plain_put", "nvshmem_put"}
COMPARED = {"ark_put", *NOT_ARK}


def digest(part, root=ROOT):
    """Of the part's files, without comments and blanks."""
    found = hashlib.sha256()
    for name in PARTS[part]:
        path = root / name
        files = sorted(path.rglob("*.*")) if path.is_dir() else [path]
        if not files or not path.exists():
            sys.exit(f"perf/gpu/sources.py: {part}: there is no {name}: name the files that have its code now")
        for one in files:
            found.update("".join(re.sub(r"//.*", "", one.read_text()).split()).encode())
    return found.hexdigest()[:12]


def digests(root=ROOT):
    return {part: digest(part, root) for part in PARTS}


def parts_of(step):
    """The parts that may change the result of `step`."""
    if step.kind == "probe":
        return []
    compared = ["comparison loops"] * (step.program in COMPARED)
    if step.program in NOT_ARK:
        return compared
    words = " ".join(step.arguments)
    engine = "-E" in step.arguments if step.kind == "perf" else step.program in WITH_ENGINE
    plans = "plan_" in words if step.kind == "perf" else step.program in WITH_PLANS
    return [*compared, *["SM engine"] * engine, "copies", "waits", *["plans"] * plans]
