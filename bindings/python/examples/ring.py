#!/usr/bin/env python3
"""A ring all-reduce, as nvshmem4py programs write it: puts with signals to the right neighbour, without a collective.

    mpirun -n 4 python3 ring.py [ELEMENTS]

The array is cut into one block for each PE. In the first n - 1 steps each PE sends a block to its right neighbour, which adds its own
part to it; after them each PE has one block of the sum, which goes round in n - 1 further steps. Every step has a place and a signal of
its own, so no PE waits until its neighbour has taken the last block. Prints that the result is the sum, and the rate.
"""
import sys
import time

import numpy

import ark_shmem as ark

ROUNDS = 5


class Ring:
    """Collective to make; sum() adds arrays of `count` elements in place."""

    def __init__(self, count):
        self.me, self.n = ark.my_pe(), ark.n_pes()
        self.steps = 2 * (self.n - 1)
        self.block = -(-count // self.n)
        self.values = ark.zeros((self.n, self.block), "float32")
        self.inbox = ark.empty((max(self.steps, 1), self.block), "float32")
        self.signals = ark.zeros(max(self.steps, 1), "uint64")
        self.calls = 0

    def sum(self, array):
        self.calls += 1
        flat = self.values.reshape(-1)
        flat[:array.size] = array
        right = (self.me + 1) % self.n
        for step in range(self.steps):
            is_sum = step < self.n - 1
            sent = (self.me - step) % self.n if is_sum else (self.me + 1 - (step - self.n + 1)) % self.n
            ark.put_signal(self.inbox[step], self.values[sent], self.signals, self.calls, right, index=step)
            ark.signal_wait_until(self.signals, "==", self.calls, index=step)
            received = (sent - 1) % self.n
            if is_sum:
                self.values[received] += self.inbox[step]
            else:
                self.values[received] = self.inbox[step]
        array[...] = flat[:array.size]
        ark.sync_all()  # every inbox has been read


def part_of(pe, count):
    return numpy.random.default_rng(pe).integers(0, 100, count).astype("float32")  # sums without rounding


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_003
    with ark.init():
        me, n = ark.my_pe(), ark.n_pes()
        ring, right, seconds = Ring(count), True, 0.0
        expected = sum(part_of(pe, count) for pe in range(n))
        for _ in range(ROUNDS):
            array = part_of(me, count)
            begun = time.perf_counter()
            ring.sum(array)
            seconds += time.perf_counter() - begun
            right = right and (array == expected).all()
        rate = ROUNDS * array.nbytes / seconds / 1e9
        wrong = ark.full(1, 0 if right else 1, "int32")
        ark.reduce(wrong, wrong, "sum")
        if me == 0:
            print(f"ring: {n} PEs, {count} elements, {rate:.2f} GB/s,", f"WRONG on {wrong[0]}" if wrong[0] else "sums ok")
    sys.exit(1 if wrong[0] else 0)


if __name__ == "__main__":
    main()
