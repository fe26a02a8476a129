#!/usr/bin/env python3
"""A stranger knocks at every door of a running job and talks nonsense; the job goes on and ends right.

  strangers_test.py SOAK_PROGRAM

Doors: the TCP ports and the abstract Unix sockets on which the job's processes listen. With the proxy's transport in
use (ARK_ROUTE=proxy). Also: nothing listens on an address but the loopback one, because the job is on one host.
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


def tcp_doors(owned):
    """(address, port) of listening TCP sockets of these inodes."""
    doors = []
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and words[9] in owned:
            address, port = words[1].split(":")
            quad = ".".join(str(b) for b in reversed(bytes.fromhex(address)))
            doors.append((quad, int(port, 16)))
    return doors


def of_transport(doors):
    return [door for door in doors if door[0] != "0.0.0.0"]


def doors_of_job(mark):
    """When both ranks have one of the transport, and had time for more."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pids = ranks(mark)
        if len(pids) == 2 and all(of_transport(tcp_doors(inodes(pid))) for pid in pids):
            time.sleep(0.3)
            return sorted({door for pid in pids for door in tcp_doors(inodes(pid))})
        time.sleep(0.02)
    return []


def talk_nonsense(address, rng):
    target = ("127.0.0.1" if address[0] == "0.0.0.0" else address[0], address[1])
    for size in (0, 1, 8, 64, 4096):
        try:
            with socket.create_connection(target, timeout=1) as stranger:
                stranger.sendall(rng.randbytes(size))
                stranger.settimeout(0.05)
                try:
                    stranger.recv(64)
                except OSError:
                    pass
        except OSError:
            pass  # refused already: as good


def main():
    rng = random.Random(1)
    mark = f"STRANGERS_TEST={os.getpid()}"
    env = dict(os.environ, ARK_ROUTE="proxy", ARK_CPU_WORKERS="1", **dict([mark.split("=")]))
    job = subprocess.Popen([str(ROOT / "scripts/mpirun"), "-n", "2", sys.argv[1], str(SECONDS), "5"], env=env,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    doors = doors_of_job(mark)
    print("TCP doors:", doors)
    for _ in range(5):
        for door in doors:
            talk_nonsense(door, rng)
    text = job.communicate(timeout=60)[0]
    print(text)
    problems = []
    if job.returncode != 0 or "none lost" not in text:
        problems.append(f"the job did not end right: status {job.returncode}")
    if not of_transport(doors):
        problems.append("no door of the transport was found: the test tests nothing")
    if any(not address.startswith("127.") for address, _ in of_transport(doors)):
        problems.append("something listens on an address that a job within one host does not use")
    print("\n".join(problems) or "all strangers were refused, and the job went on")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
