"""PTX as text: the instructions of each kernel and function, and the ways through them."""
import functools
import re

BODY = re.compile(r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(\w+)\s*\([^{;]*?\)[^{;]*\{\n?(.*?)\n}", re.S)
LABEL = re.compile(r"(\$\w+):")
BRANCH = re.compile(r"(@!?%\w+\s+)?bra(?:\.uni)?\s+(\$\w+)")


def lines_of(text):
    """All lines of every kernel and function that matter, labels among them, by name; those of the functions that a kernel
    calls stand in the place of the call."""
    bodies = {match[1]: match[2] for match in BODY.finditer(text)}
    return {name: expand(bodies, name, [name], iter(range(1 << 30))) for name in bodies}


CALL = re.compile(r"call(?:\.uni)?\s*(?:\([^)]*\)\s*,)?\s*([\w$]+)")


def expand(bodies, name, path, numbers):
    text = re.sub(r"(call(?:\.uni)?\b[^;]*;)", lambda match: " ".join(match[1].split()), bodies[name])
    lines = (line.strip() for line in text.splitlines())
    found = []
    for line in lines:
        if not line or line.startswith(("//", ".", "{", "}", "(")):
            continue
        call = CALL.match(opcode(line))
        callee = call[1] if call else None
        if callee not in bodies or callee in path:
            found.append(callee or line)  # a call of what is not here is its name
            continue
        number = next(numbers)
        for inner in expand(bodies, callee, [*path, callee], numbers):
            inner = re.sub(r"(\$[\w]+)", rf"\1_of_{number}", inner)
            found.append(re.sub(r"\bret;", f"bra.uni $end_of_{number};", inner))
        found.append(f"$end_of_{number}:")
    return found


@functools.cache
def opcode(line):
    return re.sub(r"^@!?%\w+\s+", "", line)


@functools.cache
def is_a(pattern, line):
    """Whether the line's instruction begins with the pattern. Bodies are looked at hundreds of times, with the same lines."""
    return re.match(pattern, opcode(line)) is not None


@functools.cache
def flow(line):
    """The label that stands in front of the line, the label it may go to, and whether the line behind it may follow."""
    label, branch = LABEL.match(line), BRANCH.match(line)
    goes_on = bool(branch[1]) if branch else re.match(r"(ret|exit|trap)\b", line) is None
    return label[1] if label else None, branch[2] if branch else None, goes_on


def steps_after(body):
    """For every line the lines that may come next."""
    flows = [flow(line) for line in body]
    labels = {label: i for i, (label, _, _) in enumerate(flows) if label}
    after = []
    for i, (_, target, goes_on) in enumerate(flows):
        following = [i + 1] if goes_on and i + 1 < len(body) else []
        after.append([labels[target], *following] if target else following)
    return after


def ways_around(body, start, through, end):
    """Lines of `end` that can be reached from a line of `start` without a line of `through` in between."""
    after = steps_after(body)
    todo = [n for i, line in enumerate(body) if is_a(start, line) for n in after[i]]
    seen, bad = set(), []
    while todo:
        at = todo.pop()
        if at in seen or is_a(through, body[at]):
            continue
        seen.add(at)
        if is_a(end, body[at]):
            bad.append(body[at])
        todo += after[at]
    return bad


def steps_on_a_way(body, steps):
    """How many of `steps`, patterns, one way through `body` takes in their order: the most."""
    after = steps_after(body)
    todo, seen, most = [(0, 0)] if body else [], set(), 0
    while todo:
        at, taken = todo.pop()
        if (at, taken) in seen:
            continue
        seen.add((at, taken))
        if taken < len(steps) and is_a(steps[taken], body[at]):
            taken += 1
        most = max(most, taken)
        todo += [(following, taken) for following in after[at]]
    return most
