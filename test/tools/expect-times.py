#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expect-times.py --tool GPROF-LLVM BINARY [FUNCTION=PARENT[,PARENT...]...]

Runs `gprof-llvm report BINARY` and checks what must hold of its times, however
long the program took: the flat profile adds up to the time in the head; what
callers answer for adds up to what a function and its children took; what children
pass on adds up to a function's 'children'.  FUNCTION must have own time, and these
parents, and no others, must answer for it.
"""
import argparse
import re
import subprocess
import sys

RULE = "-----------------------------------------------"
LINE = re.compile(r"^(\[\d+\])?\s+(?:\d+\.\d\s+)?(-?\d+\.\d\d)\s+(-?\d+\.\d\d)"
                  r"(?:\s+(?:\d[\d+/]*|-/\d+))?\s+([^\d\s].*?)(?: \[\d+\])?$")
FLAT = re.compile(r"^\s*\d+\.\d\d\s+\d+\.\d\d\s+(\d+\.\d\d)\s.*?(\S+)$")
TOTAL = re.compile(r"^  time: (\d+\.\d\d) s")


class Entry:
    """An entry of the call graph: (self, children, name), callers' and callees' lines."""

    def __init__(self, lines):
        self.own, self.callers, self.callees = None, [], []
        for line in lines:
            m = LINE.match(line)
            if not m:
                continue
            figures = (float(m.group(2)), float(m.group(3)), m.group(4))
            if m.group(1):
                self.own = figures
            else:
                (self.callees if self.own else self.callers).append(figures)

    def faults(self):
        if not self.own or "<cycle" in self.own[2]:
            return
        own, child, name = self.own
        for what, lines, parts, whole in (
                ("callers answer for", self.callers, (0, 1), own + child),
                ("children pass on", self.callees, (0, 1), child)):
            total = sum(line[i] for line in lines for i in parts)
            if lines and abs(total - whole) > 0.011 * (2 * len(lines) + 2):
                yield "%s: %s %.2f of %.2f" % (name, what, total, whole)


def faults(text, wanted):
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("index % time"))
    total = float(next(TOTAL.match(line) for line in lines if TOTAL.match(line)).group(1))
    flat = [float(FLAT.match(line).group(1)) for line in lines[:start] if FLAT.match(line)]
    if abs(sum(flat) - total) > 0.006 * (len(flat) + 1):
        yield "the flat profile adds up to %.2f of %.2f" % (sum(flat), total)
    graph = "\n".join(lines[start + 1:]).split("\f")[0]
    entries = [Entry(part.splitlines()) for part in graph.split(RULE)]
    for entry in entries:
        yield from entry.faults()
    by_name = {e.own[2]: e for e in entries if e.own}
    for name, parents in wanted.items():
        entry = by_name.get(name)
        if not entry or not entry.own[0]:
            yield "%s has no own time" % name
            continue
        found = {who for own, child, who in entry.callers if own + child >= 0.02}
        if found != parents:
            yield "%s: the parents with time are %s" % (name, ", ".join(sorted(found)) or "none")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--option", action="append", default=[], help="for the report")
    parser.add_argument("binary")
    parser.add_argument("expected", nargs="*")
    args = parser.parse_args()
    wanted = {name: set(parents.split(",")) for name, parents in
              (e.split("=") for e in args.expected)}
    run = subprocess.run([args.tool, "report", "--classic", "-b", *args.option, args.binary],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit("report failed (%d): %s" % (run.returncode, run.stderr))
    wrong = list(faults(run.stdout, wanted))
    if wrong:
        sys.stdout.write(run.stdout)
        sys.exit("\n".join(wrong))


main()
