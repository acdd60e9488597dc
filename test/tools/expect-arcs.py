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

    WITHIN: caller -> callee N..M    the arc's count is from N to M

N is a Python expression of numbers and of names given by -D NAME=VALUE; a
line with [NAME] before the colon, `ARC[threads]:`, is used with --set NAME
only.  At least one line must apply.  Prints every difference; exit status 1 if
there is any.
"""

import argparse
import re
import subprocess
import sys

from callgraph import CallGraph

LINE = re.compile(r"\b(ARC|NOARC|NEAR|WITHIN|CALLS|SPONTANEOUS)(?:\[(\w+)\])?:\s*(.*)")


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
                count = [eval(e, {"__builtins__": {}}, names) for e in expression.split("..")]
                count = count if kind == "WITHIN" else count[0]
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
        elif kind == "WITHIN":
            found = report.arcs.get(subject, 0)
            if count[0] <= found <= count[1]:
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

    only = ["--no-children"] if args.profile else []  # not those of its children
    run = subprocess.run([args.tool, "report", "--classic", "--attribution=gprof", *args.option,
                          *only, args.binary, *args.profile], capture_output=True, text=True)
    if run.returncode:
        sys.exit("report failed (%d): %s" % (run.returncode, run.stderr))
    expected = list(expectations(args.source, args.set, names))
    if not expected:
        sys.exit("no expectation in '%s' applies" % args.source)
    wrong = list(differences(CallGraph(run.stdout), expected))
    if wrong:
        sys.stdout.write(run.stdout)
        sys.stderr.write(run.stderr)
        sys.exit("\n".join(wrong))
    print("%d expectations met" % len(expected))


main()
