"""perf/bench with programs that stand in for ark's and its peers': figures, ratios, pages, and what it refuses.

The argument is the source folder.
"""
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

SOURCE = pathlib.Path(sys.argv.pop())
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "perf"))
from bench_tool import cache, compact_svg, gradients, pages, peers, runs, samples  # noqa: E402

# Every second turn is twice as fast: the ratios of a turn stay.
ARK_TABLE = """
turn = (len(calls.read_text().splitlines()) - 1) // 5
faster = 2 if turn % 2 else 1

def test(engine, rows, figure):
    return {"options": {"engine": engine}, "rows": [{"bytes": size, figure: value} for size, value in rows]}

document = {"environment": {"library": {"device": "DEVICE"}}}
if "host_latency" in arguments:
    document["tests"] = [test("host copy", [(8, 7 / faster)], "latency_us"), test("CPU engine", [(8, 2 / faster)], "latency_us")]
elif "sum_reduce" in arguments:
    document["tests"] = [test("by size", [(8, 2), (4096, 3)], "latency_us"), test("inline", [(8, 2.5), (4096, 4)], "latency_us")]
elif "4m" not in arguments:
    wide = arguments[arguments.index("-W") + 1] == "64"
    document["tests"] = [test("CPU engine", [(8192, (390 if wide else 100) * faster)], "mb_per_s")]
else:
    document["saturation"] = {"engines": [{"engine": "CPU engine", "bytes": 8192 * faster, "peak_mb_per_s": 400}]}
"""
# A clipped curve with a circle at each point, two ticks with their labels, and two translucent areas.
MATPLOTLIB_SVG = """<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="9pt" height="8pt" viewBox="0 0 9 8" xmlns="http://www.w3.org/2000/svg">
<defs><path id="tick" d="M 0 0 \nL 0 3.5 \n" style="stroke: #000000"/>
<path id="dot" d="M 0 2 C 1 2 1 2 1 1 C 1 1 2 1 2 0 C 2 -1 2 -1 1 -1 C 1 -1 1 -2 0 -2 C -1 -2 -1 -2 -1 -1 C -1 -1 -2 -1 -2 0 C -2 1 -2 1 -1 1 C -1 1 -1 2 0 2 z " style="stroke: #1f77b4"/></defs>
<g id="a"><g id="xtick_1"><g><use xlink:href="#tick" x="1.25" y="2" style="stroke: #000000"/></g>
<g><text style="font: 7px" x="1.25" y="2" transform="rotate(-0 1.2 2)">4 &amp; 5</text></g></g>
<g id="xtick_2"><g><use xlink:href="#tick" x="3" y="2" style="stroke: #000000"/></g>
<g transform="translate(5 6)"><text><tspan x="0">10</tspan><tspan x="6">2</tspan></text></g></g>
<path d="M 0.123 0 L 1 1 " clip-path="url(#c)" style="stroke-dasharray: 1.5,2.475"/>
<g clip-path="url(#c)"><use xlink:href="#dot" x="4" y="5" style="fill-opacity: 0; stroke: #1f77b4"/><use xlink:href="#dot" x="6" y="5" style="fill-opacity: 0; stroke: #1f77b4"/></g>
<path d="M 1 1 z" style="fill-opacity: 0.15"/><path d="M 2 2 z" style="fill-opacity: 0.15"/></g>
<defs><clipPath id="c"><rect x="1" y="1" width="6.78" height="5"/></clipPath></defs></svg>
"""
COMPACT_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="8pt" viewBox="0 0 9 8">
<style>*{stroke-linejoin: round; stroke-linecap: butt}</style>
<clipPath id="c"><rect x="1" y="1" width="6.7" height="5"/></clipPath>
<path style="stroke: #000000" d="M 1.2 2.0 L 1.2 5.5 M 3.0 2.0 L 3.0 5.5"/>
<text style="font: 7px" x="1.2" y="2">4 &amp; 5</text>
<text transform="translate(5 6)"><tspan x="0">10</tspan><tspan x="6">2</tspan></text>
<path d="M 0.1 0 L 1 1" clip-path="url(#c)" style="stroke-dasharray: 1.5,2.475"/>
<path clip-path="url(#c)" style="stroke: #1f77b4; fill: none" d="M 2 5 a 2 2 0 1 0 4 0 a 2 2 0 1 0 -4 0 z M 4 5 a 2 2 0 1 0 4 0 a 2 2 0 1 0 -4 0 z"/>
<path d="M 1 1 z" style="fill-opacity: 0.15"/>
<path d="M 2 2 z" style="fill-opacity: 0.15"/>
</svg>
"""
HOST_DRIVEN = """#!/bin/sh
case $1 in host_waits) echo 8,20.0,us; echo 4096,30.0,us ;; on_stream) echo 8,10.0,us; echo 4096,12.0,us ;; esac
"""
# Two cells: kernel and collective of 100 us each, and of 300 and 100 us. Serial saves nothing; the engine all, then half.
OVERLAP = """
rows = []
for compute, collective, relation, times in ((100, 100, "equal", {"serial": 200, "engine": 100, "planned": 104}),
                                             (300, 100, "G-long", {"serial": 400, "engine": 342.857, "planned": 400})):
    for strategy, us in times.items():
        both, longer = compute + collective, max(compute, collective)
        percent = 100 * (both / us - 1) / (both / longer - 1)
        rows.append({"op": strategy, "bytes": 1024, "repeats": {"median": us, "min": us, "max": us},
                     "overlap": {"kind": "compute_bound", "collective": "fcollect", "relation": relation, "strategy": strategy, "executed": "x",
                                 "compute_us": compute, "collective_us": collective, "ideal_percent": percent}})
rows.append({"op": "mean", "bytes": 0, "repeats": {}, "overlap": {"kind": "", "strategy": "serial"}})
assert os.environ["ARK_CPU_WORKERS"] == "1", os.environ
document = {"tests": [{"rows": rows}]}
"""
# The embedding's computation takes 50 us and 50 more for each index of a bag, its collective 200; a GEMV computes for three times as long
# as it communicates, or longer.
FUSED = """
options = dict(zip(arguments[1::2], arguments[2::2]))
if arguments[0] == "fused_embedding":
    times, factor = {"compute": 50 + 50 * int(options["--pooling"]), "collective": 200, "shuffle": 20}, 0.7
else:
    times, factor = {"compute": 30 * int(options["--columns"]), "collective": 10}, 1.1
times["unfused"] = sum(times.values())
times["launch"] = 1
times["fused"] = factor * times["unfused"]
times.update({"fused order off": 1.5 * times["fused"], "fused one slice": times["fused"], "fused copying": 2 * times["fused"]})
assert "--check" in arguments, arguments
rows = [{"op": variant, "bytes": 64, "errors": ERRORS if variant == "fused" else 0,
         "repeats": {"median": us, "min": us / 2, "values": [us] * int(options["--repeat"])},
         "fused": {"skew_us": 1, "exposed_us": us - times["compute"], **({"ideal_percent": 50} if "shuffle" in times else {})}}
        for variant, us in times.items()]
document = {"tests": [{"rows": rows}]}
"""
# Serves 1000 requests per second at most; latencies of each form are 5 or 10 ms up to a rate, and a second above it.
SERVING = """
import pathlib, sys
names = ("segment,tenant,offered,sent,lost,wrong,replies_per_s,mean_us,p50_us,p90_us,p99_us,p999_us,max_us,late_p99_us,requests,"
         "samples_per_batch,cpu_us,data_us,exchanges,gap_us,largest_gap_us,generator_cpu")
print(names)
most = {"plain": (1000, 10e3), "ark": (1400, 5e3), "sliced": (1000, 5e3), "plain-sliced": (700, 5e3), "controlled": (1200, 5e3), "fifo:greedy": (0, 1)}
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    words = dict(word.split("=") for word in line.split(" ") if "=" in word)
    name = line[:line.index(" rate.")]
    rates = [float(words["rate." + tenant]) for tenant in ("mlp", "conv")]
    rate, latency = most.get(name.split("@")[0], (1e6, 1e3))
    for tenant, own in zip(("mlp", "conv"), rates):
        values = dict.fromkeys(names.split(",")[2:], 1)
        values.update(offered=own, sent=10, lost=0, wrong=int(name == "ark@0.3" and tenant == "conv"), replies_per_s=own / sum(rates) * 1000,
                      p99_us=latency if sum(rates) <= rate + 0.1 else 1e6, data_us=4 if words.get("data") == "copy" else 1, exchanges=3)
        print(f"{name},{tenant}," + ",".join(map(str, values.values())))
print("serving: 2 PEs, every reply ok")
"""
# Writes no program: a copy of the one that lies beside it.
COMPILER = """#!/bin/sh
while [ "$1" != -o ]; do shift; done
cp "$(dirname "$0")/program" "$2"
"""
LAUNCHER = """#!/bin/sh
case $1 in --version) echo "mpirun (Open MPI) 9.8.7"; exit ;; esac
while [ "$1" != -n ]; do shift; done
shift 2
exec "$@"
"""


def perf(body, **replaced):
    """An ark_perf that writes the `document` of its `arguments` as JSON, and keeps these."""
    for name, value in replaced.items():
        body = body.replace(name, str(value))
    return (f"#!{sys.executable} -SE\nimport json, os, pathlib, sys\narguments = sys.argv[1:]\n"
            "calls = pathlib.Path(__file__).with_suffix('.calls')\nwith calls.open('a') as out:\n    out.write(' '.join(arguments) + chr(10))\n"
            f"{body}\nprint('a line of multihost')\nprint(json.dumps(document))\n")


class BenchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.put("peer/mpirun", LAUNCHER)
        self.put("peer/oshrun", LAUNCHER)

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def bench(self, *arguments, status=0):
        environment = {**os.environ, "PATH": f"{self.folder}/peer:{os.environ['PATH']}", "MPIRUN": str(self.folder / "peer/mpirun")}
        done = subprocess.run([sys.executable, SOURCE / "perf/bench", *arguments, "--build", self.folder, "--no-docs"], env=environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=100)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr


class Commands(BenchTest):
    def test_ratios_of_ark_table_are_those_of_a_turn(self):
        made = self.put("perf/ark_perf", perf(ARK_TABLE, DEVICE="cpu (made)"))
        self.put("perf/host_driven_reduce", HOST_DRIVEN)
        said = self.bench("ark-table", "--repeat", "2", "--pause", "0.01")
        for line in ("| CPU engine | 1.5 (1-2) | **3.5 (3.5-3.5)** |",
                     "| CPU engine | 8 KiB (8 KiB-16 KiB) | 400 (400-400) | 585 (390-780) | 150 (100-200) | **3.9 (3.9-3.9)** |",
                     "| kernel, by size | kernel, inline | host waits | on a stream | host waits / kernel | on a stream / kernel |",
                     "| 4 KiB | 3 (3-3) | 4 (4-4) | 30 (30-30) | 12 (12-12) | **10 (10-10)** | **4 (4-4)** |",
                     "Figures of the CPU executor, not of a GPU: device cpu (made)."):
            self.assertIn(line, said)
        self.assertNotIn("-E", made.with_suffix(".calls").read_text().split())

    def test_ark_table_of_a_gpu_has_programs_and_engine_blocks_of_its_own(self):
        made = self.put("perf/ark_perf_cuda", perf(ARK_TABLE, DEVICE="GPU (made)"))
        self.put("perf/host_driven_reduce_cuda", HOST_DRIVEN)
        self.assertIn("Figures of a GPU: device GPU (made).", self.bench("ark-table", "--repeat", "1", "--cuda"))
        calls = made.with_suffix(".calls").read_text().splitlines()
        self.assertTrue(all("--pes 2" in call for call in calls))
        self.assertEqual(["-E" in call for call in calls], [True, True, True, True, False])
        self.put("perf/ark_perf_cuda", "#!/bin/sh\necho 'ark_perf: no GPU: no driver' >&2\nexit 77\n")
        self.assertIn("no GPU: no driver", self.bench("ark-table", "--cuda", status=77))

    def test_overlap_has_means_and_counts_plans_that_are_right(self):
        self.put("perf/ark_perf", perf(OVERLAP))
        plot = self.folder / "plot.svg"
        said = self.bench("overlap", "--bed", "one_host", "--plot", plot)
        self.assertIn(*(("% of ideal", plot.read_text()) if plot.exists() else ("no plot: ", said)))  # without matplotlib
        self.assertIn("| serial | **0** | 0 to 0 | 0 | 0 | - | 0 |  |", said)
        # 100 % and 50 %; together (200 + 400) / 442.857 of (600 / 400).
        self.assertIn("| engine | **75** | 50 to 100 | 50 | 100 | - | 71 | 66 |", said)
        # 104 us is within 5 % of 100 us, 400 us not of 342.857 us.
        self.assertIn("Planned: within 5% of the fastest strategy in 1 of 2 cells.", said)

    def test_a_picture_keeps_what_is_painted_in_fewer_elements(self):
        self.assertEqual(compact_svg.compact(MATPLOTLIB_SVG), COMPACT_SVG)

    def test_fused_finds_sizes_for_the_ratios(self):
        self.put("perf/ark_perf", perf(FUSED, ERRORS=0))
        said = self.bench("fused", "--bed", "one_host", "--operator", "fused_embedding", "--operator", "fused_gemv", "--repeat", "2")
        for wanted, pooling, compute in ("0.5", 1, 100), ("1", 3, 200), ("2", 6, 350):
            self.assertIn(f"| embedding tables 16 batch 1024 dim 64 pooling {pooling} | {wanted} | {compute / 200:.2f} | {compute} | 200 | 20 | "
                          f"1 | {compute + 220} | {max(compute, 200)} | {compute + 220} ({(compute + 220) // 2}) | ", said)
        for line in ("| **0.70** | 0.70 | 124 | 50 | 1 | 0.75 reached |",
                     "| `fused_embedding` | one_host | 9 | 9 | **0.70** | 0.70 | 0.70 | 0.70 to 0.70 | 0 | 0.75 reached |",
                     "| mean | 1.50 | 1.00 | 2.00 |",
                     # A ratio that no size gives, and a missed goal.
                     "| gemv rows 4096 columns 1 | 0.5, 1, 2 | 3.00 (least) | 30 | 10 |  | 1 | 40 | 30 | 40 (20) | 44 (22) | **1.10** | "
                     "1.10 | 14 | - | 1 | 0.87 missed |",
                     "| `fused_gemv` | one_host | 2 | 0 | **1.10** | 1.10 | - | 1.10 to 1.10 | 2 | 0.87 missed |"):
            self.assertIn(line, said)

    def test_fused_results_that_are_wrong_end_it(self):
        self.put("perf/ark_perf", perf(FUSED, ERRORS=3))
        self.assertRegex(self.bench("fused", "--operator", "fused_gemv", status=1), r"ark_perf fused_gemv --rows 4096 --columns 4 .*': 3 elements differ")

    def test_goals_of_serve_are_of_rates_that_keep_the_latency(self):
        self.put("perf/serving", f"#!{sys.executable} -SE\n{SERVING}")
        said = self.bench("serve", "--repeat", "2")
        for line in ("The plain form serves 1,000 requests per second at most", "ark : plain | 0.5 (0.5-0.5) | most 0.65 |",
                     "at 70 % load, ark : plain | 1.43 (1.43-1.43) | least 2.0 |", "moving data, ark : plain | 0.25 (0.25-0.25) | most 0.5 |",
                     "time-sliced, all else plain | 1.7 (1.7-1.7) | least 1.4 |", "all else ark's | 1.19 (1.19-1.19) |  |", "alone, a higher priority | 1 (1-1) | most 1.10 |",
                     "alone, no shares | 1,000 (1,000-1,000) |  |", "| requests lost or wrong, of 1,900, with 285 exchanges under load | 2 | 0 |"):
            self.assertIn(line, said)
        self.put("serving", f"#!{sys.executable} -SE\nprint('serving: no server', file=__import__('sys').stderr)\nsys.exit(1)\n")
        self.assertIn("serving: no server", self.bench("serve", "--short", status=1))

    def test_a_program_that_fails_or_is_missing_is_named(self):
        self.assertIn("no ark_perf in ", self.bench("overlap", status=1))
        self.put("perf/ark_perf", "#!/bin/sh\necho 'ark_perf: no PE' >&2\nexit 3\n")
        self.assertIn("no host_driven_reduce in ", self.bench("ark-table", status=1))
        for command in ("overlap", "fused", "put"):
            self.assertRegex(self.bench(command, status=1), "ark_perf .*--format json' ended with 3: ark_perf: no PE")

    def test_wrong_arguments_are_refused_with_the_accepted_ones(self):
        for arguments, says in ((["overlap", "--repeat", "0"], "'0'; accepted: a whole number, 1 or more"),
                                (["overlap", "--bed", "moon"], "invalid choice: 'moon'"),
                                (["fused", "--operator", "fft"], "invalid choice: 'fft'"),
                                (["programs", "--programs", "pie"], "'pie'; accepted: ring, pi,"),
                                (["programs", "--rounds", "1"], "'1'; accepted: a whole number, 2 or more"),
                                (["peers", "--rows", "put,ping"], "'ping'; accepted: put, get, put_nbi,"),
                                (["peers", "--contenders", "MPI"], "'MPI'; accepted: ark host, ark kernel,"),
                                (["peers", "--seconds", "0"], "'0'; accepted: seconds, above 0 and below 100"),
                                (["peers", "--pes", "2,1"], "'1'; accepted: a whole number, 2 or more"),
                                (["peers", "--rounds", "0"], "'0'; accepted: a whole number, 1 or more"),
                                (["gradients", "--repeat", "x"], "'x'; accepted: a whole number, 1 or more"),
                                (["dance"], "invalid choice: 'dance'")):
            self.assertIn(says, self.bench(*arguments, status=2))
        self.put("perf/ark_perf", "")
        self.assertIn("no cell is left of --hosts, --network and --rate", self.bench("gradients", "--rate", "7", status=1))
        self.assertIn("--pes 3: accepted with --hosts 2 are multiples of 2", self.bench("peers", "--pes", "3", "--hosts", "2", status=1))
        self.assertIn("--shape 1gbit: accepted with --hosts 2", self.bench("peers", "--shape", "1gbit", status=1))
        self.put("perf/peers_ark", "")
        left_out = self.bench("peers", "--hosts", "2", "--contenders", "MPICH", status=1)
        self.assertIn("no contender is left of --contenders with --hosts 2", left_out)
        self.assertIn("no row is left of --rows with --hosts 2", self.bench("peers", "--hosts", "2", "--rows", "start", status=1))


class Peers(BenchTest):
    def compare(self, *more, status=0, contenders="ark host,ark kernel,Open MPI"):
        return self.bench("peers", "--pes", "2", "--contenders", contenders, *more, status=status)

    def prints(self, program, *lines):
        """Values may use $turn, the number of runs before."""
        return self.put(f"perf/{program}", "\n".join(["#!/bin/sh", "turn=$(cat $0.turn 2>/dev/null || echo 0); echo $((turn + 1)) > $0.turn",
                                                      *(f"echo {line}" for line in lines)]))

    def test_ratios_are_to_the_best_peer_and_bold_where_it_is_ahead(self):
        self.prints("peers_ark", "put,8,2,us", "bandwidth,65536,3,GB/s", "barrier,8,$((6 - 4 * (turn % 2))),us")
        self.prints("peers_mpi", "put,8,4,us", "bandwidth,65536,2,GB/s", "bandwidth_alt,65536,6,GB/s", "barrier,8,2,us")
        self.prints("peers_limits", "put,8,3,us", "put_alt,8,1,us")
        said = self.compare("--rounds", "1", "--rows", "put,bandwidth,barrier", "--json", self.folder / "all.json",
                            contenders="ark host,ark kernel,Open MPI,OSSS-UCX,limit")
        for line in ("|  | ark host | ark kernel | Open MPI | limit | best peer | ark host / ark kernel / ark shmem.h : best | +- | goal |",
                     "| put + quiet 8 B (us) | 2 (2-2) | 2 (2-2) | 4 (4-4) | 1 (1-1) | Open MPI | 0.50 / 0.50 / - | unknown | <= 0.35 |",
                     "message 64 KiB (GB/s) | 3 (3-3) | 3 (3-3) | 6 (6-6) | - | Open MPI | **0.50** / **0.50** / - | unknown | >= 1.05 |",
                     "| barrier (us) | 6 (6-6) | 2 (2-2) | 2 (2-2) | - | Open MPI | **3.00** / **1.00** / - | unknown | <= 0.5 |",
                     "- Not measured: OSSS-UCX: --osss names an installation of it"):
            self.assertIn(line, said)
        cell = json.loads((self.folder / "all.json").read_text())["cells"][0]
        self.assertEqual([cell[key] for key in ("row", "best", "ratios")], ["put", "Open MPI", {"ark host": 0.5, "ark kernel": 0.5}])

    def test_ucx_perftest_is_no_peer_and_its_rows_have_the_units_of_the_others(self):
        tool = self.put("bin/ucx_perftest", "#!/bin/sh\n[ -n \"$fails\" ] && echo 'no route' >&2 && exit 3\n"
                        "for word; do [ $word = localhost ] && client=1; [ -f $word ] && rows=$(cut -d' ' -f1 $word); done\n"
                        "[ $client ] && for row in $rows; do echo $row 100 1 2 3 4 5 6 7000000; done; exit 0\n")

        def run_alone(*rows, **more):
            environment = {**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}", "OMPI_COMM_WORLD_RANK": "1", **more}
            return subprocess.run([sys.executable, SOURCE / "perf/peers/ucx_perftest", "--cores", "0,1", *rows], capture_output=True,
                                  text=True, check=False, env=environment, timeout=60)
        self.assertEqual(run_alone("signal:8", "put:8", "add:8").stdout, "signal,8,3\nadd,8,7\n")
        self.assertEqual(run_alone("signal:8", OMPI_COMM_WORLD_RANK="0").stdout, "")
        self.assertIn("OMPI_COMM_WORLD_RANK is '2'; accepted: 0 and 1", run_alone("signal:8", OMPI_COMM_WORLD_RANK="2").stderr)
        self.assertIn("status 3: no route", run_alone("signal:8", OMPI_COMM_WORLD_RANK="0", fails="1").stderr)
        self.assertIn("apt-get install ucx-utils", run_alone("signal:8", PATH="/none").stderr)
        values = peers.Values()
        cell = peers.Cell(2, "signal", 8)
        for name, value in (("ark host", 2), ("Open MPI", 4), (peers.PERFTEST, 1)):
            values.add(cell, name, 0, value)
        self.assertEqual(values.best(cell), "Open MPI")

    def test_rounds_end_when_every_row_is_stable(self):
        made = self.prints("peers_ark", "put,8,2,us", "barrier,8,$((1 + turn % 2)),us")
        self.prints("peers_mpi", "put,8,4,us", "barrier,8,2,us")
        self.assertIn(" 6 rounds, ", self.compare("--rows", "put", "--rounds", "20", contenders="ark host,Open MPI"))
        said = self.compare("--rows", "put,barrier", "--rounds", "8", contenders="ark host,Open MPI")
        self.assertIn(" 8 rounds, ", said)
        self.assertIn("round 6: 6 of 7 rows stable; widest: barrier, 2 PEs, 33.3%", said)
        self.assertEqual(made.with_name("peers_ark.turn").read_text(), "14\n")

    def test_start_is_of_the_slowest_pe_and_memory_the_mean(self):
        self.prints("peers_ark", "start,8,10,ms", "memory,8,2,MiB", "threads,8,2,", "start,8,30,ms", "memory,8,4,MiB", "threads,8,3,")
        said = self.compare("--rows", "start", "--rounds", "1", contenders="ark host")
        for line in ("| init to first put, slowest PE (ms) | 16 | 30 (30-30) |", "| memory of a PE (PSS) (MiB) | 2 | 3 (3-3) |",
                     "| threads of a PE | 4 | 3 (3-3) |"):
            self.assertIn(line, said)

    def test_a_contender_that_fails_is_named(self):
        self.prints("peers_ark", "put,8,2,us")
        self.put("perf/peers_mpi", "#!/bin/sh\necho 'peers: put of 8 B: PE 1, offset 0: expected 1, seen 0' >&2\nexit 1\n")
        said = self.compare("--rows", "put", "--rounds", "3", status=1)
        self.assertRegex(said, "- Failed: Open MPI, 2 PEs: .* ended with 1: peers: put of 8 B: PE 1, offset 0: expected 1, seen 0")

    def test_interval_of_a_median_is_that_of_the_sign_test(self):
        self.assertIsNone(peers.interval([1, 2, 3, 4, 5]))
        self.assertEqual(peers.interval([6, 5, 4, 3, 2, 1]), (1, 6))
        self.assertEqual(peers.interval(list(range(1, 11))), (2, 9))
        self.assertEqual(peers.half_width([2.0] * 6), 0)
        self.assertAlmostEqual(peers.half_width([0.9, 1.0, 1.0, 1.0, 1.0, 1.1]), 0.1)
        luck = random.Random(60)
        covers = [low <= 0 <= high for low, high in (peers.interval([luck.gauss(0, 1) for _ in range(20)]) for _ in range(2000))]
        self.assertGreater(statistics.mean(covers), 0.94)
        self.assertLess(statistics.mean(covers), 0.98)


class Programs(BenchTest):
    def setUp(self):
        super().setUp()
        for name in ("ark/bin/arkcc", "ark/bin/arkc++", "peer/oshcc", "peer/oshc++"):
            self.put(name, COMPILER)
        self.prints("ark/bin/program", "one two", 2)
        self.prints("peer/program", "two one", 4)

    def prints(self, name, lines, us):
        self.put(name, f"#!/bin/sh\nprintf '%s\\n' {lines}\necho {us} us per round >&2\n")

    def compare(self, *more, status=0):
        return self.bench("programs", "--ark", self.folder / "ark", "--programs", "pi", "--pes", "2", "--repeat", "1", *more, status=status)

    def test_same_lines_in_another_order_are_the_same_output(self):
        said = self.compare("--rounds", "7")
        self.assertIn("| PEs | rounds | ark | Open MPI 9.8.7 | ratio |", said)
        self.assertIn("| pi | 2 | 7 | 2 (2-2) | 4 (4-4) | 0.50 |", said)

    def test_other_output_and_failures_are_wrong(self):
        self.prints("peer/program", "one three", 4)
        self.assertIn("- Wrong: pi, 2 PEs, Open MPI 9.8.7: the output differs: three", self.compare(status=1))
        self.put("peer/program", "#!/bin/sh\necho no memory >&2\nexit 3\n")
        said = self.compare(status=1)
        self.assertIn("| 2 (2-2) | failed | - |", said)
        self.assertRegex(said, "- Wrong: pi, 2 PEs, Open MPI 9.8.7: .* ended with 3: no memory")

    def test_a_compiler_that_refuses_a_program_is_an_error_of_ark_only(self):
        text = "#!/bin/sh\nprintf \"a.c: In function:\\na.c:3:4: error: 'shmem_x' was not declared; did you mean y?\\n\" >&2\nexit 1\n"
        self.put("peer/oshcc", text)
        self.put("peer/oshc++", text)
        self.assertIn("| 2 (2-2) | does not compile: 'shmem_x' was not declared | - |", self.compare())
        self.put("ark/bin/arkcc", text)
        self.compare(status=1)


class Gradients(unittest.TestCase):
    def test_link_and_forward_pass_are_bands_of_classes_of_layers(self):
        def event(kind, tensor, begin, end):
            return {"op": "p3", "event": kind, "tensor": tensor, "bytes": 1000, "from_us": begin, "to_us": end}
        events = [event("part", 11, 0, 2000), event("result", 10, 0, 4000), event("part", 0, 5000, 7000), event("result", 1, 6000, 0),
                  event("wait", 0, 6000, 7000), event("wait", 6, 8000, 8100), event("wait", 11, 9000, 9000)]
        link, forward = gradients.spans_of(events, 12)
        self.assertEqual(link, [[5, 0, 4], [0, 5, 7]], "two in flight are one behind the other; without an answer, none")
        self.assertEqual(forward, [[-1, 6, 7], [3, 7, 8], [5, 8.1, 9]], "what is before a wait is the computation of its layer")
        self.assertEqual(gradients.longest_wait(events, "p3"), ["9.0", "1.00", 0, "1", "0"], "the first, and what was in flight in it")

    def test_goals_are_ratios_of_the_same_cell(self):
        def cell(us, **times):
            return [{"op": op, "median": time, "bound_us": 100, "communication_us": 90, "computation_us": 100, "message_us": us}
                    for op, time in times.items()]
        own = [cell(0, fifo=200, p3=100, prophet=105, bytescheduler=110, **{"MPI buckets": 300}),
               cell(0, fifo=100, p3=100, prophet=95, bytescheduler=100, **{"MPI buckets": 100})]
        text = "\n".join(gradients.goal_lines(own, [cell(300, fifo=200, p3=400, prophet=100, bytescheduler=100)]))
        for line in ("| prophet : fifo | 0.74 (least 0.53, most 0.95) |", "| prophet : best policy | 1.02 (least 1.00, most 1.05) |",
                     "| prophet : MPI in buckets | 0.65 (least 0.35, most 0.95) |", "communication <= computation | 1.00 (least 0.95, most 1.05) |",
                     "| EMULATED message cost, prophet : p3 | 0.25 (least 0.25, most 0.25) |"):
            self.assertIn(line, text)


class CacheCopies(unittest.TestCase):
    NAMES = (*cache.COPY_STATIC, "adaptive")

    def test_the_best_of_equal_policies_is_not_faster_by_its_luck(self):
        luck = random.Random(59)
        paired, least = [], []
        for _ in range(300):
            rounds = {name: [100 * luck.lognormvariate(0, 0.1) for _ in range(16)] for name in self.NAMES}
            paired.append(cache.against_best(rounds, "adaptive")[1])
            least.append(statistics.median(rounds["adaptive"]) / min(statistics.median(rounds[name]) for name in cache.COPY_STATIC))
        self.assertAlmostEqual(statistics.mean(paired), 1.0, delta=0.01)
        self.assertGreater(statistics.mean(least), 1.02)  # the control: the least of the medians

    def test_a_block_that_is_slow_for_all_does_not_count(self):
        slow = [1, 1, 1, 5, 5, 1, 3, 1]
        rounds = {name: [factor * one for one in slow] for name, factor in zip(self.NAMES, (100, 80, 100, 90, 88))}
        best, ratio = cache.against_best(rounds, "adaptive")
        self.assertEqual(best, "destination")
        self.assertAlmostEqual(ratio, 1.1)


class Parts(BenchTest):
    def test_sections_are_replaced_up_to_what_people_have_written(self):
        page = self.put("page.md", "# Page\n\nHead.\n\n## Old\n\n| old |\n\n### Why\n\nText.\n\n## Other\n\nKept.\n")
        with mock.patch.object(pages, "PAGES", self.folder):
            pages.put_sections("page", {"## Old": ["| new |"], "## Added": ["| more |"]})
        self.assertEqual(page.read_text(), "# Page\n\nHead.\n\n## Old\n\n| new |\n\n### Why\n\nText.\n\n## Other\n\nKept.\n\n## Added\n\n| more |\n")

    def test_long_lines_of_a_section_are_wrapped_but_for_tables(self):
        page, row = self.put("page.md", "# Page\n"), "| " + "cell " * 40 + "|"
        with mock.patch.object(pages, "PAGES", self.folder):
            pages.put_sections("page", {"## New": ["word " * 30, "", "- " + "item " * 30, row, "![picture](" + "x" * 100 + ")"]})
        words, items = " ".join(["word"] * 20), "- " + " ".join(["item"] * 19)
        self.assertEqual(page.read_text(), f"# Page\n\n## New\n\n{words}\n{' '.join(['word'] * 10)}\n\n{items}\n  {' '.join(['item'] * 11)}\n"
                         f"{row}\n![picture]({'x' * 100})\n")

    def test_results_are_written_as_csv_and_read_by_their_column(self):
        (self.folder / "perf/results").mkdir(parents=True)
        found = samples.Samples()
        for value in (3.0, 1.0, 2.0):
            found.add(value, "ark, host", 8)
        with mock.patch.object(pages, "ROOT", self.folder):
            pages.write_csv("made", ["name", "bytes", "median", "least", "most"], found.rows())
        self.assertEqual(next((self.folder / "perf/results").iterdir()).read_text(), 'name,bytes,median,least,most\n"ark, host",8,2,1,3\n')
        head = self.put("head", "#!/bin/sh\necho test,bytes,latency_us,mb_per_s; echo x,8,2.5,; echo x,64,5,7\n")
        self.assertEqual(runs.figures([head]), {8: 2.5, 64: 5.0})
        self.assertEqual(runs.figures([self.put("bare", "#!/bin/sh\necho 8,2.5,us\n")]), {8: 2.5})

    def test_a_program_that_does_not_end_is_ended_with_its_children(self):
        with self.assertRaisesRegex(runs.Failed, "'sleep 600' did not end within 0.1 s"):
            runs.run(["sleep", "600"], 0.1)
        with runs.started([self.put("hangs", "#!/bin/sh\nsleep 600 & echo $!\nwait\n")]) as process:
            child = process.stdout.readline().strip()
            runs.end(process)
        for _ in range(300):  # its new parent may have to collect it first
            try:
                if re.search(r"\) Z ", pathlib.Path(f"/proc/{child}/stat").read_text()):
                    return
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.1)
        self.fail("its child is still there")


if __name__ == "__main__":
    unittest.main()
