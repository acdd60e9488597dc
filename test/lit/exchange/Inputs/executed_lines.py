#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""executed_lines.py SUM PART... - tracefiles of lcov: each line and function of SUM has the sum of its
parts; so has each way of a branch, but for --builds, where branches of the parts stand side by side."""
import collections
import sys


def read(name):
    """Of a file: lines, functions, and branches by line in their order."""
    files, path = {}, None
    for row in open(name).read().splitlines():
        key, _, value = row.partition(":")
        if key == "SF":
            path = value
            files[path] = collections.Counter(), collections.defaultdict(list)
        elif key == "DA":
            line, n = map(int, value.split(","))
            files[path][0][line] = n
        elif key == "FNDA":
            n, function = value.split(",")
            files[path][0][function] = int(n)
        elif key == "BRDA":
            line, _, _, n = value.split(",")
            files[path][1][int(line)].append(0 if n == "-" else int(n))
    return files


builds = "--builds" in sys.argv
total, *parts = [read(name) for name in sys.argv[1:] if name[0] != "-"]
assert total.keys() == set().union(*parts), (list(total), [list(part) for part in parts])
n = ran = 0
for path, (lines, branches) in total.items():
    of = [part[path] for part in parts if path in part]
    for key in set().union(lines, *(part[0] for part in of)):
        want = sum(part[0][key] for part in of)
        assert key in lines and lines[key] == want, (path, key, lines.get(key), want)
        n += 1
        ran += want > 0
    for line in set().union(branches, *(part[1] for part in of)):
        each = [part[1][line] for part in of]
        want = sum(each, []) if builds else [sum(ways) for ways in zip(*each)]
        have = branches[line]
        assert (sorted(have) == sorted(want) if builds else have == want), (path, line, have, each)
        n += 1
assert ran > 3, ran
print("lines, functions and branches add up")
