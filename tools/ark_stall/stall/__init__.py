"""The parts of ark_stall: records of runs, iterations, splits of the time, the report."""


class StallError(Exception):
    """A message for the user: what failed, with which values, and what is accepted."""
