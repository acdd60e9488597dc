#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""large.py SPEC - writes the description (mkprofile.py) of a program with thousands of functions.

Those of a ring call each other and are called by all others; all have time, and long lists of callers and callees."""

import json
import sys

RING, OTHERS, FAN = 300, 2500, 40


def main(path):
    functions = {"main": {"entries": 1, "calls": {"f%d" % i: 1 for i in range(OTHERS)}}}
    stacks = []
    for i in range(RING):
        calls = {"ring%d" % ((i + k) % RING): 1 + i for k in range(1, FAN)}
        functions["ring%d" % i] = {"calls": calls}
    for i in range(OTHERS):
        functions["f%d" % i] = {"calls": {"ring%d" % ((i * 7 + k) % RING): 1 + k for k in range(FAN)}}
        way = ["main>f%d" % i] + ["f%d>ring%d" % (i, i * 7 % RING)]
        stacks.append({"calls": way, "at": "ring%d" % (i * 7 % RING), "ms": 1 + i % 5})
        stacks.append({"calls": way[:1], "at": "f%d" % i, "ms": 1 + i % 3})
    functions.update(("unused%d" % i, {"entries": 0, "calls": {}}) for i in range(200))
    with open(path, "w", encoding="ascii") as out:
        json.dump({"about": "thousands of functions", "functions": functions, "stacks": stacks}, out)


main(*sys.argv[1:])
