#!/usr/bin/env python3
"""Trains a small network by PyTorch's DistributedDataParallel, whose gradients ark exchanges:

    mpirun -n 2 python3 train.py [POLICY]       POLICY: fifo, p3, prophet or bytescheduler

Images of ten classes, each a pattern and noise; every PE has its own. Prints the accuracy on images that were not trained, and that
all PEs have the same parameters.
"""
import sys

import torch
from torch.nn.parallel import DistributedDataParallel

import ark_shmem as ark

CLASSES, PIXELS, BATCH, STEPS = 10, 64, 16, 60


def images_of(count, seed):
    patterns = torch.randn(CLASSES, PIXELS, generator=torch.Generator().manual_seed(0))
    random = torch.Generator().manual_seed(seed)
    labels = torch.randint(CLASSES, (count,), generator=random)
    return patterns[labels] + 1.5 * torch.randn(count, PIXELS, generator=random), labels


def train(policy):
    torch.manual_seed(1)
    model = DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(PIXELS, 500), torch.nn.ReLU(), torch.nn.Linear(500, 500),
                                                        torch.nn.ReLU(), torch.nn.Linear(500, CLASSES)))
    model.register_comm_hook(ark.torch.GradientExchange(policy=policy), ark.torch.ddp_hook)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(STEPS):
        images, labels = images_of(BATCH, 1000 * step + ark.my_pe() + 1)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(images), labels).backward()
        optimizer.step()
    return model.module


def main():
    torch.set_num_threads(1)
    with ark.init():
        ark.torch.init_process_group()
        model = train(sys.argv[1] if len(sys.argv) > 1 else "prophet")
        images, labels = images_of(1000, 999_999)
        accuracy = (model(images).argmax(1) == labels).float().mean().item()
        sums, largest = ark.torch.zeros(2, torch.float64), ark.torch.zeros(2, torch.float64)
        total = sum(one.double().sum().item() for one in model.parameters())
        sums.copy_(torch.tensor([total, -total]))
        ark.reduce(largest, sums, "max")
        same = largest[0] == -largest[1]
        if ark.my_pe() == 0:
            print(f"train: {ark.n_pes()} PEs, {STEPS} steps, accuracy {100 * accuracy:.0f} %, parameters", "same ok" if same else "WRONG")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
