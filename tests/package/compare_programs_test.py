"""scripts/compare-programs with made compilers and launchers: the table, and the programs that it calls wrong.

The argument is the source folder.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop())
COMPILER = '#!/bin/sh\ncp "$(dirname "$0")/program" "$4"\n'  # called with -O2 SOURCE -o PROGRAM
LAUNCHER = """#!/bin/sh
case $1 in --version) echo "mpirun (Open MPI) 9.8.7"; exit ;; esac
while [ "$1" != -n ]; do shift; done
shift 2
exec "$@"
"""


def prints(lines, us):
    return f"#!/bin/sh\nprintf '%s\\n' {lines}\necho {us} us per round >&2\n"


class ComparePrograms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.ark, self.peer = (pathlib.Path(folder.name) / name / "bin" for name in ("ark", "peer"))
        for folder, names in ((self.ark, ["arkcc", "arkc++"]), (self.peer, ["oshcc", "oshc++"])):
            folder.mkdir(parents=True)
            for name in names:
                self.put(folder / name, COMPILER)
        for name in ("mpirun", "oshrun"):
            self.put(self.peer / name, LAUNCHER)
        self.put(self.ark / "program", prints("one two", 2))

    def put(self, path, text):
        path.write_text(text)
        path.chmod(0o755)

    def compare(self, *more):
        environment = {**os.environ, "PATH": f"{self.peer}:{os.environ['PATH']}", "MPIRUN": str(self.peer / "mpirun")}
        return subprocess.run([sys.executable, "-B", str(SOURCE / "scripts/compare-programs"), "--ark", str(self.ark.parent), "--no-docs",
                               "--programs", "pi", "--pes", "2", "--repeat", "1", *more], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def test_same_lines_in_another_order_are_the_same_output(self):
        self.put(self.peer / "program", prints("two one", 4))
        done = self.compare("--rounds", "7")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| | PEs | rounds | ark | Open MPI 9.8.7 | ratio |", done.stdout)
        self.assertIn("| pi | 2 | 7 | 2 (2-2) | 4 (4-4) | 0.50 |", done.stdout)

    def test_other_output_is_wrong(self):
        self.put(self.peer / "program", prints("one three", 4))
        done = self.compare()
        self.assertEqual(done.returncode, 1)
        self.assertIn("- Wrong: pi, 2 PEs, Open MPI 9.8.7: the output differs: three", done.stdout)

    def test_program_that_fails_is_wrong(self):
        self.put(self.peer / "program", "#!/bin/sh\necho no memory >&2\nexit 3\n")
        done = self.compare()
        self.assertEqual(done.returncode, 1)
        self.assertIn("| 2 (2-2) | failed | - |", done.stdout)
        self.assertRegex(done.stdout, "- Wrong: pi, 2 PEs, Open MPI 9.8.7: .* ended with 3: no memory")

    def test_names_that_the_peer_lacks_are_in_its_cell(self):
        for compiler in ("oshcc", "oshc++"):
            self.put(self.peer / compiler, "#!/bin/sh\necho \"a.c:3:4: error: 'shmem_x' was not declared; did you mean y?\" >&2\nexit 1\n")
        done = self.compare()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 2 (2-2) | does not compile: 'shmem_x' was not declared | - |", done.stdout)

    def test_program_that_ark_does_not_compile_is_an_error(self):
        self.put(self.peer / "program", prints("one two", 4))
        self.put(self.ark / "arkcc", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.compare().returncode, 1)

    def test_one_round_is_refused(self):
        done = self.compare("--rounds", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--rounds 2 or more", done.stderr)


if __name__ == "__main__":
    unittest.main()
