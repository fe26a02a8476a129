"""To import before numpy: where this Python has no numpy and scipy, the test runs again by Debian's, or ends with status 77."""
import importlib.util
import os
import sys

DEBIAN = "/usr/bin/python3"

if not all(map(importlib.util.find_spec, ("numpy", "scipy"))):
    if sys.executable == DEBIAN or not os.path.exists(DEBIAN):
        print("skipped: no numpy and scipy (Debian: python3-numpy python3-scipy)")
        sys.exit(77)
    os.execv(DEBIAN, [DEBIAN, *sys.argv])
