"""Kernels of C++ source for a GPU: compiled by NVRTC, and run as PTX by the tests' driver and interpreter, without a GPU."""
import os
import pathlib
import re

import pytest

import ark_shmem as ark
from ark_shmem import _nvrtc

KERNELS = """
#include <utility>
ARK_GLOBAL void ring(float* inbox, const float* mine, int count, std::uint64_t* arrived) {
  if (threadIdx.x != 0) return;
  ark_float_put_signal_nbi(inbox, mine, count, arrived, 1, ARK_SIGNAL_ADD, (ark_my_pe() + 1) % ark_n_pes());
  ark_signal_wait_until(arrived, ARK_CMP_EQ, 1);
}
namespace inner {
int calls = 0;
int next() { return ++calls; }  // neither __device__
template <class T>
ARK_GLOBAL void scale(T* values, T by) { values[threadIdx.x + blockIdx.x * blockDim.x] *= by; }
}
static ARK_GLOBAL ARK_LAUNCH_BOUNDS(64) void
place(std::int64_t* at, unsigned long long seen, bool is_negative, double by, signed char small, const void* any) {
  ARK_DYNAMIC_SHARED(std::int64_t, shared);
  const auto x = threadIdx.x + blockIdx.x * blockDim.x, y = blockIdx.y;
  shared[threadIdx.x] = (is_negative ? -1 : 1) * static_cast<std::int64_t>(seen + static_cast<unsigned long long>(by)) + small;
  __syncthreads();
  at[y * gridDim.x * blockDim.x + x] = shared[threadIdx.x] + x + 1000 * y + (any == nullptr);
  if (x + y == 0) inner::next();
}
ARK_GLOBAL void bad(int* to) { ark_int_p(to, 1, ark_n_pes()); }
"""


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """With NVRTC, and an empty cache."""
    try:
        _nvrtc.checked_architecture("sm_90")
    except ark.Error as lacks:
        pytest.skip(str(lacks))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield os.environ["XDG_CACHE_HOME"]


@pytest.fixture
def run_on_gpu(run, cache):
    """`run` with the tests' driver, in which the CPU interprets a GPU's kernels."""
    folder = os.environ.get("FAKE_CUDA_FOLDER", "")
    if not folder:
        pytest.skip("the build has no driver for tests: configure it where nvcc is found")

    def start(text, n=1, heap="cuda_host", **environment):
        return run(f"KERNELS = {KERNELS!r}\n" + text, n=n, ARK_HEAP=heap, FAKE_CUDA_OPEN="1", FAKE_CUDA_MPS="1",
                   XDG_CACHE_HOME=cache, LD_LIBRARY_PATH=folder + ":" + os.environ.get("LD_LIBRARY_PATH", ""), **environment)
    return start


@pytest.mark.parametrize("arch", ["sm_80", "sm_90", "sm_100", "sm_120"] if os.environ.get("TEST_LONG") == "1" else ["sm_90"])
def test_machine_code_has_the_kernels(arch):
    kernel = ark.Kernel(KERNELS, "place", arch=arch)
    assert kernel.signature.startswith("place(signed long long *, unsigned long long, bool, double, signed char, const void *")
    assert f".target {arch}" in kernel.ptx and kernel.cubin[:4] == b"\x7fELF" and kernel.cubin[18] == 190  # EM_CUDA
    entries = {name: parameters.count(".param") for name, parameters in
               re.findall(r"\.entry (\w+)\((.*?)\n\)", kernel.ptx, re.DOTALL)}
    assert sorted(entries.values()) == [1, 4, 6] and all(name.encode() in kernel.cubin for name in entries)
    assert ".extern .func" not in kernel.ptx  # ark's calls are in it
    assert "st.release.sys" in kernel.ptx or "fence.acq_rel.sys" in kernel.ptx  # of the signal


def test_the_cache_saves_compilations(monkeypatch):
    source = "ARK_GLOBAL void none() {}"
    first = ark.Kernel(source, arch="compute_80")
    assert first.cubin is None and first.signature == "none()"
    monkeypatch.setattr(_nvrtc, "compile_program", lambda *_: pytest.fail("compiled again"))
    assert ark.Kernel(source, target="cuda", arch="compute_80").ptx == first.ptx


# (call, exception, what its text has)
CASES = [
    ("ark.Kernel('\\n\\nARK_GLOBAL void f() { undeclared = 1; }', arch='sm_90')", ValueError, ["does not compile with NVRTC", "source:3:", "undeclared"]),
    ("ark.Kernel('#include <vector>\\nARK_GLOBAL void f() {}', arch='sm_90')", ValueError, ["source:1:", "vector"]),
    ("ark.Kernel('struct s {}; ARK_GLOBAL void f(s) {}', arch='sm_90')", ValueError, ["a parameter is bool, an integer, float or double"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', arch='sm_90', flags=['--no-such-option'])", ValueError, ["does not compile", "no-such-option"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', arch='90')", ValueError, ["arch is '90': sm_N for machine code, or compute_N for PTX"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', arch=90)", ValueError, ["arch is 90: sm_N"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', arch='sm_20')", ValueError, ["arch is 'sm_20': sm_ or compute_ with one of ", "90, ", "libnvrtc"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', target='gpu')", ValueError, ["target is 'gpu': 'cpu', 'cuda' or None"]),
    ("ark.Kernel('ARK_GLOBAL void f() {}', target='cpu', arch='sm_90')", ValueError, ["arch is 'sm_90' with target='cpu'"]),
]


@pytest.mark.parametrize("call, kind, parts", CASES, ids=[one[0] for one in CASES])
def test_refused(call, kind, parts):
    with pytest.raises(kind) as caught:
        eval(call, {"ark": ark})  # pylint: disable=eval-used
    assert all(part in str(caught.value) for part in parts), caught.value


def test_a_file_is_named_with_its_line(tmp_path):
    file = tmp_path / "twice.cpp"
    file.write_text("\nARK_GLOBAL void twice(double* x) { y = x; }\n")
    with pytest.raises(ValueError, match=r"twice\.cpp:2:.*\"y\""):
        ark.Kernel(file, arch="sm_90")


@pytest.mark.parametrize("environment, parts", [
    ({"CUDA_HOME": "/nowhere"}, ["unsupported", "libnvrtc.so was not found in /nowhere: a CUDA toolkit from 12.0 on in CUDA_HOME, or pip install"]),
    ({"ARK_INCLUDE": "/nowhere"}, ["unsupported", "ARK_INCLUDE='/nowhere' has no ark/ark.hpp"]),
    ({"ARK_HEAP": "host", "INIT": "1"}, ["unsupported", "the heap of PE 0 is in host memory"]),
])
def test_without_nvrtc_headers_or_gpu(run, environment, parts):
    text = "if 'INIT' in os.environ: ark.init()\ntry: ark.Kernel('ARK_GLOBAL void f() {}', target='cuda', **ARCH)\nexcept ark.Error as e: print(e.code, e)"
    text = text.replace("**ARCH", "" if "INIT" in environment else "arch='sm_90'")
    [(status, output)] = run(text, **environment)
    assert status == 0 and all(part in output for part in parts), output


def test_libraries_of_wheels_and_of_toolkits(tmp_path, monkeypatch):
    for name in ("cu13/lib/libnvrtc.so.13", "cuda_nvrtc/lib/libnvrtc.so.12", "cu13/lib/libnvrtc.alt.so.13"):
        file = tmp_path / "nvidia" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for name in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert _nvrtc.find_library("nvrtc") == str(tmp_path / "nvidia/cuda_nvrtc/lib/libnvrtc.so.12") or \
        _nvrtc.find_library("nvrtc") == str(tmp_path / "nvidia/cu13/lib/libnvrtc.so.13")
    monkeypatch.setenv("CUDA_PATH", str(tmp_path / "nvidia/cu13"))
    assert _nvrtc.find_library("nvrtc") == str(tmp_path / "nvidia/cu13/lib/libnvrtc.so.13")


RUN = """
with ark.init():
    me, n = ark.my_pe(), ark.n_pes()
    ring = ark.Kernel(KERNELS, 'ring', arch='compute_90')
    inbox, arrived, mine = ark.zeros(1000, 'float32'), ark.zeros(1, 'uint64'), ark.zeros(1000, 'float32')
    mine[:] = numpy.arange(1000) + me
    ark.barrier_all()
    ring[1, 32](inbox, mine, numpy.int32(1000), arrived, collective=True)
    ark.device_sync()
    print('ring', (inbox == numpy.arange(1000) + (me - 1) % n).all() and arrived[0] == 1)
    place, scale = (ark.Kernel(KERNELS, name, arch='compute_90') for name in ('place', 'inner::scale<float>'))
    stream, at, byte = ark.Stream(), ark.zeros((2, 12), 'int64'), ark.zeros(3, 'complex64')
    place[(3, 2), 4, stream](at, 2**64 - 5, True, numpy.float32(2), -128, byte, shared_bytes=32)
    values = ark.full(96, 1, 'float32')
    for _ in range(3):
        scale[3, (32, 1, 1), stream](values, 2)
    stream.sync()
    print('place', (at == 3 - 128 + numpy.arange(12) + 1000 * numpy.arange(2)[:, None]).all(), 'scale', (values == 8).all())
    stream.destroy()
"""


def test_puts_and_signals_run(run_on_gpu):
    for status, output in run_on_gpu(RUN, n=2):
        assert status == 0 and "ring True\nplace True scale True" in output, output


REFUSED_RUN = """
local = ark.Kernel('ARK_GLOBAL void f(float* x) { x[0] = 1; }', target='cpu')
with ark.init():
    kernel = ark.Kernel('ARK_GLOBAL void f(float* x, int n) {}', target='cuda')
    print(kernel, kernel.cubin[:4])
    x, read = ark.zeros(4, 'float32'), ark.zeros(4, 'float32')
    class foreign:
        def __init__(self, **other):
            self.__cuda_array_interface__ = {'shape': (4,), 'typestr': '<f4', 'data': (x.ctypes.data, False), 'version': 3, **other}
    for given in (numpy.zeros(4, 'float32'), x.astype('float64'), x[::2], 5, foreign(data=(1, True)), foreign(strides=(8,)), foreign(typestr='<f8')):
        try: kernel[1, 1](given, 1)
        except (TypeError, ValueError) as e: print(e)
    try: kernel[1, 1](foreign(), 1)
    except ark.Error as e: print(e)
    local[1, 1](x); ark.device_sync(); print('both targets', x[0])
    print(ark.status())
"""


def test_wrong_arguments_are_refused(run_on_gpu):
    [(status, output)] = run_on_gpu(REFUSED_RUN)
    for part in ("<ark.Kernel f(float *, int)> b'\\x7fELF'", "argument 0 is in private memory of the host: an array of empty, zeros or full, or an object",
                 "argument 0 has dtype float64", "argument 0 has strides (8,)", "argument 0 is <class 'int'>", "argument 0 is read-only",
                 "cuModuleLoadData: CUDA_ERROR_INVALID_VALUE", "both targets 1.0", "None"):  # the interpreter runs no machine code
        assert part in output, (part, output)
    assert status == 0


@pytest.mark.parametrize("heap", ["cuda", "cuda_ipc"] if os.environ.get("TEST_LONG") == "1" else ["cuda"])
def test_arrays_in_the_memory_of_a_gpu(run_on_gpu, heap):
    for status, output in run_on_gpu("""
with ark.init():
    me, n = ark.my_pe(), ark.n_pes()
    ring, freed = ark.Kernel(KERNELS, 'ring', arch='compute_90'), ark.zeros(9, 'float32')
    inbox, arrived, mine = ark.zeros((3, 500), 'float32'), ark.zeros(2, 'uint64'), ark.empty(1000, 'float32')
    mine[:] = numpy.arange(1000) + me
    ark.free(freed)
    for given in (inbox[:, 1:], arrived, freed):
        try: ring[1, 32](given, mine, 1000, arrived)
        except (TypeError, ValueError) as e: print(e)
    ring[1, 32](inbox[1:], mine, 1000, arrived[1:], collective=True)
    ark.device_sync()
    print('ring', (inbox.get()[1:].ravel() == numpy.arange(1000) + (me - 1) % n).all(), arrived.get(), inbox[0].get().any())
    cpu = ark.Kernel('ARK_GLOBAL void f(float* x) { x[0] = 1; }', target='cpu')
    try: cpu[1, 1](inbox)
    except ark.Error as e: print(e)
""", n=2, heap=heap):
        for part in ("argument 0 has strides (2000, 4): a C-contiguous array", "argument 0 has dtype uint64: float32", "argument 0 has been freed",
                     "ring True [0 1] False", "f: the kernel is for the CPU executor, and the symmetric heap is in a GPU's memory"):
            assert part in output, (part, output)
        assert status == 0


def test_tensors_in_pinned_memory(run_on_gpu):
    pytest.importorskip("torch", reason="PyTorch is missing: apt install python3-torch, or pip install torch")
    [(status, output)] = run_on_gpu("import torch\nk = ark.Kernel(KERNELS, 'inner::scale<float>', arch='compute_90')\nwith ark.init():\n"
                                    "    values = ark.torch.zeros(64) + 0; own = ark.torch.empty(64); own.fill_(2)\n"
                                    "    k[2, 32](own, 3); ark.device_sync(); print('sum', own.sum().item())\n"
                                    "    try: k[2, 32](values, 3)\n    except ValueError as e: print(e)")
    assert status == 0 and "sum 384.0" in output and "argument 0 is in private memory of the host" in output, output


def test_failures_of_calls_in_a_kernel_are_exceptions(run_on_gpu):
    [(_, output)] = run_on_gpu("ark.init()\nk = ark.Kernel(KERNELS, 'bad', arch='compute_90')\nto = ark.zeros(1, 'int32')\nk[1, 1](to)\n"
                               "try: ark.device_sync()\nexcept ark.Error as e: print(e.code, e.operation, e)")
    assert "invalid_argument put " in output and "pe = 1" in output, output


def test_kernels_of_several_runtimes(run_on_gpu):
    [(status, output)] = run_on_gpu("k = ark.Kernel(KERNELS, 'ring', arch='compute_90')\nfor i in range(3):\n  with ark.init():\n"
                                    "    inbox, arrived = ark.zeros(9, 'float32'), ark.zeros(1, 'uint64')\n"
                                    "    k[1, 32](inbox, ark.full(9, i + 1, 'float32'), 9, arrived); ark.device_sync(); print('sum', inbox.sum())")
    assert status == 0 and re.findall(r"sum ([0-9.]+)", output) == ["9.0", "18.0", "27.0"], output
