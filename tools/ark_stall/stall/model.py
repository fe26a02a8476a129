"""The macroscopic model: the stall of an iteration against layers and gradients at equal bytes.

    stall = base + per_layer * layers + per_gradient * gradients    (ms)

fitted by least squares to rows with the columns layers, gradients, megabytes, stall_ms.
"""
import csv
import statistics

from . import StallError

COLUMNS = ("layers", "gradients", "megabytes", "stall_ms")


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    try:
        return [{name: float(row[name]) for name in COLUMNS} for row in rows]
    except (KeyError, TypeError, ValueError):
        raise StallError(f"--model {path}: accepted: a CSV with numbers in the columns {','.join(COLUMNS)}") from None


def fit(rows):
    """The coefficients, and the mean error in per cent of the stalls."""
    if len(rows) < 4 or len({row["megabytes"] for row in rows}) != 1:
        raise StallError(f"--model: {len(rows)} rows of {len({row['megabytes'] for row in rows})} sizes; accepted: 4 rows or more, of equal megabytes")
    try:
        import numpy  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise StallError("--model needs numpy (Debian: python3-numpy)") from None
    matrix = numpy.array([[1.0, row["layers"], row["gradients"]] for row in rows])
    stall = numpy.array([row["stall_ms"] for row in rows])
    if numpy.linalg.matrix_rank(matrix) < 3:
        raise StallError("--model: the numbers of layers and of gradients grow together; accepted: rows in which each varies by itself")
    solution, *_ = numpy.linalg.lstsq(matrix, stall, rcond=None)
    errors = [abs(float(row @ solution) - real) / real for row, real in zip(matrix, stall) if real > 0]
    base, layer, gradient = map(float, solution)
    return {"base_ms": base, "per_layer_ms": layer, "per_gradient_ms": gradient, "error_percent": 100 * statistics.fmean(errors) if errors else 0.0}


def lines(found):
    return [f"stall = {found['base_ms']:.4g} ms + {found['per_layer_ms']:.4g} ms x layers + {found['per_gradient_ms']:.4g} ms x gradients",
            f"mean error {found['error_percent']:.1f} %"]
