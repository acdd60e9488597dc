#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callgrind.py - compares the arcs of two profiles of one run.

A function is known to both when callgrind and the report name it as part of the
binary.  Functions of one name are added up on both sides, since callgrind
does not tell them apart without debug information.  Exit status 1 when an arc
differs or none could be compared.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "test", "tools"))
from callgraph import CallGraph  # noqa: E402

NAME = re.compile(r"^(c?)(fn|ob)=\((\d+)\)(?: (.*))?$")
CALLS = re.compile(r"^calls=(\d+)")


def read_callgrind(path, binary):
    """({(caller, callee): calls}, {functions}) of one object."""
    names = {"fn": {}, "ob": {}}
    here = {"fn": None, "ob": None}     # the function whose costs are listed
    callee = {"fn": None, "ob": None}   # what the next calls= line is about
    arcs, functions = collections.Counter(), set()
    with open(path) as file:
        for line in file:
            match = NAME.match(line)
            if match:
                called, kind, number, name = match.groups()
                if name:
                    names[kind][number] = name
                (callee if called else here)[kind] = names[kind][number]
                if not called and kind == "fn" and here["ob"] == binary:
                    functions.add(here["fn"])
                continue
            match = CALLS.match(line)
            if match:
                target = callee["ob"] or here["ob"]
                if here["ob"] == binary and target == binary:
                    arcs[here["fn"], callee["fn"]] += int(match.group(1))
                callee = {"fn": None, "ob": None}
    return arcs, functions


def read_report(tool, binary, profile):
    run = subprocess.run([tool, "report", binary, profile], capture_output=True, text=True)
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
