#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sum.py CHART [LABEL]... - samples and milliseconds of the intervals of a chart, added up, or of the rows
with these labels.  With --total, of all rows, and an error if the chart's total is another one."""

import re
import sys

ROW = re.compile(r"^(\S.*?) {1,}(\d*)[ ?]+(\d+\.\d{3}) +\d+\.\d +(\d+\.\d)")


def rows(path):
    """(label, samples, ms), the parts of the chart as lists: intervals, others, total."""
    parts = [[]]
    with open(path) as file:
        lines = file.read().split("\n")
    start = next(i for i, line in enumerate(lines) if line.endswith(("function", "thread",
                                                                     "source", "hottest line", "what ran")))
    for line in lines[start + 1:]:
        found = ROW.match(line)
        if found:
            parts[-1].append((found[1], int(found[2] or 0), round(float(found[3]) * 1000)))
        elif not line:
            parts.append([])
    return [p for p in parts if p]


def main(path, *labels):
    parts = rows(path)
    if labels and labels[0] == "--total":
        every = [r for p in parts for r in p if r[0] != "total"]
        total = next(r for p in parts for r in p if r[0] == "total")
        mine = (sum(r[1] for r in every), sum(r[2] for r in every))
        # Each row is rounded to a millisecond.
        if mine[0] != total[1] or abs(mine[1] - total[2]) > (len(every) + 1) / 2:
            sys.exit("%s: rows are %s, total %s" % (path, mine, total[1:]))
        print("total adds up")
        return
    chosen = [r for p in parts for r in p if r[0] in labels] if labels else parts[0]
    print(sum(r[1] for r in chosen), sum(r[2] for r in chosen))


main(*sys.argv[1:])
