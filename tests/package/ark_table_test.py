"""scripts/ark-table with made programs: the table, the ratios of a turn, and what it refuses.

The argument is the source folder.
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop())
# Every second call of a test is twice as fast: the ratios of a turn stay.
PERF = f"#!{sys.executable} -SE" + """
import json, pathlib, sys
arguments = sys.argv[1:]
calls = pathlib.Path(__file__).with_suffix(".calls")
with calls.open("a") as out:
    out.write(" ".join(arguments) + chr(10))
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
print(json.dumps(document))
"""
HOST_DRIVEN = """#!/bin/sh
case $1 in host_waits) echo 8,20.0,us; echo 4096,30.0,us ;; on_stream) echo 8,10.0,us; echo 4096,12.0,us ;; esac
"""


class ArkTable(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        self.put("ark_perf", PERF.replace("DEVICE", "cpu (made)"))
        self.put("host_driven_reduce", HOST_DRIVEN)

    def put(self, name, text):
        path = self.build / "perf" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def run_table(self, *more):
        return subprocess.run([sys.executable, "-B", str(SOURCE / "scripts/ark-table"), "--build", str(self.build), "--no-docs", *more],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def test_ratios_are_those_of_a_turn(self):
        done = self.run_table("--repeat", "2", "--pause", "0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| CPU engine | 1 (1-2) | **3.5 (3.5-3.5)** |", done.stdout)
        self.assertIn("| CPU engine | 8 KiB (8 KiB-16 KiB) | 400 (400-400) | 390 (390-780) | 100 (100-200) | **3.9 (3.9-3.9)** |",
                      done.stdout)
        self.assertIn("| | kernel, by size | kernel, inline | host waits | on a stream | host waits / kernel | on a stream / kernel |",
                      done.stdout)
        self.assertIn("| 4 KiB | 3 (3-3) | 4 (4-4) | 30 (30-30) | 12 (12-12) | **10 (10-10)** | **4 (4-4)** |", done.stdout)

    def test_figures_of_the_cpu_are_marked(self):
        self.assertIn("Figures of the CPU executor, not of a GPU: device cpu (made).", self.run_table("--repeat", "1").stdout)

    def test_a_gpu_has_its_own_programs_and_engine_blocks(self):
        perf = self.put("ark_perf_cuda", PERF.replace("DEVICE", "GPU (made)"))
        self.put("host_driven_reduce_cuda", HOST_DRIVEN)
        done = self.run_table("--repeat", "1", "--cuda")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Figures of a GPU: device GPU (made).", done.stdout)
        calls = perf.with_suffix(".calls").read_text().splitlines()
        self.assertEqual(len(calls), 5)
        self.assertTrue(all("--pes 2" in call for call in calls))
        self.assertEqual(["-E" in call for call in calls], [True, True, True, True, False])

    def test_without_a_gpu_it_is_skipped(self):
        self.put("ark_perf_cuda", "#!/bin/sh\necho 'ark_perf: no GPU: no driver' >&2\nexit 77\n")
        self.put("host_driven_reduce_cuda", HOST_DRIVEN)
        done = self.run_table("--cuda")
        self.assertEqual(done.returncode, 77)
        self.assertIn("no GPU: no driver", done.stderr)

    def test_a_failure_ends_it(self):
        self.put("host_driven_reduce", "#!/bin/sh\necho a wrong sum >&2\nexit 1\n")
        done = self.run_table("--repeat", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "host_driven_reduce host_waits .* ended with 1: a wrong sum")

    def test_a_missing_program_is_named(self):
        (self.build / "perf/host_driven_reduce").unlink()
        done = self.run_table()
        self.assertEqual(done.returncode, 1)
        self.assertIn("no host_driven_reduce in", done.stderr)


if __name__ == "__main__":
    unittest.main()
