"""Values of the cells of a measurement, and the text of numbers and sizes."""
import argparse
import re
import statistics
import sys


def number(value):
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def size_name(size):
    for shift, unit in ((20, "MiB"), (10, "KiB")):
        if size >> shift and size % (1 << shift) == 0:
            return f"{size >> shift} {unit}"
    return f"{size} B"


def at_least(least):
    """A type of argparse for whole numbers."""
    def parse(text):
        if not re.fullmatch(r"[0-9]+", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}'; accepted: a whole number, {least} or more")
        return int(text)
    return parse


def some_of(known):
    """A type of argparse for names from `known` with commas between them; a comma within a name has a blank after it."""
    def parse(text):
        names = [name.strip() for name in re.split(r",(?! )", text)]
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"'{name}'; accepted: {', '.join(known)}")
        return names
    return parse


def spread(values, text=number, middle=statistics.median):
    return f"{text(middle(values))} ({text(min(values))}-{text(max(values))})" if values else "-"


def in_turns(repeat, cells):
    """All the cells, and all of them again, `repeat` times: what changes on the machine concerns all alike."""
    for turn in range(repeat):
        for cell in cells:
            print(f"repeat {turn + 1} of {repeat}: {', '.join(map(str, cell))}", file=sys.stderr, flush=True)
            yield cell


class Samples:
    """The values of each cell, one per turn, in the order of the turns. A cell is named by a tuple."""

    def __init__(self, values=()):
        self.values = dict(values)

    def add(self, value, *cell):
        self.values.setdefault(cell, []).append(value)

    def of(self, *cell):
        return self.values.get(cell, [])

    def names(self, place, *begin):
        """The different parts at `place` of the cells that begin like this, in their order."""
        return list(dict.fromkeys(cell[place] for cell in self.values if cell[:len(begin)] == begin))

    def text(self, *cell):
        """median (least-most)"""
        return spread(self.of(*cell))

    def ratio(self, above, below):
        """Of the medians."""
        above, below = self.of(*above), self.of(*below)
        return f"{statistics.median(above) / statistics.median(below):.2f}" if above and below else "-"

    def ratio_by_turn(self, above, below):
        """Turn by turn, so that a change of the machine's speed concerns both."""
        values = [one / other for one, other in zip(self.of(*above), self.of(*below))]
        return f"**{spread(values)}**" if values else "-"

    def rows(self):
        return [[*cell, statistics.median(values), min(values), max(values)] for cell, values in self.values.items()]
