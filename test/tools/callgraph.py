# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callgraph.py - reads the call-graph profile of `gprof-llvm report` back.

Only what the tests compare: counts, not times.
"""

import re

# index, %time, self, children, called (n, n+self, or nothing), name, [index]
PRIMARY = re.compile(
    r"^\[(\d+)\]\s+[\d.]+\s+[\d.]+\s+[\d.]+\s*(?:(\d+)(?:\+(\d+))?)?\s+(\S.*?)\s*$")
# self, children, called/total (or self-calls), name, [index]
RELATIVE = re.compile(r"^\s+(?:[\d.]+\s+[\d.]+\s+)?(\d+)(?:/(\d+))?\s+(\S.*?)\s*$")
SPONTANEOUS = re.compile(r"^\s+.*<spontaneous>")
# Where several functions have the name, the object or file: "step (lib.so)".
SUFFIX = re.compile(r"(\s\([^() ]+\))?(\s+<cycle \d+( as a whole)?>)?(\s+\[\d+\])?$")


def bare(name):
    """The function's name without what tells it from others, cycle and index."""
    return SUFFIX.sub("", name)


class CallGraph:
    """Arcs and entry counts of a call-graph profile in text form."""

    def __init__(self, text):
        self.arcs = {}          # (caller, callee) -> count
        self.calls = {}         # function -> times entered, self calls included
        self.spontaneous = {}   # function -> calls from outside
        block = []
        for line in text.splitlines():
            if re.match(r"^-{10,}", line):
                self.entry(block)
                block = []
            else:
                block.append(line)

    def entry(self, lines):
        heads = [i for i, line in enumerate(lines) if PRIMARY.match(line)]
        if not heads:
            return
        head = PRIMARY.match(lines[heads[0]])
        if " as a whole" in head.group(4):
            return
        name = bare(head.group(4))
        self.calls[name] = int(head.group(2) or 0) + int(head.group(3) or 0)
        for i, line in enumerate(lines):
            relative = RELATIVE.match(line)
            if not relative or i == heads[0]:
                continue
            count, other = int(relative.group(1)), bare(relative.group(3))
            if SPONTANEOUS.match(line):
                self.spontaneous[name] = count
            elif i < heads[0]:
                self.arcs[other, name] = count
            else:
                self.arcs[name, other] = count
        if head.group(3):
            self.arcs[name, name] = int(head.group(3))
