#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""walls.py TOOLS OBJECTS [LINE...] - prints what crosses a wall of the desk tool.

TOOLS/gprof-llvm/layers.txt is the table; a LINE stands in place of the table's for its folder.
Includes are read from the sources, calls from the object files below OBJECTS: those of
sources that exist, for a build tree may hold older ones."""

import glob
import os
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
# Where object files of a folder are, below OBJECTS.
VIEWS = ("report", "insights", "annotate", "diagram", "histogram", "predict", "diff", "writer",
         "export", "top", "optimize", "page", "browse", "waits")
PLACES = {"compiler": "gprof_commands.dir/compiler", "options": "gprof_commands.dir/options",
          "command": "gprof_commands.dir/command", "main": "gprof-llvm.dir"}


def folder_of(use):
    """The folder of a single header, or the folder itself."""
    return os.path.dirname(use) if use.endswith(".h") else use


def is_drop_in(folder):
    """The drop-in for GNU gprof stands beside the desk tool."""
    return folder.partition("/")[0] == "gprof"


def read_table(lines):
    """For each folder: what it includes (folders, headers), what it calls, libraries."""
    table, found = {}, []
    for line in lines:
        folder, colon, rest = line.split("#")[0].partition(":")
        if not colon:
            continue
        rest, _, libraries = rest.partition("|")
        included, _, called = rest.partition(";")
        included = included.split()
        called = {*called.split(), *(folder_of(use) for use in included)}
        table[folder.strip()] = included, called, tuple(libraries.split())
    above = set()
    for folder, (_, called, _) in table.items():
        found += [f"{folder} may not use '{use}': it does not stand further up"
                  for use in sorted(called) if use not in above]
        above.add(folder)
    return table, found


def sources(tools, folder):
    place = folder if is_drop_in(folder) else os.path.join(
        "gprof-llvm", "" if folder == "main" else folder)
    return sorted(glob.glob(os.path.join(tools, place, "*.[ch]")))


# Views read results; by a pointer that is not const they could change them.
CHANGEABLE = re.compile(r"(?<!const )\bstruct (program|graph|calltree) \*")


# A view includes what a result is made of through analysis/ and executions/ only.
INSIDE = ("graph", "program", "samples", "join", "select")


# Others include the wing of exact executions by its door only.
EXACT, DOOR = ("blocks", "executions"), "executions/exact.h"
OF_EXACT = (*EXACT, "merge", "analysis", "annotate")


def inside(table):
    for folder, (uses, _, _) in table.items():
        for use in uses:
            if folder not in OF_EXACT and folder_of(use) in EXACT and use != DOOR:
                yield f"{folder} may include '{DOOR}' only, not '{use}'"
            if folder in VIEWS and folder_of(use) in INSIDE:
                yield f"{folder} is a view: it may not include '{use}'"


def changeable(path):
    short = "/".join(path.split("/")[-2:])
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        match = CHANGEABLE.search(line)
        if match:
            yield f"{short}:{number}: 'struct {match[1]} *' of a view is not const"


# Filters are applied once, in the result: views ask its selection (analysis/selection.h).
FILTER = re.compile(r"\bfilter_\w+\(|\bFILTER_[A-Z]|\bgraph_filter|\bstruct filter\b|\bfilter[.]")


def filters(path):
    short = "/".join(path.split("/")[-2:])
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        match = FILTER.search(line)
        if match:
            yield f"{short}:{number}: '{match[0]}' in a view, which asks analysis/selection.h"


MOST_LINES, MOST_FILES = 600, 26


def too_large(folder, paths):
    made = [path for path in paths if path.endswith(".c")]
    if len(made) > MOST_FILES:
        yield f"{folder}: {len(made)} .c files, more than {MOST_FILES}"
    for path in made:
        with open(path, encoding="utf-8") as file:
            lines = sum(1 for _ in file)
        if lines > MOST_LINES:
            yield f"{path}: {lines} lines, more than {MOST_LINES}"


def includes(path, folder, uses, libraries, foreign):
    short = "/".join(path.split("/")[-2:])
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        if match[1] == '"':
            target = os.path.dirname(match[2])
            if not target:
                yield f"{short}:{number}: '{match[2]}' lacks its folder"
            elif target not in (folder, *uses) and match[2] not in uses:
                yield f"{short}:{number}: {folder} may not include '{match[2]}'"
        elif match[2].startswith(foreign) and not match[2].startswith(libraries):
            yield f"{short}:{number}: {folder} may not include <{match[2]}>"


def symbols(paths):
    """The names that each object file uses, and all that are defined, with their file."""
    used, defined = {path: set() for path in paths}, {}
    text = subprocess.run(["nm", "-AgP", *paths], capture_output=True, text=True,
                          check=True).stdout
    for line in text.splitlines():
        path, _, rest = line.partition(": ")
        name, kind = rest.split()[:2]
        if kind in "Uw":
            used[path].add(name)
        else:
            defined[name] = path
    return used, defined


def calls(objects, table, files):
    of = {}  # object file: folder, source
    for folder in table:
        library = "gprof_drop_in.dir/__" if is_drop_in(folder) else "gprof_desk.dir"
        place = os.path.join(objects, PLACES.get(folder, f"{library}/{folder}"))
        for path in files[folder]:
            made = os.path.join(place, os.path.basename(path) + ".o")
            if not path.endswith(".c") or not os.path.exists(made):
                continue
            of[made] = folder, "/".join(path.split("/")[-2:])
    if len(of) < 50:
        yield f"only {len(of)} object files below '{objects}'"
        return
    used, defined = symbols(list(of))
    for made, names in used.items():
        folder, path = of[made]
        for name in sorted(names):
            at = of[defined.get(name, made)][0]
            # What main defines is for the C library.
            if at not in (folder, "main", *table[folder][1]):
                yield f"{path}: {folder} may not call {name}() of {at}"


def main(tools, objects, changes):
    with open(os.path.join(tools, "gprof-llvm", "layers.txt"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for change in changes:
        start = change.partition(":")[0] + ":"
        lines = [change if line.startswith(start) else line for line in lines]
    table, found = read_table(lines)
    found += inside(table)
    foreign = tuple({header for _, _, libraries in table.values() for header in libraries})
    files = {folder: sources(tools, folder) for folder in table}
    for folder, (uses, _, libraries) in table.items():
        if not files[folder]:
            found.append(f"there is no folder '{folder}'")
        found += too_large(folder, files[folder])
        for path in files[folder]:
            found += includes(path, folder, uses, libraries, foreign)
            if folder in VIEWS:
                found += changeable(path)
                found += filters(path)
    for path in (*glob.glob(os.path.join(tools, "gprof-llvm", "*", "")),
                 *glob.glob(os.path.join(tools, "gprof", "**", ""), recursive=True)):
        folder = os.path.relpath(path, tools).removeprefix("gprof-llvm/")
        if folder not in table and glob.glob(path + "*.[ch]"):
            found.append(f"folder '{folder}' is not in the table")
    found += calls(objects, table, files)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
