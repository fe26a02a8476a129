#!/usr/bin/env python3
"""Runs the commands of README.md.

Each fenced block has, on the line before it, <!-- test: run -->, <!-- test: run from nothing --> or
<!-- test: skip REASON -->. Blocks of other languages than sh may go without. Outside of a block nothing is run.

  readme_commands.py ROOT --scratch DIR    run them all, in a scratch clone of the last commit
  readme_commands.py ROOT --build DIR      run those that a build has made programs for, with these instead of
                                           build/release's; not what is to run from nothing
  readme_commands.py --self-test           an unmarked block, a failing command and a skip without reason are refused
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w*)\s*$")
CANNOT = 77  # a command's way of saying that something is missing that it needs
MARK = re.compile(r"^<!-- test: (run(?P<fresh> from nothing)?|skip (?P<reason>\S.*?)) -->\s*$")


def blocks(text):
    """(line number, language, mark line or '', commands) of each fenced block."""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if fence:
            end = lines.index("```", number + 1)
            before = lines[number - 1] if number else ""
            yield number + 1, fence[1], before, "\n".join(lines[number + 1:end])
            number = end
        number += 1


def problems(text):
    for number, language, before, _ in blocks(text):
        if language == "sh" and not MARK.match(before):
            yield f"README.md:{number}: this sh block needs <!-- test: run --> or <!-- test: skip REASON --> before it"


def run_blocks(text, folder, built=None):
    """Runs the marked blocks in order; the number of the first line that failed, or None."""
    for number, language, before, commands in blocks(text):
        mark = MARK.match(before)
        if language != "sh" or not mark:
            continue
        if mark["reason"]:
            print(f"README.md:{number}: skipped, {mark['reason']}", flush=True)
            continue
        if built and mark["fresh"]:
            print(f"README.md:{number}: skipped, with --scratch only", flush=True)
            continue
        if built:
            places = {"build/release": shlex.quote(str(built)), "build/release/examples": shlex.quote(str(built / "tests/package/examples"))}
            commands = re.sub("build/release(/examples)?", lambda found: places[found[0]], commands)
        print(f"README.md:{number}: {commands}", flush=True)
        status = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=folder, check=False,
                                stdin=subprocess.DEVNULL).returncode
        if status == CANNOT:
            print(f"README.md:{number}: this machine cannot do that", flush=True)
        elif status:
            return number
    return None


def check(root, scratch, built):
    text = (root / "README.md").read_text()
    found = list(problems(text))
    if found:
        print("\n".join(found))
        return 1
    if built:
        failed = run_blocks(text, root, built)
        if failed is not None:
            print(f"README.md:{failed}: the command failed")
        return 0 if failed is None else 1
    shutil.rmtree(scratch, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", root, scratch], check=True)
    if (root / ".prefix" / "env.sh").exists():
        (scratch / ".prefix").symlink_to(root / ".prefix")
    failed = run_blocks(text, scratch)
    if failed is not None:
        print(f"README.md:{failed}: the command failed")
        return 1
    shutil.rmtree(scratch)
    return 0


def self_test():
    marked = "<!-- test: run -->\n```sh\n{}\n```\n"
    with tempfile.TemporaryDirectory() as folder:
        cases = {
            "unmarked block": bool(list(problems("text\n```sh\ntrue\n```\n"))),
            "skip without a reason": bool(list(problems("<!-- test: skip -->\n```sh\ntrue\n```\n"))),
            "marked block": not list(problems(marked.format("true"))),
            "failing command": run_blocks(marked.format("true\nfalse\ntrue"), folder) == 2,
            "command that cannot here": run_blocks(marked.format("exit 77"), folder) is None,
            "passing command": run_blocks(marked.format("true"), folder) is None,
            "a build's programs": run_blocks(marked.format("build/release/../bin/true"), folder,
                                             pathlib.Path("/usr/lib")) is None,
            "an example of a build in build/release": run_blocks(
                marked.format("[[ build/release/examples/x == /a/build/rel*ease/tests/package/examples/x ]]"), folder,
                pathlib.Path("/a/build/release")) is None,
            "from nothing, with a build": run_blocks("<!-- test: run from nothing -->\n```sh\nfalse\n```\n", folder,
                                                     pathlib.Path("/usr")) is None,
            "from nothing": run_blocks("<!-- test: run from nothing -->\n```sh\nfalse\n```\n", folder) == 2,
            "skipped command": run_blocks("<!-- test: skip slow -->\n```sh\nfalse\n```\n", folder) is None,
        }
    for name, passed in cases.items():
        print("ok" if passed else "WRONG", name)
    return 0 if all(cases.values()) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("root", nargs="?", type=pathlib.Path)
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    return self_test() if arguments.self_test else check(arguments.root.resolve(), arguments.scratch, arguments.build)


if __name__ == "__main__":
    sys.exit(main())
