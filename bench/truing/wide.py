# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wide - reads the figures of `gprof-llvm report --wide --attribution=measured`.

A figure is (value, low, high) in seconds as printed, its digits too: what is judged
is what a user reads.
"""

import re

NUMBER = r"(\d+(?:\.\d+)?)"
# A time per call has a unit behind it, a time in seconds has not.
INTERVAL = re.compile(NUMBER + r" \[" + NUMBER + ", " + NUMBER + r"\](?!  s\b| [mun]s\b)")
NAME = re.compile(r"(?:\]|\d|  s| [mun]s|\s)\s+(\S+?)"
                  r"(?: <cycle \d+(?: as a whole)?>)?(?: \[\d+\])?$")
RULE = re.compile(r"^-{10,}$")
HEAD = re.compile(r"^\[\d+\]")
WHOLE = re.compile(r"whole for ([\d.]+) %")


class Unreadable(Exception):
    """The text is no such report."""


def intervals(line):
    return [tuple(map(float, found)) for found in INTERVAL.findall(line)]


def name_of(line):
    found = NAME.search(line)
    return found.group(1) if found else None


class Report:
    """self, total: {function: figure}; arcs: {(caller, callee): figure}.

    whole: % of the time that has whole stacks.
    """

    def __init__(self, text):
        parts, whole = text.split("\n\t\t\tCall graph\n"), WHOLE.search(text)
        if len(parts) != 2 or not whole:
            raise Unreadable(text[:200])
        self.whole = float(whole.group(1))
        self.self, self.total, self.arcs = {}, {}, {}
        self.read_flat(parts[0])
        block = []
        for line in parts[1].splitlines():
            if RULE.match(line):
                self.read_entry(block)
                block = []
            else:
                block.append(line)

    def read_flat(self, text):
        rows = text.split("Flat profile:")[1].split("\n\n")[1]
        for line in rows.splitlines():
            figures = intervals(line)
            if len(figures) == 2:
                self.self[name_of(line)], self.total[name_of(line)] = figures

    def read_entry(self, lines):
        """The arcs to what the function called."""
        heads = [i for i, line in enumerate(lines) if HEAD.match(line)]
        if not heads or " as a whole>" in lines[heads[0]]:
            return
        caller = name_of(lines[heads[0]])
        for line in lines[heads[0] + 1:]:
            figures = intervals(line)
            if figures:
                self.arcs[caller, name_of(line)] = figures[0]
