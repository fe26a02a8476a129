"""Wrong arguments: each is an exception that names the value and the accepted form, and leaves the PE without a failure."""
import os

import numpy as np
import pytest

import ark_shmem as ark

# Names in the cases: a: float64[6], b: float64[6], i: int64[6], s: uint64[2], f: freed, old: of an ended runtime; n: PEs.
# (call, exception, what its text has)
CASES = [
    # dtypes
    ("ark.put(a, np.zeros(6, 'float32'), 0)", TypeError, ["put: dest has dtype float64 and source float32", "the same dtype"]),
    ("ark.put(a, np.zeros(6, '>f8'), 0)", TypeError, ["source has dtype", ">f8", "native byte order"]),
    ("ark.put(a, np.zeros(6, 'object'), 0)", TypeError, ["dtype('O')", "int8 to int64"]),
    ("ark.put(a, np.zeros(6, 'longdouble'), 0)", TypeError, ["source has dtype", "float16 to float64"]),
    ("ark.put(a, np.zeros(6, 'datetime64[s]'), 0)", TypeError, ["<M8[s]", "complex128"]),
    ("ark.get(np.zeros(6, 'int64'), a, 0)", TypeError, ["get: dest has dtype int64 and source float64"]),
    ("ark.zeros(2, 'object')", TypeError, ["zeros: dtype is 'object'", "complex128"]),
    ("ark.zeros(2, '>i4')", TypeError, ["dtype is '>i4'", "int8 to int64"]),
    ("ark.empty(2, 'longdouble')", TypeError, ["empty: dtype is 'longdouble'"]),
    ("ark.zeros(2, [('x', 'i4')])", TypeError, ["zeros: dtype is [('x', 'i4')]"]),
    ("ark.zeros(2, 'no such type')", TypeError, ["no such type"]),
    ("ark.atomic_add(a, 1, 0, index=0)", TypeError, ["atomic_add: dtype float64", "int32, int64, uint32 or uint64"]),
    ("ark.atomic_fetch_add(i.view('int16'), 1, 0, index=0)", TypeError, ["atomic_fetch_add: dtype int16"]),
    ("ark.p(i.view('int8'), 1, 0, index=0)", TypeError, ["p: dtype int8", "float32 or float64"]),
    ("ark.wait_until(a, '==', 1, index=0)", TypeError, ["wait_until: dtype float64"]),
    ("ark.put_signal(a, b, i, 1, 0, index=0)", TypeError, ["signal has dtype int64", "uint64"]),
    ("ark.signal_wait_until(i, '==', 1, index=0)", TypeError, ["signal has dtype int64", "uint64"]),
    ("ark.reduce(a, b, 'xor')", TypeError, ["reduce: op 'xor' of dtype float64", "int8 to int64"]),
    ("ark.reduce(a.view('complex128'), b.view('complex128'), 'max')", TypeError, ["op 'max' of dtype complex128", "float64"]),
    ("ark.reduce(a.view('float16'), b.view('float16'))", TypeError, ["op 'sum' of dtype float16"]),
    ("ark.reduce(a, i)", TypeError, ["dest has dtype float64 and source int64"]),
    # arrays that are none, and the values' types
    ("ark.put(a, [1.0] * 6, 0)", TypeError, ["source is <class 'list'>", "a numpy array"]),
    ("ark.put(None, b, 0)", TypeError, ["dest is <class 'NoneType'>", "a numpy array"]),
    ("ark.put(a, b.tobytes(), 0)", TypeError, ["source is <class 'bytes'>", "numpy.asarray"]),
    ("ark.put(a, 1.5, 0)", TypeError, ["source is <class 'float'>"]),
    ("ark.put(a, b)", TypeError, ["pe: int"]),
    ("ark.put(a, b, 0, 0, 0)", TypeError, ["pe: int"]),
    ("ark.put(a, b, 0, context=None)", TypeError, ["ctx: Context"]),
    ("ark.free([1])", TypeError, ["free: array is <class 'list'>"]),
    ("ark.p(i, 1.5, 0, index=0)", TypeError, ["p: value is 1.5", "an integer from -9223372036854775808"]),
    ("ark.p(a, 'x', 0, index=0)", TypeError, ["p: value is 'x'", "a number"]),
    ("ark.p(i, 2**63, 0, index=0)", ValueError, ["value is 9223372036854775808", "to 9223372036854775807"]),
    ("ark.p(i.view('uint32'), -1, 0, index=0)", ValueError, ["value is -1", "an integer from 0 to 4294967295"]),
    ("ark.put_signal(a, b, s, -1, 0, index=0)", ValueError, ["value is -1", "18446744073709551615"]),
    ("ark.put_signal(a, b, s, 2**64, 0, index=0)", ValueError, ["value is 18446744073709551616"]),
    ("ark.atomic_add(i, None, 0, index=0)", TypeError, ["value is None", "an integer"]),
    ("ark.atomic_add(i, True, 0, index=0)", TypeError, ["value is True", "an integer"]),
    # calls on a stream
    ("ark.Stream().put(b.copy(), b, 0)", ValueError, ["Stream.put: dest is"]),
    ("ark.Stream().get(b, a, n)", ValueError, ["Stream.get: pe is"]),
    ("ark.Stream().put_signal(a, b, s, 1, 0)", ValueError, ["Stream.put_signal: signal"]),
    ("ark.Stream().signal_update(s, 1, 0, op='sub', index=0)", ValueError, ["Stream.signal_update: op is 'sub'", "'set' or 'add'"]),
    ("ark.Stream().signal_wait_until(s, '=', 1, index=0)", ValueError, ["Stream.signal_wait_until: cmp is '='", "'>='"]),
    ("ark.Stream().broadcast(a, b, n)", ValueError, ["Stream.broadcast: root is"]),
    ("ark.Stream().reduce(a, b, 'xor')", TypeError, ["Stream.reduce: op 'xor' of dtype float64"]),
    ("ark.Stream().quiet(1)", TypeError, ["quiet"]),
    # PEs, indices, roots
    ("ark.put(a, b, n)", ValueError, ["put: pe is ", "an integer from 0 to "]),
    ("ark.put(a, b, -1)", ValueError, ["put: pe is -1"]),
    ("ark.get(b, a, 2**70)", ValueError, ["get: pe is 1180591620717411303424"]),
    ("ark.put_nbi(a, b, 0.0)", TypeError, ["put_nbi: pe is 0.0", "an integer"]),
    ("ark.put_nbi(a, b, '0')", TypeError, ["pe is '0'"]),
    ("ark.g(a, None, 0)", TypeError, ["g: pe is None"]),
    ("ark.atomic_fetch(i, n, index=0)", ValueError, ["atomic_fetch: pe is"]),
    ("ark.broadcast(a, b, n)", ValueError, ["broadcast: root is"]),
    ("ark.g(a, 0, index=6)", ValueError, ["g: index is 6", "from -6 to 5"]),
    ("ark.g(a, 0, index=-7)", ValueError, ["index is -7"]),
    ("ark.g(a, 0, index='first')", TypeError, ["index is 'first'"]),
    ("ark.g(a, 0)", ValueError, ["source has 6 elements", "give index"]),
    ("ark.signal_wait_until(s, '==', 1)", ValueError, ["signal has 2 elements", "give index"]),
    # shapes and strides
    ("ark.put(a, np.zeros(5), 0)", ValueError, ["dest has 6 elements and source 5", "the same number"]),
    ("ark.put(a[::2], np.zeros(3), 0)", ValueError, ["dest has strides (16,)", "ascontiguousarray"]),
    ("ark.put(a, np.zeros((6, 2))[:, 0], 0)", ValueError, ["source has strides (16,) for shape (6,)"]),
    ("ark.put(a.reshape(2, 3).T, b, 0)", ValueError, ["dest has strides"]),
    ("ark.put(np.frombuffer(a.view('u1')[1:41], 'f8'), b[:5], 0)", ValueError, ["aligned"]),
    ("ark.get(np.broadcast_to(1.0, (6,)), a, 0)", ValueError, ["dest has strides (0,)"]),
    ("ark.get(np.frombuffer(bytes(48)), a, 0)", ValueError, ["dest is read-only", "writeable"]),
    ("ark.fcollect(a, b)", ValueError, ["fcollect: dest has 6 elements and source 6", "members"]) ,
    ("ark.alltoall(a[:n + 1], b[:n + 1])", ValueError, ["alltoall: dest and source have", "a multiple"]),
    ("ark.broadcast(a, b[:3], 0)", ValueError, ["dest has 6 elements and source 3"]),
    ("ark.zeros(-1)", ValueError, ["zeros: shape is -1", "0 or more"]),
    ("ark.zeros((2, -3))", ValueError, ["shape is (2, -3)"]),
    ("ark.zeros(2.5)", ValueError, ["shape is 2.5", "a tuple"]),
    ("ark.zeros('ab')", ValueError, ["shape is 'ab'"]),
    ("ark.zeros((2**40, 2**40))", ValueError, ["fewer than 2**62 bytes"]),
    # memory
    ("ark.put(np.zeros(6), b, 0)", ValueError, ["dest is in private memory", "empty, zeros or full"]),
    ("ark.put(a + 1, b, 0)", ValueError, ["dest is in private memory"]),
    ("ark.get(b, np.zeros(6), 0)", ValueError, ["source is in private memory"]),
    ("ark.put_signal(a, b, np.zeros(2, 'uint64'), 1, 0, index=0)", ValueError, ["signal is in private memory"]),
    ("ark.reduce(a, np.zeros(6))", ValueError, ["source is in private memory"]),
    ("ark.wait_until(np.zeros(1, 'int64'), '==', 0)", ValueError, ["words is in private memory"]),
    ("ark.put(np.lib.stride_tricks.as_strided(a, (700,)), np.zeros(700), 0)", ValueError, ["dest is in private memory"]),
    ("ark.put(f, b, 0)", ValueError, ["dest has been freed"]),
    ("ark.free(f)", ValueError, ["array has been freed"]),
    ("ark.put(old, b, 0)", ValueError, ["of a runtime that has ended"]),
    ("ark.put(a, a, me)", ValueError, ["dest and source overlap", "separate arrays"]),
    ("ark.put(a[1:], a[:5], me)", ValueError, ["overlap"]),
    ("ark.reduce(a[1:], a[:5])", ValueError, ["overlap", "or the same one"]),
    ("ark.put_signal(s, np.zeros(2, 'uint64'), s, 1, 0, index=0)", ValueError, ["signal lies in dest"]),
    # operators, comparisons, times
    ("ark.put_signal(a, b, s, 1, 0, op='max', index=0)", ValueError, ["op is 'max'", "'set' or 'add'"]),
    ("ark.put_signal(a, b, s, 1, 0, op=1, index=0)", TypeError, ["op is 1", "'set' or 'add'"]),
    ("ark.reduce(a, b, 'mean')", ValueError, ["op is 'mean'", "'sum', 'prod'"]),
    ("ark.reduce(a, b, np.add)", TypeError, ["op is <ufunc 'add'>", "'sum', 'prod'"]),
    ("ark.wait_until(i, '=', 1, index=0)", ValueError, ["cmp is '='", "'==', '!='"]),
    ("ark.wait_until(i, 0, 1, index=0)", TypeError, ["cmp is 0", "'==', '!='"]),
    ("ark.wait_until(i, '==', 1, index=0, timeout=0)", ValueError, ["timeout is 0", "seconds, more than 0"]),
    ("ark.wait_until(i, '==', 1, index=0, timeout=float('nan'))", ValueError, ["timeout is nan"]),
    ("ark.wait_until(i, '==', 1, index=0, timeout='1s')", TypeError, ["timeout is '1s'", "seconds"]),
    # teams and contexts
    ("ark.reduce(a, b, team=0)", TypeError, ["team is 0", "a Team"]),
    ("ark.reduce(a, b, team=dead_team)", ValueError, ["team has been destroyed", "a Team"]),
    ("ark.reduce(a, b, team=old_team)", ValueError, ["team is of another PE or of a runtime that has ended"]),
    ("dead_team.sync()", ValueError, ["has been destroyed"]),
    ("dead_team.n_pes", ValueError, ["has been destroyed"]),
    ("ark.WORLD.destroy()", ValueError, ["predefined team"]),
    ("ark.WORLD.split_strided(0, 1, n + 1)", ValueError, ["size is", "an integer from 1 to"]),
    ("ark.WORLD.split_strided(n, 1, 1)", ValueError, ["start is"]),
    ("ark.WORLD.split_strided(0, n, 2 if n > 1 else 7)", ValueError, ["split_strided"]),
    ("ark.WORLD.split_2d(0)", ValueError, ["xrange is 0"]),
    ("ark.WORLD.translate_pe(n)", ValueError, ["pe is"]),
    ("ark.put(a, b, 0, ctx=1)", TypeError, ["ctx is 1", "a Context"]),
    ("ark.put(a, b, 0, ctx=dead_context)", ValueError, ["ctx has been destroyed"]),
    ("ark.put(a, b, 0, ctx=old_context)", ValueError, ["ctx is of another PE or of a runtime"]),
    ("dead_context.quiet()", ValueError, ["has been destroyed"]),
    ("ark.Context(dead_team)", ValueError, ["team has been destroyed"]),
    ("ark.Context('world')", TypeError, ["team is 'world'"]),
    # start and local_run
    ("ark.init(rank=0)", TypeError, ["only rank given", "rank, n_pes and id together"]),
    ("ark.init('comm', rank=0)", TypeError, ["comm and rank are given"]),
    ("ark.init(settings=['ARK_TIMEOUT'])", TypeError, ["settings is ['ARK_TIMEOUT']", "a dictionary"]),
    ("ark.init(settings={'ARK_TIMEOUT': None})", TypeError, ["'ARK_TIMEOUT': None"]),
    ("ark.local_run(0, print)", ValueError, ["n_pes is 0", "from 1 to 1024"]),
    ("ark.local_run('2', print)", TypeError, ["n_pes is '2'"]),
    ("ark.local_run(2, 'body')", TypeError, ["body is 'body'", "a function"]),
    ("ark.local_run(1, print, settings={'ARK_TIMEOUT': 'soon'})", ark.Error, ["ARK_TIMEOUT", "soon"]),
]


@pytest.fixture(scope="module")
def names():
    if ark.initialized():
        ark.finalize()
    ark.init()
    old, old_team, old_context = ark.zeros(6), ark.WORLD.split_strided(0, 1, ark.n_pes()), ark.Context()
    ark.finalize()
    ark.init()
    freed, dead_team, dead_context = ark.zeros(6), ark.WORLD.split_strided(0, 1, ark.n_pes()), ark.Context()
    ark.free(freed)
    dead_team.destroy()
    dead_context.destroy()
    yield {"ark": ark, "np": np, "n": ark.n_pes(), "me": ark.my_pe(), "a": ark.zeros(6), "b": ark.zeros(6), "i": ark.zeros(6, "int64"),
           "s": ark.zeros(2, "uint64"), "f": freed, "old": old, "old_team": old_team, "old_context": old_context, "dead_team": dead_team,
           "dead_context": dead_context}


@pytest.mark.parametrize("call, kind, parts", CASES, ids=[one[0] for one in CASES])
def test_refused(names, call, kind, parts):
    if names["n"] == 1 and ("fcollect" in call or "alltoall" in call):
        pytest.skip("one PE accepts it")
    with pytest.raises(kind) as caught:
        eval(call, dict(names))  # pylint: disable=eval-used
    assert type(caught.value) is kind or issubclass(kind, ark.Error)
    for part in parts:
        assert part in str(caught.value)
    assert ark.status() is None


def test_cases_are_many():
    assert len(CASES) >= 60


# (program, the text that its end has)
PROGRAMS = [
    ("ark.my_pe()", "NotInitializedError: ark_my_pe was called before ark::init"),
    ("ark.zeros(1)", "NotInitializedError"),
    ("ark.barrier_all()", "NotInitializedError"),
    ("ark.finalize()", "NotInitializedError: finalize: ark is not initialised"),
    ("ark.init(); ark.finalize(); ark.finalize()", "NotInitializedError"),
    ("ark.init(); a = ark.zeros(1); ark.finalize(); ark.put(a, a + 1, 0)", "NotInitializedError: put"),
    ("ark.init(); t = ark.Context(); ark.finalize(); t.quiet()", "NotInitializedError: Context.quiet"),
    ("ark.put(numpy.zeros(1), numpy.zeros(1), 0)", "NotInitializedError: put"),
    ("ark.local_run(1, lambda pe: ark.init())", "init: this thread already is a PE of local_run"),
    ("ark.local_run(1, lambda pe: ark.finalize())", "finalize: this thread is a PE of local_run"),
    ("ark.local_run(1, lambda pe: ark.local_run(1, print))", "local_run: this thread already is a PE"),
    ("ark.init(settings={'ARK_TIMEOUT': 'soon'})", "ARK_TIMEOUT"),
    ("ark.init(rank=1, n_pes=1, id=bytes(128))", "ValueError: init: rank 1 of n_pes 1"),
    ("ark.init(rank=0, n_pes=1, id=b'short')", "ValueError: init: id has 5 bytes: the 128 bytes of unique_id()"),
    ("ark.init(rank=0, n_pes=1, id='text')", "TypeError: init: id is 'text': the bytes of unique_id()"),
    ("ark.init(rank=0, n_pes=1, id=bytes(128))", "ark_shmem._errors.Error"),
    ("ark.init(object())", "TypeError: init: comm is <object"),
    ("os.environ['RANK'] = '3'; ark.init()", "ValueError: init: RANK='3' in the environment: a number from 0 to 0"),
    ("os.environ.update(WORLD_SIZE='2', MASTER_PORT='x'); ark.init()", "ValueError: init: MASTER_PORT='x' in the environment"),
    ("ark.init(); ark.zeros(1 << 45, 'int8')", "35184372088832 bytes of symmetric memory"),
]


def test_programs_end_with(run_each):
    if os.environ.get("OMPI_COMM_WORLD_RANK", "0") != "0":
        pytest.skip("PE 0 runs it")
    results = run_each([program for program, _ in PROGRAMS])
    for program, end in PROGRAMS:
        status, output = results[program]
        assert status == 1 and end in output, (program, output)
