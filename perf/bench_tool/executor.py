"""The CPU executor and its queue: switches, launches, and the time to compile ark's headers.

Runs Google Benchmark's executor_bench and queue_bench. Needs these targets, of which a build has those that it found Google Benchmark for.
"""
import time

from .machine import called_as
from .pages import put_sections, table, write_csv
from .runs import ROOT, Failed, document, programs_in, run
from .samples import Samples, spread

REPEAT = 5
PROGRAMS = ("executor_bench", "queue_bench")
COMPILE = "Compile time"


def compile_seconds(build):
    """Of an empty file that includes all of ark."""
    source = build / "include_only.cpp"
    source.write_text("#include <ark/ark.hpp>\n")
    begin = time.monotonic()
    try:
        run(["g++", "-std=c++20", "-O2", *(f"-I{folder}" for folder in (build / "generated/include", ROOT / "include", ROOT / "device")),
             "-c", source, "-o", "/dev/null"])
    finally:
        source.unlink()
    return time.monotonic() - begin


def main(args):
    programs = programs_in(args.build)
    samples, units = Samples(), {}
    for name in PROGRAMS:
        if name not in programs:
            raise Failed(f"no {name} in {args.build}: the build has it where CMake finds Google Benchmark (Debian: apt install libbenchmark-dev)")
        for one in document([programs[name], "--benchmark_format=json", f"--benchmark_repetitions={args.repeat}",
                             "--benchmark_report_aggregates_only=false", "--benchmark_min_time=0.1"])["benchmarks"]:
            if one.get("run_type") == "iteration":
                samples.add(one["real_time"], name, one["run_name"])
                units[one["run_name"]] = one["time_unit"]
    for _ in range(args.repeat):
        samples.add(compile_seconds(args.build.resolve()), COMPILE, "include")
    parts = {f"## {name}": [called_as() + ".", "", *table(["", "time", ""], ([one, samples.text(name, one), units[one]] for one in samples.names(1, name)))]
             for name in PROGRAMS}
    parts[f"## {COMPILE}"] = [f"{called_as()}: `#include <ark/ark.hpp>` in an empty file, g++ -O2: "
                              f"{spread(samples.of(COMPILE, 'include'))} s."]
    print("\n".join(line for title, lines in parts.items() for line in [title, "", *lines]))
    if not args.no_docs:
        write_csv("executor", ["program", "benchmark", "median", "least", "most"], samples.rows())
        put_sections("executor", parts)
    return 0
