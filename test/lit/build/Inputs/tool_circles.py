#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tool_circles.py TOOLS OBJECTS [CIRCLES] - compares the desk tool's circles of files with a list.

Files that use each other's functions, directly or not, are a circle.  OBJECTS is the folder of
the tool's object files.  Those without a source below TOOLS are left from an older build.  A line
of CIRCLES names the files of one circle; without CIRCLES the circles are printed.  The list may
only shrink: a new circle is an error, and so is a line whose circle is smaller or gone."""

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
    if len(made) < 200:
        sys.exit(f"only {len(made)} object files below '{objects}'")
    used, defined = walls.symbols(made)
    uses = {source_of(o): {source_of(defined.get(name, o)) for name in names} - {source_of(o)}
            for o, names in used.items()}
    below = {path: reached(uses, path) for path in uses}
    return {frozenset(other for other in below[path] if path in below[other])
            for path in uses if path in below[path]}


def main(tools, objects, listed=None):
    found = circles(tools, objects)
    if not listed:
        print("\n".join(sorted(" ".join(sorted(files)) for files in found)))
        return 0
    with open(listed, encoding="utf-8") as file:
        allowed = {frozenset(line.split()) for line in file
                   if line.strip() and not line.startswith("#")}
    faults = [f"a new circle: {' '.join(sorted(files))}" for files in found - allowed
              if not any(files < circle for circle in allowed)]
    faults += [f"smaller or gone, so '{listed}' has to say so: {' '.join(sorted(files))}"
               for files in allowed - found]
    print("\n".join(sorted(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
