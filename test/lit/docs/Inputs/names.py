#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names.py TOP FILE... - checks that the files, folders and functions that documents name exist.

A file or folder is `folder/name.c` or `folder/` from the top, from tools/gprof-llvm or from rt; a function is `name()`.
"""

import os
import re
import sys

PATH = re.compile(r"`((?:[\w.-]+/)+(?:[\w.-]+\.(?:c|h|cpp|md|py|test|cmake|txt))?)`")
FUNCTION = re.compile(r"`(\w+)\(\)`")
PLACES = ("", "tools/gprof-llvm", "tools", "rt", "test", "test/lit", "test/lit/predict", "build")


def identifiers(top):
    found = set()
    for part in ("pass", "rt", "tools", "include"):
        for folder, _, names in os.walk(os.path.join(top, part)):
            for name in names:
                if name.endswith((".c", ".h", ".cpp")):
                    with open(os.path.join(folder, name)) as file:
                        found.update(re.findall(r"\b(\w+)\(", file.read()))
    return found


def main(top, *paths):
    known, faults, count = identifiers(top), [], 0
    for path in paths:
        with open(path) as file:
            text = file.read()
        for name in PATH.findall(text):
            count += 1
            if name.startswith("build/"):
                continue
            if not any(os.path.exists(os.path.join(top, place, name)) for place in PLACES):
                faults.append("%s: no '%s'" % (path, name))
        for name in FUNCTION.findall(text):
            if name.startswith("thing_"):  # stands for any name
                continue
            count += 1
            if name not in known:
                faults.append("%s: no function '%s'" % (path, name))
    print("\n".join(faults))
    sys.exit(1 if faults or count < 50 else 0)


main(*sys.argv[1:])
