"""Arrays in a symmetric heap of a GPU's memory, by the tests' driver: the CPU faults at an access to it."""
import os
import pathlib
import re

import pytest


@pytest.fixture
def run_on_gpu(run):
    folder = os.environ.get("FAKE_CUDA_FOLDER", "")
    if not folder:
        pytest.skip("the build has no driver for tests: configure it where nvcc is found")
    return lambda text, n=1, **environment: run(text, n=n, FAKE_CUDA_MPS="1", LD_LIBRARY_PATH=folder + ":" + os.environ.get("LD_LIBRARY_PATH", ""),
                                                **{"ARK_HEAP": "cuda", **environment})


TRANSFERS = """
with ark.init():
    me, n = ark.my_pe(), ark.n_pes()
    right, left = (me + 1) % n, (me - 1) % n
    a, words, counts = ark.zeros((4, 6), 'float32'), ark.zeros(2, 'uint64'), ark.zeros(3, 'int64')
    assert type(a) is ark.GpuArray and ark.is_symmetric(a[1:, :2]) and ark.status() is None
    row = numpy.arange(6, dtype='float32')
    ark.put(a[1], row + me, right)
    ark.put_signal(a[2], row * 2, words, 5, right, index=0)
    assert ark.signal_wait_until(words, '==', 5, index=0) == 5 and ark.test(words[:1], '>', 4)
    ark.put(a[3], a[2], right)                                     # from the heap itself
    ark.signal_update(words, 3, right, op='add', index=1)
    ark.signal_wait_until(words, '>=', 3, index=1, timeout=10)
    ark.barrier_all()
    assert (a.get() == [row * 0, row + left, row * 2, row * 2]).all() and (words.get() == [5, 3]).all()
    read = numpy.empty((2, 6), 'float32')
    ark.get(read, a[1:3], right)
    assert (read == [row + me, row * 2]).all() and ark.g(a, right, index=7) == 1 + me
    a[0, 2:4] = [7, 8]
    a[3, ...] = a[1]
    a.reshape(-1)[23:].set(1)
    ark.p(a, 9, me, index=0)
    assert (a.get()[[0, 3]] == [[9, 0, 7, 8, 0, 0], [*(row[:5] + left), 1]]).all() and (a[1, 1].get() == 1 + left)
    ark.atomic_add(counts, 2, 0, index=0)
    ark.atomic_fetch_add(counts, 1, 0, index=1)
    ark.barrier_all()
    assert me != 0 or (counts.get() == [2 * n, n, 0]).all()
    class foreign:                                                 # another library's array, in the same memory
        __cuda_array_interface__ = a[1].__cuda_array_interface__
    ark.get(foreign, a[2], me)
    ark.put(a[2], foreign, me)
    assert (a[1:3].get() == row * 2).all() and ark.is_symmetric(foreign)

    mine, total = ark.full(2 * n, me + 1, 'int32'), ark.zeros(2 * n, 'int32')
    mine[0] = 10
    every, blocks = ark.empty((n, 2 * n), 'int32'), ark.empty(2 * n, 'int32')
    ark.fcollect(every, mine)
    ark.alltoall(blocks, mine)
    all_mine = [[10] + [pe + 1] * (2 * n - 1) for pe in range(n)]
    assert (every.get() == all_mine).all() and (blocks.get().reshape(n, 2) == [one[2 * me:2 * me + 2] for one in all_mine]).all()
    for op, of in (('sum', sum), ('prod', numpy.prod), ('min', min), ('max', max)):
        ark.reduce(total, mine, op)
        assert (total.get() == [of(column) for column in zip(*all_mine)]).all(), op
    ark.broadcast(total, mine, n - 1)
    assert (total.get() == all_mine[n - 1]).all()
    ark.broadcast(mine, mine, 0)
    ark.reduce(mine, mine, 'xor')
    assert (mine.get() == (0 if n == 2 else all_mine[0])).all()
    z = ark.full(2, 1 + 2j, 'complex64')
    ark.reduce(z, z)
    assert (z.get() == n * (1 + 2j)).all() and ark.status() is None
    team = ark.WORLD.split_strided(n - 1, 1, 1)
    if team is not None:
        ark.reduce(counts, counts, team=team)
    ark.free(a)
    print('ok', ark.is_symmetric(a))
"""


@pytest.mark.parametrize("n, environment", [(2, {}), (2, {"ARK_HEAP": "cuda_ipc"}), (2, {"ARK_ROUTE": "proxy"}), (1, {})])
def test_transfers_and_collectives(run_on_gpu, n, environment):
    for status, output in run_on_gpu(TRANSFERS, n=n, **environment):
        assert status == 0 and "ok False" in output, output


def test_views_are_those_of_numpy(run_on_gpu):
    [(status, output)] = run_on_gpu("""
ark.init()
a, like = ark.empty((3, 4, 5), 'int16'), numpy.empty((3, 4, 5), 'int16')
base = a.__cuda_array_interface__['data'][0]
for key in ('1', '-1', '1:', '::2', '::-1', '..., 2', '1, ..., 1:3', ':, 1', '1, 2, 3', '2, ::-2', '...', '()', '2:2', '1:9, 3', '5:, 1'):
    made, known = eval(f'a[{key}]'), eval(f'like[{key}, ...]' if '...' not in key and key != '()' else f'like[{key}]')
    interface = made.__cuda_array_interface__
    assert made.shape == known.shape and made.nbytes == known.nbytes and made.ndim == known.ndim, key
    assert known.size == 0 or made.strides == known.strides and interface['data'][0] - base == known.ctypes.data - like.ctypes.data, key
    assert made.is_contiguous == known.flags.c_contiguous and (interface['strides'] is None) == made.is_contiguous, key
assert a.reshape(12, 5).shape == a.reshape((12, -1)).shape == (12, 5) and a[1].reshape(20).strides == (2,) and len(a) == 3 and len(list(a)) == 3
assert a.__cuda_array_interface__ == {'shape': (3, 4, 5), 'typestr': '<i2', 'data': (base, False), 'version': 3, 'strides': None}
import ctypes
class managed(ctypes.Structure):
    _fields_ = [('data', ctypes.c_uint64), ('device', ctypes.c_int32 * 2), ('ndim', ctypes.c_int32), ('code', ctypes.c_uint8), ('bits', ctypes.c_uint8),
                ('lanes', ctypes.c_uint16), ('shape', ctypes.POINTER(ctypes.c_int64)), ('strides', ctypes.POINTER(ctypes.c_int64)), ('offset', ctypes.c_uint64)]
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
capsule = a[1:, 2].__dlpack__(stream=1)
of = managed.from_address(ctypes.pythonapi.PyCapsule_GetPointer(ctypes.py_object(capsule), b'dltensor'))
assert (of.data + of.offset - base, of.ndim, of.code, of.bits, of.lanes, of.shape[:2], of.strides[:2]) == (60, 2, 0, 16, 1, [2, 5], [20, 1])
assert tuple(of.device) == a.__dlpack_device__() == (2, 0)
del capsule, of
print('ok', a, ark.empty(0))
""")
    assert status == 0 and "ok <ark.GpuArray int16[3, 4, 5]> <ark.GpuArray float64[0]>" in output, output


# (call, exception, text). a: float32[4, 6], b: a freed one, f: another library's float32[6], h: numpy's, s: uint64[2]
CASES = [
    ("ark.put(a[:, 1], h[:4], 0)", "ValueError", "put: dest has strides (24,): a C-contiguous array"),
    ("ark.put(a[0], h[:5], 0)", "ValueError", "dest has 6 elements and source 5"),
    ("ark.put(a[0], h.astype('f8'), 0)", "TypeError", "dest has dtype float32 and source float64"),
    ("ark.put(b, h, 0)", "ValueError", "put: dest has been freed"),
    ("ark.put(old, h, 0)", "ValueError", "put: dest is of another PE of local_run, or of a runtime that has ended"),
    ("ark.put(h, a[0], 0)", "ValueError", "put: dest is in private memory"),
    ("ark.put(f(data=(4096, False)), h, 0)", "ValueError", "put: dest is in private memory"),
    ("ark.put(f(data=(a.memory.address('test'), False), shape=(25,)), numpy.zeros(25, 'f4'), 0)", "ValueError", "put: dest is in private memory"),
    ("ark.get(f(data=(4096, True)), a[0], 0)", "ValueError", "get: dest is read-only: a writeable array"),
    ("ark.put(a[0], f(strides=(8,)), 0)", "ValueError", "source has strides (8,)"),
    ("ark.put(a[0], f(typestr='<V2'), 0)", "TypeError", "source has typestr <V2: as '<f8'"),
    ("ark.put(a[0], f(typestr='>f4'), 0)", "TypeError", "source has typestr >f4"),
    ("ark.put(a[0], a[0], 0)", "ValueError", "dest and source overlap"),
    ("ark.put_signal(a[0], h, a, 1, 0, index=9)", "TypeError", "signal has dtype float32: uint64"),
    ("ark.reduce(a, h)", "ValueError", "reduce: source is in private memory"),
    ("ark.reduce(a, a, 'xor')", "TypeError", "op 'xor' of dtype float32"),
    ("ark.fcollect(a[0], a[1, :5])", "ValueError", "fcollect: dest has 6 elements and source 5"),
    ("ark.g(a, 0, index=24)", "ValueError", "index is 24: an integer from -24 to 23"),
    ("ark.free(b)", "ValueError", "free: array has been freed"),
    ("ark.Stream().put(a[0], h, 0)", "Error", "Stream.put: the stream is of a GPU: one of the CPU executor"),
    ("a[4]", "IndexError", "index 4 of a dimension of 4"),
    ("a[0, 0, 0]", "IndexError", "index (0, 0, 0) of an array with 2 dimensions"),
    ("a[..., ...]", "IndexError", "of an array with 2 dimensions"),
    ("a[[1, 2]]", "TypeError", "index [1, 2]: an integer, a slice or ..."),
    ("a['x']", "TypeError", "index 'x': an integer"),
    ("a.__setitem__(0, [1, 2])", "ValueError", "could not broadcast"),
    ("a.__setitem__((slice(None), 0), 1)", "ValueError", "put: dest has strides"),
    ("a.set(f())", "ValueError", "dest has 24 elements and source 6"),
    ("a[:, 1].get()", "ValueError", "get: source has strides"),
    ("a.get(numpy.empty(24))", "TypeError", "get: dest has dtype float64 and source float32"),
    ("a.reshape(5, -1)", "ValueError", "reshape: shape (5, -1) for 24 elements"),
    ("a.reshape(-24, -1)", "ValueError", "reshape: shape (-24, -1)"),
    ("a.reshape('x')", "TypeError", "integer"),
    ("a[:, 1].reshape(2, 2)", "ValueError", "reshape: the array has strides (24,)"),
    ("b.__cuda_array_interface__", "ValueError", "__cuda_array_interface__: the array has been freed"),
    ("b.__dlpack__()", "ValueError", "the array has been freed"),
    ("b.get()", "ValueError", "get: source has been freed"),
    ("a.__dlpack__(copy=True)", "BufferError", "__dlpack__: copy=True"),
    ("a.__dlpack__(dl_device=(1, 0))", "BufferError", "dl_device=(1, 0)"),
    ("numpy.asarray(a)", "TypeError", "array.get() copies it to the host"),
    ("memoryview(a.memory)", "BufferError", "the host cannot access it"),
    ("len(a[0, 0])", "TypeError", "without dimensions"),
    ("hash(a)", "TypeError", "unhashable"),
    ("ark.empty(-1)", "ValueError", "empty: shape is -1"),
    ("ark.gradients.Exchange([a[:, 1]])", "ValueError", "Exchange: arrays[0] has strides (24,)"),
    ("ark.gradients.Exchange([b])", "ValueError", "Exchange: arrays[0] has been freed"),
]
HOST_CASES = [
    ("ark.put(x, f(), 0)", "ValueError", "put: source is <class '__main__.f'> in a GPU's memory, and the symmetric heap is in the host's"),
    ("ark.get(f(), x, 0)", "ValueError", "get: dest is <class '__main__.f'> in a GPU's memory"),
]
REFUSED = """
class f:
    def __init__(self, **other):
        self.__cuda_array_interface__ = {'shape': (6,), 'typestr': '<f4', 'data': (4096, False), 'version': 3, **other}
def check():
    for call, kind, part in CASES:
        try:
            print('accepted:', call, eval(call))
        except Exception as e:
            if type(e).__name__ != kind or part not in str(e) or ark.status() is not None: print('otherwise:', call, repr(e), ark.status())
"""


def test_refused(run_on_gpu):
    text = f"CASES = {CASES!r}\n{REFUSED}" + """
ark.init()
old = ark.zeros(6, 'float32')
ark.finalize()
ark.init()
a, b, s, h = ark.zeros((4, 6), 'float32'), ark.zeros(6, 'float32'), ark.zeros(2, 'uint64'), numpy.zeros(6, 'float32')
ark.free(b)
check()
print('ended')
"""
    [(status, output)] = run_on_gpu(text)
    assert status == 0 and output.split("\n")[-2:] == ["ended", ""] and "accepted" not in output and "otherwise" not in output, output


def test_an_array_on_a_gpu_is_refused_where_the_heap_is_the_hosts(run):
    [(status, output)] = run(f"CASES = {HOST_CASES!r}\n{REFUSED}\nark.init(); x = ark.zeros(6, 'float32'); check(); print('ended')")
    assert status == 0 and output == "ended\n", output


def test_pytorch_on_the_cpu_needs_a_heap_of_the_host(run_on_gpu):
    pytest.importorskip("torch", reason="PyTorch is missing: apt install python3-torch, or pip install torch")
    cases = [(call, "Error", f"{name}: the symmetric heap is in a GPU's memory (ARK_HEAP), and this needs one in the host's")
             for call, name in (("ark.torch.empty(3)", "torch.empty"), ("ark.torch.init_process_group()", "torch.init_process_group"))]
    [(status, output)] = run_on_gpu(f"CASES = {cases!r}\n{REFUSED}\nark.init(); check(); print('ended')")
    assert status == 0 and output == "ended\n", output


GRADIENTS = """
import ark_shmem.gradients
with ark.init():
    me, n = ark.my_pe(), ark.n_pes()
    in_heap, on_host = ark.zeros((3, 5), 'float32'), numpy.zeros(2000, 'float64')
    exchange = ark.gradients.Exchange([in_heap, on_host], mean=False)
    for k in range(1, 4):
        exchange.begin_iteration()
        on_host[:] = k + me
        in_heap.set(numpy.full((3, 5), k * me, 'float32'))
        exchange.ready(1), exchange.ready(0)
        exchange.end_iteration()
        exchange.wait(0), exchange.wait(1)
        assert (in_heap.get() == k * sum(range(n))).all() and (on_host == n * k + sum(range(n))).all()
    exchange.destroy()
    print('ok')
"""


def test_gradients_are_added(run_on_gpu):
    for status, output in run_on_gpu(GRADIENTS, n=2):
        assert status == 0 and "ok" in output, output


def test_the_end_of_the_heap(run_on_gpu):
    [(status, output)] = run_on_gpu("for i in range(2):\n  with ark.init(): a = ark.full(3, i)\n  try: a.get()\n  except ark.NotInitializedError: print('over')\n"
                                    "ark.init(); a = ark.zeros(3)")
    assert status == 0 and output == "over\nover\n", output


def test_the_example_of_the_page(run_on_gpu):
    page = (pathlib.Path(__file__).parents[3] / "docs" / "python.md").read_text()
    example = re.search(r"### Arrays in a GPU's memory\n.*?```python\n(.*?)```", page, re.DOTALL)[1]
    assert run_on_gpu(example, n=2) == [(0, "[98. 99.]\n")] * 2
