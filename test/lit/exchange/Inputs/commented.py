# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""commented.py SOURCE TRACEFILE - compares executions of lines with the comments behind them: /* 12 */."""

import os
import re
import sys


def main(source, tracefile):
    want, got, here = {}, {}, False
    with open(source, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            found = re.search(r"/\* (\d+) \*/", line)
            if found:
                want[number] = int(found[1])
    with open(tracefile, encoding="ascii") as file:
        for line in file:
            if line.startswith("SF:"):
                here = os.path.basename(line.strip()[3:]) == os.path.basename(source)
            elif here and line.startswith("DA:"):
                number, count = line[3:].split(",")
                got[int(number)] = int(count)
    wrong = ["line %d: %s, not %d" % (n, got.get(n, "absent"), want[n]) for n in want if got.get(n) != want[n]]
    print("\n".join(wrong + ["%d lines, %d wrong" % (len(want), len(wrong))]))
    sys.exit(len(wrong) > 0 or not want)


main(*sys.argv[1:])
