"""Sums of gradients over all PEs, sent while the backward pass still computes: docs/gradients.md.

    exchange = ark.gradients.Exchange([weights, bias], policy="prophet")   # in forward order; collective
    exchange.begin_iteration()
    for t in (1, 0):
        ...                                                                # the gradient of array t
        exchange.ready(t)
    exchange.end_iteration()
    exchange.wait(0)                                                       # weights holds the mean of all PEs
"""
from . import _core

if not hasattr(_core, "Exchange"):
    raise ImportError("ark_shmem.gradients: libark was built without its operators, by ARK_OPERATORS=OFF: a build with ON")

Exchange, check_options = _core.Exchange, _core.check_exchange_options
__all__ = ["Exchange"]
