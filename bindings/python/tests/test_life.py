"""Start and end in every order, failures, signals and threads: in processes of their own, and by local_run."""
import os
import threading
import time

import numpy as np
import pytest

import ark_shmem as ark


def texts(results):
    return "\n".join(f"[{status}] {output}" for status, output in results)


def test_processes_without_mpi(run):
    results = run("with ark.init():\n a = ark.zeros(2)\n ark.put(a, numpy.full(2, ark.my_pe() + 1.), 1 - ark.my_pe())\n"
                  " ark.barrier_all()\n print('has', a)\nprint('ended', a, ark.initialized())", n=2)
    assert all(status == 0 for status, _ in results), texts(results)
    assert "has [2. 2.]" in results[0][1] and "ended [1. 1.] False" in results[1][1]


ENDS = [
    "pass",  # forgotten finalize, arrays alive
    "ark.finalize(); a += 1; print(a.sum()); del a, v",
    "ark.finalize(); ark.init(); b = ark.zeros(3)",
    "ark.init(); ark.finalize(); ark.barrier_all(); del a; ark.finalize()",
    "ark.free(a); a += 1; t = ark.Context(); team = ark.WORLD.split_strided(0, 1, 1)",
    "import atexit; atexit.register(lambda: print(a, v))",
    "global_cycle = [a]; global_cycle.append(global_cycle)",
    "sys.exit(0)",
]


def test_ends_in_any_order(run_each):
    results = run_each([f"ark.init(); a = ark.full((3, 400), 2.0); v = a[1]\n{end}" for end in ENDS])
    for program, (status, output) in results.items():
        assert status == 0 and "Traceback" not in output and "ark error" not in output, (program, output)


def test_an_exception_ends_the_other_pes(run):
    results = run("ark.init()\nif ark.my_pe() == 0: raise ValueError('mine')\nbegun = time.monotonic()\n"
                  "try: ark.barrier_all()\nexcept ark.PeerFailedError as e: print('peer', e.peer, e.operation, time.monotonic() - begun < 15)", n=2)
    assert results[0][0] == 1 and "ValueError: mine" in results[0][1], texts(results)
    assert "peer 0 liveness True" in results[1][1], texts(results)


def test_a_failure_is_sticky_and_a_new_start_recovers(run):
    results = run("ark.init(settings={'ARK_TIMEOUT': '0.2s'}); w = ark.zeros(1, 'uint64')\n"
                  "for i in range(2):\n try: ark.signal_wait_until(w, '==', 3)\n except ark.TimeoutError as e: print(e.code, e.expected, e.seen, e.elapsed >= 0.2)\n"
                  "print(ark.status())\ntry: ark.barrier_all()\nexcept ark.Error as e: print('again', e.operation)\n"
                  "ark.finalize(); ark.init(); print(ark.status()); ark.quiet()")
    assert results[0][0] == 0, texts(results)
    assert results[0][1].count("timeout 3 0 True") == 2 and "again signal_wait_until" in results[0][1] and "\nNone\n" in results[0][1]


@pytest.mark.parametrize("wait, after", [
    ("ark.signal_wait_until(w, '==', 1)", "None"),
    ("ark.barrier_all()", "aborted"),
    ("ark.empty(1)", "aborted"),
    ("ark.reduce(w, w)", "aborted"),
])
def test_keyboard_interrupt_ends_a_wait(run, wait, after):
    results = run("ark.init(); w = ark.zeros(1, 'uint64')\nif ark.my_pe() == 0:\n begun = time.monotonic()\n"
                  f" try: print('waits', flush=True); {wait}\n except KeyboardInterrupt: print('interrupted', ark.status(), time.monotonic() - begun < 5)\n"
                  " ark.leave()\nelse:\n"
                  " try: ark.signal_wait_until(w, '==', 1)\n except ark.PeerFailedError: print('lost')", n=2, interrupt_after="waits")
    assert f"interrupted {after} True" in results[0][1], texts(results)
    assert "lost" in results[1][1], texts(results)


@pytest.mark.parametrize("other, after, result", [("ark.barrier_all()", "waits", "interrupted None"), ("ark.leave()", None, "peer 1")])
def test_a_wait_for_gradients_ends(run, other, after, result):
    results = run("ark.init(); x = ark.gradients.Exchange([numpy.ones(9)])\nif ark.my_pe() == 0:\n x.begin_iteration(); x.ready(0)\n"
                  " try: print('waits', flush=True); x.wait(0)\n"
                  " except KeyboardInterrupt: print('interrupted', ark.status())\n except ark.PeerFailedError as e: print('peer', e.peer)\n"
                  f" ark.leave()\nelse:\n try: {other}\n except ark.PeerFailedError: print('lost')", n=2, interrupt_after=after)
    assert result in results[0][1] and results[0][0] == 0, texts(results)


def test_keyboard_interrupt_ends_init(run):
    results = run("import threading, signal; threading.Timer(1, signal.raise_signal, [signal.SIGINT]).start()\nbegun = time.monotonic()\n"
                  "try: ark.init(rank=0, n_pes=2, id=ark.unique_id())\nexcept KeyboardInterrupt: print('interrupted', time.monotonic() - begun < 5)\n"
                  "try: ark.init(rank=0, n_pes=2, id=ark.unique_id())\nexcept ark.Error as e: print(e.code)\nsys.stdout.flush(); os._exit(0)")
    assert "interrupted True" in results[0][1] and "wrong_state" in results[0][1], texts(results)


def test_a_forked_child_is_no_pe(run):
    results = run("ark.init(); a = ark.zeros(1)\nif os.fork() == 0:\n"
                  " for call in (ark.my_pe, ark.quiet, ark.init, lambda: ark.zeros(1), lambda: ark.put(a, a + 1, 0)):\n"
                  "  try: call()\n  except ark.Error as e: print('child', e.code, 'forked' in str(e))\n  else: print('child', 'no error')\n"
                  "else:\n os.wait(); ark.quiet()")
    assert results[0][0] == 0 and results[0][1].count("child wrong_state True") == 5, texts(results)


def test_waits_release_the_gil():
    def body(pe):
        word = ark.zeros(1, "uint64")
        if pe == 0:
            counted = []
            thread = threading.Thread(target=lambda: counted.extend(range(1000)))
            thread.start()
            ark.signal_wait_until(word, "==", 1)  # PE 1's thread needs the GIL to set it
            thread.join()
            return len(counted)
        time.sleep(0.1)
        ark.signal_update(word, 1, 0)
        return 1000
    assert ark.local_run(2, body) == [1000, 1000]


def test_local_run_returns_results_and_arrays():
    def body(pe, factor):
        values = ark.full(1000, factor * pe)
        ark.barrier_all()
        return values
    results = ark.local_run(4, body, 3)
    assert [one[-1] for one in results] == [0, 3, 6, 9]
    results[1] += 1
    with pytest.raises((ark.NotInitializedError, ValueError), match="before ark::init|has ended"):
        ark.put(results[1], results[2], 0)
    assert ark.local_run(2, lambda pe: (ark.my_pe(), ark.n_pes())) == [(0, 2), (1, 2)]


def test_local_run_ends_exchanges():
    def body(pe):
        gradients = np.full(1000, pe + 1.0)
        exchange = ark.gradients.Exchange((gradients,), mean=False)
        exchange.begin_iteration()
        exchange.ready(0)
        exchange.wait(0)
        return gradients[7], exchange
    results = ark.local_run(3, body)
    assert [one for one, _ in results] == [6, 6, 6]
    with pytest.raises((ark.NotInitializedError, ValueError), match="before ark::init|has ended"):
        results[0][1].begin_iteration()


def test_local_run_raises_the_cause():
    def body(pe):
        if pe == 1:
            raise LookupError("of PE 1")
        ark.barrier_all()
    with pytest.raises(LookupError, match="of PE 1"):
        ark.local_run(3, body, settings={"ARK_LOG": "error"})


def test_keyboard_interrupt_ends_local_run(run):
    results = run("import threading, signal; threading.Timer(1, signal.raise_signal, [signal.SIGINT]).start()\nbegun = time.monotonic()\n"
                  "def body(pe):\n w = ark.zeros(1, 'uint64')\n while pe == 1: time.sleep(0.01)\n ark.signal_wait_until(w, '==', 1)\n"
                  "try: ark.local_run(2, body)\nexcept KeyboardInterrupt: print('interrupted', time.monotonic() - begun < 5)")
    assert results[0][0] == 0 and "interrupted True" in results[0][1], texts(results)


def test_arrays_belong_to_one_pe():
    shared = {}
    def body(pe):
        shared[pe] = ark.zeros(1)
        ark.barrier_all()
        with pytest.raises(ValueError, match="of another PE"):
            ark.put(shared[1 - pe], np.ones(1), 0)
        ark.barrier_all()
    ark.local_run(2, body)


def test_mpi4py_communicator(run):
    class communicator:  # what init uses of one
        rank, size = 0, 1
        def bcast(self, value, root):
            assert root == 0
            return value
    ark.finalize() if ark.initialized() else None
    with ark.init(communicator()):
        assert ark.n_pes() == 1


def test_reports_of_the_modules(run):
    results = run("sys.argv = ['info']; import runpy; runpy.run_module('ark_shmem.info', run_name='__main__')", n=2)
    assert all(status == 0 for status, _ in results) and "ark_shmem 0." in results[0][1] and results[1][1] == "", texts(results)


def test_a_build_without_mpi(run):
    results = run("import types\nos.environ.pop('RANK'); ark._core.has_mpi = False\nwith ark.init(): print('PEs', ark.n_pes())\n"
                  "os.environ['PMI_RANK'], sys.modules['mpi4py'] = '0', None\ntry: ark.init()\nexcept ark.Error as e: print(e.code, e)\n"
                  "world = types.SimpleNamespace(rank=0, size=1, bcast=lambda value, root: print('bcast', root) or value)\n"
                  "sys.modules['mpi4py'] = types.SimpleNamespace(MPI=types.SimpleNamespace(COMM_WORLD=world))\n"
                  "with ark.init(): print('PEs of mpi4py', ark.n_pes())")
    for text in ("PEs 1", "unsupported init: libark was built without MPI, and mpi4py cannot be imported", "bcast 0", "PEs of mpi4py 1"):
        assert text in results[0][1], texts(results)


def test_a_rank_that_does_not_come(run):
    pytest.importorskip("torch", reason="the collective is PyTorch's")
    results = run("import torch, torch.distributed as dist, types\nfrom ark_shmem._process_group import _make\nark.init()\n"
                  "some = types.SimpleNamespace(group_rank=0, group_size=1, global_ranks_in_group=[ark.my_pe()])\n"
                  "for options in (None, {'stage_bytes': 4096}):\n try: _make(some, options)\n except (RuntimeError, ValueError) as e: print(e)\n"
                  "ark.torch.init_process_group()\nw = ark.zeros(1, 'uint64')\n"
                  "if ark.my_pe() == 0:\n try: dist.all_reduce(torch.ones(3))\n except ark.TimeoutError as e: print(e.peer, e.operation, e)\n"
                  "else:\n try: ark.signal_wait_until(w, '==', 1, timeout=50)\n except ark.Error: pass\nark.leave()", n=2, ARK_TIMEOUT="5s")
    assert "1 allreduce allreduce: rank 1 (PE 1) has not called a collective of the group: " in results[0][1], texts(results)
    assert "the first group of this backend has some PEs only" in results[0][1] and "None, because all groups" in results[0][1], texts(results)
    results = run("import torch.distributed as dist, ark_shmem.torch\nark.init(); store = dist.HashStore()\n"
                  "for rank, size in ((1, 2), (0, 2)):\n try: dist.init_process_group('ark', store=store, rank=rank, world_size=size)\n"
                  " except (ValueError, RuntimeError) as e: print(e)\n")
    assert "ark: rank 1 of 2 is PE 0 of 1: ranks are PEs" in results[0][1] and "ark: rank 0 of 2 is PE 0 of 1" in results[0][1], texts(results)


def test_the_store_of_torchrun(run):
    torch = pytest.importorskip("torch.distributed", reason="the store is PyTorch's")
    port = 30000 + os.getpid() % 20000
    store = torch.TCPStore("localhost", port, is_master=True, wait_for_workers=False)  # torchrun's agent has one
    results = run("ark.init(); ark.barrier_all(); print('PE', ark.my_pe(), 'of', ark.n_pes())", n=2, MASTER_PORT=str(port),
                  TORCHELASTIC_USE_AGENT_STORE="True")
    del store
    assert [output for _, output in results] == ["PE 0 of 2\n", "PE 1 of 2\n"], texts(results)
