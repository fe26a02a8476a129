#!/usr/bin/env python3
"""Compiles the examples in the comments of ark's headers, and the programs in README.md, two at a time.

  header_examples.py INCLUDE_DIR -- COMPILER FLAGS...      e.g. g++ -std=c++20 -fsyntax-only -I device

An example is the run of comment lines after an empty one that are indented by three spaces or more and hold a statement. It is
compiled in the surroundings that SURROUNDINGS has for its header. The control: an example that names nothing known is refused.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ALL = "#include <ark/ark.hpp>\n"
COMMON = '#include "all.hpp"\n#include <ark/{header}>\n'
IN_A_KERNEL = "ARK_GLOBAL void surroundings(double* dest, const double* source, std::size_t count, int pe) {{\n{code}\n}}\n"
SURROUNDINGS = {
    "bulk.hpp": IN_A_KERNEL,
    "bulk_queue.hpp": "ARK_GLOBAL void surroundings(double* dest, const double* source, std::size_t count) {{\n{code}\n}}\n",
    "cache_chooser.hpp": "void surroundings(double* dest, const double* source, std::size_t count, std::uint64_t* answered, int pe) "
                         "{{\n{code}\n}}\n",
    "complex.hpp": "void surroundings(ark_team_t team, std::complex<double>* dest, const std::complex<double>* source, "
                   "std::size_t count) {{\n{code}\n}}\n",
    "ctx.hpp": "ARK_GLOBAL void surroundings(ark_ctx_t ctx, double* dest, const double* source, std::size_t count, int pe) "
               "{{\n{code}\n}}\n",
    "engine.hpp": "ARK_HOST_DEVICE void work(double*, unsigned, unsigned);\n{code}\n",
    "gather.hpp": "void surroundings(void* batch, double* first, double* second, std::uint64_t* arrived, int pe) {{\n{code}\n}}\n",
    "gradients.hpp": "void forward(std::size_t);\nvoid backward(std::size_t);\n"
                     "void surroundings(float* weights, std::size_t n, float* bias, std::size_t m, std::size_t iterations) {{\n{code}\n}}\n",
    "serve/completion_queue.hpp": "#include <poll.h>\nvoid surroundings(const std::uint64_t* arrived) {{\n{code}\n}}\n",
    "serve/replica.hpp": "void infer(const float*, std::size_t);\nvoid surroundings(std::size_t count) {{\n{code}\n}}\n",
    "serve/tenants.hpp": "void surroundings(double* dest, const double* source, std::size_t count, int pe) {{\n{code}\n}}\n",
    "shared_put.hpp": "ARK_GLOBAL void surroundings(double* dest, std::uint64_t* arrived, int pe) {{\n{code}\n}}\n",
    "signal_listener.hpp": "#include <chrono>\nusing namespace std::chrono_literals;\n"
                           "void surroundings(std::uint64_t* arrived, std::uint64_t expected) {{\n{code}\n}}\n",
    "symmetric_array.hpp": "ARK_GLOBAL void kernel(double*);\nvoid surroundings(std::size_t n, unsigned blocks, unsigned threads) "
                           "{{\n{code}\n}}\n",
    "fused/tile_order.hpp": "ARK_HOST_DEVICE void work(int, unsigned);\n"
                            "ARK_GLOBAL void surroundings(int pes, unsigned tiles) {{\n{code}\n}}\n",
}
README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
PROGRAM = re.compile(r"^```cpp\n(.*?)^```$", re.M | re.S)
LINE = re.compile(r"^\s*///?(?P<text>.*)$")


def examples(path):
    """The examples of a header, each as a list of lines."""
    found, current, after_empty = [], None, False
    for line in path.read_text().splitlines():
        match = LINE.match(line)
        text = match["text"] if match else None
        if text is not None and text.startswith("   ") and (current is not None or after_empty):
            current = [*(current or []), text.strip()]
        else:
            if current and any(";" in one for one in current):
                found.append(current)
            current = None
        after_empty = text is not None and not text.strip()
    return found


def precompile(command, folder):
    """all.hpp in `folder`, and its form that g++ reads faster; other compilers read all.hpp itself."""
    header = pathlib.Path(folder, "all.hpp")
    header.write_text(ALL)
    flags = [word for word in command if word != "-fsyntax-only"]
    subprocess.run([*flags, "-x", "c++-header", str(header), "-o", f"{header}.gch"], stdin=subprocess.DEVNULL, capture_output=True, check=False)


def compiles(command, folder, text):
    with tempfile.NamedTemporaryFile("w", dir=folder, prefix="example", suffix=".cpp") as source:
        source.write(text)
        source.flush()
        done = subprocess.run([*command, source.name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
    return done.returncode == 0, done.stdout


def main():
    split = sys.argv.index("--")
    include, command = pathlib.Path(sys.argv[1]).resolve(), sys.argv[split + 1:] + ["-I", sys.argv[1]]
    root, failed, jobs = include / "ark", 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        precompile(command, folder)
        control = pool.submit(compiles, command, folder, COMMON.format(header="ctx.hpp") + "void surroundings() { ark_no_such_call(1); }\n")
        for path in sorted(root.rglob("*.hpp")):
            header = str(path.relative_to(root))
            for code in [] if header.startswith("detail/") else examples(path):
                text = COMMON.format(header=header) + SURROUNDINGS.get(header, "{code}").format(code="\n".join(code))
                jobs.append((header, code, pool.submit(compiles, command, folder, text)))
        programs = [pool.submit(compiles, command, folder, text) for text in PROGRAM.findall(README.read_text())]
    for job in programs:
        good, output = job.result()
        if not good:
            print(f"{README}: a program does not compile:\n{output}")
            failed += 1
    for header, code, job in jobs:
        good, output = job.result()
        if header not in SURROUNDINGS:
            print(f"{header}: an example without an entry in SURROUNDINGS of {pathlib.Path(__file__).name}: {code[0]}")
            failed += 1
        elif not good:
            print(f"{header}: the example does not compile:\n{output}")
            failed += 1
    missing = len(SURROUNDINGS) - len(jobs)
    if missing > 0:
        print(f"{missing} of the headers in SURROUNDINGS have no example")
    if control.result()[0]:
        print("the control, a call of ark_no_such_call, compiles")
    print(f"{len(jobs)} examples and {len(programs)} programs, {failed} failed")
    return 1 if failed or not programs or missing > 0 or control.result()[0] else 0


if __name__ == "__main__":
    sys.exit(main())
