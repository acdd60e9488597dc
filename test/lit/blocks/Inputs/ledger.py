#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ledger.py PRINT BINARY PROFILE [LEAST [OPTION...]] - compares executions of marks with the program's ledger.

PRINT is print_executions, which takes the options.  No mark may be executed more or less often than the bounds say; at least
LEAST per cent of the marks that were executed (100, unless it says otherwise) must be known exactly.
Where there is a ledger.long, the ledger says what is the least, and that the most."""

import os
import re
import struct
import subprocess
import sys

MARKS = [
    (re.compile(r"prefetchnta .*rsp \+ (0x[0-9a-f]+)\]"), 1),
    (re.compile(r"prfm .*\[sp, #(0x[0-9a-f]+)\]"), 8),
]
ANY = 1 << 60


def number(line):
    """The number of the mark that an instruction is, or None."""
    for pattern, times in MARKS:
        found = pattern.search(line)
        if found:
            return int(found[1], 0) // times - 4096 // times
    return None


def read(lines):
    """The bounds of each mark, over all its copies, and whether all are exact."""
    marks = {}
    for line in lines:
        address, count, how, _ = line.split(" ", 3)
        mark = number(line)
        if mark is None:
            continue
        low, _, high = count.partition("..")
        one = marks.setdefault(mark, [0, 0, True])
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
        ledger = most = struct.unpack("<64q", file.read())
    if os.path.exists("ledger.long"):
        with open("ledger.long", "rb") as file:
            most = struct.unpack("<64q", file.read())
    wrong = exact = 0
    for mark, (low, high, known) in sorted(marks.items()):
        exact += known and ledger[mark] > 0
        if low > most[mark] or ledger[mark] > high:
            print("mark %d: %d executions, not %d..%d" % (mark, ledger[mark], low, high))
            wrong += 1
    executed = sum(1 for count in ledger if count)
    print("%d marks, %d executed, %d of them exact" % (len(marks), executed, exact), run.stderr)
    sys.exit(wrong > 0 or not executed or 100 * exact < least * executed)


main()
