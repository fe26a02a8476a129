"""The steps of perf/gpu/check in their order, which is that of what decides most: the first minutes may be all there are."""
import collections

MANIFEST = "programs.json"  # in the folder of the programs: what there is

Step = collections.namedtuple("Step", "phase name kind group seconds program arguments environment")
# Seconds in which a phase may start steps: ten minutes before `more`. The last one before `more` has what may wedge the driver.
PHASES = {"smoke": 60, "transfers": 70, "engine": 190, "compare": 90, "last": 150, "more": 3600}

SHORT = ["-f", "512", "-n", "200", "-w", "20", "-W", "16"]
BLOCKS = ["-s", "block", "-T", "256"]
STAGED = ["--route", "queue", "--shared", "48k", *BLOCKS]  # the engine with room for the copy unit
SHAPES = {"thread": ["--route", "inline", "-e", "4k"], "block": ["--route", "inline", "-e", "2m", *BLOCKS],
          "blocks": ["--route", "inline", "-e", "2m", "-B", "16", *BLOCKS], "engine": ["-e", "2m", "-E", "4", *STAGED]}
COMPARED = [*((test, "thread") for test in ("put_mr", "put_signal_latency", "put_latency", "put_bw", "atomic_latency")),
            *((test, "block") for test in ("put_bw", "put_signal_latency", "put_latency")), ("put_bw", "blocks"), ("put_mr", "blocks")]
BY_ENGINE = ["put_signal_latency@inline", "put_signal_latency@queue", "plan_latency", "host_latency"]
SMALL = ["-b", "8", "-e", "4k", "-f", "512", "-E", "1", "-n", "1000", "-w", "20", "--repeat", "3", "--row-time", "150"]
LARGE = ["-b", "2m", "-e", "2m", *BLOCKS, "-E", "4", "-n", "200", "-w", "5", "--repeat", "3", "--row-time", "150"]
TO_PEAK = ["-b", "8", "-e", "8m", "-f", "4", *BLOCKS, "-W", "64", "-n", "100", "-w", "1", "--row-time", "50"]
# Rows that decide about the SM engine (docs/design/0044), beside goals in findings.py: 8 KiB from several callers and the engine's own
# peak, latency, stages, warps.
QUEUED = ["--route", "queue", "--row-time", "50"]
CALLERS = {"4-blocks": [*BLOCKS, "-B", "4", "-W", "64", "-b", "8k", "-e", "8m", "-f", "1024", "-n", "100", "-w", "1"],
           "64-threads": ["-s", "thread", "-T", "64", "-W", "1", "-b", "8k", "-e", "512k", "-f", "64", "-n", "2000", "-w", "20"]}
ONE_BLOCK = [*QUEUED, "-s", "block", "-b", "8k", "-e", "8m", "-f", "4", "-W", "64", "-n", "100", "-w", "1"]
QUICK = ["put_signal_latency", *QUEUED, "-E", "1", "--shared", "64k", "-b", "8", "-e", "4k", "-f", "512", "-n", "1000", "-w", "20", "--repeat", "3"]
BUDGETS = {  # by group: one that fails does not cost the others
    "callers": {f"put_bw-{callers}-engine-{blocks}{'-200k' * bool(shared)}": ["put_bw", *QUEUED, *how, "-E", blocks, *shared]
                for blocks in ("4", "16", "1", "8") for shared in ([], ["--shared", "200k"]) for callers, how in CALLERS.items()},
    "queued latency": {"put_signal_latency-thread-queued": QUICK, "put_signal_latency-block-queued": [*QUICK, *BLOCKS]},
    "block copies": {"put_bw-block-sizes": ["put_bw", "--route", "inline", *BLOCKS, "-b", "4k", "-e", "2m", "-f", "8", "--row-time", "50"]},
    "stages": {f"put_bw-engine-{blocks}-{shared}": ["put_bw", *ONE_BLOCK, "-T", "256", "-E", blocks, "--shared", shared]
               for shared in ("48k", "100k", "200k") for blocks in ("1", "4")},
    "warps": {f"put_bw-engine-{blocks}-{threads}-threads": ["put_bw", *ONE_BLOCK, "-T", threads, "-E", blocks]
              for threads in ("512", "1024") for blocks in ("1", "4")}}
FUSED = ["-B", "60", "-T", "256", "--repeat", "5"]  # two PEs' blocks, all resident at once
ENGINES = {"latency": [*BY_ENGINE, *SMALL], "latency-large": [*BY_ENGINE, *LARGE],
           "saturation": ["put_bw@inline", "put_bw@queue", "plan_bw", "-E", "4", *TO_PEAK],
           "window-one": ["put_bw@inline", "put_bw@queue", "plan_bw", "-E", "4", "-b", "8k", "-e", "8k", *BLOCKS, "-W", "1", "-n", "1000"],
           "latency-proxy": ["put_signal_latency@proxy", *SMALL]}
SANITIZED = ["rma_on_gpu", "usual_on_gpu", "amo_on_gpu", "engine_on_gpu", "family_on_gpu", "wait_on_gpu", "element_on_gpu", "pes_on_gpu", "on_stream_graph", "embedding_on_gpu", "collective_on_gpu"]  # plan_on_gpu does not end in its first case


def probe(phase, name, seconds, program=None, connections=8):
    """With 32 connections no two of a probe's streams share a hardware queue; 8 is what programs have that do not ask."""
    arguments = ["--seconds", str(max(5, seconds - 10)), "--connections", str(connections)]
    return Step(phase, name, "probe", name, seconds, f"probe_{program or name}", arguments, {})


def test(phase, program, variant, seconds, cases="*", **environment):
    part = f".{cases.partition('.')[0]}" if cases[0] not in "*-" else ""
    variables = {"ARK_HEAP": variant, **environment} if variant.startswith("cuda") else environment
    name = ".".join(filter(None, ["gpu", program, variant])) + part
    kind = " of plans" if "plan" in program or part else " of streams" if "streams" in program else ""
    return Step(phase, name, "test", f"tests {variant}{kind}", seconds, program,
                [f"--gtest_filter={cases}"], variables)


def perf(phase, name, group, arguments, **environment):
    return Step(phase, f"perf-{name}", "perf", group, 45, "ark_perf_cuda",
                [*arguments, "--pes", "2", *([] if "overlap" in arguments else ["--check"]), "--format", "json"], environment)


def peer(name, program, **environment):
    return Step("compare", name, "perf", name, 30, program, ["all", "-b", "8", "-e", "2m", "-f", "8", "-n", "200", "-x", "20"],
                {"NVSHMEM_REMOTE_TRANSPORT": "none", "NVSHMEM_SYMMETRIC_SIZE": "67108864", **environment})


def heap_tests(heap):
    seconds = {"rma": 60, "litmus": 100}
    return [test("more", f"{name}_on_gpu", heap, seconds.get(name, 40)) for name in
            ("pes", "rma", "usual", "family", "wait", "engine", "amo", "element", "overlap", "embedding", "collective",
             "conformance", "litmus_host", "litmus", "many_streams")]


def sanitize(tool, program, phase="more", seconds=150, case=None, timeout="60s"):  # all of it is slow
    arguments = [f"--gtest_filter={case}"] if case else []
    name = ".".join(filter(None, [f"{tool}-{program}", case]))
    return Step(phase, name, tool, name if case else tool, seconds, program, arguments,
                {"ARK_HEAP": "cuda", "ARK_TIMEOUT": timeout})


STEPS = [
    probe("smoke", "facts", 20), probe("smoke", "shared_size", 15), probe("smoke", "grid_id", 20),
    test("smoke", "conformance_on_gpu", "cuda", 40), test("smoke", "engine_on_gpu", "cuda", 40),
    test("transfers", "pes_on_gpu", "cuda", 40), test("transfers", "rma_on_gpu", "cuda", 60),
    test("transfers", "usual_on_gpu", "cuda", 60),
    *(perf("engine", name, group, arguments, ARK_SYMMETRIC_SIZE="256m")
      for group, rows in BUDGETS.items() for name, arguments in rows.items()),
    peer("perf-plain", "plain_put"), peer("perf-nvshmem", "nvshmem_put"),
    peer("perf-nvshmem-lent", "nvshmem_put", NVSHMEM_TMA_POLICY="ENABLE"), peer("perf-ark", "ark_put"),
    *(perf("compare", f"{name}-{shape}", "stores", [name, *SHAPES[shape], "-b", "8", *SHORT]) for name, shape in COMPARED),
    test("last", "many_streams_on_gpu", "cuda", 40),
    sanitize("memcheck", "family_on_gpu", "last", 60, "Families.Locks", "5s"),  # fails where a kernel is loaded beside one that waits
    probe("last", "graph", 45, connections=32),
    perf("last", "plan_latency", "plans", ["plan_latency", "-b", "8", "-e", "2m", *SHORT]),
    test("last", "plan_on_gpu", "cuda_host", 40), test("last", "plan_on_gpu", "cuda", 40),
    perf("last", "streams", "streams", ["put_latency", "put_bw", "put_signal_latency", "barrier", "broadcast", "fcollect", "alltoall",
                                        "sum_reduce", "--from", "stream", "-m", "8:64m", "-f", "8", "-W", "8", "-n", "100", "--row-time", "20"],
         ARK_SYMMETRIC_SIZE="1g"),
    # Below 64 MiB the launches take longer than what they launch.
    perf("last", "overlap", "overlap", ["overlap", "-m", "64m:64m", "--repeat", "3"], ARK_SYMMETRIC_SIZE="4g"),
    test("more", "litmus_on_gpu", "cuda", 100), test("more", "litmus_host_on_gpu", "cuda", 40, "-L7*"),
    *(perf("more", f"{name}-engine", "engine", [name, *SHAPES["engine"], "-b", "8", *SHORT])
      for name in ("put_signal_latency", "put_latency", "put_mr")),
    *(perf("more", f"put_bw-engine-{blocks}", "engine", ["put_bw", *STAGED, *TO_PEAK, "-E", str(blocks)]) for blocks in (1, 2, 4, 8, 16)),
    perf("more", "put_bw-engine-4-unstaged", "engine", ["put_bw", "--route", "queue", *TO_PEAK, "-E", "4"]),
    probe("more", "saturation", 75, connections=32), test("more", "litmus_host_on_gpu", "cuda", 40, "L7CopyEngine.*"),
    test("more", "processes", "", 40), test("more", "rma_on_gpu", "cuda_ipc", 60),
    *(test("more", f"{name}_on_gpu", "cuda", 40) for name in ("family", "wait", "amo", "element", "overlap", "embedding", "collective")),
    test("more", "on_stream_graph", "lazy", 40, CUDA_MODULE_LOADING="LAZY"), test("more", "on_stream_graph", "eager", 40),
    *(perf("more", f"engines-{name}", f"engines {name}", arguments, ARK_SYMMETRIC_SIZE="512m") for name, arguments in ENGINES.items()),
    *(perf("more", name, name, [name, *FUSED]) for name in ("fused_gemv", "fused_gemm", "fused_embedding")),
    Step("more", "perf-cache-policies", "perf", "cache policies", 60, "cache_puts_cuda", ["1", "16", "64"], {"ARK_SYMMETRIC_SIZE": "512m"}),
    *(sanitize("memcheck", program) for program in SANITIZED), *(sanitize("racecheck", program) for program in SANITIZED[:4]),
    *heap_tests("cuda_host"), test("more", "plan_on_gpu", "cuda_ipc", 40),
]
