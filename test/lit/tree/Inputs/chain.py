# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chain.py N: main calls left and right, both the first of N functions that call one another."""
import json
import sys

n = int(sys.argv[1])
names = ["function_%d" % i for i in range(n)]
chain = ["%s>%s" % pair for pair in zip(names, names[1:])]
functions = {"main": {"entries": 1, "calls": {"left": 1, "right": 1}},
             "left": {"calls": {names[0]: 1}}, "right": {"calls": {names[0]: 1}}}
functions.update({a: {"calls": {b: 2}} for a, b in zip(names, names[1:])})
functions[names[-1]] = {}
json.dump({"functions": functions, "stacks": [
    {"calls": ["main>" + side, side + ">" + names[0], *chain], "at": names[-1], "ms": ms}
    for side, ms in (("left", 600), ("right", 400))]}, sys.stdout)
