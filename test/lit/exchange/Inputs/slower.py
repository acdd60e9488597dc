# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""slower.py FUNCTIONS SLOWER FACTOR CALLS - writes before.json and after.json, for mkprofile.py.

The functions have 200, 210, ... ms.  After it the first SLOWER of them take FACTOR as long, a hundredth
more or less, and each was called CALLS times where it was called 10 times before.
"""
import json
import sys

functions, slower, factor, calls = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]

for name, n, by in ("before", 10, 1), ("after", int(calls), factor):
    spec = {"main": {"entries": 1, "calls": {f"f{i}": n for i in range(functions)}}}
    for i in range(functions):
        one = by + (i % 3 - 1) / 100 if i < slower else 1
        spec[f"f{i}"] = {"self": round((200 + 10 * i) * one)}
    with open(name + ".json", "w") as out:
        json.dump({"functions": spec}, out)
