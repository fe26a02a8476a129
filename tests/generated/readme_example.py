#!/usr/bin/env python3
"""readme_example.py README EXAMPLE: the first cpp block of README is the whole of EXAMPLE."""
import pathlib
import re
import sys

readme, example = (pathlib.Path(p).read_text() for p in sys.argv[1:3])
block = re.search(r"^```cpp\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
if not block or block[1] != example:
    sys.exit(f"the first cpp block of {sys.argv[1]} is not {sys.argv[2]}: copy it there")
