#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tool_circles.py TOOLS OBJECTS - prints the desk tool's circles of files, a circle a line.

Files that use each other's functions, directly or not, are a circle.  OBJECTS is the folder of
the tool's object files.  Those without a source below TOOLS are left from an older build."""

import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import walls  # noqa: E402


def source_of(path):
    """folder/file.c of .../CMakeFiles/TARGET.dir/folder/file.c.o"""
    return "/".join(path.removesuffix(".o").split("/")[-2:]).replace("gprof-llvm.dir/", "")


def reached(uses, start):
    seen, left = set(), [start]
    while left:
        for use in uses.get(left.pop(), ()):
            if use not in seen:
                seen.add(use)
                left.append(use)
    return seen


def circles(tools, objects):
    names = {"/".join(path.split("/")[-2:])
             for path in glob.glob(os.path.join(tools, "**", "*.c"), recursive=True)}
    made = [path for path in glob.glob(os.path.join(objects, "**", "*.c.o"), recursive=True)
            if source_of(path) in names or source_of(path) == "main.c"]
    if len(made) < 0.9 * len(names):
        sys.exit(f"only {len(made)} object files below '{objects}' for {len(names)} sources")
    used, defined = walls.symbols(made)
    uses = {source_of(o): {source_of(defined.get(name, o)) for name in names} - {source_of(o)}
            for o, names in used.items()}
    below = {path: reached(uses, path) for path in uses}
    return {frozenset(other for other in below[path] if path in below[other])
            for path in uses if path in below[path]}


def main(tools, objects):
    found = circles(tools, objects)
    for files in sorted(map(sorted, found)):
        print("a circle:", *files)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
