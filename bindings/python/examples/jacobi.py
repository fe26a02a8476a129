#!/usr/bin/env python3
"""A Jacobi solver for the Laplace equation on a square, in rows of blocks; of mpi4py's communicator if it is installed.

    mpirun -n 4 python3 jacobi.py [SIZE]

Where a program with mpi4py sends and receives halo rows, each PE puts its edge rows into its neighbours' halo, with a signal. Halo rows
alternate, so that nobody waits for a neighbour to have read the last ones. The norm of the change is a reduce. The right edge is 1, the
others are 0. Prints the number of iterations, and that the grid is that of one PE, which computes all of it.
"""
import sys

import numpy

import ark_shmem as ark

TOLERANCE, MOST, CHECK_EVERY = 1e-3, 5000, 20


def start():
    try:
        from mpi4py import MPI
    except ImportError:
        return ark.init()  # the processes of mpirun, without mpi4py
    return ark.init(MPI.COMM_WORLD)


def relax(old, new):
    """One step on the inner points; returns the largest change."""
    new[1:-1, 1:-1] = (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:]) / 4
    return abs(new[1:-1, 1:-1] - old[1:-1, 1:-1]).max(initial=0)


def solve_alone(size, iterations):
    grids = [numpy.zeros((size, size)) for _ in range(2)]
    for grid in grids:
        grid[:, -1] = 1
    for step in range(iterations):
        relax(grids[step % 2], grids[1 - step % 2])
    return grids[iterations % 2]


def solve(size):
    """Returns the PE's inner rows, the first one's number, and the number of iterations."""
    me, n = ark.my_pe(), ark.n_pes()
    if size < n + 2:
        raise ValueError(f"jacobi: SIZE is {size}: {n + 2} or more for {n} PEs")
    ends = numpy.linspace(1, size - 1, n + 1).astype(int)
    counts = numpy.diff(ends)
    rows = counts[me]
    grids = ark.zeros((2, max(counts) + 2, size))  # of the same size on all PEs; with two halo rows
    arrived, change = ark.zeros(2, "uint64"), ark.zeros(1)  # signals from above and from below
    grids[:, :, -1] = 1
    ark.sync_all()
    # The neighbours: their number, the row that they get, its place there, and their signal.
    neighbours = [of for of in ((me - 1, 1, counts[me - 1] + 1, 1), (me + 1, rows, 0, 0)) if 0 <= of[0] < n]
    for step in range(1, MOST + 1):
        old, new = grids[1 - step % 2], grids[step % 2]
        change[0] = relax(old[:rows + 2], new[:rows + 2])
        for pe, own, halo, index in neighbours:
            ark.put_signal(new[halo], new[own], arrived, step, pe, index=index)
        for _, _, _, index in neighbours:
            ark.signal_wait_until(arrived, ">=", step, index=1 - index)
        if step % CHECK_EVERY == 0:
            ark.reduce(change, change, "max")
            if change[0] < TOLERANCE:
                break
    return grids[step % 2, 1:rows + 1], ends[me], step


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with start():
        mine, first, iterations = solve(size)
        same = ark.full(1, (mine == solve_alone(size, iterations)[first:first + len(mine)]).all(), "int32")
        ark.reduce(same, same, "min")
        if ark.my_pe() == 0:
            print(f"jacobi: {ark.n_pes()} PEs, {size} by {size}, {iterations} iterations, grid", "same ok" if same[0] else "WRONG")
    sys.exit(0 if same[0] else 1)


if __name__ == "__main__":
    main()
