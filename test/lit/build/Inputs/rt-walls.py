#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rt-walls.py RT OBJECTS PROCESSOR [LINE...] - prints what crosses a wall of the runtime.

RT/layers.txt is the table; a LINE stands in place of the table's for its folder.  Includes are
read from the sources, uses from the object files below OBJECTS, which are of PROCESSOR: by
folders, and by files, which must not use each other in a circle."""

import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import walls  # noqa: E402

PROCESSORS = ("aarch64", "x86_64")
OF_PROCESSOR = {"base.c": "base", "arch.h": "base", "frame.h": "unwind", "handler.c": "sample"}
SEARCHED = {"arch.h": "base", "frame.h": "unwind"}  # by the compiler, in a processor's folder


def folder_of(path):
    folder, name = path.split("/")[-2:]
    if folder in PROCESSORS:
        return "unit" if name.startswith("unit_") else OF_PROCESSOR.get(name, folder)
    return folder


def included(path, table):
    folder = folder_of(path)
    uses = (folder, *table.get(folder, ((), ()))[0])
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        match = walls.INCLUDE.match(line)
        if not match or match[2].startswith("gprof-llvm/"):
            continue
        target, slash, _ = match[2].partition("/")
        target = SEARCHED.get(match[2], target if slash and match[1] == '"' else None)
        if target is None and match[1] == '"':
            yield f"{path}:{number}: '{match[2]}' lacks its folder"
        elif target and target not in uses:
            yield f"{path}:{number}: {folder} may not include '{match[2]}'"


def arrows(objects, sources):
    """{source: {source it uses: names}}"""
    made = {os.path.join(objects, path + ".o"): path for path in sources}
    made = {o: path for o, path in made.items() if os.path.exists(o)}
    if len(made) < 30:
        sys.exit(f"only {len(made)} object files below '{objects}'")
    used, defined = walls.symbols(list(made))
    found = {}
    for o, names in used.items():
        for name in names:
            at = defined.get(name, o)
            if at != o:
                found.setdefault(made[o], {}).setdefault(made[at], set()).add(name)
    return found


def circle(found):
    """Files that use each other in a circle, if there are any."""
    left = dict(found)
    while True:
        ends = [path for path, uses in left.items() if not any(use in left for use in uses)]
        if not ends:
            break
        for path in ends:
            del left[path]
    # What only leads to a circle is none of it.
    while True:
        starts = [path for path in left if not any(path in uses for uses in left.values())]
        if not starts:
            return sorted(left)
        for path in starts:
            del left[path]


def main(rt, objects, processor, changes):
    os.chdir(rt)
    with open("layers.txt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    for change in changes:
        start = change.partition(":")[0] + ":"
        lines = [change if line.startswith(start) else line for line in lines]
    table, found = walls.read_table(lines)
    sources = sorted(glob.glob("*/*.[ch]"))
    found += [f"{path}: folder '{folder_of(path)}' is not in the table"
              for path in sources if folder_of(path) not in table]
    found += [f"{path} belongs into a folder" for path in glob.glob("*.[ch]")]
    for path in sources:
        found += included(path, table)
    uses = arrows(objects, [path for path in sources if path.endswith(".c") and
                            path.split("/")[0] in (processor, *table)])
    for path, others in sorted(uses.items()):
        folder = folder_of(path)
        for other, names in sorted(others.items()):
            if folder_of(other) not in (folder, *table[folder][0]):
                found.append(f"{path}: {folder} may not use {min(names)} of {other}")
    found += [f"{path} is one of a circle of files" for path in circle(uses)]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
