"""ark's device functions for other compilers: kernels of numba-cuda and of Triton, linked by nvJitLink without a GPU."""
import os
import re
import sys

import pytest

import ark_shmem as ark
from ark_shmem import _device_library, _nvrtc

ARCH = "90"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """With NVRTC and nvJitLink, and an empty cache."""
    try:
        _nvrtc.checked_architecture(f"sm_{ARCH}")
        _nvrtc.find_library("nvJitLink")
    except ark.Error as lacks:
        pytest.skip(str(lacks))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield os.environ["XDG_CACHE_HOME"]


def kernel_of(call):
    return f""".version 8.0
.target sm_{ARCH}
.address_size 64
.extern .func (.param .b64 pe) {call} ();
.visible .entry store_pe(.param .u64 to)
{{
  .reg .b64 %rd<3>;
  .param .b64 pe;
  call.uni (pe), {call}, ();
  ld.param.b64 %rd1, [pe];
  ld.param.u64 %rd2, [to];
  st.global.u64 [%rd2], %rd1;
  ret;
}}
""".encode()


@pytest.mark.skipif(os.environ.get("TEST_LONG") != "1", reason="in the long form: a second form of the library takes half a minute")
def test_kernels_of_ptx_are_linked():
    made = ark.link_device(kernel_of("ark_device_my_pe"), arch=f"sm_{ARCH}")
    assert made[:4] == b"\x7fELF" and b"store_pe" in made and _nvrtc.CONTEXTS.encode() in made
    with pytest.raises(ValueError, match="(?s)does not link for sm_90: PTX or LTO-IR of kernels.*ark_device_no_such"):
        ark.link_device(kernel_of("ark_device_no_such"), arch=f"sm_{ARCH}")
    with pytest.raises(ValueError, match="kind is 'bitcode': 'ltoir' or 'ptx'"):
        ark.device_library(f"sm_{ARCH}", "bitcode")
    with pytest.raises(ValueError, match="device_library: arch is 'sm_1': sm_"):
        ark.device_library("sm_1")


def test_every_call_is_in_the_library():
    names = {name.encode() for name in _device_library.signatures()}
    text = ark.device_library(f"sm_{ARCH}", "ltoir")
    assert len(names) > 90 and text[:4] == b"\xedCN\x7f"
    # Each by a kernel that takes its address: one that is missing does not link.
    table = "".join(f".extern .func {name} ();\n" for name in sorted(one.decode() for one in names))
    entry = f".visible .entry all_of(.param .u64 to)\n{{\n.reg .b64 %rd<3>;\nld.param.u64 %rd2, [to];\n"
    entry += "".join(f"mov.u64 %rd1, {one.decode()};\nst.global.u64 [%rd2], %rd1;\n" for one in sorted(names)) + "ret;\n}\n"
    kernel = f".version 8.0\n.target sm_{ARCH}\n.address_size 64\n{table}{entry}".encode()
    assert b"all_of" in ark.link_device(kernel, arch=f"sm_{ARCH}")


# --- numba-cuda

JIT = """
@ark.jit(target='cuda')
def shift(inbox, mine, arrived):
    if ark.device.threadIdx.x == 0:
        right = (ark.device.my_pe() + 1) % ark.device.n_pes()
        ark.device.put_signal_nbi(inbox, mine, mine.size, arrived, 1, right, op="add")
        ark.device.signal_wait_until(arrived, "==", 1)

@ark.jit(target='cuda')
def tally(counts, values, scale):
    i = ark.device.threadIdx.x + ark.device.blockIdx.x * ark.device.blockDim.x
    if i < values.shape[0]:
        values[i, 1] = scale * values[i, 0]
        ark.device.atomic_add(counts, 1, 0, index=ark.device.blockIdx.x)

@ark.jit(target='cuda')
def beyond(counts):
    ark.device.atomic_add(counts, 1, 0, index=7)

@ark.jit(target='cuda')
def private(values):
    ark.device.p(values, 1, 0, index=0)
"""


@pytest.fixture(scope="module")
def kernels():
    pytest.importorskip("numba.cuda", reason="no numba-cuda (pip install numba-cuda)")
    try:
        from ark_shmem import _jit_cuda  # pylint: disable=import-outside-toplevel,unused-import
    except ImportError as lacks:
        pytest.skip(str(lacks))
    names = {"ark": ark}
    exec(JIT, names)  # pylint: disable=exec-used
    return names


def test_jit_kernels_for_a_gpu(kernels):
    made = kernels["shift"].compile("symmetric float64[:]", "float64[:]", "symmetric uint64[:]", arch=f"sm_{ARCH}")
    entry = made.entries["shift"]
    assert made.cubin[:4] == b"\x7fELF" and entry.encode() in made.cubin and _nvrtc.CONTEXTS.encode() in made.cubin
    [parameters] = re.findall(rf"\.entry {re.escape(entry)}\((.*?)\n\)", made.ptx, re.DOTALL)
    assert parameters.count(".param") == 3 * 7  # numba-cuda's arrays of one dimension
    assert ".extern .func" not in made.ptx and "%globaltimer" in made.ptx  # the wait is in it


CASES = [
    ("private", ("float64[:]",), TypeError, "ark.device.p: dest is array.float64, 1d, C.: an argument of the kernel that is an array of ark.empty"),
    ("beyond", ("symmetric float64[:]",), TypeError, "atomic_add: dtype is float64: one of int32, int64, uint32, uint64"),
    ("beyond", ("symmetric",), ValueError, "type is 'symmetric': as 'int64', 'float64.:.' or 'symmetric float64"),
    ("beyond", ("int77",), ValueError, "type is 'int77': as 'int64'"),
    ("beyond", (), TypeError, "beyond: 0 arguments: 1, for beyond.counts."),
]


@pytest.mark.parametrize("name, given, kind, text", CASES, ids=[f"{one[0]}{one[1]}" for one in CASES])
def test_jit_refuses(kernels, name, given, kind, text):
    with pytest.raises(kind, match=text):
        kernels[name].compile(*given, arch=f"sm_{ARCH}")
    if given:
        with pytest.raises(ValueError, match="beyond: arch is None: 'sm_N' or 'compute_N' here"):
            kernels["beyond"].compile("symmetric int64[:]")


RUN = """
host = lambda array: array.get() if isinstance(array, ark.GpuArray) else array
with ark.init():
    me, n = ark.my_pe(), ark.n_pes()
    inbox, arrived, mine = ark.zeros(4), ark.zeros(1, 'uint64'), ark.full(4, me)
    ark.barrier_all()
    shift[1, 32](inbox, mine, arrived, collective=True)
    ark.device_sync()
    print('shift', (host(inbox) == (me - 1) % n).all())
    counts, values = ark.zeros(2, 'int64'), ark.zeros((9, 2), 'float32')
    values[...] = [[i, 0] for i in range(9)]
    ark.barrier_all()
    tally[2, 8](counts, values, 2.5)
    ark.device_sync()
    ark.barrier_all()
    print('tally', (host(values)[:, 1] == 2.5 * numpy.arange(9)).all(), host(counts) if me == 0 else n)
    beyond[1, 1](counts)
    try: ark.device_sync()
    except ark.Error as e: print(e.code, e)
    raise SystemExit
"""


@pytest.mark.parametrize("heap", ["cuda_host", "cuda"])
def test_jit_kernels_run(kernels, run, cache, heap):
    folder = os.environ.get("FAKE_CUDA_FOLDER", "")
    if not folder:
        pytest.skip("the build has no driver for tests: configure it where nvcc is found")
    text = JIT.replace("target='cuda'", "target='cuda', arch='compute_90'") + RUN
    results = run(text, n=2, ARK_HEAP=heap, FAKE_CUDA_OPEN="1", FAKE_CUDA_MPS="1", XDG_CACHE_HOME=cache,
                  LD_LIBRARY_PATH=folder + ":" + os.environ.get("LD_LIBRARY_PATH", ""))
    for _, output in results:
        assert "shift True" in output and "tally True" in output and "invalid_argument" in output, output
    assert "tally True [16  2]" in results[0][1], results


def test_without_numba_cuda(run):
    [(status, output)] = run("sys.modules['numba.cuda'] = None\ntry: from ark_shmem import _jit_cuda\nexcept ImportError as e: print(e)")
    assert status == 0 and "ark.jit for a GPU needs numba-cuda, 0.30 or later (" in output and "pip install numba-cuda" in output, output


# --- Triton

TRITON = """
import triton, triton.language as tl
from ark_shmem import triton as ark_triton

@triton.jit
def shift(inbox, mine, n, arrived):
    right = (ark_triton.my_pe() + 1) % ark_triton.n_pes()
    ark_triton.put_signal_nbi_8(inbox, mine, n, arrived, 1, ark_triton.SIGNAL_ADD, right)
    ark_triton.signal_wait_until(arrived, ark_triton.CMP_EQ, 1)

@triton.jit
def wrong(inbox, mine, n, arrived):
    ark_triton.put_8(inbox, mine, n, mine + tl.arange(0, 8))
"""


def test_triton_kernels(tmp_path, monkeypatch):
    triton = pytest.importorskip("triton", reason="no Triton (pip install triton)")
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "triton"))
    source = tmp_path / "kernels_of_triton.py"
    source.write_text(TRITON)
    monkeypatch.syspath_prepend(str(tmp_path))
    import kernels_of_triton as of  # pylint: disable=import-outside-toplevel,import-error
    target = triton.backends.compiler.GPUTarget("cuda", 90, 32)
    types = {"inbox": "*fp64", "mine": "*fp64", "n": "i64", "arrived": "*u64"}

    def compiled(kernel):
        return triton.compile(triton.compiler.ASTSource(fn=kernel, signature=types, constexprs={}), target=target)
    with of.ark_triton.linked():
        made = compiled(of.shift)
        for call in ("ark_block_my_pe", "ark_block_n_pes", "ark_block_put_signal_nbi_8", "ark_block_signal_wait_until"):
            assert re.search(rf"call\.uni.*?{call}\b", made.asm["ptx"], re.DOTALL), made.asm["ptx"]
        assert made.asm["cubin"][:4] == b"\x7fELF" and b"shift" in made.asm["cubin"] and _nvrtc.CONTEXTS.encode() in made.asm["cubin"]
        with pytest.raises(Exception, match="ark_triton.put_8: an argument has type .*: a int64, no tensor"):
            compiled(of.wrong)
    assert "kernels_of_triton" in sys.modules
