"""Every test of a file runs in one PE: under mpirun in all processes at once, each of which reaches every collective."""
import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

import ark_shmem as ark


@pytest.fixture(scope="session")
def pe():
    """The process's PE, initialized once: (my_pe, n_pes)."""
    ark.init()
    return ark.my_pe(), ark.n_pes()


@pytest.fixture
def run():
    """Runs Python text in processes of its own; returns (status, output) of each. Signals, exits and forks end or fail a PE."""
    def start(text, n=1, interrupt_after=None, **environment):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_", "PMIX_", "PMI_"))}
        with socket.create_server(("localhost", 0)) as free:
            port = str(free.getsockname()[1])
        processes = [subprocess.Popen([sys.executable, "-c", "import ark_shmem as ark, numpy, os, sys, time\n" + text], text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      env={**clean, "RANK": str(i), "WORLD_SIZE": str(n), "MASTER_ADDR": "localhost", "MASTER_PORT": port,
                                           "ARK_TIMEOUT": "20s", **environment})
                     for i in range(n)]
        if interrupt_after:
            for line in processes[0].stdout:
                if interrupt_after in line:
                    break
            time.sleep(0.5)  # to the wait itself
            processes[0].send_signal(signal.SIGINT)
        outputs = [one.communicate(timeout=300)[0] for one in processes]
        return [(one.returncode, output) for one, output in zip(processes, outputs)]
    return start


# Forks for each program a process that has imported everything, and prints [status, output] of all.
EACH = """
import json, tempfile
results = []
for program in json.loads(sys.argv[1]):
    output = tempfile.TemporaryFile('w+')
    process = os.fork()
    if process == 0:
        os.dup2(output.fileno(), 1), os.dup2(output.fileno(), 2)
        break
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    output.seek(0)
    results.append([status, output.read()])
else:
    print(json.dumps(results))
    os._exit(0)
exec(program, globals())
"""


@pytest.fixture(scope="session")
def run_each():
    """Runs programs of one PE, each in a process of its own from init to exit; returns {program: (status, output)}."""
    def start(programs):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_", "PMIX_", "PMI_"))}
        text = "import ark_shmem as ark, numpy, os, sys, time\n" + EACH
        done = subprocess.run([sys.executable, "-c", text, json.dumps(programs)], stdout=subprocess.PIPE, text=True, check=True, timeout=300,
                              env={**clean, "RANK": "0", "WORLD_SIZE": "1", "ARK_TIMEOUT": "20s"})
        return dict(zip(programs, json.loads(done.stdout)))
    return start
