#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""in_order.py TRACE FUNCTION... - whether these functions ran one after the other in one thread of a trace:
none begins before another has ended, but for an interval of the trace; each has time."""

import json
import sys


def main(path, *names):
    with open(path) as file:
        events = [e for e in json.load(file)["traceEvents"] if e["ph"] == "X"]
    end = max(e["ts"] + e["dur"] for e in events)
    interval = end / 10  # a run of few samples has few intervals
    threads, before = set(), None
    for name in names:
        mine = [e for e in events if e["name"] == name]
        if not mine:
            sys.exit("%s never ran" % name)
        threads |= {e["tid"] for e in mine}
        first, last = min(e["ts"] for e in mine), max(e["ts"] + e["dur"] for e in mine)
        if before is not None and first < before - interval:
            sys.exit("%s began at %d us, before %d" % (name, first, before))
        before = last
    if len(threads) != 1:
        sys.exit("threads %s" % threads)
    print("in order")


main(*sys.argv[1:])
