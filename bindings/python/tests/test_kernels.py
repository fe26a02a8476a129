"""Kernels of C++ source: started by mpirun -n N pytest, each test in all PEs."""
import os
import pathlib
import re
import sys

import numpy as np
import pytest

import ark_shmem as ark

RING = """
// ARK_GLOBAL void no_kernel(int) stands in a comment.
ARK_GLOBAL void ring(float* inbox, const float* mine, int count, std::uint64_t* arrived) {
  if (threadIdx.x != 0) return;
  ark_float_put_signal_nbi(inbox, mine, count, arrived, 1, ARK_SIGNAL_ADD, (ark_my_pe() + 1) % ark_n_pes());
  ark_signal_wait_until(arrived, ARK_CMP_EQ, 1);
}
"""
TWO = """
namespace inner {
int calls = 0;
template <class T>
ARK_GLOBAL void scale(T* values, T by) { values[threadIdx.x + blockIdx.x * blockDim.x] *= by; }
}
ARK_GLOBAL void count_up(int* last) { if (threadIdx.x == 0) *last = ++inner::calls; }
static ARK_GLOBAL ARK_LAUNCH_BOUNDS(64) void
place(std::int64_t* at, std::uint64_t seen, bool is_negative, double by, signed char small, void* any) {
  const auto x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
  at[y * gridDim.x * blockDim.x + x] = (is_negative ? -1 : 1) * static_cast<std::int64_t>(seen + static_cast<std::uint64_t>(by)) + small + x + 1000 * y;
  if (x + y == 0) *static_cast<char*>(any) = 7;
}
"""
REFUSED = "ARK_GLOBAL void k(float* a, const double* b, int i, unsigned char c, std::uint64_t u, float f, bool t) {}"
WAITS = "ARK_GLOBAL void waits(std::uint64_t* word) { ark_signal_wait_until(word, ARK_CMP_EQ, 1); }"


ADD = WAITS + "\nARK_GLOBAL void add(int* sum, const int* from, int count) { for (int i = 0; i < count; ++i) *sum += from[i]; }"


@pytest.fixture(scope="module", autouse=True)
def cache(pe, tmp_path_factory):
    """A cache for all PEs, empty at first."""
    name = ark.zeros(1000, "uint8")
    if pe[0] == 0:
        folder = str(tmp_path_factory.mktemp("cache")).encode()
        name[:len(folder)] = np.frombuffer(folder, "uint8")
    ark.broadcast(name, name, root=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", bytes(name).rstrip(b"\0").decode())
        yield os.environ["XDG_CACHE_HOME"]


def only_of_several(pe):
    if pe[1] == 1:
        pytest.skip("the test of several PEs runs it")


@pytest.fixture(scope="module")
def two(pe):
    only_of_several(pe)
    return ark.Kernel(TWO, "count_up"), ark.Kernel(TWO, "place"), ark.Kernel(TWO, "inner::scale<float>")


def test_a_ring_of_puts_with_signal(pe):
    me, n = pe
    ring = ark.Kernel(RING)
    assert ring.signature.replace(" ", "").startswith("ring(float*,constfloat*,int,")
    inbox, arrived = ark.zeros(1000, "float32"), ark.zeros(1, "uint64")
    ring[1, 32](inbox, np.arange(1000, dtype="float32") + me, np.int32(1000), arrived, collective=True)  # its array has no other name
    ark.device_sync()
    assert (inbox == np.arange(1000) + (me - 1) % n).all() and arrived[0] == 1


def test_blocks_values_and_streams(pe, two):
    _, place, scale = two
    stream, at, byte = ark.Stream(), np.zeros((2, 3 * 4), "int64"), np.zeros(3, "complex64")
    place[(3, 2), 4, stream](at, 2**64 - 5, np.bool_(True), np.float32(2), -128, byte)
    stream.sync()
    assert (at == 3 - 128 + np.arange(12) + 1000 * np.arange(2)[:, None]).all() and byte.view("int8")[0] == 7 and stream.query()
    values = np.ones(96, "float32")
    for _ in range(3):
        scale[3, (32, 1, 1), stream](values, 2)
    stream.destroy()
    assert (values == 8).all()
    with pytest.raises(ValueError, match="stream has been destroyed: a Stream of the calling PE, or None"):
        scale[3, 32, stream](values, 2)


def test_kernels_of_one_source_share_its_globals(pe, two):
    last = np.zeros(1, "int32")
    for expected in (1, 2):
        ark.Kernel(TWO, "count_up")[1, 32](last)
        ark.device_sync()
        assert last[0] == expected


def test_arguments_live_until_the_kernel_has_ended(pe):
    only_of_several(pe)
    waits, add = ark.Kernel(ADD, "waits"), ark.Kernel(ADD, "add")
    word, total = ark.zeros(1, "uint64"), np.zeros(1, "int32")
    ark.barrier_all()
    waits[1, 1](word)
    add[1, 1](total, np.ones(100000, "int32"), 100000)  # queued behind the wait: the array has no other name
    other = [np.zeros(100000, "int32") for _ in range(4)]  # which would take its memory
    ark.signal_update(word, 1, pe[0])
    ark.device_sync()
    assert total[0] == 100000 and len(other) == 4


@pytest.fixture(scope="module")
def names():
    return {"ark": ark, "np": np, "pathlib": pathlib, "a": np.zeros(4, "float32"), "b": np.zeros(4), "k": ark.Kernel(REFUSED)}


# (call, exception, what its text has). k: REFUSED, a: float32[4], b: float64[4]
CASES = [
    ("k[1, 1](a, b, 1, 2, 3, 1.5)", TypeError, ["k: 6 arguments: 7, for k(float", "bool)"]),
    ("k[1, 1](1.0, b, 1, 2, 3, 1.5, True)", TypeError, ["k: argument 0 is <class 'float'>", "a numpy array"]),
    ("k[1, 1](None, b, 1, 2, 3, 1.5, True)", TypeError, ["k: argument 0 is <class 'NoneType'>", "a numpy array"]),
    ("k[1, 1](b, b, 1, 2, 3, 1.5, True)", TypeError, ["argument 0 has dtype float64: float32, for float"]),
    ("k[1, 1](a, a, 1, 2, 3, 1.5, True)", TypeError, ["argument 1 has dtype float32: float64, for const double"]),
    ("k[1, 1](a[::2], b, 1, 2, 3, 1.5, True)", ValueError, ["argument 0 has strides (8,)", "ascontiguousarray"]),
    ("k[1, 1](np.broadcast_to(np.float32(1), 1), b, 1, 2, 3, 1.5, True)", ValueError, ["argument 0 is read-only"]),
    ("k[1, 1](a, b, 1.5, 2, 3, 1.5, True)", TypeError, ["argument 2 is 1.5: an integer from -2147483648 to 2147483647"]),
    ("k[1, 1](a, b, True, 2, 3, 1.5, True)", TypeError, ["argument 2 is True: an integer"]),
    ("k[1, 1](a, b, 2**31, 2, 3, 1.5, True)", ValueError, ["argument 2 is 2147483648"]),
    ("k[1, 1](a, b, a, 2, 3, 1.5, True)", TypeError, ["argument 2 is array("]),
    ("k[1, 1](a, b, 1, 256, 3, 1.5, True)", ValueError, ["argument 3 is 256: an integer from 0 to 255"]),
    ("k[1, 1](a, b, 1, 2, -1, 1.5, True)", ValueError, ["argument 4 is -1: an integer from 0 to 18446744073709551615"]),
    ("k[1, 1](a, b, 1, 2, 3, 'x', True)", TypeError, ["argument 5 is 'x': a number, for float"]),
    ("k[1, 1](a, b, 1, 2, 3, a[:1], True)", TypeError, ["argument 5 is array(", "a number"]),
    ("k[1, 1](a, b, 1, 2, 3, 1.5, 1)", TypeError, ["argument 6 is 1: True or False"]),
    ("k[0, 1](a, b, 1, 2, 3, 1.5, True)", ValueError, ["k: grid is 0: an integer from 1"]),
    ("k[(1, 2, 3, 4), 1](a, b, 1, 2, 3, 1.5, True)", ValueError, ["grid is (1, 2, 3, 4)", "a tuple of one to three"]),
    ("k[1, 1025](a, b, 1, 2, 3, 1.5, True)", ValueError, ["block is 1025: an integer from 1 to 1024"]),
    ("k[1, 2.0](a, b, 1, 2, 3, 1.5, True)", TypeError, ["block is 2.0: an integer"]),
    ("k[1, (64, 64)](a, b, 1, 2, 3, 1.5, True)", ark.Error, ["launch: block has 4096 threads"]),
    ("k[1, 1, 5](a, b, 1, 2, 3, 1.5, True)", TypeError, ["stream is 5: a Stream of the calling PE"]),
    ("k[1, 1](a, b, 1, 2, 3, 1.5, True, shared_bytes=-1)", ValueError, ["shared_bytes is -1"]),
    ("k[1]", TypeError, ["k: [...] has 1: kernel[grid, block] or"]),
    ("k(a)", TypeError, ["k: called without a grid: kernel[grid, block]"]),
    ("ark.Kernel(5)", TypeError, ["source is 5: C++ text, or a pathlib.Path"]),
    ("ark.Kernel('void f() {}')", ValueError, ["source is 'void f() {}': C++ text with 'ARK_GLOBAL void name(parameters)'"]),
    ("ark.Kernel(pathlib.Path('no such file'))", FileNotFoundError, ["no such file"]),
    ("ark.Kernel('ARK_GLOBAL void f() {} ARK_GLOBAL void g() {}')", ValueError, ["has the kernels f, g: name= one of them"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', 'h')", ValueError, ["name is 'h': one of f"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', 1)", TypeError, ["name is 1: the name of a kernel"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', flags='-O3')", TypeError, ["flags is '-O3': a list"]),
    ("ark.Kernel('\\n\\nARK_GLOBAL void f() { undeclared = 1; }')", ValueError, ["does not compile with", "source:3:", "undeclared"]),
    ("ark.Kernel('struct s {}; ARK_GLOBAL void f(s) {}')", ValueError, ["does not compile", "a parameter is bool, an integer"]),
    ("ark.Kernel('ARK_GLOBAL void f(long double) {}')", ValueError, ["a parameter is bool, an integer, float or double"]),
]


@pytest.mark.parametrize("call, kind, parts", CASES, ids=[one[0] for one in CASES])
def test_refused(pe, names, call, kind, parts):
    if any(one in call for one in ("undeclared", "f(s)", "long double")):  # compiled, and not cached
        only_once(pe)
    with pytest.raises(kind) as caught:
        eval(call, dict(names))  # pylint: disable=eval-used
    for part in parts:
        assert part in str(caught.value)
    assert ark.status() is None


def test_tensors_of_pytorch(pe):
    only_of_several(pe)
    torch = pytest.importorskip("torch", reason="PyTorch is missing: apt install python3-torch, or pip install torch")
    me, n = pe
    ring, inbox, mine, arrived = ark.Kernel(RING), ark.torch.zeros((10, 100)), torch.arange(1000.0) + me, ark.zeros(1, "uint64")
    freed = ark.torch.zeros(1000)
    ark.free(freed)
    for given, kind, part in [(inbox.double(), TypeError, "argument 0 has dtype float64: float32, for float"),
                              (inbox.bfloat16(), TypeError, "argument 0 has dtype bfloat16: float32"),
                              (torch.zeros(2000)[::2], ValueError, "argument 0 is a tensor with strides (2,)"),
                              (torch.zeros(1000, requires_grad=True), ValueError, "argument 0 is a tensor that requires_grad"),
                              (torch.zeros(1000, device="meta"), ValueError, "argument 0 is a tensor on meta: a CPU tensor"),
                              (freed, ValueError, "argument 0 has been freed")]:
        with pytest.raises(kind) as caught:
            ring[1, 32](given, mine, 1000, arrived)
        assert part in str(caught.value)
    ring[1, 32](inbox, mine, 1000, arrived, collective=True)
    del mine  # the launch refers to it
    ark.device_sync()
    assert (inbox.flatten() == torch.arange(1000) + (me - 1) % n).all() and ark.status() is None


COMPILES = """
kernel = ark.Kernel('ARK_GLOBAL void set(int* to) { *to = 5; }')
with ark.init():
    to = numpy.zeros(1, 'int32')
    kernel[1, 1](to)
    ark.device_sync()
    print('set', to[0])
"""


def only_once(pe):
    if pe[1] != 1:
        pytest.skip("the test of one PE runs it")


def test_the_cache_saves_compilations(pe, run, tmp_path):
    only_once(pe)
    log, compiler = tmp_path / "log", tmp_path / "counted"
    compiler.write_text(f'#!/bin/sh\ncase "$*" in *-shared*) echo "$*" >> {log};; esac\nexec g++ "$@"\n')
    compiler.chmod(0o755)
    environment = {"CXX": f"{compiler} -DCOUNTED", "XDG_CACHE_HOME": str(tmp_path)}
    other, options = COMPILES.replace("5", "6"), COMPILES.replace("}')", "}', flags=['-O0'])")
    for n, text, compilations in ((2, COMPILES, 1), (1, COMPILES, 1), (1, other, 2), (1, options, 3)):
        results = run(text, n=n, **environment)
        assert all(status == 0 and "set " in output for status, output in results), results
        assert len(log.read_text().splitlines()) == compilations
    assert len(list((tmp_path / "ark_shmem").glob("*.so"))) == 3 and "-DCOUNTED" in log.read_text()


@pytest.mark.parametrize("environment, parts", [
    ({"PATH": "/nowhere"}, ["unsupported", "no compiler: neither g++ nor clang++ is in PATH: a C++20 compiler"]),
    ({"CXX": "no-such-compiler"}, ["unsupported", "CXX='no-such-compiler' was not found: a C++20 compiler"]),
    ({"CXX": "false"}, ["unsupported", "--version failed"]),
    ({"ARK_INCLUDE": "/nowhere"}, ["unsupported", "ARK_INCLUDE='/nowhere' has no ark/ark.hpp: ARK_INCLUDE with the folder"]),
])
def test_without_compiler_or_headers(pe, run, environment, parts):
    only_once(pe)
    [(status, output)] = run("try: ark.Kernel('ARK_GLOBAL void f() {}')\nexcept ark.Error as e: print(e.code, e)", **environment)
    assert status == 0 and all(part in output for part in parts), output


def test_a_package_without_headers(pe, monkeypatch):
    monkeypatch.setattr(sys.modules["ark_shmem._kernels"], "INCLUDE", ["/nowhere"])
    with pytest.raises(ark.Error, match="this package has no headers of ark: ARK_INCLUDE with the folder"):
        ark.Kernel(RING)


def test_failures_and_interrupts(pe, run, cache):
    only_once(pe)
    start = f"k = ark.Kernel({WAITS!r}); ark.init(settings={{'ARK_TIMEOUT': 'LIMIT'}}); w = ark.zeros(1, 'uint64'); k[1, 1](w)\n"
    [(_, output)] = run(start.replace("LIMIT", "0.3s") + "try: ark.device_sync()\nexcept ark.TimeoutError as e: print(e.code, e.operation, e.expected)\n"
                        "try: k[1, 1](w)\nexcept ark.TimeoutError as e: print('again', e.expected)", XDG_CACHE_HOME=cache)
    assert "timeout signal_wait_until 1" in output and "again 1" in output, output
    [(_, output)] = run(start.replace("LIMIT", "20s") + "s = ark.Stream(); print('waits', flush=True)\ntry: ark.device_sync()\n"
                        "except KeyboardInterrupt: print('interrupted', ark.status())\nark.signal_update(w, 1, 0); ark.device_sync(); print('ended')",
                        interrupt_after="waits", XDG_CACHE_HOME=cache)
    assert "interrupted None" in output and "ended" in output, output


def test_pes_of_one_process(pe, run, cache):
    only_once(pe)
    [(status, output)] = run(f"k = ark.Kernel({RING!r})\ndef body(pe):\n a, s = ark.zeros(9, 'float32'), ark.zeros(1, 'uint64')\n"
                             " k[1, 32](a, numpy.full(9, pe, 'float32'), 9, s, collective=True)\n if pe != 1: ark.device_sync()\n ark.barrier_all()\n"
                             " return a\nprint([one[8] for one in ark.local_run(3, body)])", XDG_CACHE_HOME=cache)
    assert status == 0 and re.search(r"2\.0.*0\.0.*1\.0", output), output


def test_the_example_of_the_page(pe, run, cache):
    only_once(pe)
    page = (pathlib.Path(__file__).parents[3] / "docs" / "python.md").read_text()
    example = re.search(r"## Kernels\n.*?```python\n(.*?)```", page, re.DOTALL)[1]
    results = run(example, n=2, XDG_CACHE_HOME=cache)
    assert [output for _, output in results] == ["0 [1. 1. 1. 1.]\n", "1 [0. 0. 0. 0.]\n"], results


def test_a_file(pe, tmp_path):
    only_once(pe)
    file = tmp_path / "twice.cpp"
    file.write_text("ARK_GLOBAL void twice(double* x) { x[threadIdx.x] *= 2; }\n")
    values = np.arange(8.0)
    ark.Kernel(file)[1, 8](values)
    ark.device_sync()
    assert (values == 2 * np.arange(8)).all()
    file.write_text("\nARK_GLOBAL void twice(double* x) { y = x; }\n")
    with pytest.raises(ValueError, match=r"twice\.cpp:2:.*'?y'?"):
        ark.Kernel(file)


def test_jit_without_numba(pe, run):
    only_once(pe)
    [(status, output)] = run("sys.modules['numba'] = None\ntry: ark.jit\nexcept ImportError as e: print(e)")
    assert status == 0 and "ark.jit needs numba, 0.60 or later (" in output and "pip install numba" in output, output
