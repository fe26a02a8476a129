"""The backend "ark" of torch.distributed: each collective against values that every PE computes for all. Under mpirun."""
import datetime
import time

import numpy as np
import pytest

import ark_shmem as ark

torch = pytest.importorskip("torch", reason="PyTorch is missing: apt install python3-torch, or pip install torch")
from test_torch import losses, mlp, not_averaged  # pylint: disable=wrong-import-position

dist = torch.distributed
Op = dist.ReduceOp
STAGE = 4096  # bytes, so that small tensors have several chunks
DTYPES = [getattr(torch, name) for name in "float32 float64 float16 bfloat16 int8 int16 int32 int64 uint8 bool".split()]
OPS = {"SUM": torch.add, "PRODUCT": torch.mul, "MIN": torch.minimum, "MAX": torch.maximum, "BAND": torch.bitwise_and, "BOR": torch.bitwise_or,
       "BXOR": torch.bitwise_xor, "AVG": torch.add}


@pytest.fixture(scope="module")
def groups(pe):
    """{name: (group, its ranks)} of which the PE is a member."""
    torch.set_num_threads(1)
    ark.torch.init_process_group(pg_options={"stage_bytes": STAGE})
    ends = [0, pe[1] - 1]
    made = {"all": (None, list(range(pe[1]))), "ends": (dist.new_group(ends), ends), "other": (dist.new_group([1]), [1])}
    yield {name: of for name, of in made.items() if pe[0] in of[1]}
    ark.barrier_all()
    dist.destroy_process_group()


def values(rank, count, dtype, seed=0):
    random = torch.Generator().manual_seed(1000 * seed + rank)
    if dtype.is_floating_point:
        return torch.rand(count, generator=random).to(dtype)
    return torch.randint(0, 2 if dtype is torch.bool else 100, (count,), generator=random).to(dtype)


def reduced(name, parts):
    """In the order of the ranks, halves as floats, with one rounding."""
    dtype = parts[0].dtype
    work = {torch.float16: torch.float32, torch.bfloat16: torch.float32}.get(dtype, dtype)
    if dtype is torch.bool:
        name, work = {"SUM": "MAX", "PRODUCT": "MIN"}.get(name, name), torch.uint8
    total = parts[0].to(work)
    for part in parts[1:]:
        total = OPS[name](total, part.to(work))
    return (total / len(parts) if name == "AVG" else total).to(dtype)


def names_of(dtype):
    return [name for name in OPS if not (dtype.is_floating_point and name[0] == "B" or not dtype.is_floating_point and name == "AVG")]


def counts(dtype, members):
    """Around the bytes of a round, which are the stage in some collectives, and its part for each member in others."""
    size = torch.empty(0, dtype=dtype).element_size()
    if dtype is not torch.float32:
        return 7, 2 * STAGE // size + 3
    return sorted({0, 1, 7, *(room // size + more for room in (STAGE, STAGE // members & ~63) for more in (-1, 0, 1)), 2 * STAGE // size + 3})


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_collectives(pe, groups, dtype):
    me, _ = pe
    for group, ranks in [groups["all"]] if dtype is not torch.float32 else groups.values():
        n, rank = len(ranks), ranks.index(me)
        for count in counts(dtype, n):
            parts = [values(one, count, dtype) for one in ranks]
            mine, last = parts[rank], ranks[-1]
            for name in names_of(dtype) if count == 7 else ["SUM"]:
                tensor = mine.clone()
                dist.all_reduce(tensor, getattr(Op, name), group)
                assert torch.equal(tensor, reduced(name, parts)), (name, count)
                tensor = mine.clone()
                dist.reduce(tensor, last, getattr(Op, name), group)
                assert torch.equal(tensor, reduced(name, parts) if me == last else mine), (name, count)
            tensor = mine.clone()
            dist.broadcast(tensor, last, group)
            assert torch.equal(tensor, parts[-1])
            outputs = [torch.empty_like(mine) for _ in ranks]
            dist.all_gather(outputs, mine, group)
            assert all(map(torch.equal, outputs, parts))
            outputs = [torch.empty_like(mine) for _ in ranks]
            dist.gather(mine, outputs if me == last else None, last, group)
            assert me != last or all(map(torch.equal, outputs, parts))
            blocks = [[values(one, count, dtype, 1 + to) for to in range(n)] for one in range(n)]  # [from][to]
            output = torch.empty_like(mine)
            dist.scatter(output, blocks[-1] if me == last else None, last, group)
            assert torch.equal(output, blocks[-1][rank])
            output = torch.empty_like(mine)
            dist.reduce_scatter(output, blocks[rank], group=group)
            assert torch.equal(output, reduced("SUM", [of[rank] for of in blocks]))
            outputs = [torch.empty_like(mine) for _ in ranks]
            dist.all_to_all(outputs, blocks[rank], group)
            assert all(torch.equal(one, of[rank]) for one, of in zip(outputs, blocks))
            # The calls of FSDP, which PyTorch 1.13 cannot import with Python 3.11.
            whole = torch.empty(n * count, dtype=dtype)
            dist.all_gather_into_tensor(whole, mine, group)
            assert torch.equal(whole, torch.cat(parts))
            name = names_of(dtype)[-1]
            output = torch.empty_like(mine)
            dist.reduce_scatter_tensor(output, torch.cat(blocks[rank]), getattr(Op, name), group)
            assert torch.equal(output, reduced(name, [of[rank] for of in blocks]))
        dist.barrier(group)


def test_all_to_all_with_splits(pe, groups):
    me, n = pe
    splits = [[(3 * one + 5 * to) % 7 * 40 for to in range(n)] for one in range(n)]
    rows = [[values(one, splits[one][to] * 3, torch.float32, to).view(-1, 3) for to in range(n)] for one in range(n)]
    received = [splits[one][me] for one in range(n)]
    output = torch.empty((sum(received), 3))
    dist.all_to_all_single(output, torch.cat(rows[me]), received, splits[me])
    assert torch.equal(output, torch.cat([rows[one][me] for one in range(n)]))
    even = torch.empty((n * 2, 3))
    dist.all_to_all_single(even, torch.full((n * 2, 3), me + 1.0))
    assert torch.equal(even[:, 0], torch.arange(1.0, n + 1).repeat_interleave(2))
    with pytest.raises(ValueError, match=f"rank {(me - 1) % n} sends 8 bytes and rank {me} expects 12"):  # the others go on
        sizes = [3 if one == (me - 1) % n else 2 for one in range(n)]
        dist.all_to_all_single(torch.empty(sum(sizes)), torch.empty(2 * n), sizes, [2] * n)
    dist.barrier()


def test_symmetric_tensors_stay_in_place(pe, groups, monkeypatch):
    """The stage is not touched; the control gives one PE another tensor."""
    me, n = pe
    tensor, whole = ark.torch.empty(5000), ark.torch.empty((n, 5000))
    parts = [values(one, 5000, torch.float32) for one in range(n)]
    stage = groups["ends"][0]._memory.stage if me in (0, n - 1) else dist.group.WORLD._memory.stage
    calls = [lambda to: dist.all_reduce(to, Op.AVG), lambda to: dist.broadcast(to, n - 1)]
    for call, expected in zip(calls, (reduced("AVG", parts), parts[-1])):
        for is_control in (False, True):
            stage.fill_(77)
            target = tensor if not is_control or me else torch.empty(5000)
            target.copy_(parts[me])
            dist.barrier()
            call(target)
            assert torch.equal(target, expected) and bool((stage == 77).all()) != is_control
    for source in (parts[me], whole[me].copy_(parts[me])):
        stage.fill_(77)
        dist.all_gather_into_tensor(whole, source)
        assert torch.equal(whole, torch.stack(parts)) and (stage == 77).all()
        whole[:me], whole[me + 1:] = 0, 0
    ark.free(tensor), ark.free(whole)


@pytest.mark.parametrize("is_control", [False, True])
def test_nobody_writes_before_all_have_called(pe, groups, monkeypatch, is_control):
    """The control has no wait for the others at the begin of a call."""
    me, n = pe
    group = dist.group.WORLD
    stage, block = group._memory.stage, torch.zeros(STAGE // 64)
    stage.fill_(77)
    dist.barrier()
    if is_control:
        monkeypatch.setattr(group, "_enter", lambda call, mine: [mine] * n)
    deadline = time.monotonic() + (10 if is_control else 0.2)
    while me and (stage == 77).all() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert me == 0 or bool((stage == 77).all()) != is_control
    dist.scatter(block, [torch.full_like(block, to + 1) for to in range(n)] if me == 0 else None)
    assert (block == me + 1).all()


def test_works_and_futures(pe, groups):
    tensor = torch.full((3,), pe[0] + 1.0)
    work = dist.all_reduce(tensor, async_op=True)
    assert work.is_completed() and work.wait() and work.get_future().wait()[0] is tensor and work.result()[0] is tensor
    objects = [None] * pe[1]
    dist.all_gather_object(objects, {"rank": pe[0]})
    assert objects == [{"rank": one} for one in range(pe[1])]


def test_messages(pe, groups):
    """Several boxes long, both ways at once, by tags in another order, and in groups whose messages are apart."""
    me, n = pe
    to, source = (me + 1) % n, (me - 1) % n
    for count in (0, 1, (64 << 10) // 8, 50_000):
        incoming = [torch.empty(count, dtype=torch.float64) for _ in range(3)]
        works = [dist.isend(values(me, count, torch.float64, tag), to, tag=tag) for tag in range(3)]
        works += [dist.irecv(incoming[tag], source, tag=tag) for tag in (2, 0, 1)]
        assert all(work.wait() for work in reversed(works)) and all(work.is_success() for work in works)
        assert all(torch.equal(one, values(source, count, torch.float64, tag)) for tag, one in enumerate(incoming))
    if "ends" in groups and n > 1:
        group, other = groups["ends"][0], 0 if me else n - 1
        first, second = torch.zeros(1), torch.zeros(1)
        dist.isend(torch.tensor([1.0]), other), dist.isend(torch.tensor([2.0]), other, group)
        dist.recv(second, other, group), dist.recv(first, other)
        assert (first, second) == (1, 2)
        requests = dist.batch_isend_irecv([dist.P2POp(dist.isend, torch.ones(9), other), dist.P2POp(dist.irecv, torch.empty(8), other)])
        with pytest.raises(ValueError, match=f"recv: rank {other} sent 36 bytes and the tensor has 32"):
            [one.wait() for one in requests]
    with pytest.raises(ark.TimeoutError, match=f"recv: rank {source} .PE {source}. has not called the other half in 0.05 s"):
        work = dist.irecv(first := torch.zeros(1), source)
        work.wait(datetime.timedelta(seconds=0.05))
    assert not work.is_completed() and ark.status() is None
    dist.barrier()
    dist.send(torch.ones(1), to)
    assert work.wait() and first == 1 and work.source_rank() == source
    dist.barrier()


CASES = [
    ("dist.all_reduce(t, Op.AVG)", TypeError, ["allreduce: op is AVG of dtype torch.int32", "SUM, PRODUCT, MIN, MAX, BAND, BOR, BXOR"]),
    ("dist.all_reduce(f, Op.BAND)", TypeError, ["op is BAND of dtype torch.float32", "SUM, AVG"]),
    ("dist.reduce(torch.ones(2, dtype=torch.complex64), 0)", TypeError, ["reduce: dtype is torch.complex64", "torch.bfloat16"]),
    ("dist.reduce_scatter(f, [torch.ones(2, dtype=torch.complex64)] * n)", ValueError, ["reduce_scatter: input has [(2, torch.complex64)", "float32"]),
    ("dist.all_reduce(torch.ones(6)[::2])", ValueError, ["allreduce: tensor is a tensor of torch.float32 on cpu", "strides (2,)", "contiguous"]),
    ("dist.broadcast(torch.ones(3, device='meta'), 0)", ValueError, ["on meta"]),
    ("dist.broadcast(torch.ones(3).to_sparse(), 0)", ValueError, ["torch.sparse_coo"]),
    ("dist.all_reduce(torch.ones(2 if me else 1))", ValueError, ["calls allreduce SUM of", "1 elements of torch.float32", "2 elements of"]),
    ("dist.all_reduce(t if me else f)", ValueError, ["of torch.int32", "the same call of all ranks"]),
    ("dist.all_reduce(f, Op.MIN if me else Op.MAX)", ValueError, ["allreduce MIN", "allreduce MAX"]),
    ("dist.broadcast(f, 1 if me else 0)", ValueError, ["root 0", "root 1"]),
    ("dist.barrier() if me else dist.all_reduce(f)", ValueError, ["allreduce SUM of 6 elements of torch.float32", "barrier"]),
    ("dist.all_gather([f] * (n + 1), f)", ValueError, [f"allgather: output has", "tensors of 6 elements of torch.float32"]),
    ("dist.all_gather_into_tensor(torch.ones(5), f)", ValueError, ["output has 5 elements of torch.float32", "times 6"]),
    ("dist.all_to_all_single(torch.ones(2 * n + 1), f)", ValueError, ["alltoall: output has", "split sizes"]),
    ("dist.group.WORLD.alltoall([f] * n, [t] * n)", ValueError, ["dtypes ['torch.float32', 'torch.int32']"]),
    ("dist.recv(f)", ValueError, ["recv: src is None"]),
    ("dist.group.WORLD.broadcast([f, f])", ValueError, ["broadcast: tensors is", "a list of one"]),
    ("dist.new_group(pg_options={'stage_bytes': 5})", ValueError, ["pg_options is {'stage_bytes': 5}", "bytes from"]),
    ("dist.new_group(pg_options=1)", ValueError, ["pg_options is 1"]),
]


def test_refusals(pe, groups):
    names = {"dist": dist, "torch": torch, "Op": Op, "me": pe[0], "n": pe[1], "f": torch.ones(6), "t": torch.ones(6, dtype=torch.int32)}
    for call, kind, words in CASES:
        with pytest.raises(kind) as raised:
            eval(call, names)  # pylint: disable=eval-used
        assert all(word in str(raised.value) for word in words), (call, str(raised.value))
        assert ark.status() is None, call
    dist.all_reduce(names["f"])
    assert (names["f"] == pe[1]).all()


def test_losses_are_those_of_gloo(pe, groups):
    expected = losses(mlp, pe[0], process_group=dist.new_group(backend="gloo"))
    np.testing.assert_allclose(losses(mlp, pe[0]), expected, rtol=1e-5)
    alone = losses(mlp, pe[0], not_averaged)
    assert alone[0] == expected[0] and not np.allclose(alone, expected, rtol=1e-3)  # the control


def sharded(kind, network, n):
    """The network with its parameters shared out over all PEs."""
    try:
        from torch.distributed import fsdp  # pylint: disable=import-outside-toplevel
        make = getattr(fsdp, kind)
    except (ImportError, ValueError, AttributeError) as problem:
        pytest.skip(f"PyTorch {torch.__version__} has no {kind} with this Python: {problem}")
    if kind == "FullyShardedDataParallel":
        return make(network, device_id=torch.device("cpu"))
    mesh = dist.device_mesh.init_device_mesh("cpu", (n,))
    for layer in network[::2]:
        make(layer, mesh=mesh)
    return make(network, mesh=mesh)


@pytest.mark.parametrize("kind", ["FullyShardedDataParallel", "fully_shard"])
def test_sharded_training_is_that_of_one_process(pe, groups, kind):
    def make():
        torch.manual_seed(7)
        return torch.nn.Sequential(torch.nn.Linear(30, 50), torch.nn.ReLU(), torch.nn.Linear(50, 10))  # parameters of several rounds
    me, n = pe
    networks = sharded(kind, make(), n), (serial := make()), make()
    optimizers = [torch.optim.Adam(one.parameters(), lr=0.01) for one in networks]
    random = torch.Generator().manual_seed(3)
    for _ in range(4):
        inputs, own = torch.rand(4 * n, 30, generator=random), slice(4 * me, 4 * me + 4)
        found = []
        for network, optimizer, part in zip(networks, optimizers, (inputs[own], inputs, inputs[own])):
            optimizer.zero_grad()
            loss = network(part).square().mean()
            loss.backward()
            optimizer.step()
            found.append(loss.detach() / (1 if network is serial else n))
        for one in found[::2]:
            dist.all_reduce(one)
        torch.testing.assert_close(found[0], found[1])
    assert n == 1 or not torch.allclose(found[2], found[1], rtol=1e-4)  # the control: PEs that exchange nothing
    if kind == "fully_shard":
        torch.testing.assert_close([one.full_tensor() for one in networks[0].parameters()], [*serial.parameters()])


def test_coalesced(pe, groups):
    for group, ranks in groups.values():
        group, members = group or dist.group.WORLD, len(ranks)
        mine = [values(pe[0], count, torch.float32) for count in (3, STAGE)]
        whole = [torch.empty(members * len(one)) for one in mine]
        group.allgather_into_tensor_coalesced(whole, mine).wait()
        assert all(torch.equal(one, torch.cat([values(rank, len(own), torch.float32) for rank in ranks])) for one, own in zip(whole, mine))
        back = [torch.empty(len(one)) for one in mine]
        group.reduce_scatter_tensor_coalesced(back, whole).wait()
        assert all(torch.allclose(one, members * own) for one, own in zip(back, mine))
        with pytest.raises(ValueError, match="zip"):
            group.allgather_into_tensor_coalesced(whole[:1], mine)
