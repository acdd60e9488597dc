# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare - what a profile says of each instruction against the truth."""

import collections
import subprocess


class Verdict:
    """executed, exact, assumed: executions; wrong: lines of what is not true; unsolved: functions;
    open: executions of each function that are bounded or assumed."""

    def __init__(self):
        self.instructions = self.executed = self.exact = self.assumed = 0
        self.wrong, self.unsolved, self.open = [], [], collections.Counter()

    def add(self, line, true):
        address, count, how, rest = line.split(None, 3)
        low, _, high = count.partition("..")
        self.instructions += 1
        if how != "exact":
            self.open[rest.split()[0]] += true
        self.executed += true
        self.exact += true if how == "exact" else 0
        self.assumed += true if how == "assumed" else 0
        if not int(low) <= true <= int(high or low) and how != "assumed":
            self.wrong.append("%s %s %s, in truth %d: %s" % (address, count, how, true, rest))


def repeated(line):
    """Callgrind counts each repetition of a string instruction as one more."""
    return line.split()[4].startswith("rep")


def compare(tool, program, profile, truth, without=lambda line: False):
    """'without': which lines to leave out."""
    run = subprocess.run([tool, program, profile], capture_output=True, text=True, timeout=600)
    verdict = Verdict()
    if run.returncode:
        verdict.wrong.append("print_executions ended with %d: %s" % (run.returncode, run.stderr))
    for line in run.stdout.splitlines():
        if not without(line):
            verdict.add(line, truth.get(int(line.split()[0], 16), 0))
    verdict.unsolved = run.stderr.splitlines()
    return verdict
