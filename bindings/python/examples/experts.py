#!/usr/bin/env python3
"""A mixture of experts with PyTorch: tokens are dispatched to the PEs of their experts, and the results come back.

    mpirun -n 4 python3 experts.py [TOKENS]

The gate chooses two experts for each token. A program with NCCL exchanges the counts, and then the tokens by two all_to_all_single; here
the same calls run by the backend "ark". Every PE has the same number of experts. Prints how many rows crossed, and that the outputs are
those of one PE that has all experts.
"""
import sys

import torch
import torch.distributed as dist

import ark_shmem as ark

WIDTH, EXPERTS_PER_PE, CHOSEN = 32, 2, 2


def experts_of(n):
    random = torch.Generator().manual_seed(1)
    gate = torch.randn(WIDTH, EXPERTS_PER_PE * n, generator=random)
    return gate, torch.randn(EXPERTS_PER_PE * n, WIDTH, WIDTH, generator=random) / WIDTH ** 0.5


def chosen_by(gate, tokens):
    """Returns weights and experts, two of each for a token."""
    scores, experts = torch.topk(tokens @ gate, CHOSEN)
    return torch.softmax(scores, 1), experts


def moe(tokens, gate, own_experts):
    """The outputs of all PEs' experts on this PE's tokens. own_experts: of this PE. Collective."""
    n, me = dist.get_world_size(), dist.get_rank()
    weights, experts = chosen_by(gate, tokens)
    order = torch.argsort(experts.view(-1), stable=True)  # rows of one expert, and of one PE, lie together
    targets = experts.view(-1)[order] // EXPERTS_PER_PE
    sent = torch.bincount(targets, minlength=n)
    received = torch.empty_like(sent)
    dist.all_to_all_single(received, sent)
    to, of = sent.tolist(), received.tolist()
    rows, numbers = torch.empty(sum(of), WIDTH), torch.empty(sum(of), dtype=torch.int64)
    dist.all_to_all_single(rows, tokens[order // CHOSEN], of, to)
    dist.all_to_all_single(numbers, experts.view(-1)[order], of, to)
    results = torch.empty_like(rows)
    for number, expert in enumerate(own_experts, me * EXPERTS_PER_PE):
        results[numbers == number] = torch.relu(rows[numbers == number] @ expert)
    back = torch.empty(len(order), WIDTH)
    dist.all_to_all_single(back, results, to, of)
    outputs = torch.zeros_like(tokens)
    outputs.index_add_(0, order // CHOSEN, back * weights.view(-1)[order, None])
    return outputs, sum(to) - to[me]


def moe_alone(tokens, gate, experts):
    weights, chosen = chosen_by(gate, tokens)
    each = torch.relu(torch.einsum("tw,tkwv->tkv", tokens, experts[chosen]))
    return (each * weights[:, :, None]).sum(1)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    torch.set_num_threads(1)
    with ark.init():
        ark.torch.init_process_group()
        me, n = dist.get_rank(), dist.get_world_size()
        gate, experts = experts_of(n)
        tokens = torch.randn(count + me, WIDTH, generator=torch.Generator().manual_seed(100 + me))
        outputs, crossed = moe(tokens, gate, experts[me * EXPERTS_PER_PE:(me + 1) * EXPERTS_PER_PE])
        is_same = torch.allclose(outputs, moe_alone(tokens, gate, experts), atol=1e-4)
        sums = torch.tensor([crossed, 0 if is_same else 1])
        dist.all_reduce(sums)
        if me == 0:
            print(f"experts: {n} PEs, {n * EXPERTS_PER_PE} experts, {sums[0]} rows crossed, outputs", "WRONG" if sums[1] else "same ok")
        dist.destroy_process_group()
    sys.exit(1 if sums[1] else 0)


if __name__ == "__main__":
    main()
