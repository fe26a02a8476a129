"""Kernels of Python source: started by mpirun -n N pytest, each test in all PEs."""
import pathlib
import re

import numpy as np
import pytest

import ark_shmem as ark
from ark_shmem import device

numba = pytest.importorskip("numba", minversion="0.60", reason="no numba (pip install numba)")

RING = """
ARK_GLOBAL void ring(float* inbox, const float* mine, int count, std::uint64_t* arrived) {
  if (threadIdx.x != 0) return;
  ark_float_put_nbi(inbox, mine, count, (ark_my_pe() + 1) % ark_n_pes());
  ark_fence();
  ark_signal_add(arrived, 1, (ark_my_pe() + 1) % ark_n_pes());
  ark_signal_wait_until(arrived, ARK_CMP_GE, 1);
}
"""


@ark.jit
def ring(inbox, mine, count, arrived):
    if device.threadIdx.x != 0:
        return
    right = (device.my_pe() + 1) % device.n_pes()
    device.put_nbi(inbox, mine, count, right)
    device.fence()
    device.signal_update(arrived, 1, right, op="add")
    device.signal_wait_until(arrived, ">=", 1)


def only_once(pe):
    if pe[1] != 1:
        pytest.skip("the test of one PE runs it")


def test_a_ring_has_the_result_of_the_kernel_in_cpp(pe):
    results = []
    for kernel in (ring, ark.Kernel(RING)):
        inbox, arrived = ark.zeros(1000, "float32"), ark.zeros(1, "uint64")
        kernel[1, 32](inbox, np.arange(1000, dtype="float32") + pe[0], 1000, arrived, collective=True)  # its array has no other name
        ark.device_sync()
        assert arrived[0] == 1
        results.append(inbox)
    assert (results[0] == results[1]).all() and (results[0] == np.arange(1000) + (pe[0] - 1) % pe[1]).all()


def test_tensors_of_pytorch(pe):
    torch = pytest.importorskip("torch", reason="PyTorch is missing: apt install python3-torch, or pip install torch")
    inbox, mine, arrived = ark.torch.zeros((10, 100)), torch.arange(1000.0) + pe[0], ark.zeros(1, "uint64")
    for given, kind, part in [(torch.zeros((10, 100)), TypeError, "ark.device.put_nbi: dest is array(float32, 2d, C): an argument of the kernel"),
                              (inbox.bfloat16(), TypeError, "argument 0 has dtype bfloat16: one of numpy's"),
                              (ark.torch.zeros(1000, torch.float64), TypeError, "ark.device.put_nbi: source is array(float32, 1d, C): one of dest's dtype, float64"),
                              (inbox.t(), ValueError, "argument 0 is a tensor with strides (1, 100)"),
                              (torch.zeros(9, requires_grad=True), ValueError, "argument 0 is a tensor that requires_grad")]:
        with pytest.raises(kind) as caught:
            ring[1, 32](given, mine, 1000, arrived)
        assert part in str(caught.value)
    ring[1, 32](inbox, mine, 1000, arrived, collective=True)
    del mine  # the launch refers to it
    ark.device_sync()
    assert (inbox.flatten() == torch.arange(1000) + (pe[0] - 1) % pe[1]).all()


@ark.jit
def all_reduce(total, parts, mine, arrived):
    """Each block reduces a part of the elements: parts[pe] is the contribution of a PE."""
    me, n = device.my_pe(), device.n_pes()
    share = mine.size // device.gridDim.x
    first = device.blockIdx.x * share
    if device.threadIdx.x < n:
        to = (me + device.threadIdx.x) % n
        device.put_signal(parts[me, first:first + share], mine[first:first + share], share, arrived, 1, to, "add", index=device.blockIdx.x)
    if device.threadIdx.x == 0:
        device.signal_wait_until(arrived, "==", n, device.blockIdx.x)
    device.sync_threads()
    for i in range(first + device.threadIdx.x, first + share, device.blockDim.x):
        total[i] = parts[:, i].sum()


def test_an_all_reduce(pe):
    me, n = pe
    of = [np.random.default_rng(i).integers(-1000, 1000, 4096).astype("float64") for i in range(n)]
    parts, arrived, total = ark.zeros((n, 4096)), ark.zeros(8, "uint64"), np.empty(4096)
    stream = ark.Stream()
    all_reduce[8, 64, stream](total, parts, of[me], arrived, collective=True)
    stream.sync()
    assert (total == sum(of)).all() and (arrived == n).all()


@ark.jit
def count(words, old, pe):
    i = device.blockIdx.x * device.blockDim.x + device.threadIdx.x
    old[i] = device.atomic_fetch_add(words, 2, pe, index=0)
    device.atomic_add(words, -1, pe, 1)
    device.atomic_inc(words, pe, 2)
    device.atomic_fetch_inc(words, pe, 3)
    while True:  # an increment
        seen = device.atomic_fetch(words, pe, 4)
        if device.atomic_compare_swap(words, seen, seen + 1, pe, 4) == seen:
            break
    if device.atomic_swap(words, 7, pe, 5) == 0:
        device.atomic_inc(words, pe, 6)
    device.atomic_set(words, 9, pe, -1)
    device.quiet()


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint32", "uint64"])
def test_atomics_of_many_lanes(pe, dtype):
    words, old = ark.zeros(8, dtype), np.empty(4 * 64, dtype)
    count[4, 64](words, old, 0)
    ark.device_sync()
    ark.barrier_all()
    lanes = pe[1] * 256
    expected = np.array([2 * lanes, -lanes, lanes, lanes, lanes, 7, 1, 9]).astype(dtype)
    assert pe[0] != 0 or (words == expected).all(), words
    assert (old % 2 == 0).all() and len(np.unique(old)) == 256


@ark.jit
def rotate(values, waits):
    i = device.threadIdx.x + device.blockDim.x * device.threadIdx.y
    values[0, i] = i
    if waits:
        device.sync_threads()
    values[1, i] = values[0, (i + 1) % values.shape[1]]


@pytest.mark.parametrize("waits", [True, False])
def test_the_barrier_of_a_block(pe, waits):
    values = np.full((2, 64), -1)
    rotate[1, (16, 4)](values, waits)
    ark.device_sync()
    assert (values[1] == (np.arange(64) + 1) % 64).all() == waits  # without: the first thread reads what no thread has written


@ark.jit
def elements(numbers, row, copy, shape):
    n, me = device.n_pes(), device.my_pe()
    right = (me + 1) % n
    device.p(numbers, 1.5 + me, right, index=3)
    device.put(row[1, 2:4], copy, 2, right)
    device.barrier_all()
    copy[2] = device.g(numbers, me, 3)
    device.get(copy[3:], row[1], 4, right)
    device.get_nbi(copy[7:9], row[1, 2:], 2, me)
    device.quiet()
    shape[0], shape[1], shape[2] = row.shape[0], row.shape[1], row.ndim


@pytest.mark.parametrize("dtype", ["int8", "uint16", "float32", "float64", "complex128"])
def test_elements_and_slices(pe, dtype):
    me, n = pe
    word, row = ark.zeros(4, "float32"), ark.zeros((2, 4), dtype)
    copy, shape = np.arange(9).astype(dtype) + me, np.zeros(3, "int64")
    elements[1, 1](word, row, copy, shape, collective=True)
    ark.device_sync()
    ark.barrier_all()
    left = (me - 1) % n
    assert (row[1] == [0, 0, left, left + 1]).all() and list(shape) == [2, 4, 2]
    assert copy[2] == np.array(1.5 + left).astype(dtype) and (copy[3:] == [0, 0, me, me + 1, 0 + left, 1 + left]).all()


class OwnError(Exception):
    pass


@ark.jit
def fails(way, values):
    i = device.threadIdx.x
    if i == 3:
        if way == 0:
            values[i + 1] = 0
        elif way == 1:
            values[0] = 1 // (values[0] - 5)
        elif way == 2:
            raise OwnError("a text", 7)
        elif way == 3:
            raise ValueError("value", i)
        elif way == 4:
            device.put(values, values, i + 2, 0)
        elif way == 5:
            device.atomic_add(values, 1, 0)
        elif way == 6:
            device.atomic_add(values, 1, 0, index=-5)


@pytest.mark.parametrize("way, kind, text", [
    (0, IndexError, "index is out of bounds"), (1, ZeroDivisionError, "division by zero"), (2, OwnError, "a text"),
    (3, ValueError, "value 3"), (4, IndexError, "n is not from 0 to the elements of dest and of source: 5 4 4"),
    (5, IndexError, "index is needed for an array of several elements; it has 4"), (6, IndexError, "index is beyond the array's elements: -5 4")])
def test_an_exception_in_a_lane(pe, way, kind, text):
    stream, values = ark.Stream(), ark.full(4, 5, "int64")
    fails[2, 32, stream](way, values)
    fails[1, 32](-1, values)  # of another stream
    ark.sync_all()
    with pytest.raises(ark.Error) as caught:
        stream.sync()
    found = re.fullmatch(rf"PE {pe[0]}: kernel fails, block \[[01],0,0\], thread \[3,0,0\]: {kind.__name__}: .*", str(caught.value))
    assert found and text in str(caught.value), str(caught.value)
    assert type(caught.value.__cause__) is kind and (caught.value.code, caught.value.pe, caught.value.operation) == ("aborted", pe[0], "fails")
    stream.sync()  # reported once
    ark.device_sync()
    assert ark.status() is None
    fails[2, 32, stream](way, values)
    with pytest.raises(ark.Error, match="kernel fails, block"):
        ark.device_sync()
    stream.destroy()


def test_a_failure_of_a_call(pe, run):
    only_once(pe)
    [(status, output)] = run("""
@ark.jit
def puts(dest, pe): ark.device.p(dest, 1, pe)
ark.init()
puts[1, 1](ark.zeros(1, 'int64'), 2**32)
try: ark.device_sync()
except ark.Error as e: print(e.code, e.operation, e)
""")
    assert status == 0 and "invalid_argument put PE 0" in output and "ark_p: pe = -1: PE out of range, accepted 0 to 0" in output, output


def test_an_exception_that_nobody_awaits(pe, run):
    only_once(pe)
    [(status, output)] = run("""
@ark.jit
def fails(a): a[a.size] = 1
ark.init(); fails[1, 1](numpy.zeros(2))
try: ark.finalize()
except ark.Error as e: print('raised', e)
""")
    assert "kernel fails" in output and "raised" in output, output


@ark.jit
def any_types(a, b, n):
    device.put(a, b, n, 0)


def call(text):
    names = {"ark": ark, "device": device, "np": np}
    exec(f"def kernel(a, b, n): {text}", names)  # pylint: disable=exec-used
    return ark.jit(names["kernel"])


@pytest.fixture(scope="module")
def names(pe):
    return {"ark": ark, "np": np, "k": any_types, "call": call, "numba": numba, "device": device, "s": ark.zeros(4), "i": ark.zeros(4, "int32"),
            "w": ark.zeros(4, "uint64"), "a": np.zeros(4)}


# (call, exception, what its text has). s, i, w: symmetric float64[4], int32[4], uint64[4], a: float64[4]
CASES = [
    ("k[1, 1](s, a)", TypeError, ["any_types: 2 arguments: 3, for any_types(a, b, n)"]),
    ("k[1, 1](None, a, 1)", TypeError, ["any_types: argument 0 is <class 'NoneType'>: a numpy array"]),
    ("k[1, 1](s[::2], a, 1)", ValueError, ["any_types: argument 0 has strides (16,)"]),
    ("k[1, 1](s, np.zeros(4, object), 1)", TypeError, ["any_types: argument 1 has dtype dtype('O')"]),
    ("k[1, 1](s, a, 1j)", TypeError, ["argument 2 is <class 'complex'>"]),
    ("k[1, 1](s, a, 2**64)", ValueError, ["argument 2 is 18446744073709551616"]),
    ("k[0, 1](s, a, 1)", ValueError, ["any_types: grid is 0: an integer from 1"]),
    ("k[1, 1, 5](s, a, 1)", TypeError, ["any_types: stream is 5"]),
    ("k[1]", TypeError, ["any_types: [...] has 1: kernel[grid, block] or"]),
    ("k(s)", TypeError, ["any_types: called without a grid"]),
    ("k[1, 1](a, s, 1)", TypeError, ["ark.device.put: dest is array(float64, 1d, C): an argument of the kernel that is an array of ark.empty"]),
    ("k[1, 1](s, i, 1)", TypeError, ["ark.device.put: source is symmetric array(int32, 1d, C): one of dest's dtype, float64"]),
    ("k[1, 1](s, 1, 1)", TypeError, ["ark.device.put: source is int64: a contiguous array"]),
    ("k[1, 1](s, a, 1.5)", TypeError, ["ark.device.put: n is float64: an integer"]),
    ("call('device.put(a[::2], b, n, 0)')[1, 1](s, a, 1)", TypeError, ["ark.device.put: dest is symmetric array(float64, 1d, A): a contiguous array"]),
    ("call('device.put(a.copy(), b, n, 0)')[1, 1](s, a, 1)", TypeError, ["ark.device.put: dest is array(float64, 1d, C): an argument"]),
    ("call('device.get(a, b, n, 0)')[1, 1](np.broadcast_to(1.5, 1), s, 1)", TypeError, ["ark.device.get: dest is readonly array(float64, 1d, C): a write"]),
    ("call('device.get(a, b, n, 0)')[1, 1](s, a, 1)", TypeError, ["ark.device.get: source is array(float64, 1d, C): an argument"]),
    ("call('device.atomic_add(a, 1, 0, 0)')[1, 1](s, a, 1)", TypeError, ["ark.device.atomic_add: dtype is float64: one of int32, int64, uint32, uint64"]),
    ("call('device.atomic_inc(a, 0, 1.5)')[1, 1](i, a, 1)", TypeError, ["ark.device.atomic_inc: index is float64: an integer"]),
    ("call('device.p(a, 1.5, 0, 0)')[1, 1](i, a, 1)", TypeError, ["ark.device.p: value is float64: an integer, for int32"]),
    ("call('device.p(a, b, 0, 0)')[1, 1](s, a, 1)", TypeError, ["ark.device.p: value is array(float64, 1d, C): a number, for float64"]),
    ("call('device.g(b, 0, 0)')[1, 1](s, a, 1)", TypeError, ["ark.device.g: source is array(float64, 1d, C): an argument"]),
    ("call('device.atomic_compare_swap(a, 0.5, 1, 0, 0)')[1, 1](i, a, 1)", TypeError, ["ark.device.atomic_compare_swap: condition is float64: an int"]),
    ("call('device.signal_fetch(a, 0)')[1, 1](i, a, 1)", TypeError, ["ark.device.signal_fetch: signal is symmetric array(int32, 1d, C): one of dtype uint"]),
    ("call('device.signal_wait_until(a, \"=\", 1)')[1, 1](w, a, 1)", TypeError, ["signal_wait_until: cmp is '=': one of '==', '!=', '>'"]),
    ("call('device.signal_wait_until(a, n, 1)')[1, 1](w, a, 1)", TypeError, ["signal_wait_until: cmp is int64: one of '=='", "as a constant"]),
    ("call('device.signal_update(a, 1, 0, op=\"max\")')[1, 1](w, a, 1)", TypeError, ["ark.device.signal_update: op is 'max': one of 'set', 'add'"]),
    ("call('device.nothing(a)')[1, 1](s, a, 1)", ValueError, ["kernel(symmetric array(float64, 1d, C), ", "does not compile", "nothing"]),
    ("call('a.nothing')[1, 1](s, a, 1)", ValueError, ["does not compile: Python of numba's nopython mode. It printed:\n", "nothing"]),
    ("call('return 1')[1, 1](s, a, 1)", TypeError, ["kernel(symmetric array(float64, 1d, C), array(float64, 1d, C), int64): it returns ", ": nothing"]),
    ("call('print(n)')[1, 1](s, a, 1)", TypeError, ["it enters the interpreter, as print, objmode, numpy.random"]),
    ("call('a[0] = np.random.random()')[1, 1](s, a, 1)", TypeError, ["it enters the interpreter"]),
    ("call('a[0] = np.dot(b, b)')[1, 1](s, a, 1)", TypeError, ["it enters the interpreter"]),
    ("ark.jit(5)", TypeError, ["jit: function is 5: a function of Python"]),
    ("ark.jit(lambda *a: None)", TypeError, ["(*a): parameters without *, ** and default values"]),
    ("device.put(s, a, 1, 0)", RuntimeError, ["ark.device.put: called outside of a kernel"]),
    ("numba.njit(lambda: device.my_pe())()", RuntimeError, ["called outside of a kernel"]),
    ("numba.njit(lambda: device.threadIdx.x)()", RuntimeError, ["called outside of a kernel"]),
]


@pytest.mark.parametrize("text, kind, parts", CASES, ids=[one[0] for one in CASES])
def test_refused(pe, names, text, kind, parts):
    if "numba.njit" in text or "call(" in text:
        only_once(pe)
    if "np.dot" in text:
        pytest.importorskip("scipy", reason="numba takes np.dot from scipy")
    with pytest.raises(kind) as caught:
        eval(text, dict(names))  # pylint: disable=eval-used
    for part in parts:
        assert part in str(caught.value), str(caught.value)
    assert ark.status() is None


@numba.njit
def half(x):
    return x / 2


@ark.jit(boundscheck=False, fastmath=True)
def values_of(at, f, b, u, d):
    """All kinds of numbers, and a helper."""
    if b:
        at[0], at[1], at[2], at[3] = f, u, half(d), at.size


def test_numbers(pe):
    only_once(pe)
    for f, b, u, d in ((np.float32(0.1), True, 2**64 - 1, 3), (np.float64(0.1), np.bool_(True), np.int8(-3), 1.5)):
        at = np.zeros(4)
        values_of[1, 1](at, f, b, u, d)
        ark.device_sync()
        assert (at == [f, float(u), d / 2, 4]).all()
    assert "values_of(at, f, b, u, d)" in repr(values_of) and "All kinds" in values_of.__doc__


def test_pes_of_one_process(pe, run):
    only_once(pe)
    [(status, output)] = run("""
@ark.jit
def ring(inbox, mine, arrived):
    ark.device.put_signal(inbox, mine, mine.size, arrived, 1, (ark.device.my_pe() + 1) % ark.device.n_pes())
    ark.device.signal_wait_until(arrived, '==', 1)
@ark.jit
def fails(a): a[a.size] = 1
def body(pe):
    inbox, arrived = ark.zeros(9), ark.zeros(1, 'uint64')
    ring[1, 1](inbox, numpy.full(9, pe, 'float64'), arrived, collective=True)
    ark.device_sync()
    if pe == 1:
        fails[1, 1](inbox)
        try: ark.device_sync()
        except ark.Error as e: return str(e)
    return inbox[8]
print(ark.local_run(3, body))
""")
    assert status == 0 and re.search(r"2\.0.*'PE 1: kernel fails.*1\.0", output), output


def test_a_lane_needs_little_stack(pe, run):
    only_once(pe)
    [(status, output)] = run("""
@ark.jit
def work(sums, words):
    i = ark.device.threadIdx.x
    ark.device.put_signal(sums, numpy.full(8, 1.0), 8, words, 1, 0, 'add')
    ark.device.sync_threads()
    sums[i] = numpy.sqrt(numpy.arange(100.0) ** 2).sum()
    ark.device.sync_threads()
    ark.device.barrier_all() if i == 0 else None
ark.init(); sums = ark.zeros(8)
work[1, 8](sums, ark.zeros(1, 'uint64'), collective=True)
ark.device_sync()
print('sums', sums.sum())
""", ARK_CHECK="1", ARK_CPU_STACK="16k")
    assert status == 0 and "sums 39600.0" in output, output


def test_the_example_of_the_page(pe, run):
    only_once(pe)
    page = (pathlib.Path(__file__).parents[3] / "docs" / "python.md").read_text()
    example = re.search(r"### Kernels in Python\n.*?```python\n(.*?)```", page, re.DOTALL)[1]
    results = run(example, n=2)
    assert [output for _, output in results] == ["0 [1. 1. 1. 1.]\n", "1 [0. 0. 0. 0.]\n"], results
