# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lines - executions of lines of optimised code against those of the same run without optimisation.

Without optimisation the line table is exact.  A line of optimised code has the same count,
bounds that hold, another one, or none.
"""

import collections
import json
import os
import subprocess

KINDS = "same", "least", "other", "none", "wrong zero"


def known(tool):
    """{(file, line): (least, most)} of 'program' and 'profile' in the current folder."""
    run = subprocess.run([tool, "annotate", "--format=json", "--limit=0", "program", "profile"],
                         capture_output=True, text=True, check=True)
    found = {}
    for function in json.loads(run.stdout)["functions"]:
        for row in function["rows"]:
            count = row.get("executions")
            if count and row.get("line") and not row.get("no_line"):
                value = count["value"]
                bounds = (count["least"], count["most"]) if value is None else (value, value)
                add(found, (os.path.basename(row["file"]), row["line"]), bounds)
    return found


def add(found, place, bounds):
    """A line of two functions has the counts of both."""
    low, high = found.get(place, (0, 0))
    found[place] = low + bounds[0], None if None in (high, bounds[1]) else high + bounds[1]


def kind(true, bounds):
    """True is a pair of bounds as well: without optimisation, too, a line may have some."""
    if bounds is None:
        return "none"
    low, high = bounds
    if apart(true, bounds):
        return "wrong zero" if high == 0 else "other"
    return "same" if low == high == true[0] == true[1] else "least"


def apart(one, two):
    return any(most is not None and most < least
               for least, most in ((one[0], two[1]), (two[0], one[1])))


def compare(true, said, zeros=None):
    """How many of the lines that ran are of each kind.  Zeros gets those that are wrong."""
    kinds = collections.Counter()
    for place, times in true.items():
        if times[0]:
            found = kind(times, said.get(place))
            kinds[found] += 1
            if zeros is not None and found == "wrong zero":
                zeros.append(place)
    return kinds
