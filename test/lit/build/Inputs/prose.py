#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prose.py TOP [LIMITS] - counts phrases that need a second reading, in comments and in documents.

LIMITS, beside this file as prose.txt, has a line for each: NAME COMMENTS DOCUMENTS.  More of
one is a fault.  Fewer by a tenth is one too, so that the limits follow.  docs/HACKING.md says what
to write in their place."""

import glob
import os
import re
import sys

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|(/\*.*?\*/|//[^\n]*)', re.S)
PHRASES = {
    "whether": r"(?:^|[.;:] )Whether\b",
    "stands": r"\bstands?\b",
    "is-no": r"\b(?:is|are) no (?!longer|more|such)\w+",
    "what": r"(?:^|[,.;:] )What \w+|\b(?:of|for|in|by|as|and|is|than|to|from|with|on|at|that|are) what\b",
    "that-of": r"\b(?:that|those) of\b",
    "tell": r"\b(?:tell|tells|told)\b",
    "behind": r"\bbehind\b",
}


def comments(top):
    for part in ("tools", "rt", "pass", "include"):
        for folder, _, names in os.walk(os.path.join(top, part)):
            for name in names:
                if name.endswith((".c", ".h", ".cpp")):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        for match in COMMENT.finditer(file.read()):
                            if match[1]:
                                yield re.sub(r"\s*\n\s*\*?\s*", " ", match[1].strip("/* \n"))


def documents(top):
    paths = [os.path.join(top, "README.md"), *glob.glob(os.path.join(top, "docs", "*.md")),
             *glob.glob(os.path.join(top, "docs", "design", "*.md")),
             *glob.glob(os.path.join(top, "docs", "man", "*.scd"))]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield file.read()


def counts(texts):
    texts = list(texts)
    return {name: sum(len(re.findall(phrase, text)) for text in texts)
            for name, phrase in PHRASES.items()}


def main(top, limits=os.path.join(os.path.dirname(os.path.abspath(__file__)), "prose.txt")):
    found = counts(comments(top)), counts(documents(top))
    if len(list(comments(top))) < 5000:
        sys.exit("too few comments: is '%s' the source tree?" % top)
    faults = 0
    with open(limits, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    if {line[0] for line in lines} != set(PHRASES):
        sys.exit("'%s' has not one line for each of: %s" % (limits, " ".join(PHRASES)))
    for name, *most in lines:
        for where, n, limit in zip(("comments", "documents"), (f[name] for f in found), most):
            if n > int(limit):
                print("%s: %d in %s, more than %s" % (name, n, where, limit))
                faults += 1
            elif n < 0.9 * int(limit):
                print("%s: %d in %s: lower the limit of %s" % (name, n, where, limit))
                faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
