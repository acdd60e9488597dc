# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a case that differs small: drops what it can while the same part differs.

Lists are halved, then quartered, down to single elements (delta debugging).
"""

import copy
import time

from .compare import Skipped, compare_in_new_directory


def lists_of(case):
    """Functions that return the lists of a case that may lose elements."""
    found = [lambda c: c["args"]]
    if "image" in case:
        found.append(lambda c: c["image"]["calls"])
        if not case["plain"]:   # without gaps, as it must stay
            found.append(lambda c: c["image"]["symbols"])
        if case["nm"] is not None:
            found.append(lambda c: c["nm"])
        for i, profile in enumerate(case["profiles"]):
            found.append(lambda c, i=i: c["profiles"][i]["records"])
            for j, record in enumerate(profile["records"]):
                if record[0] in ("hist", "bb"):
                    found.append(lambda c, i=i, j=j: c["profiles"][i]["records"][j][-1])
    return found


def shrink_list(case, get, differs, until):
    step = max(1, len(get(case)) // 2)
    while step and time.monotonic() < until:
        at = 0
        while at < len(get(case)) and time.monotonic() < until:
            smaller = copy.deepcopy(case)
            del get(smaller)[at:at + step]
            if differs(smaller):
                case = smaller
            else:
                at += step
        step //= 2
    return case


def shrink(programs, case, part, seconds=20):
    """The smallest found within the time."""
    def differs(candidate):
        try:
            difference = compare_in_new_directory(programs, candidate)
        except (Skipped, IndexError, ValueError):
            return False
        return bool(difference) and difference[2] == part

    until, size = time.monotonic() + seconds, None
    while size != len(repr(case)) and time.monotonic() < until:
        size = len(repr(case))
        if "again" in case:
            fewer = {k: v for k, v in case.items() if k != "again"}
            case = fewer if differs(fewer) else case
        for i in reversed(range(len(case.get("profiles", ())))):
            fewer = copy.deepcopy(case)
            del fewer["profiles"][i]
            case = fewer if fewer["profiles"] and differs(fewer) else case
        for get in reversed(lists_of(case)):
            try:
                case = shrink_list(case, get, differs, until)
            except IndexError:
                pass
    return case
