#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""after.py PREDICTION BEFORE AFTER

Compares what `gprof-llvm predict --limit=0` printed of the run BEFORE with the run AFTER of
the program that was really changed; both are folded stacks.  The total is to be the same,
and of every function the total and its own time, but for the rounding of what is printed.
"""

import re
import sys

ROW = re.compile(r"\s*[\d.]+\s+([\d.]+)\s+[\d.]+ \[[\d., ]+\]\s+[\d.]+\s+([\d.]+)  (\S.*)$")


def predicted(path):
    """The whole run's seconds, and {function: (total, self)} of those that gain."""
    text = open(path).read()
    functions = text.split("Functions that get faster")[1].split("\n\n")[1]
    rows = filter(None, map(ROW.match, functions.splitlines()))
    return (float(re.search(r"^predicted\D+([\d.]+)", text, re.M).group(1)),
            {row.group(3): (float(row.group(1)), float(row.group(2))) for row in rows})


def folded(path):
    whole, functions = 0, {}
    for line in open(path):
        stack, us = line.rstrip("\n").rsplit(" ", 1)
        names, seconds = stack.split(";"), int(us) / 1e6
        whole += seconds
        for name in set(names):
            total, own = functions.get(name, (0, 0))
            functions[name] = total + seconds, own + (seconds if name == names[-1] else 0)
    return whole, functions


def main():
    whole, gains = predicted(sys.argv[1])
    (_, before), (really, after) = folded(sys.argv[2]), folded(sys.argv[3])
    wrong = [] if abs(whole - really) < 0.0051 else [("all", whole, really)]
    for name in before:
        said, true = gains.get(name, before[name]), after.get(name, (0, 0))
        if max(abs(a - b) for a, b in zip(said, true)) >= 0.0051:
            wrong.append((name, said, true))
    for name, said, true in wrong:
        print("%s: predicted %s, really %s" % (name, said, true))
    print("%d functions gain" % len(gains))
    sys.exit(1 if wrong or not gains else 0)


main()
