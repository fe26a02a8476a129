"""What each call does, on any number of PEs: started by mpirun -n N pytest."""
import numpy as np
import pytest

import ark_shmem as ark

ELEMENTS = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
NUMBERS = [one for one in ELEMENTS if one not in ("bool", "float16")]
INTEGERS = [one for one in ELEMENTS if "int" in one]
WORDS = "int32 int64 uint32 uint64".split()


def test_every_name_is_documented():
    names = [(ark, name) for name in ark.__all__] + [(ark.device, name) for name in vars(ark.device) if name[0] not in "_a"]
    names += [(kind, name) for kind in (ark.Team, ark.Context, ark.Stream, ark.Kernel) for name in vars(kind) if name[0] != "_"]
    assert len(names) > 100 and [name for of, name in names if not (getattr(of, name).__doc__ or "").strip()] == []


@pytest.fixture
def array(pe):
    """Makes symmetric arrays, freed at the end of the test in their order."""
    made = []
    def make(shape, dtype="float64", value=0):
        made.append(ark.full(shape, value, dtype))
        return made[-1]
    yield make
    ark.barrier_all()
    for one in made:
        ark.free(one)


@pytest.mark.parametrize("shape", [(), 1, (3, 5), (2, 0)])
def test_put_and_get_move_every_dtype_and_shape(pe, array, shape):
    me, n = pe
    inboxes = [array(shape, dtype) for dtype in ELEMENTS]
    for inbox in inboxes:
        ark.put(inbox, np.full(shape, me % 2 + 1).astype(inbox.dtype), (me + 1) % n)
    ark.barrier_all()
    for inbox in inboxes:
        assert (inbox == np.full(shape, (me - 1) % n % 2 + 1).astype(inbox.dtype)).all(), inbox.dtype
        back = np.empty(shape, inbox.dtype)
        ark.get(back, inbox, (me + 1) % n)
        assert (back == np.full(shape, me % 2 + 1).astype(inbox.dtype)).all(), inbox.dtype


def test_views_are_symmetric(pe, array):
    me, n = pe
    grid = array((4, 6), "int32")
    ark.put(grid[1], np.arange(6, dtype="int32") + me, (me + 1) % n)
    ark.put(grid[2, 1:3], np.array([7, 8], "int32"), (me + 1) % n)
    ark.put(grid.view("uint32").reshape(8, 3)[6], np.array([1, 2, 3], "uint32"), (me + 1) % n)
    ark.barrier_all()
    assert list(grid[1]) == list(np.arange(6) + (me - 1) % n)
    assert list(grid[2]) == [0, 7, 8, 0, 0, 0] and list(grid[3]) == [1, 2, 3, 0, 0, 0]
    assert ark.is_symmetric(grid.T[0]) and not ark.is_symmetric(grid + 1) and not ark.is_symmetric("grid")


def test_arrays_are_numpy_arrays(pe, array):
    values = array((2, 3), "float32", 2)
    assert type(values) is np.ndarray and values.sum() == 12
    assert np.from_dlpack(values).ctypes.data == values.__array_interface__["data"][0] == values.ctypes.data
    assert bytes(memoryview(values)) == values.tobytes()
    assert (ark.zeros(0)).size == 0 and (ark.empty((2, 2)).shape == (2, 2))


def test_nonblocking_calls_end_in_quiet(pe, array):
    me, n = pe
    inbox, outbox = array(100_000), array(100_000, value=me)
    ark.put_nbi(inbox, np.full(100_000, me, "float64"), (me + 1) % n)
    ark.quiet()
    ark.barrier_all()
    assert (inbox == (me - 1) % n).all()
    back = np.empty(100_000)
    ark.get_nbi(back, outbox, (me + 1) % n)
    ark.quiet()
    assert (back == (me + 1) % n).all()


def test_put_signal_makes_data_visible(pe, array):
    me, n = pe
    data, signals = array(1000), array(3, "uint64")
    for number, (call, op) in enumerate([(ark.put_signal, "set"), (ark.put_signal_nbi, "add")], 1):
        call(data, np.full(1000, me + number, "float64"), signals, number, (me + 1) % n, op=op, index=number)
        assert ark.signal_wait_until(signals, ">=", number, index=number) == number
        assert (data == (me - 1) % n + number).all()
        ark.barrier_all()
    ark.signal_update(signals, 5, (me + 1) % n, index=0)
    assert ark.wait_until(signals, "==", 5, index=0) == 5 and ark.test(signals, "!=", 4, index=0)


@pytest.mark.parametrize("dtype", WORDS)
def test_every_comparison(pe, array, dtype):
    word = array(1, dtype, 7)
    for cmp, value, other in [("==", 7, 6), ("!=", 0, 7), (">", 6, 7), (">=", 7, 8), ("<", 8, 7), ("<=", 7, 6)]:
        assert ark.wait_until(word, cmp, value) == 7 and ark.test(word, cmp, value) and not ark.test(word, cmp, other)


def test_a_wait_with_timeout_leaves_the_pe_as_it_was(pe, array):
    word = array(2, "int64", -3)
    with pytest.raises(ark.TimeoutError, match="expected gt -?[0-9]+, last value") as caught:
        ark.wait_until(word, ">", 5, index=1, timeout=0.05)
    problem = caught.value
    assert (problem.code, problem.operation, problem.expected, problem.pe) == ("timeout", "wait_until", 5, pe[0])
    assert problem.seen == 2**64 - 3 and problem.address == word[1:].ctypes.data and problem.comparison == "gt"
    assert isinstance(problem, TimeoutError) and ark.status() is None


@pytest.mark.parametrize("dtype", WORDS)
def test_atomics(pe, array, dtype):
    me, n = pe
    words = array(4, dtype)
    ark.atomic_add(words, 1, 0, index=0)
    old = ark.atomic_fetch_add(words, 2, 0, index=0)
    assert 0 <= old <= 3 * n - 2
    ark.barrier_all()
    assert ark.atomic_fetch(words, 0, index=0) == 3 * n == ark.g(words, 0, index=0)
    own = words[1:2]
    assert ark.atomic_swap(own, 12, me) == 0 and ark.atomic_compare_swap(own, 12, 10, me) == 12
    assert ark.atomic_compare_swap(own, 12, 11, me) == 10
    assert ark.atomic_fetch_and(own, 6, me) == 10 and ark.atomic_fetch_or(own, 5, me) == 2 and ark.atomic_fetch_xor(own, 1, me) == 7
    ark.atomic_and(own, 4, me), ark.atomic_or(own, 3, me), ark.atomic_xor(own, 1, me)
    ark.quiet()
    assert own[0] == 6
    ark.atomic_set(own, 9, me)
    ark.quiet()
    assert own[0] == 9


@pytest.mark.parametrize("dtype", WORDS + ["float32", "float64"])
def test_single_elements(pe, array, dtype):
    me, n = pe
    words = array(3, dtype)
    ark.p(words, me + 1, (me + 1) % n, index=-1)
    ark.barrier_all()
    assert words[2] == (me - 1) % n + 1 == ark.g(words, me, index=2) and type(ark.g(words, me, index=2)) in (int, float)
    ark.atomic_set(words, 3, me, index=0)
    assert ark.atomic_swap(words, 4, me, index=0) == 3 and ark.atomic_fetch(words, me, index=0) == 4


@pytest.mark.parametrize("op, dtypes", [("sum", NUMBERS), ("prod", NUMBERS), ("min", NUMBERS[:-2]), ("max", NUMBERS[:-2]),
                                        ("and", INTEGERS), ("or", INTEGERS), ("xor", INTEGERS)])
def test_reductions(pe, array, op, dtypes):
    me, n = pe
    memory = array((2, 10), "complex128")
    function = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
                "xor": np.bitwise_xor}[op]
    for dtype in dtypes:
        mine, result = memory[0].view(dtype)[:5], memory[1].view(dtype)[:5]
        mine[:] = np.arange(5) + me
        ark.reduce(result, mine, op)
        expected = function.reduce(np.array([np.arange(5) + one for one in range(n)], dtype), axis=0, dtype=dtype)
        assert (result == expected).all(), dtype
        ark.reduce(mine, mine, op)
        assert (mine == expected).all(), dtype


def test_collectives_that_copy(pe, array):
    me, n = pe
    value, all_values, blocks, other = array(3, "int16", me), array((n, 3), "int16"), array((n, 2)), array((n, 2))
    ark.fcollect(all_values, value)
    assert (all_values == np.arange(n)[:, None]).all()
    blocks[:] = 10 * me + np.arange(n)[:, None]
    ark.alltoall(other, blocks)
    assert (other == 10 * np.arange(n)[:, None] + me).all()
    ark.broadcast(value, value, root=n - 1)
    assert (value == n - 1).all()
    ark.sync_all()


def test_teams_and_contexts(pe, array):
    me, n = pe
    assert ark.WORLD.n_pes == n and ark.WORLD.my_pe == me and ark.SHARED.n_pes >= 1
    backwards = ark.WORLD.split_strided(n - 1, -1, n)
    assert backwards.my_pe == n - 1 - me and backwards.translate_pe(0) == n - 1
    values, result = array(1, "int64", me), array(1, "int64")
    ark.broadcast(result, values, root=0, team=backwards)
    assert result[0] == n - 1
    backwards.sync()
    first = ark.WORLD.split_strided(0, 1, 1)
    assert (first is None) == (me != 0)
    row, column = ark.WORLD.split_2d(2)
    assert row.n_pes == min(2, n - me // 2 * 2) and row.my_pe == me % 2 and column.my_pe == me // 2
    ark.reduce(result, values, team=row)
    assert result[0] == sum(range(me // 2 * 2, min(me // 2 * 2 + 2, n)))
    context = ark.Context(backwards)
    ark.barrier_all()
    ark.put(values, np.array([50 + me]), (backwards.my_pe + 1) % n, ctx=context)  # a number in the team
    context.fence()
    context.quiet()
    context.destroy()
    ark.barrier_all()
    assert values[0] == 50 + (me + 1) % n
    for team in (backwards, row, column):
        team.destroy()


def test_reports(pe):
    assert "ARK_TIMEOUT" in ark.info_text() and ark.info_json().startswith("{") and ark.job_info_text()
    assert ark.initialized() and ark.status() is None
