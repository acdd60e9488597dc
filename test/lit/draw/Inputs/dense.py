#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dense.py N > SPEC.json: N functions that all call each other, each call with a sample; for
mkprofile.py."""

import json
import sys


def main():
    n = int(sys.argv[1])
    functions = {"main": {"entries": 1, "calls": {"f0": 1}}}
    for i in range(n):
        functions["f%d" % i] = {"calls": {"f%d" % k: i + k + 1 for k in range(n) if k != i}}
    stacks = []
    for i in range(n):
        way = ["main>f0"] + (["f0>f%d" % i] if i else [])
        stacks += [{"calls": way + ["f%d>f%d" % (i, k)], "at": "f%d" % k, "ms": 1}
                   for k in range(n) if k != i]
    json.dump({"functions": functions, "stacks": stacks}, sys.stdout)


main()
