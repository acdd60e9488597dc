#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# quantiles.py EXPORT.json FUNCTION CONDITION... - checks what an export says of the calls of a
# function: its members are names, 'callers' is by name, 'entries' are the counted calls.
# quantiles.py EXPORT.json FUNCTION --ledger FILE [LEAST] - compares with what the program measured inside
# and around each call, lines of "INSIDE AROUND" in ns: no quantile may lie outside of the two by
# more than LEAST ns, which a coarse clock needs.

import json
import math
import sys

ROOM = 0.01     # the width of a range, and the clock's rate
LEAST = 100     # ns


def load(path, name):
    with open(path, encoding="utf-8") as f:
        export = json.load(f)
    functions = export["functions"]
    for f in functions:
        if name in (f["name"], f["demangled"]) and "quantiles" in f:
            figures = dict(f["quantiles"][0])
            figures["entries"] = f["calls"]
            figures["callers"] = {
                None if c["caller"] is None else functions[c["caller"]]["name"]: c
                for c in figures["callers"]}
            return figures
    sys.exit("no calls of '%s' were measured" % name)


def rank(values, part):
    return values[max(0, math.ceil(part * len(values)) - 1)]


def compare(figures, path, least):
    with open(path, encoding="utf-8") as f:
        calls = [tuple(map(int, line.split())) for line in f]
    inside, around = sorted(c[0] for c in calls), sorted(c[1] for c in calls)
    wrong = []

    def check(what, low, high, value):
        if not low * (1 - ROOM) - least <= value <= high * (1 + ROOM) + least:
            wrong.append("%s: %d ns is not between %d and %d" % (what, value, low, high))

    if figures["calls"] != len(calls):
        wrong.append("%d calls, not %d" % (figures["calls"], len(calls)))
    for key, part in (("p50_ns", .5), ("p90_ns", .9), ("p99_ns", .99), ("p999_ns", .999)):
        check(key, rank(inside, part), rank(around, part), figures[key])
    check("min_ns", inside[0], around[0], figures["min_ns"])
    check("max_ns", inside[-1], around[-1], figures["max_ns"])
    check("total_ns", sum(inside), sum(around), figures["total_ns"])
    for i, call in enumerate(figures["longest"]):
        check("longest %d" % (i + 1), inside[-1 - i], around[-1 - i], call["ns"])
    if len(figures["longest"]) != min(10, len(calls)):
        wrong.append("%d longest" % len(figures["longest"]))
    return wrong


def main():
    figures = load(sys.argv[1], sys.argv[2])
    if sys.argv[3] == "--ledger":
        wrong = compare(figures, sys.argv[4], int((sys.argv + [LEAST])[5]))
    else:
        wrong = [c for c in sys.argv[3:] if not eval(c, {}, figures)]
    if wrong:
        sys.exit("\n".join(["'%s':" % sys.argv[2]] + wrong + [json.dumps(figures)]))


main()
