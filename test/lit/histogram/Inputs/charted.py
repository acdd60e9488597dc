# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""charted.py EXECUTIONS CHART... - the first chart, of single bytes, has what print_executions says of the same instructions;
those that it lacks are as many as its head says are the profiler's; all charts end in the sum of the others."""
import re
import sys

ROW = re.compile(r"^0x([0-9a-f]+)-0x[0-9a-f]+ +(\d+) ")
HEAD = re.compile(r": (\d+) instructions executed, and (\d+) of the profiler")
counts = {int(line.split()[0], 16): int(line.split()[1]) for line in open(sys.argv[1])}
charted = {int(row[1], 16): int(row[2]) for row in map(ROW.match, open(sys.argv[2])) if row and row[2] != "0"}
wrong = {address: n for address, n in charted.items() if counts.get(address) != n}
assert charted and not wrong, wrong
for path in sys.argv[2:]:
    text = open(path).read()
    insns, ours = map(int, HEAD.search(text).groups())
    assert insns == sum(charted.values()) and insns + ours == sum(counts.values()), (path, insns, ours)
    assert re.findall(r"^total +(\d+) ", text, re.M) == [str(insns)], path
