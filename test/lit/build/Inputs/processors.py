#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""processors.py SOURCE - prints where a processor is asked for outside of its files, and what
HACKING's list for a new one lacks: files that are named after AArch64, or name it outside of
comments."""

import os
import re
import sys

FOLDERS = ("rt", "pass", "tools", "cmake", "include", "scripts")
MAY_ASK = ("tools/gprof-llvm/code/", "tools/gprof/")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
HASH = re.compile(r"#[^\n]*")


def files(source):
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(source, folder)):
            for name in sorted(names):
                yield os.path.relpath(os.path.join(path, name), source)


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    is_c = path.endswith((".c", ".h", ".cpp", ".S"))
    return (COMMENT if is_c else HASH).sub(lambda match: " " * len(match[0]), text)


def lacking(path, section):
    """Whether neither the path nor its folder and its name are in the section."""
    general = re.sub("aarch64", "<arch>", path)
    folder, name = os.path.split(general)
    return f"`{general}`" not in section and (
        f"`{folder}/`" not in section or f"`{name}`" not in section)


def main(source):
    with open(os.path.join(source, "docs/HACKING.md"), encoding="utf-8") as file:
        section = file.read().partition("## A new architecture")[2].partition("\n## ")[0]
    found, seen = [], 0
    for path in files(source):
        text = text_of(os.path.join(source, path))
        if re.search(r"\bEM_[A-Z0-9_]+", text) and path.startswith("tools/") and \
           not path.startswith(MAY_ASK):
            found.append(f"{path}: asks which processor it is")
        if "aarch64" in path or re.search("aarch64", text, re.I):
            seen += 1
            if lacking(path, section):
                found.append(f"{path}: not in 'A new architecture' of docs/HACKING.md")
    print("\n".join(found) if seen else f"no file below '{source}' names a processor")
    return 1 if found or not seen else 0


sys.exit(main(sys.argv[1]))
