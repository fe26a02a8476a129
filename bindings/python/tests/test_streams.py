"""Calls in the order of a stream."""
import gc
import weakref

import numpy as np
import pytest

import ark_shmem as ark

SOURCE = """
ARK_GLOBAL void fill(double* values, int count, double value) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] = value + i;
}
ARK_GLOBAL void add(double* sums, const double* values, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) sums[i] += values[i];
}
"""


def test_a_pipeline_of_kernels_and_calls(pe):
    """Nothing waits on the host between the steps; each sees what the one before has done, and what the left PE has sent."""
    me, n = pe
    fill, add = ark.Kernel(SOURCE, "fill"), ark.Kernel(SOURCE, "add")
    stream, count, turns = ark.Stream(), 3000, 5
    source, inbox, sums, arrived, taken = (ark.zeros(count), ark.zeros(count), np.zeros(count), ark.zeros(1, "uint64"), ark.zeros(1, "uint64"))
    for turn in range(1, turns + 1):
        fill[1, 32, stream](source, count, float(100 * me + turn))
        stream.put_signal(inbox, source, arrived, 1, (me + 1) % n, op="add")
        stream.signal_wait_until(arrived, ">=", turn)
        add[1, 32, stream](sums, inbox, count)
        stream.signal_update(taken, turn, (me - 1) % n)  # the left PE may write again
        stream.signal_wait_until(taken, ">=", turn)
    stream.sync()
    left = (me - 1) % n
    assert (sums == sum(100 * left + turn for turn in range(1, turns + 1)) + turns * np.arange(count)).all()
    stream.destroy()


def test_put_get_and_order(pe):
    me, n = pe
    stream, there, back = ark.Stream(), ark.zeros((n, 4), "int32"), np.zeros(4, "int32")
    stream.put(there[me], np.arange(4, dtype="int32") + me, (me + 1) % n)
    stream.fence()
    stream.quiet()
    stream.barrier_all()
    stream.get(back, there[me], (me + 1) % n)
    stream.sync()
    assert (back == np.arange(4) + me).all() and (there[(me - 1) % n] == np.arange(4) + (me - 1) % n).all()


def test_collectives(pe):
    me, n = pe
    stream, value = ark.Stream(), ark.full(3, me + 1.0)
    total, most, root, gathered, exchanged = ark.zeros(3), ark.zeros(3), ark.zeros(3), ark.zeros((n, 3)), ark.zeros(n, "int64")
    mine = ark.empty(n, "int64")
    mine[:] = 10 * me + np.arange(n)
    stream.reduce(total, value)
    stream.reduce(most, value, "max", team=ark.WORLD)
    stream.broadcast(root, value, n - 1)
    stream.fcollect(gathered, value)
    stream.alltoall(exchanged, mine)
    stream.sync_all()
    stream.sync()
    assert (total == n * (n + 1) / 2).all() and (most == n).all() and (root == n).all()
    assert (gathered == np.arange(1, n + 1)[:, None]).all() and (exchanged == 10 * np.arange(n) + me).all()


def test_arrays_live_until_the_stream_has_no_work(pe):
    me, _ = pe
    stream, go, there = ark.Stream(), ark.zeros(1, "uint64"), ark.zeros(1000)
    source = np.arange(1000.0)
    alive = weakref.ref(source)
    stream.signal_wait_until(go, "==", 1)
    stream.put(there, source, me)
    del source
    gc.collect()
    assert alive() is not None and not stream.query() and there[1] == 0
    ark.signal_update(go, 1, me)
    stream.sync()
    assert alive() is None and (there == np.arange(1000)).all()
    ark.barrier_all()


def test_a_bad_argument_queues_nothing(pe):
    stream, there = ark.Stream(), ark.zeros(4)
    with pytest.raises(TypeError, match="Stream.put: dest has dtype float64 and source float32"):
        stream.put(there, np.ones(4, "float32"), 0)
    assert stream.query()
    stream.sync()
    ark.barrier_all()
    assert (there == 0).all()
