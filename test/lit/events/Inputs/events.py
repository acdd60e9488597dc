# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""events.py TRUTH JSON - compares the events of an export with what the program knows.

TRUTH has lines "EVENT FUNCTION EVENTS SLACK": the samples of EVENT in a function represent EVENTS,
or up to SLACK more or fewer.  Instead of a function "total" is the counters' sum, "sampled" the
sum of all samples, "period" the events of a sample, and "lost" and "refused" are as in the
export."""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    found, names = {}, [f["name"] for f in data["functions"]]
    for kind in data["events"]["kinds"]:
        for name, member in (("total", "events"), ("sampled", "sampled_events"),
                             ("period", "period"), ("lost", "lost_samples"),
                             ("refused", "refused")):
            found[kind["name"], name] = kind[member]
    for s in data["events"]["samples"]:
        if s["function"] is not None:
            key = s["event"], names[s["function"]]
            found[key] = found.get(key, 0) + s["events"]
    return found


def main():
    found = read(sys.argv[2])
    failures = checked = 0
    with open(sys.argv[1]) as truth:
        for line in truth:
            event, name, events, slack = line.split()
            checked += 1
            if abs(found.get((event, name), 0) - float(events)) > float(slack):
                failures += 1
                print("expected", line.strip(), "found", found.get((event, name)))
    print(checked, "events,", failures, "failures")


main()
