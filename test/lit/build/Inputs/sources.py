#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sources.py SOURCE - prints what a look at a source file should not find."""

import os
import subprocess
import sys

FOLDERS = ("include", "pass", "rt", "tools", "cmake", "scripts", "bench", "test", "findings")
CODE = (".c", ".h", ".cpp", ".S", ".py", ".sh", ".cmake")
# What llvm-c has no way to; and LLVM's demangler, which has no other interface.
CPLUSPLUS = {os.path.join("pass", name)
             for name in ("plugin.cpp", "flow.cpp", "ends.cpp", "lost_marks.cpp", "lost_marks.hpp", "zeros.cpp")}
CPLUSPLUS.add(os.path.join("tools", "gprof-llvm", "text", "itanium.cpp"))
DATA = (os.sep + "golden" + os.sep, os.sep + "malformed" + os.sep)


def width(line):
    return len(line.rstrip("\n").expandtabs(8))


def faults(path):
    with open(path) as file:
        lines = file.readlines()
    if os.sep + "lit" + os.sep in path:
        return  # a test begins with its claim, and RUN lines are long
    if not any("SPDX-License-Identifier" in line for line in lines[:4]):
        yield "no SPDX line"
    for number, line in enumerate(lines, 1):
        if width(line) > 100:
            yield "line %d has %d columns" % (number, width(line))


def is_wrong_language(path):
    name = os.path.relpath(path, sys.argv[1])
    return (name.endswith((".cpp", ".cc", ".cxx", ".hpp")) and name not in CPLUSPLUS and
            not name.startswith(("test" + os.sep, "bench" + os.sep)))


def binaries(source):
    """Files of the repository that are programs: tests leave them where they are run by hand."""
    run = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True, text=True)
    for name in run.stdout.split("\0"):
        path = os.path.join(source, name)
        if name and not name.startswith("test/fuzz/corpus/") and os.path.isfile(path):
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


found, files = 0, 0
for path in binaries(sys.argv[1]):
    print("%s: is a program" % path)
    found += 1
for folder in FOLDERS:
    for path, _, names in os.walk(os.path.join(sys.argv[1], folder)):
        for name in names:
            full = os.path.join(path, name)
            if is_wrong_language(full):
                print("%s: is C++" % full)
                found += 1
            if name.endswith(CODE) and not any(part in full for part in DATA):
                files += 1
                for fault in faults(full):
                    print("%s: %s" % (full, fault))
                    found += 1
sys.exit(1 if found or not files else 0)
