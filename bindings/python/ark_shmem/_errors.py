"""Exceptions of ark. Wrong arguments are TypeError and ValueError; all else is an Error."""
from __future__ import annotations

import builtins
from typing import Any


class Error(RuntimeError):
    """A failed call. str() is the failure record as one line. Fields are None where the record has no value.

    code: the name of the error code, e.g. 'timeout', 'peer_failed', 'not_initialized', 'out_of_memory', 'asymmetric', 'aborted'.
    pe: the PE that found the failure. peer: the PE that it waited for or wrote to. operation: e.g. 'barrier', 'put', 'quiet'.
    offset, address: of the word concerned, in bytes from the start of the heap, and in the calling PE's memory.
    comparison, expected, seen: the wait's condition, and the word's last value. elapsed: seconds that a wait had taken.

    A failure of an operation is sticky: later calls of the PE raise it again, until finalize.
    """

    code: str
    pe: int | None
    peer: int | None
    operation: str | None
    offset: int | None
    address: int | None
    comparison: str | None
    expected: int | None
    seen: int | None
    elapsed: float | None

    def __init__(self, text: str, code: str = "aborted", **fields: Any):
        super().__init__(text)
        self.code = code
        for name in ("pe", "peer", "operation", "offset", "address", "comparison", "expected", "seen", "elapsed"):
            setattr(self, name, fields.get(name))


class TimeoutError(Error, builtins.TimeoutError):  # pylint: disable=redefined-builtin
    """A deadline passed before the awaited condition held."""


class PeerFailedError(Error, ConnectionError):
    """Another PE has failed, left or is lost."""


class NotInitializedError(Error):
    """A call before init or after finalize."""


_CLASSES = {"timeout": TimeoutError, "peer_failed": PeerFailedError, "not_initialized": NotInitializedError}


def make_error(code: str, text: str, fields: dict[str, Any]) -> Error:
    """The exception for a code of ark, with the fields of its record."""
    return _CLASSES.get(code, Error)(text, code, **fields)
