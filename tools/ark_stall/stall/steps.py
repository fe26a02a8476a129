"""The runs: which program, on how many PEs, where, with which input; and the times that they give."""
import contextlib
import dataclasses
import os
import pathlib
import shlex
import shutil
import signal
import socket
import subprocess

from . import StallError, periods, record
from . import split as splits

STEPS = {
    "one": "one PE",
    "host": "all PEs on one host",
    "hosts": "as many PEs over the hosts",
    "cold": "all PEs on one host, with input, cold cache",
    "warm": "all PEs on one host, with input, warm cache",
}


@dataclasses.dataclass
class Run:
    """One run of a step, read back."""
    records: list
    iterations: periods.Iterations
    split: splits.Split
    queue_share: float  # or None


def place(*names):
    """The first existing file of the candidates beside this folder: in the source tree, or installed."""
    here = pathlib.Path(__file__).resolve().parent
    for name in names:
        path = (here / name).resolve()
        if path.is_file():
            return path
    raise StallError(f"none of {', '.join(str((here / name).resolve()) for name in names)} exists: the installation is not complete")


def recorder(given):
    if given:
        if not pathlib.Path(given).is_file():
            raise StallError(f"--recorder {given}: no such file; accepted: libark_stall_recorder.so")
        return pathlib.Path(given).resolve()
    return place("../libark_stall_recorder.so", "../../../build/release/tools/libark_stall_recorder.so")


def drop_pages(path):
    """Remove the pages of a file from the page cache. Needs no privilege; pages that are mapped or not yet written stay."""
    try:
        with open(path, "rb") as file:
            os.fdatasync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    except OSError as problem:
        raise StallError(f"--input {path}: {problem.strerror}; accepted: a file that can be read") from None


def step_variables(step):
    return {"STALL_STEP": step, "STALL_INPUT": "real" if step in ("cold", "warm") else "synthetic"}


class Runner:
    """Runs the steps of `args` (see ark_stall.py) and keeps their records in `folder`."""

    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)
        self.library = None if args.from_folder else recorder(args.recorder)

    def hosts_prefix(self):
        """(command before mpirun, arguments of mpirun) of the step over several hosts."""
        args = self.args
        if args.shape or args.latency:
            if args.pes % args.shaped_hosts:
                raise StallError(f"--pes {args.pes}: accepted with --shape: a multiple of --shaped-hosts {args.shaped_hosts}")
            tool = str(place("../../multihost", "../../../scripts/multihost"))
            command = [tool, str(args.shaped_hosts), "--slots", str(args.pes // args.shaped_hosts)]
            command += ["--shape", args.shape] if args.shape else []
            command += ["--latency", args.latency] if args.latency else []
            return [*command, "--"], []
        if pathlib.Path(args.hosts).is_file():
            return [], ["--hostfile", args.hosts]
        return [], ["--host", args.hosts]

    def one_host(self, pes):
        """mpirun's arguments for this host alone: a default hostfile or an allocation would spread the PEs."""
        return ["--host", f"{socket.gethostname()}:{pes}"] if self.args.hosts else []

    def mpirun(self):
        if self.args.mpirun:
            return self.args.mpirun
        if self.args.hosts:
            return "mpirun"
        try:
            return str(place("../../../../bin/arkrun", "../../../scripts/mpirun"))
        except StallError:  # ark without its launcher
            return "mpirun"

    def program(self, step, pes):
        with_input = step in ("cold", "warm")
        more = self.args.input_args if with_input else self.args.synthetic_args
        words = [*self.args.program, *shlex.split(more or "")]
        return [word.replace("{pes}", str(pes)) for word in words]

    def command(self, step, prefix):
        pes = 1 if step == "one" else self.args.pes
        before, placed = self.hosts_prefix() if step == "hosts" else ([], self.one_host(pes))
        # By env: a launcher does not hand the environment on to other hosts.
        settings = [f"{name}={value}" for name, value in step_variables(step).items()]
        settings += [f"LD_PRELOAD={self.library}", f"STALL_RECORD={prefix}"]
        if "ARK_TRACE" not in os.environ:
            settings.append(f"ARK_TRACE=counters:{prefix}.trace")
        return [*before, self.mpirun(), *placed, "-n", str(pes), "env", *settings, *self.program(step, pes)]

    def execute(self, step, prefix):
        command = self.command(step, prefix)
        if step == "cold":
            for path in self.args.input:
                drop_pages(path)
        environment = {**os.environ, **step_variables(step)}
        with contextlib.ExitStack() as stack:
            if self.args.prepare:
                done = subprocess.run(["sh", "-c", self.args.prepare], env=environment, check=False)
                if done.returncode:
                    raise StallError(f"--prepare '{self.args.prepare}' ended with status {done.returncode} before step {step}")
            log = stack.enter_context(open(f"{prefix}.log", "w", encoding="utf-8"))
            job = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                status = job.wait(timeout=self.args.timeout)
            except BaseException as problem:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(job.pid, signal.SIGTERM)
                job.wait()
                if isinstance(problem, subprocess.TimeoutExpired):
                    raise StallError(f"step {step} has not ended after --timeout {self.args.timeout} s: {shlex.join(command)}") from None
                raise
        if status:
            text = pathlib.Path(f"{prefix}.log").read_text(encoding="utf-8", errors="replace")
            raise StallError(f"step {step} ended with status {status}: {shlex.join(command)}\n{text[-2000:].rstrip()}")

    def run(self, step, repeat):
        prefix = self.folder / f"{step}.{repeat}"
        if not self.args.from_folder:
            self.execute(step, prefix)
        records = record.read_run(prefix, 1 if step == "one" else self.args.pes)
        hosts = sorted({one.host for one in records})
        if (len(hosts) > 1) != (step == "hosts"):
            raise StallError(f"step {step} has run on {', '.join(hosts)}; accepted: {'several hosts' if step == 'hosts' else 'one host'} "
                             "(--hosts, and slots for as many PEs there)")
        iterations = periods.find(records, self.args.warm_up)
        return Run(records, iterations, splits.split(records, iterations), record.queue_share(prefix, len(records)))

    def runs(self):
        """{step: [run]}; the repeats of the steps alternate, so that a change of the machine's speed meets all of them."""
        out = {step: [] for step in self.args.steps}
        for repeat in range(self.args.repeat):
            for step in self.args.steps:
                out[step].append(self.run(step, repeat))
        return out


def steps_of(args):
    """The steps to run: those that --steps names, or all for which the arguments suffice."""
    over_hosts, with_input = bool(args.hosts or args.shape or args.latency), bool(args.input or args.input_args or args.prepare)
    able = [step for step in STEPS if (step != "hosts" or over_hosts) and (step not in ("cold", "warm") or with_input)]
    if not args.steps:
        return able
    chosen = args.steps.split(",")
    for step in chosen:
        if step not in STEPS:
            raise StallError(f"--steps {args.steps}: no step '{step}'; accepted: some of {','.join(STEPS)}")
        if step not in able:
            needs = "--hosts, --shape or --latency" if step == "hosts" else "--input, --input-args or --prepare"
            raise StallError(f"--steps {args.steps}: step '{step}' needs {needs}")
    return [step for step in STEPS if step in chosen]


def default_pes():
    return len(os.sched_getaffinity(0))


def find_program(words):
    if not words:
        raise StallError("no program; accepted: ark_stall [options] -- PROGRAM ARGS")
    if shutil.which(words[0]) is None:
        raise StallError(f"{words[0]}: no such program")
    return [str(pathlib.Path(shutil.which(words[0])).resolve()), *words[1:]]
