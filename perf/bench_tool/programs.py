"""OpenSHMEM programs with ark and with Open MPI's OpenSHMEM on one host, in turns.

Builds the programs of bindings/openshmem/tests/shmem/programs with arkcc and with oshcc, and checks that they print the same lines: exit status 1
where one does not, or fails. Needs an installed ark: cmake --install build/release --prefix build/release/install
"""
import pathlib
import re
import statistics
import tempfile
import time

from .machine import OtherLoad, called_as, open_mpi
from .pages import publish, table
from .runs import MPIRUN, OSHRUN, ROOT, Failed, found_tool, run
from .samples import Samples, at_least, in_turns, some_of

REPEAT = 5
SOURCES = ROOT / "bindings/openshmem/tests/shmem/programs"
# Rounds of a run: some tenths of a second with the slower library.
ROUNDS = {"ring": 100, "pi": 100, "transpose": 2000, "halo": 200, "sort": 200, "active_set": 2000, "statics": 50, "scans": 2000}


def add_arguments(parser):
    parser.add_argument("--pes", default=["2", "4"], type=lambda text: text.split(","), help="2,4")
    parser.add_argument("--programs", default=list(ROUNDS), type=some_of(list(ROUNDS)), help=",".join(ROUNDS))
    parser.add_argument("--rounds", type=at_least(2), help="of every program; the first is not timed")
    parser.add_argument("--ark", type=pathlib.Path, metavar="FOLDER", help="where ark is installed: install in the folder of --build")


def libraries(ark):
    """Name -> compilers by suffix, and launcher."""
    if not (ark / "bin/arkcc").exists():
        raise Failed(f"no bin/arkcc in {ark}; install ark there (--help has the command), or name the folder with --ark")
    found = {"ark": ({".c": ark / "bin/arkcc", ".cpp": ark / "bin/arkc++"}, MPIRUN)}
    if found_tool("oshcc", "libopenmpi-dev"):
        found[open_mpi()] = ({".c": "oshcc", ".cpp": "oshc++"}, OSHRUN)
    return found


def build(compilers, source, program):
    """The compiler's first error, or nothing."""
    try:
        run([compilers[source.suffix], "-O2", source, "-o", program, "-lm"])
        return ""
    except Failed as problem:
        return (re.search(r"error: ([^;\n]*)", problem.errors) or [0, str(problem)])[1]


def run_once(command, rounds):
    """The lines that it prints, microseconds of a round, and the seconds of all but the timed rounds."""
    begin = time.monotonic()
    output, errors = run([*command, rounds], 120)
    took = time.monotonic() - begin
    per_round = re.search(r"(?m)^([0-9.]+) us per round$", errors)
    if per_round is None:
        raise Failed(f"'{command[-1]}' printed no time of a round")
    return sorted(output.splitlines()), float(per_round[1]), took - (rounds - 1) * float(per_round[1]) / 1e6


def measure(args, found, folder):
    """Samples of rounds and starts, what does not compile, what is wrong, and the load of others."""
    rounds, starts, missing, wrong, load, expected = Samples(), Samples(), {}, {}, OtherLoad(), {}
    paths = {(program, name): folder / f"{program}.{name.split()[0]}" for program in args.programs for name in found}
    for (program, name), path in paths.items():
        if why := build(found[name][0], next(SOURCES.glob(f"{program}.c*")), path):
            missing[program, name] = f"does not compile: {why}"
    for program, pes, name in in_turns(args.repeat, [(program, pes, name) for program in args.programs for pes in args.pes for name in found
                                                     if (program, name) not in missing]):
        try:
            with load.watched():
                lines, round_us, start_s = run_once([*found[name][1], "-n", pes, paths[program, name]], args.rounds or ROUNDS[program])
        except Failed as problem:
            wrong[program, pes, name] = str(problem)
            continue
        rounds.add(round_us, program, pes, name)
        starts.add(start_s, pes, name)
        if lines != expected.setdefault((program, pes), lines):
            odd = sorted(set(lines) ^ set(expected[program, pes])) or ["a line more often than another"]
            wrong[program, pes, name] = f"the output differs: {odd[0]}"
    return rounds, starts, missing, wrong, load


def main(args):
    found = libraries((args.ark or args.build / "install").resolve())
    with tempfile.TemporaryDirectory(prefix="bench.") as folder:
        rounds, starts, missing, wrong, load = measure(args, found, pathlib.Path(folder))

    def cell(program, pes, name):
        return rounds.text(program, pes, name) if rounds.of(program, pes, name) else missing.get((program, name), "failed")

    rows = [[program, pes, args.rounds or ROUNDS[program], *(cell(program, pes, name) for name in found),
             rounds.ratio((program, pes, "ark"), (program, pes, list(found)[-1])) if len(found) > 1 else "-"]
            for program in args.programs for pes in args.pes]
    ends = (f"{name}, {pes} PEs: {statistics.median(starts.of(pes, name)):.2f} s" for name in found for pes in args.pes if starts.of(pes, name))
    lines = [f"{called_as()}. `bindings/openshmem/tests/shmem/programs` with `arkcc` and `oshcc`, `-O2`, in turns. Microseconds of a round, without the "
             f"first: median (least-most) of {args.repeat} runs; below 1 in the last column ark is faster. {load}", "",
             *table(["", "PEs", "rounds", *found, "ratio"], rows), f"Start, first round and end of a job, median: {'; '.join(ends)}.", "",
             *(f"- Wrong: {program}, {pes} PEs, {name}: {why}" for (program, pes, name), why in wrong.items())]
    publish(args, "programs", "## OpenSHMEM programs", lines, ["program", "pes", "name", "median_us", "least_us", "most_us"], rounds.rows())
    return 1 if wrong or any(name == "ark" for _, name in missing) else 0
