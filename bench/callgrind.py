#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callgrind.py - compares the arcs of two profiles of one run.

callgrind.out must hold absolute addresses (--dump-instr=yes --compress-pos=no):
an arc goes from the function whose symbol covers the call to the one that
covers its target.  By callgrind's own names, what a function does after a jump
through the profiler's stub would be counted for the stub.

A function is known to both when callgrind saw it called or calling and the
report names it.  Functions of one name are added up on both sides.  Exit status
1 when an arc differs or none could be compared.
"""

import argparse
import bisect
import collections
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "test", "tools"))
from callgraph import CallGraph  # noqa: E402

OBJECT = re.compile(r"^(c?)ob=(?:\((\d+)\) ?)?(.*)$")
CALLS = re.compile(r"^calls=(\d+) 0x([0-9a-f]+)")
ADDRESS = re.compile(r"^0x([0-9a-f]+) ")


class Symbols:
    """The functions of a binary by address."""

    def __init__(self, binary):
        nm = subprocess.run(["nm", "-S", "--defined-only", binary], capture_output=True,
                            text=True, check=True).stdout
        rows = (line.split() for line in nm.splitlines())
        self.functions = sorted((int(row[0], 16), int(row[1], 16), row[3]) for row in rows
                                if len(row) == 4 and row[2] in "tTwW")
        self.starts = [start for start, _, _ in self.functions]

    def name(self, address):
        i = bisect.bisect_right(self.starts, address) - 1
        if i < 0 or address >= self.functions[i][0] + self.functions[i][1]:
            return None
        return self.functions[i][2]


def read_callgrind(path, binary):
    """({(caller, callee): calls}, {functions}) of one object."""
    symbols = Symbols(binary)
    objects = {}
    here = there = None     # the object whose costs are listed; that of the callee
    call = None             # (count, target) of a calls= line
    arcs = collections.Counter()
    with open(path) as file:
        for line in file:
            match = OBJECT.match(line.rstrip("\n"))
            if match:
                called, number, name = match.groups()
                if number:
                    name = objects.setdefault(number, name) or objects[number]
                if called:
                    there = name
                else:
                    here = name
            elif CALLS.match(line):
                count, target = CALLS.match(line).groups()
                if here == binary and (there or here) == binary:
                    call = int(count), int(target, 16)
                there = None
            elif call and ADDRESS.match(line):
                site = int(ADDRESS.match(line).group(1), 16)
                arcs[symbols.name(site), symbols.name(call[1])] += call[0]
                call = None
    return arcs, {function for arc in arcs for function in arc if function}


def read_report(tool, binary, profile):
    run = subprocess.run([tool, "report", "--classic", "--attribution=gprof", binary, profile],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    graph = CallGraph(run.stdout)
    arcs = collections.Counter()
    for (caller, callee), count in graph.arcs.items():
        arcs[caller, callee] += count
    return arcs, set(graph.calls)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("binary")
    parser.add_argument("profile")
    parser.add_argument("callgrind")
    args = parser.parse_args()

    theirs, their_functions = read_callgrind(args.callgrind, args.binary)
    ours, our_functions = read_report(args.tool, args.binary, args.profile)
    known = their_functions & our_functions
    arcs = {arc for arc in set(theirs) | set(ours) if arc[0] in known and arc[1] in known}
    wrong = sorted(arc for arc in arcs if theirs[arc] != ours[arc])
    taken = [arc for arc in arcs if theirs[arc] or ours[arc]]
    for arc in wrong:
        print("  %s -> %s: callgrind %d, gprof-llvm %d" % (*arc, theirs[arc], ours[arc]))
    print("  %d functions known to both, %d arcs taken compared (%d calls), %d differ"
          % (len(known), len(taken), sum(theirs[arc] for arc in taken), len(wrong)))
    sys.exit(1 if wrong or not taken else 0)


main()
