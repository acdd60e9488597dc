# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - real programs at each level, as a table: bench/executions --table."""

import os

from costing import machine

from . import lines

LEVELS = {"-O0": "-O0", "-O1": "-O1", "-O2": "-O2", "-O3": "-O3",
          "-O3, LTO": "-O3 -flto -fuse-ld=lld", "-O3, ThinLTO": "-O3 -flto=thin -fuse-ld=lld"}
PLAIN = "-O2"
HEAD = """| | | instructions | wrong | exact | assumed | bounds | to plain |
|:---|:---|---:|---:|---:|---:|---:|---:|"""
LINES = """| | | lines that ran | same | at least | another | none | 0 |
|:---|:---|---:|---:|---:|---:|---:|---:|"""


def percent(part, whole):
    return "%.2f %%" % (100 * part / max(whole, 1))


def row(name, level, verdict, ratio):
    executed, exact, assumed = verdict.executed, verdict.exact, verdict.assumed
    return "| %s | %s | %d | %d | %s | %s | %s | %s |" % (
        name, level, verdict.instructions, len(verdict.wrong), percent(exact, executed),
        percent(assumed, executed), percent(executed - exact - assumed, executed),
        "%.3f" % ratio if ratio else "")


def line_row(name, level, true, said):
    zeros = []
    kinds = lines.compare(true, said, zeros)
    total = sum(kinds.values())
    where = ", ".join("%s:%d" % place for place in sorted(zeros)[:6])
    return "| %s | %s | %d | %s | %d %s|" % (
        name, level, total,
        " | ".join(percent(kinds[k], total) for k in lines.KINDS[:-1]), len(zeros),
        "(%s) " % where if where else "")


def causes(name, level, verdict):
    """Functions with most executions that are not exact."""
    return ["%s %s: %s, %s" % (name, level, function, percent(times, verdict.executed))
            for function, times in verdict.open.most_common(3)
            if times > verdict.executed / 1000]


class Table:
    def __init__(self):
        self.rows, self.lines, self.causes = [], [], []

    def add(self, name, level, verdict, ratio):
        self.rows.append(row(name, level, verdict, ratio))
        self.causes += causes(name, level, verdict)
        print(self.rows[-1], flush=True)

    def add_lines(self, name, level, true, said):
        self.lines.append(line_row(name, level, true, said))
        print(self.lines[-1], flush=True)

    def text(self, clang):
        here = machine.describe()
        return "\n".join([
            "# Executions", "", "`bench/executions --table`, %s, %s." % (
                here["cpu"], machine.versions(clang)["clang"]), "",
            "Instructions of the program against callgrind's counts of the same run; shares of all "
            "executions.  To plain: all",
            "instructions of the process, with libraries, to those of the build without the "
            "plugin.", "", HEAD, *self.rows, "",
            "Lines that ran without optimisation, as often in three runs, and what optimised code "
            "says of them.  Another:",
            "not true; 0: how many it says never ran, and where.", "", LINES, *self.lines, "",
            "Functions with more than a thousandth of executions that are not exact:", "",
            *("- " + cause for cause in self.causes), ""])

    def write(self, folder, clang):
        """Returns the path; what was stored there before is whole until then."""
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder,
                            "%s-executions.md" % machine.file_name(machine.describe()))
        with open(path + ".new", "w") as file:
            file.write(self.text(clang))
        os.replace(path + ".new", path)
        return path
