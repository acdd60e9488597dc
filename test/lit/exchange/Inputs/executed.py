# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""executed.py FILE REPORT [EXECUTIONS]

Own instructions in a file of callgrind's format, whose first event they are, add up to its summary,
its totals and what the report says.  With EXECUTIONS (of print_executions) positions are
instructions, and each has as many as that says.
"""

import re
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def main():
    own, called, sums, places = 0, False, [], {}
    for line in read(sys.argv[1]):
        if line.startswith(("summary: ", "totals: ")):
            sums.append(int(line.split()[1]))
        elif line.startswith("calls="):
            called = True
        elif re.match(r"[0-9]", line):
            words = line.split()
            cost = int(words[2 if words[0].startswith("0x") else 1])
            if not called:
                own += cost
                places[words[0]] = places.get(words[0], 0) + cost
            called = False
    said = next(line for line in read(sys.argv[2]) if "instructions executed, and" in line)
    report = int(said.split(": ")[1].split()[0])
    assert sums == [own, own] and own == report, (own, sums, report)
    if len(sys.argv) > 3:
        counted = {f"0x{w[0]}": int(w[1]) for w in map(str.split, read(sys.argv[3])) if len(w) > 4}
        # Where samples alone are, it is the profiler's or a library's.
        wrong = {a: n for a, n in places.items() if n and counted.get(a) != n}
        assert places and not wrong, wrong
    print("all agree")


main()
