"""ark.torch.optimizer_wait: the same parameters as by waiting for all gradients, and layers that begin before all have arrived."""
import pathlib
import re

import pytest

import ark_shmem as ark

torch = pytest.importorskip("torch", reason="PyTorch is missing: apt install python3-torch, or pip install torch")
nn = torch.nn
ADAM, SGD = lambda p: torch.optim.Adam(p, lr=0.01), lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, weight_decay=0.01)


@pytest.fixture(scope="module", autouse=True)
def group(pe):
    torch.set_num_threads(1)
    torch.distributed._DEFAULT_FIRST_BUCKET_BYTES = 1  # else 1 MiB, which is all of these models
    ark.torch.init_process_group("gloo")
    yield
    ark.barrier_all()
    torch.distributed.destroy_process_group()


class Network(nn.Module):
    """A parameter of two modules, weights computed by a hook, a layer without a call of its own, and one in another memory format."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(16, 40, bias=False), nn.utils.weight_norm(nn.Linear(40, 16))
        self.attention, self.last = nn.MultiheadAttention(16, 2), nn.Linear(16, 40, bias=False)
        self.convolution = nn.Conv2d(2, 3, 3).to(memory_format=torch.channels_last)
        self.last.weight = nn.Parameter(self.first.weight)
        self.first.weight = self.last.weight

    def forward(self, values):
        hidden = self.second(torch.tanh(self.first(values)))
        hidden = self.attention(hidden, hidden, hidden)[0]
        return self.convolution(self.last(hidden).reshape(2, 2, 8, 10)).sigmoid().mean()


def replica(make, policy, **options):
    torch.manual_seed(7)
    model = nn.parallel.DistributedDataParallel(make(), bucket_cap_mb=0.002, **options)
    state = ark.torch.GradientExchange(policy=policy, chunk_bytes=1024)
    model.register_comm_hook(state, ark.torch.ddp_hook)
    return model, state


def train(me, make_optimizer, policy, is_lazy, **options):
    model, state = replica(Network, policy, **options)
    optimizer = make_optimizer([{"params": list(model.parameters())[:3]}, {"params": list(model.parameters())[3:], "lr": 0.02}])
    waiter = ark.torch.optimizer_wait(model, optimizer, state) if is_lazy else None
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.8)
    random = torch.Generator().manual_seed(100 + me)
    found = []
    for step in range(7):
        optimizer.zero_grad(set_to_none=step % 2 == 0)
        loss = model(torch.randn(4, 2, 16, generator=random))
        loss.backward()
        optimizer.step()
        scheduler.step()
        if step == 4:  # two updates, and an evaluation
            optimizer.step()
            with torch.no_grad():
                found.append(model.eval()(torch.ones(4, 2, 16)))
            model.train()
        found.append(loss.detach())
        if waiter and step == 5:  # and one more step without
            with waiter:
                pass
    assert len(state._sent) > 2
    state.close()
    entries = [value for one in model.parameters() for value in optimizer.state[one].values()]
    return found + [one.detach() for one in model.parameters()] + [torch.as_tensor(one) for one in entries]


@pytest.mark.parametrize("policy", ["fifo", "p3", "prophet", "bytescheduler"])
@pytest.mark.parametrize("make_optimizer", [SGD, ADAM], ids=["sgd", "adam"])
def test_bits_are_those_of_a_wait_for_all(pe, make_optimizer, policy):
    options = {"gradient_as_bucket_view": policy == "fifo"}
    eager, lazy = (train(pe[0], make_optimizer, policy, is_lazy, **options) for is_lazy in (False, True))
    assert len(eager) == len(lazy) > 20
    for index, (one, other) in enumerate(zip(eager, lazy)):
        assert torch.equal(one, other), index


@pytest.mark.parametrize("is_control", [False, True])
def test_the_first_layer_begins_before_the_last_gradients_arrive(pe, is_control):
    """PE 1 makes the last layer's gradient ready when PE 0's first layer has begun: by a wait for all, PE 0 would never begin it.

    The control has no wait in the last layer, which then uses its old parameters.
    """
    me, n = pe
    if n == 1:
        pytest.skip("one PE: nothing is awaited")
    model, state = replica(lambda: nn.Sequential(nn.Linear(32, 32, bias=False), nn.Tanh(), nn.Linear(32, 32, bias=False)), "fifo")
    first, last = model.module[0], model.module[2]
    optimizer = SGD(model.parameters())
    begun, values, order = ark.zeros(1, "uint64"), torch.ones(1, 32), []

    def step():
        optimizer.zero_grad()
        model(values * (me + 1)).square().sum().backward()
        optimizer.step()

    def finish_late():
        ark.signal_wait_until(begun, "==", 1)
        state._sent[0].copy_(state._seen[0][0])
        state._exchange.ready(1)
        finish()

    with ark.torch.optimizer_wait(model, optimizer, state):
        for _ in range(3):  # the buckets are known after two
            step()
        model(values)
        if is_control:
            last._forward_pre_hooks.clear()
        if me == 1:
            assert len(state._sent) == 2
            send, finish = state._send, state._finish
            state._send = lambda index: send(index) if index > 0 else state._exchange.begin_iteration()
            state._finish = finish_late
        old = [one.weight.detach().clone() for one in (first, last)]
        step()
        state.__dict__.pop("_send", None), state.__dict__.pop("_finish", None)

        def note(name):
            order.append((name, *(torch.equal(one.weight, before) for one, before in zip((first, last), old))))
            if name == "first" and me == 0:
                ark.signal_update(begun, 1, 1)
        first.register_forward_pre_hook(lambda *_: note("first"))
        last.register_forward_pre_hook(lambda *_: note("last"))
        result = model(values)
    assert me == 1 or order == [("first", False, True), ("last", False, is_control)]
    assert torch.equal(result, torch.tanh(values @ first.weight.T) @ last.weight.T) != is_control
    own, everywhere = ark.torch.empty((32, 32)), ark.torch.empty((n, 32, 32))
    own.copy_(last.weight.detach())
    ark.fcollect(everywhere, own)
    assert (everywhere == own).all() and not torch.equal(own, old[1])
    state.close()
    ark.free(begun)


CASES = [
    ("wait(None, optimizer, state)", TypeError, ["optimizer_wait: model is None", "torch.nn.modules.module.Module"]),
    ("wait(model, model, state)", TypeError, ["optimizer is DistributedDataParallel", "torch.optim.optimizer.Optimizer"]),
    ("wait(model, optimizer, 'p3')", TypeError, ["exchange is 'p3'", "GradientExchange"]),
    ("wait(model, torch.optim.LBFGS(model.parameters()), state)", TypeError, ["LBFGS", "SGD and Adam"]),
    ("wait(model, SGD([*model.parameters(), torch.ones(2, 3)]), state)", ValueError, ["1 parameters that are not the model's", "(2, 3)"]),
    ("wait(model, optimizer, used)", ValueError, ["exchange is waited for by another optimizer"]),
    ("waiting.step()", RuntimeError, ["step: the exchange has no gradients", "register_comm_hook"]),
    ("waiting.step(len)", TypeError, ["step: closure is <built-in function len>", "None"]),
]


def test_refusals(pe):
    model, state = replica(lambda: nn.Linear(3, 2), "p3")
    used, waiting = ark.torch.GradientExchange(), SGD(model.parameters())
    names = {"wait": ark.torch.optimizer_wait, "model": model, "optimizer": SGD(model.parameters()), "state": state, "used": used, "SGD": SGD,
             "torch": torch, "waiting": waiting}
    with ark.torch.optimizer_wait(model, waiting, used):
        for call, kind, words in CASES:
            with pytest.raises(kind) as raised:
                eval(call, names)  # pylint: disable=eval-used
            assert all(word in str(raised.value) for word in words), (call, str(raised.value))
    assert used._waiter is None and not model._forward_pre_hooks and waiting.step.__func__ is torch.optim.SGD.step


def test_the_example_of_the_docs(pe, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(r"```python\n([^`]*optimizer_wait[^`]*)```", (pathlib.Path(__file__).parents[3] / "docs/python.md").read_text())
    model, state = replica(lambda: nn.Linear(3, 2), "prophet")
    before = model.module.weight.detach().clone()
    exec(text, {"ark": ark, "torch": torch, "model": model, "state": state, "optimizer": SGD(model.parameters()),  # pylint: disable=exec-used
                "batches": [(torch.ones(4, 3), torch.tensor([0, 1, 1, 1]))] * 3})
    saved = torch.load("model.pt")["module.weight"]
    assert torch.equal(saved, model.module.weight) and not torch.equal(saved, before)
    state.close()
