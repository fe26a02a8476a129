"""PTX as text: the instructions of each kernel and function, and the ways through them."""
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


def opcode(line):
    return re.sub(r"^@!?%\w+\s+", "", line)


def steps_after(body):
    """For every line the lines that may come next."""
    labels = {match[1]: i for i, line in enumerate(body) if (match := LABEL.match(line))}
    after = []
    for i, line in enumerate(body):
        branch = BRANCH.match(line)
        following = [i + 1] if i + 1 < len(body) else []
        if branch:
            after.append([labels[branch[2]]] + (following if branch[1] else []))
        else:
            after.append([] if re.match(r"(ret|exit|trap)\b", line) else following)
    return after


def ways_around(body, start, through, end):
    """Lines of `end` that can be reached from a line of `start` without a line of `through` in between."""
    after = steps_after(body)
    matches = [re.compile(pattern) for pattern in (start, through, end)]
    is_a = [[bool(m.match(opcode(line))) for line in body] for m in matches]
    todo = [n for i, line in enumerate(body) if is_a[0][i] for n in after[i]]
    seen, bad = set(), []
    while todo:
        at = todo.pop()
        if at in seen or is_a[1][at]:
            continue
        seen.add(at)
        if is_a[2][at]:
            bad.append(body[at])
        todo += after[at]
    return bad
