#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wording.py TOP - checks the rules for texts that can be checked by a program.

README.md has at most 150 lines.  No sentence of a document has two blanks in a row outside of code.  No string of the tool, the
runtime and the plugin, no page and no document has a phrase of BANNED, and no comment one of COMMENTS.
"""

import glob
import os
import re
import sys

README_LINES = 150
BANNED = [
    "of late",
    "foretold",
    "for who knows",
    "what is looked at",
    "not whole",
    "to save time, are",
    "passed on to its callers",
    "counted, but not yet arrived",
    "stacks that are left",
    "which file to write: it is missing",
    "is no group",
    "cannot be '%s': it is",
    "is no json of",
    "cannot tell of",
    "same but for",
    "that gain",
    "without calls and time too",
    "never made are for",
    "come by the time",
    "such that no cycle",
    "what does not fit is told",
    "any cpu time without any sample is told",
    "whose it is",
    "the default)",
    "unless said otherwise",
    "unless said,",
]
COMMENTS = ["of late", "foretold", "is told,", "are told,", "whose it is", "whoever is killed"]
STRING = re.compile(r'/\*.*?\*/|//[^\n]*|"((?:\\.|[^"\\\n])*)"', re.S)
CODE = re.compile(r"^( {4}|\t).*$|^```.*?^```|`[^`]*`", re.M | re.S)


def strings(text):
    """The string literals of a source in C, those that follow each other as one."""
    joined, end = [], None
    for match in STRING.finditer(text):
        if match[1] is None:
            continue
        if joined and end is not None and not text[end:match.start()].strip():
            joined[-1] += match[1]
        else:
            joined.append(match[1])
        end = match.end()
    return "\n".join(joined)


def main(top):
    faults = []
    with open(os.path.join(top, "README.md")) as file:
        lines = file.read().count("\n")
    if lines > README_LINES:
        faults.append("README.md has %d lines, more than %d" % (lines, README_LINES))
    documents = [os.path.join(top, "README.md"), *glob.glob(os.path.join(top, "docs", "*.md")),
                 *glob.glob(os.path.join(top, "docs", "design", "*.md"))]
    pages = glob.glob(os.path.join(top, "docs", "man", "*.scd"))
    sources = [os.path.join(folder, name) for part in ("tools", "rt", "pass", "include")
               for folder, _, names in os.walk(os.path.join(top, part)) for name in names
               if name.endswith((".c", ".h", ".cpp"))]
    for path in documents + pages + sources:
        with open(path) as file:
            text = file.read()
        if path in documents:
            prose = CODE.sub("CODE", text)
            for line in prose.split("\n"):
                if not line.startswith("|") and re.search(r"\S  +\S", line):
                    faults.append("%s: two blanks: %s" % (path, line))
        said = re.sub(r"\s+", " ", strings(text) if path in sources else text).lower()
        faults += ["%s: '%s'" % (path, phrase) for phrase in BANNED if phrase in said]
        if path in sources:
            text = re.sub(r"\s+(\* )?", " ", text).lower()
            faults += ["%s: comment '%s'" % (path, phrase) for phrase in COMMENTS
                       if re.search(re.escape(phrase) + r"(?!\w)", text)]
    print("\n".join(faults))
    sys.exit(1 if faults or len(sources) < 200 or len(pages) < 10 else 0)


main(sys.argv[1])
