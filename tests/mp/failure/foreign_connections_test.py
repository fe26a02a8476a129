#!/usr/bin/env python3
"""A process outside the job connects to every listening socket of it and sends random bytes; the job ends without an error.

  foreign_connections_test.py SOAK_PROGRAM

The TCP ports on which the job's processes listen, with the proxy's transport in use (ARK_ROUTE=proxy). Also: nothing
listens on an address but the loopback one, because the job is on one host.
"""
import os
import pathlib
import random
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
SECONDS = 3


def ranks(mark):
    """The processes of the program that have this line in their environment."""
    found = []
    for proc in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (proc / "comm").read_text().strip() == pathlib.Path(sys.argv[1]).name[:15] and \
                    mark in (proc / "environ").read_text(errors="replace").split("\0"):
                found.append(proc.name)
        except OSError:
            continue
    return found


def inodes(pid):
    found = set()
    for fd in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(fd)
        except OSError:
            continue
        if target.startswith("socket:["):
            found.add(target[8:-1])
    return found


def tcp_listeners(owned):
    """(address, port) of listening TCP sockets of these inodes."""
    listeners = []
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and words[9] in owned:
            address, port = words[1].split(":")
            quad = ".".join(str(b) for b in reversed(bytes.fromhex(address)))
            listeners.append((quad, int(port, 16)))
    return listeners


def of_transport(listeners):
    return [listener for listener in listeners if listener[0] != "0.0.0.0"]


def listeners_of_job(mark):
    """When both ranks have one of the transport, and had time for more."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pids = ranks(mark)
        if len(pids) == 2 and all(of_transport(tcp_listeners(inodes(pid))) for pid in pids):
            time.sleep(0.3)
            return sorted({listener for pid in pids for listener in tcp_listeners(inodes(pid))})
        time.sleep(0.02)
    return []


def send_random_bytes(address, rng):
    target = ("127.0.0.1" if address[0] == "0.0.0.0" else address[0], address[1])
    for size in (0, 1, 8, 64, 4096):
        try:
            with socket.create_connection(target, timeout=1) as connection:
                connection.sendall(rng.randbytes(size))
                connection.settimeout(0.05)
                try:
                    connection.recv(64)
                except OSError:
                    pass
        except OSError:
            pass  # refused already: as good


def main():
    rng = random.Random(1)
    mark = f"FOREIGN_CONNECTIONS_TEST={os.getpid()}"
    env = dict(os.environ, ARK_ROUTE="proxy", ARK_CPU_WORKERS="1", **dict([mark.split("=")]))
    job = subprocess.Popen([str(ROOT / "scripts/mpirun"), "-n", "2", sys.argv[1], str(SECONDS), "5"], env=env,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    listeners = listeners_of_job(mark)
    print("listening TCP sockets:", listeners)
    for _ in range(5):
        for listener in listeners:
            send_random_bytes(listener, rng)
    text = job.communicate(timeout=60)[0]
    print(text)
    problems = []
    if job.returncode != 0 or "none lost" not in text:
        problems.append(f"the job did not end right: status {job.returncode}")
    if not of_transport(listeners):
        problems.append("no listening socket of the transport was found: the test tests nothing")
    if any(not address.startswith("127.") for address, _ in of_transport(listeners)):
        problems.append("something listens on an address that a job within one host does not use")
    print("\n".join(problems) or "all foreign connections were refused, and the job went on")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
