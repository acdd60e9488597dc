#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""objects.py FILE - checks the waits of objects.c in an export as JSON."""
import json
import sys


def check(good, text):
    if not good:
        sys.exit("objects.py: " + text)


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        data = json.load(f)
    waits, functions = data["waits"], data["functions"]
    objects = {(o["kind"], o["name"]): o for o in waits["objects"]}
    lock = objects["mutex", "cache_lock"]
    check(lock["module"] == "a.out", "the module of cache_lock is %s" % lock["module"])
    check(lock["low_ns"] <= lock["ns"] <= lock["high_ns"], "the interval of cache_lock")
    check(functions[lock["waiters"][0]["function"]]["name"] == "take_static",
          "the waiter of cache_lock")
    check("evict" in {h["name"] for h in lock["holders"]}, "the holder of cache_lock")
    check("condition" in {kind for kind, _ in objects}, "no condition variable")
    check("pipe" in {kind for kind, _ in objects}, "no pipe")
    for o in objects.values():
        check(abs(sum(w["ns"] for w in o["waiters"]) - o["ns"]) < 10, "waiters of " + o["name"])
        if o["holders"]:
            check(abs(sum(h["ns"] for h in o["holders"]) - o["ns"]) < 10,
                  "holders of " + o["name"])
    files = {"file", "pipe", "socket", "epoll", "descriptor", "descriptors"}
    for member, wanted in ("files_ns", True), ("locks_ns", False):
        total = sum(o["ns"] for (kind, _), o in objects.items() if (kind in files) == wanted)
        check(abs(total - waits[member]) < 100, "%s is %d, not %d" % (member, waits[member], total))
    check(waits["locks_ns"] + waits["files_ns"] + waits["queued_ns"] <= waits["total_ns"],
          "parts of all waiting")


if __name__ == "__main__":
    main()
