#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ledger.py PRINT BINARY PROFILE [LEAST [OPTION...]] - compares executions of marks with the program's ledger.

PRINT is print_executions, which takes the options.  No mark may be executed more or less often than the bounds say; at least
LEAST per cent of the marks that were executed (100, unless it says otherwise) must be known exactly."""

import re
import struct
import subprocess
import sys

MARK = re.compile(r"prefetchnta .*rsp \+ (0x[0-9a-f]+)\]")
ANY = 1 << 60


def read(lines):
    """The bounds of each mark, over all its copies, and whether all are exact."""
    marks = {}
    for line in lines:
        address, count, how, _ = line.split(" ", 3)
        mark = MARK.search(line)
        if not mark:
            continue
        low, _, high = count.partition("..")
        one = marks.setdefault(int(mark[1], 0) - 4096, [0, 0, True])
        one[0] += int(low)
        one[1] += int(high or low)
        one[2] &= how == "exact"
    return marks


def main():
    tool, binary, profile = sys.argv[1:4]
    least = float(sys.argv[4]) if len(sys.argv) > 4 else 100
    run = subprocess.run([tool] + sys.argv[5:] + [binary, profile], capture_output=True, text=True, check=True)
    marks = read(run.stdout.splitlines())
    with open("ledger", "rb") as file:
        ledger = struct.unpack("<64q", file.read())
    wrong = exact = 0
    for mark, (low, high, known) in sorted(marks.items()):
        exact += known and ledger[mark] > 0
        if not low <= ledger[mark] <= high:
            print("mark %d: %d executions, not %d..%d" % (mark, ledger[mark], low, high))
            wrong += 1
    executed = sum(1 for count in ledger if count)
    print("%d marks, %d executed, %d of them exact" % (len(marks), executed, exact), run.stderr)
    sys.exit(wrong > 0 or not executed or 100 * exact < least * executed)


main()
