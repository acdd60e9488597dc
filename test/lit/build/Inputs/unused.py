#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""unused.py SOURCE - prints macros, fields and declared functions that nothing uses.

A word counts: that is enough to find what was left behind, and the compiler knows the rest
(static functions, variables).  Enumerators are not looked at: a list of all kinds of a thing
may have one that only its number is used of.
"""

import collections
import os
import re
import sys

FOLDERS = ("include", "pass", "rt", "tools", "cmake", "test", "bench")
CODE = (".c", ".h", ".cpp", ".S", ".cmake", ".txt")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)", re.M)
DECLARED = re.compile(r"^[^\n#\s][^;{}()=]*\b(\w+)\([^;{}]*\)[^;{}()]*(?:\(\([^;{}]*\)\)\s*)?;", re.M)
STRUCT = re.compile(r"\bstruct\s+\w*\s*\{(.*?)\n\s*\}", re.S)
FIELD = re.compile(r"\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*[,;]")
# Layouts that are the kernel's or another library's.
FOREIGN = {"uid", "gid", "link_map"}
# Public: for programs.
PUBLIC = {"GPROF_NAME_MAX"}


def sources(top):
    for folder in FOLDERS:
        for path, folders, files in os.walk(os.path.join(top, folder)):
            folders[:] = [f for f in sorted(folders) if f not in ("build", "Output")]
            for file in sorted(files):
                if file.endswith(CODE):
                    yield os.path.relpath(os.path.join(path, file), top)


def unused(name, text, count):
    for macro in MACRO.findall(text):
        if count[macro] == 1 and not macro.endswith("_H") and macro not in PUBLIC:
            yield "macro", macro
    for body in STRUCT.findall(text):
        for field in FIELD.findall(body):
            if count[field] == 1 and field not in FOREIGN:
                yield "field", field
    if name.endswith(".h"):
        for function in DECLARED.findall(text):
            if count[function] <= 2:  # this, and the definition
                yield "function", function


def main():
    top, texts = sys.argv[1], {}
    count = collections.Counter()
    for name in sources(top):
        with open(os.path.join(top, name), errors="replace") as file:
            texts[name] = COMMENT.sub(" ", file.read())
        count.update(WORD.findall(texts[name]))
    found = [(name, *fault) for name in texts
             if name.startswith(("include", "pass", "rt", "tools"))
             for fault in unused(name, texts[name], count)]
    for fault in found:
        print("%s: %s '%s' is unused" % fault)
    return 1 if found else 0


sys.exit(main())
