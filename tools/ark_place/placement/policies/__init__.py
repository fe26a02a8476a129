"""Which devices a job gets in the next round. A policy has the two functions of `Policy`; `make` knows their names."""
from .. import PlaceError


class Policy:
    """Of one run: a policy may remember rounds."""

    def place(self, now, jobs, cluster):
        """{job number: gangs}: a gang is ((node, devices), ...) in the order of the nodes. Jobs that are left out pause."""
        raise NotImplementedError

    def finished(self, jobs, now):
        """Called at the end of a round with the jobs that have finished in it."""


def make(name, round_s=360.0, restart_s=10.0, **more):
    """The policy of this name, for rounds of this length, and what a move costs a job. more: of its constructor."""
    from . import fifo, gavel, hadar, tiresias  # pylint: disable=import-outside-toplevel
    known = {"fifo": (fifo.Fifo, {}), "tiresias": (tiresias.Tiresias, {"threshold_s": 10 * round_s}),
             "gavel": (gavel.Gavel, {"round_s": round_s, "reset_s": 16 / 3 * round_s}), "hadar": (hadar.Hadar, {"restart_s": restart_s}),
             "hadare": (hadar.HadarE, {"restart_s": restart_s})}
    if name not in known:
        raise PlaceError(f"--policy {name}: accepted: some of {', '.join(known)}")
    kind, options = known[name]
    return kind(**{**options, **more})
