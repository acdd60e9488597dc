# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""json_sums.py: whether the times in the JSON of `annotate` add up."""
import json
import sys

annotation = json.load(sys.stdin)
time, functions = annotation["time"], annotation["functions"]


def add_up(whole, parts, what):
    if abs(whole - sum(parts)) > 10:
        sys.exit("%s: %d is not %d" % (what, sum(parts), whole))


add_up(time["total_ns"], [time[part + "_ns"] for part in (
    "functions", "other_functions", "libraries", "profiler", "not_sampled")], "all time")
add_up(time["functions_ns"], [f["own_ns"] for f in functions], "functions")
for f in functions:
    for kind, name in ("own", "own_ns"), ("inlined", "inlined_ns"):
        add_up(f[name], [r["ns"] for r in f["rows"] if r["kind"] == kind],
               "%s of %s" % (kind, f["name"]))
if not time["functions_ns"]:
    sys.exit("there is nothing to add up")
print(len(functions), "functions add up")
