# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measured_sums.py FILE.json: own times by callers against those of functions, in ns."""
import json
import sys

with open(sys.argv[1]) as file:
    graph = json.load(file)
own = [f["measured"]["outermost_self_ns"] for f in graph["functions"]]
for arc in graph["arcs"]:
    own[arc["callee"]] += arc["measured"]["self_ns"]
for function, ns in zip(graph["functions"], own):
    if abs(function["measured"]["self_ns"] - ns) > 10:
        sys.exit("%s: %d, not %d" % (function["name"], function["measured"]["self_ns"], ns))
    for figure in ("self", "total"):
        low, value, high = (function["measured"][figure + part]
                            for part in ("_low_ns", "_ns", "_high_ns"))
        if not low <= value <= high:
            sys.exit("%s: %d is not within %d and %d" % (function["name"], value, low, high))
print(len(own), "functions add up to", sum(own))
