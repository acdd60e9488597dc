#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pass-circle.py OBJECTS - prints the files of the plugin that use each other in a circle."""

import glob
import importlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import walls  # noqa: E402


def main(objects):
    made = glob.glob(os.path.join(objects, "*.o"))
    if len(made) < 15:
        sys.exit(f"only {len(made)} object files below '{objects}'")
    used, defined = walls.symbols(made)
    uses = {o: {defined.get(name, o) for name in names} - {o} for o, names in used.items()}
    found = importlib.import_module("rt-walls").circle(uses)
    for o in found:
        print(f"{os.path.basename(o)} is one of a circle of files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
