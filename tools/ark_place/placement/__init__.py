"""The parts of ark_place."""


class PlaceError(Exception):
    """An input that is not accepted, or a job that failed: the message names the value and the accepted form."""
