#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ran.py TRACE - what ran in each 400 ms of a trace, by thread: us of the calls of load and work."""

import collections
import json
import sys

STEP = 400000


def main():
    with open(sys.argv[1]) as file:
        events = json.load(file)["traceEvents"]
    ran = collections.Counter()
    for event in events:
        if event["ph"] == "X" and event["name"] in ("load", "work"):
            ran[event["tid"], event["ts"] // STEP, event["name"]] += event["dur"]
    for (tid, step, name), duration in sorted(ran.items()):
        print(tid, "%d-%d" % (step * 400, step * 400 + 400), name, duration)


main()
