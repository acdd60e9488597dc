#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""added.py SUM PART... - exports in JSON: instructions of SUM's functions are those of its parts."""
import collections
import json
import sys


def executed(name):
    functions = json.load(open(name))["functions"]
    found = {f["name"]: f["instructions"] for f in functions if f.get("instructions")}
    assert len(found) > 2 and all(x["low"] for x in found.values()), (name, found)
    return found


total = executed(sys.argv[1])
parts = collections.defaultdict(collections.Counter)
for name in sys.argv[2:]:
    for function, x in executed(name).items():
        parts[function].update({k: x[k] for k in ("self", "low", "high")})
assert parts.keys() == total.keys(), (parts, total)
for function, x in parts.items():
    assert all(total[function][k] == n for k, n in x.items()), (function, x, total[function])
print(len(total), "functions add up")
