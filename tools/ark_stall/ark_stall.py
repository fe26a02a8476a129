#!/usr/bin/env python3
"""Where a distributed job's time goes: interconnect, network, fetch and prep stalls. docs/ark_stall.md explains the report."""
import argparse
import json
import pathlib
import shlex
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE if (HERE / "stall").is_dir() else HERE.parent / "share/ark/stall"))

from stall import StallError, cost, model, report, stalls, steps, what_if  # noqa: E402 pylint: disable=wrong-import-position


def positive(text):
    value = int(text) if text.isdigit() else 0
    if not 1 <= value <= 100000:
        raise argparse.ArgumentTypeError(f"'{text}': accepted: a number from 1 to 100000")
    return value


def natural(text):
    if not text.isdigit() or len(text) > 6:
        raise argparse.ArgumentTypeError(f"'{text}': accepted: a number from 0 to 999999")
    return int(text)


def parse(words):
    parser = argparse.ArgumentParser(prog="ark_stall", usage="ark_stall [options] -- PROGRAM ARGS", description=__doc__)
    parser.add_argument("--pes", type=positive, default=steps.default_pes(), metavar="N", help="PEs of a host (default: the cores)")
    parser.add_argument("--steps", metavar="LIST", help=f"some of {','.join(steps.STEPS)} (default: all that the options suffice for)")
    parser.add_argument("--repeat", type=positive, default=3, metavar="N", help="runs of each step (default 3)")
    parser.add_argument("--warm-up", type=natural, metavar="N", help="iterations not counted (default: a tenth, one of 4 or more at least)")
    parser.add_argument("--scaling", choices=("weak", "strong"), default="weak", help="strong: the PEs divide the work of one (default weak)")
    where = parser.add_argument_group("hosts")
    where.add_argument("--hosts", metavar="LIST|FILE", help="for mpirun --host, or a hostfile")
    where.add_argument("--shape", metavar="RATE[:BURST]", help="hosts of scripts/multihost whose links have this rate, for example 1gbit")
    where.add_argument("--latency", metavar="TIME", help="and this delay, for example 500us")
    where.add_argument("--shaped-hosts", type=positive, default=2, metavar="N", help="so many of them (default 2)")
    data = parser.add_argument_group("input")
    data.add_argument("--input", action="append", default=[], metavar="FILE", help="its pages leave the page cache before each cold run; repeatable")
    data.add_argument("--input-args", metavar="ARGS", help="further arguments of the program in the steps cold and warm")
    data.add_argument("--synthetic-args", metavar="ARGS", help="and in the others")
    data.add_argument("--prepare", metavar="COMMAND", help="run by sh before each run, with STALL_STEP and STALL_INPUT")
    out = parser.add_argument_group("output")
    out.add_argument("--format", choices=("text", "json"), default="text")
    out.add_argument("--plot", metavar="FILE", help="a stacked bar of each step: .svg or .png (needs matplotlib)")
    out.add_argument("--price", metavar="CSV", help="instances: name,usd_per_hour,gpus,network; prints the cost of an iteration on each")
    out.add_argument("--keep", metavar="FOLDER", help="keep the records and the program's output there")
    out.add_argument("--from", dest="from_folder", metavar="FOLDER", help="read the records of --keep instead of running")
    out.add_argument("--model", metavar="CSV", help="instead of running: fit stall_ms to layers and gradients at equal megabytes (needs numpy)")
    parser.add_argument("--mpirun", metavar="PROGRAM", help="the launcher (default: arkrun; with --hosts mpirun)")
    parser.add_argument("--recorder", metavar="LIBRARY", help="libark_stall_recorder.so (default: the installed one, or build/release's)")
    parser.add_argument("--timeout", type=positive, default=3600, metavar="S", help="of a run (default 3600)")
    at = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:at])
    args.program = words[at + 1:]
    return args


def checked(args):
    if args.hosts and (args.shape or args.latency):
        raise StallError("--hosts with --shape or --latency: accepted: real hosts, or shaped ones of this machine")
    args.steps = steps.steps_of(args)
    if args.plot and not args.plot.endswith((".svg", ".png")):
        raise StallError(f"--plot {args.plot}: accepted: a name that ends in .svg or .png")
    if args.plot:
        report.check_plot(args.plot)
    if args.from_folder:
        if not pathlib.Path(args.from_folder).is_dir():
            raise StallError(f"--from {args.from_folder}: no such folder; accepted: a folder of --keep")
    else:
        args.program = steps.find_program(args.program)
    return args


def measured(args, folder):
    runs = steps.Runner(args, folder).runs()
    found, times = stalls.find(runs, args.scaling), stalls.times_of(runs, args.scaling)
    more = {"what_if": what_if.report(runs)} if "host" in runs or "hosts" in runs else {}
    if args.price:
        more["cost"] = cost.report(cost.read(args.price), args, times)
    return report.document(args, runs, found, times, more)


def main():
    try:
        args = parse(sys.argv[1:])
        if args.model:
            print("\n".join(model.lines(model.fit(model.read(args.model)))))
            return 0
        args = checked(args)
        if args.from_folder or args.keep:
            folder = pathlib.Path(args.from_folder or args.keep)
            folder.mkdir(parents=True, exist_ok=True)
            doc = measured(args, folder.resolve())
        else:
            with tempfile.TemporaryDirectory(prefix="ark_stall.") as folder:
                doc = measured(args, folder)
        if args.plot:
            report.plot(doc, args.plot)
    except (StallError, OSError) as problem:
        print(f"ark_stall: {problem}", file=sys.stderr)
        return 2
    if args.format == "json":
        print(json.dumps(doc, indent=1))
    else:
        print(f"ark_stall: {shlex.join(doc['program'])}, PEs: {doc['pes']}, runs of each step: {doc['repeat']}\n{report.text(doc)}", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
