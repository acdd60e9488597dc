#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gprof-columns.py < REPORT [ARC...]

Reads the call graph of a report as scripts read gprof's (GNU gprof manual, "The Call
Graph"), and prints `CALLER -> CALLEE: calls self children` for each arc.  Fails on a
line it does not know, on an index that means two functions, on an arc whose
two lines differ, and when own times of a function's callers do not add up to its
(in a cycle: if calls within have times).

The text begins after a line of the column titles and ends with a form feed.
An entry: lines of callers, one that begins with an index, lines of callees; then a rule.
"""
import re
import sys

TITLES = re.compile(r"^index\s+%\s+time\s+self\s+children\s+called\s+name$")
NAME = r"(?P<name>\S.*?)(?:\s+<cycle (?P<cycle>\d+)>)?\s+\[(?P<index>\d+)\]$"
PRIMARY = re.compile(r"^\[(?P<first>\d+)\]\s+(?P<percent>\d+\.\d+)\s+(?P<self>\d+\.\d+)\s+"
                     r"(?P<children>\d+\.\d+)\s+(?:(?P<called>\d+)(?:\+(?P<own>\d+))?\s+)?" + NAME)
CYCLE = re.compile(r"^\[(?P<first>\d+)\]\s+(?P<percent>\d+\.\d+)\s+(?P<self>\d+\.\d+)\s+"
                   r"(?P<children>\d+\.\d+)\s+(?P<called>\d+)(?:\+(?P<own>\d+))?\s+"
                   r"<cycle (?P<cycle>\d+) as a whole>\s+\[(?P<index>\d+)\]$")
OTHER = re.compile(r"^\s+(?:(?P<self>\d+\.\d+)\s+(?P<children>\d+\.\d+)\s+)?"
                   r"(?P<called>\d+)(?:[/+](?P<total>\d+))?\s+" + NAME)
SPONTANEOUS = re.compile(r"^\s+(?:(?P<self>\d+\.\d+)\s+(?P<children>\d+\.\d+)\s+"
                         r"-?\d+/\d+\s+)?<spontaneous>$")


def fail(message, line):
    sys.exit("%s: %r" % (message, line))


def entries(lines):
    """Lists of lines between rules."""
    entry = []
    for line in lines:
        if line.startswith("\f"):
            return
        if line.startswith("-----"):
            yield entry
            entry = []
        elif line:
            entry.append(line)


class Graph:
    def __init__(self):
        self.names, self.arcs = {}, {}

    def name(self, match, line):
        index = match["index"]
        if self.names.setdefault(index, match["name"]) != match["name"]:
            fail("index [%s] is %s too" % (index, self.names[index]), line)
        return match["name"]

    def arc(self, ends, match, line):
        figures = (match["called"], match["self"], match["children"])
        if self.arcs.setdefault(ends, figures) != figures:
            fail("%s -> %s has other figures in the other entry" % ends, line)

    def entry(self, lines):
        heads = [i for i, line in enumerate(lines) if line.startswith("[")]
        if len(heads) != 1:
            fail("an entry with %d functions" % len(heads), lines)
        head = lines[heads[0]]
        if CYCLE.match(head):
            return
        primary = PRIMARY.match(head) or fail("not a function's line", head)
        if primary["first"] != primary["index"]:
            fail("two indices", head)
        name, own, callers = self.name(primary, head), 0.0, 0
        resolved = True  # times within a cycle
        for i, line in enumerate(lines):
            other = OTHER.match(line) or SPONTANEOUS.match(line)
            if i == heads[0]:
                continue
            if not other:
                fail("not a line of a caller or callee", line)
            if i < heads[0]:
                own += float(other["self"] or 0)
                resolved = resolved and bool(other["self"])
                callers += 1
            if other.re is OTHER:
                name2 = self.name(other, line)
                self.arc((name2, name) if i < heads[0] else (name, name2), other, line)
        if own and resolved and abs(own - float(primary["self"])) > 0.0051 * (callers + 1):
            fail("own times of callers add up to %.2f" % own, head)


def main():
    lines = sys.stdin.read().split("\n")
    start = next((i for i, line in enumerate(lines) if TITLES.match(line)), None)
    if start is None:
        sys.exit("no call graph")
    graph = Graph()
    for entry in entries(lines[start + 1:]):
        graph.entry(entry)
    for (caller, callee), figures in sorted(graph.arcs.items()):
        print("%s -> %s: %s" % (caller, callee, " ".join(f or "-" for f in figures)))


main()
