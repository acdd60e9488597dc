#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chrome.py TRACE [--folded FILE] - checks a file of trace events strictly: keys and types of each event,
that slices of a thread nest, and that asynchronous ones end after they began.

--folded: the time of each stack is that of the folded stacks, but for rounding in each interval.  Prints what was
compared, the named processes and threads, and all events that are no slices."""

import argparse
import collections
import json

KEYS = {"M": {"name", "ph", "pid", "tid", "ts", "args"}, "X": {"name", "ph", "pid", "tid", "ts", "dur"},
        "i": {"name", "ph", "pid", "tid", "ts", "s", "cat"},
        "b": {"name", "ph", "pid", "tid", "ts", "cat", "id"}}
KEYS["e"] = KEYS["b"]


def check(event):
    assert set(event) == KEYS[event["ph"]], event
    assert isinstance(event["name"], str) and event["name"], event
    assert type(event["pid"]) is int and type(event["tid"]) is int, event
    for key in {"ts", "dur"} & set(event):
        assert type(event[key]) is int and event[key] >= 0, event
    assert event.get("dur", 1) > 0, event


def stacks(slices):
    """Own time in us of each stack; slices end before those that are around them."""
    own = collections.Counter()
    threads = collections.defaultdict(list)
    for s in slices:
        threads[s["pid"], s["tid"]].append(s)
    for events in threads.values():
        # At the same time the longer one is around, of equal ones the first.
        events = sorted(((s["ts"], -s["dur"], s["name"]) for s in events), key=lambda s: s[:2])
        around = []
        for start, minus, name in events:
            while around and around[-1][0] <= start:
                around.pop()
            end = start - minus
            assert not around or end <= around[-1][0], "slices of a thread overlap: " + name
            if around:
                own[around[-1][1]] -= end - start
            path = (around[-1][1] if around else ()) + (name,)
            own[path] += end - start
            around.append((end, path))
    return {";".join(path): us for path, us in own.items() if us}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trace")
    parser.add_argument("--folded")
    args = parser.parse_args()
    with open(args.trace, encoding="utf-8") as file:
        trace = json.load(file)
    assert set(trace) == {"displayTimeUnit", "traceEvents"}, set(trace)
    lasting = set()
    for event in trace["traceEvents"]:
        check(event)
        key = event["pid"], event.get("cat"), event.get("id")
        if event["ph"] == "b":
            assert key not in lasting, event
            lasting.add(key)
        elif event["ph"] == "e":
            lasting.remove(key)
    assert not lasting, lasting
    found = stacks([e for e in trace["traceEvents"] if e["ph"] == "X"])
    if args.folded:
        with open(args.folded, encoding="utf-8") as file:
            wanted = {name: int(us) for name, us in (line.rsplit(" ", 1) for line in file)}
        wanted = {n: us for n, us in wanted.items() if n not in ("<not sampled>", "<profiler>")}
        assert found.keys() == wanted.keys(), found.keys() ^ wanted.keys()
        assert all(abs(found[n] - wanted[n]) <= 5 for n in wanted), (found, wanted)
        print(len(found), "stacks agree")
    for e in trace["traceEvents"]:
        if e["ph"] == "M":
            print(e["name"], e["pid"], e["tid"], e["args"]["name"])
        elif e["ph"] != "X":
            print(e["ph"], e["cat"], e["name"], e["ts"])


main()
