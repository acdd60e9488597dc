#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expect-arcs.py [options] --tool GPROF-LLVM BINARY SOURCE [PROFILE...]

Runs `gprof-llvm report BINARY` and compares the call-graph profile with what
the comments of SOURCE say:

    ARC: caller -> callee N      the arc's count is N
    NOARC: caller -> callee      the report has no such arc, not even with 0
    CALLS: function N            the function was entered N times
    SPONTANEOUS: function N      N of them came from outside the counted code
    NEAR: caller -> callee N     the arc's count is at least N and differs from
                                 the callee's entries by one at most

N is a Python expression of numbers and of names given by -D NAME=VALUE; a
line with [NAME] before the colon, `ARC[threads]:`, is used with --set NAME
only.  At least one line must apply.  Prints every difference; exit status 1 if
there is any.
"""

import argparse
import re
import subprocess
import sys

# index, %time, self, children, called (n, n+self, or nothing), name, [index]
PRIMARY = re.compile(r"^\[(\d+)\]\s+[\d.]+\s+[\d.]+\s+[\d.]+\s*(?:(\d+)(?:\+(\d+))?)?\s+(\S.*?)\s*$")
# self, children, called/total (or self-calls), name, [index]
RELATIVE = re.compile(r"^\s+(?:[\d.]+\s+[\d.]+\s+)?(\d+)(?:/(\d+))?\s+(\S.*?)\s*$")
SPONTANEOUS = re.compile(r"^\s+.*<spontaneous>")
SUFFIX = re.compile(r"(\s+<cycle \d+( as a whole)?>)?(\s+\[\d+\])?$")
LINE = re.compile(r"\b(ARC|NOARC|NEAR|CALLS|SPONTANEOUS)(?:\[(\w+)\])?:\s*(.*)")


def bare(name):
    """The function's name without cycle and index."""
    return SUFFIX.sub("", name)


class Report:
    """Arcs and entry counts of a call-graph profile in text form."""

    def __init__(self, text):
        self.arcs = {}          # (caller, callee) -> count
        self.calls = {}         # function -> times entered, self calls included
        self.spontaneous = {}   # function -> calls from outside
        block = []
        for line in text.splitlines():
            if re.match(r"^-{10,}", line):
                self.entry(block)
                block = []
            else:
                block.append(line)

    def entry(self, lines):
        heads = [i for i, line in enumerate(lines) if PRIMARY.match(line)]
        if not heads:
            return
        head = PRIMARY.match(lines[heads[0]])
        if " as a whole" in head.group(4):
            return
        name = bare(head.group(4))
        self.calls[name] = int(head.group(2) or 0) + int(head.group(3) or 0)
        for i, line in enumerate(lines):
            relative = RELATIVE.match(line)
            if not relative or i == heads[0]:
                continue
            count, other = int(relative.group(1)), bare(relative.group(3))
            if SPONTANEOUS.match(line):
                self.spontaneous[name] = count
            elif i < heads[0]:
                self.arcs[other, name] = count
            else:
                self.arcs[name, other] = count
        if head.group(3):
            self.arcs[name, name] = int(head.group(3))


def expectations(path, sets, names):
    """Yields (kind, subject, count) for the lines that apply."""
    with open(path) as source:
        for line in source:
            match = LINE.search(line)
            if not match or (match.group(2) and match.group(2) not in sets):
                continue
            kind, rest = match.group(1), match.group(3).strip().rstrip("*/").strip()
            count = None
            if kind != "NOARC":
                rest, expression = re.match(r"(.*?)\s+(\S+)$", rest).groups()
                count = eval(expression, {"__builtins__": {}}, names)
            subject = tuple(s.strip() for s in rest.split(" -> ")) if "->" in rest else rest
            yield kind, subject, count


def differences(report, expected):
    for kind, subject, count in expected:
        if kind in ("ARC", "NOARC"):
            found = report.arcs.get(subject)
        elif kind == "NEAR":
            found = report.arcs.get(subject, 0)
            if found >= count and abs(found - report.calls.get(subject[1], 0)) <= 1:
                continue
        elif kind == "CALLS":
            found = report.calls.get(subject)
        else:
            found = report.spontaneous.get(subject, 0)
        if found != count:
            what = " -> ".join(subject) if isinstance(subject, tuple) else subject
            yield "%s: %s: expected %s, reported %s" % (kind, what, count, found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("-D", action="append", default=[], dest="define")
    parser.add_argument("--option", action="append", default=[], help="for the report")
    parser.add_argument("binary")
    parser.add_argument("source")
    parser.add_argument("profile", nargs="*")
    args = parser.parse_args()
    names = {k: int(v) for k, v in (d.split("=") for d in args.define)}

    run = subprocess.run([args.tool, "report", *args.option, args.binary, *args.profile],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit("report failed (%d): %s" % (run.returncode, run.stderr))
    expected = list(expectations(args.source, args.set, names))
    if not expected:
        sys.exit("no expectation in '%s' applies" % args.source)
    wrong = list(differences(Report(run.stdout), expected))
    if wrong:
        sys.stdout.write(run.stdout)
        sys.stderr.write(run.stderr)
        sys.exit("\n".join(wrong))
    print("%d expectations met" % len(expected))


main()
