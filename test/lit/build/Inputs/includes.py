#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""includes.py SOURCE - prints every #include that crosses a border."""

import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
# What <...> may name beside the system's headers, per folder.
DESK = ("elfutils/", "dwarf.h", "gelf.h", "libelf.h", "libiberty/", "capstone/", "jansson.h", "zlib.h",
        "argp.h", "curses.h")
LIBRARIES = {"pass": ("llvm-c/", "llvm/"), "rt": (), "tools": DESK}
FOREIGN = ("llvm-c/", "llvm/") + DESK
# The one file that names LLVM's demangler, which is linked statically.
EXCEPTION = os.path.join("text", "itanium.cpp"), "llvm/Demangle/Demangle.h"
# Where "..." is looked up, beside the folder of the file that includes it.
ROOTS = {"pass": ("",), "rt": ("",), "tools": ("gprof-llvm", "")}


def sources(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".c", ".h", ".cpp", ".S")):
                yield os.path.join(path, name)


def crossings(root, folder):
    top = os.path.abspath(os.path.join(root, folder))
    for path in sources(top):
        for number, line in enumerate(open(path), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, name = match.groups()
            if name.startswith("gprof-llvm/") or (
                    path.endswith(os.sep + EXCEPTION[0]) and name == EXCEPTION[1]):
                continue
            if quote == '"' and not name.startswith(LIBRARIES[folder]):
                target = os.path.normpath(os.path.join(os.path.dirname(path), name))
                inside = os.path.exists(target) and target.startswith(top + os.sep)
                if not inside and not any(os.path.exists(os.path.join(top, root, name))
                                          for root in ROOTS[folder]):
                    yield path, number, name
            elif name.startswith(FOREIGN) and not name.startswith(LIBRARIES[folder]):
                yield path, number, name


found, files = [], 0
for folder in LIBRARIES:
    files += sum(1 for _ in sources(os.path.join(sys.argv[1], folder)))
    found += crossings(sys.argv[1], folder)
for path, number, name in found:
    print("%s:%d: includes '%s'" % (path, number, name))
sys.exit(1 if found or not files else 0)
