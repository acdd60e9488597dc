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

    def add(self, said, true):
        self.instructions += 1
        self.executed += true
        self.exact += true if said.how == "exact" else 0
        self.assumed += true if said.how == "assumed" else 0
        if said.how != "exact":
            self.open[said.what.split()[0]] += true
        if not said.low <= true <= said.high and said.how != "assumed":
            self.wrong.append("%s, in truth %d" % (said, true))


class Said:
    """What profiles say of an instruction, added up."""

    WORST = ["exact", "between", "assumed"]

    def __init__(self, line):
        address, count, self.how, self.what = line.split(None, 3)
        low, _, high = count.partition("..")
        self.address, self.low, self.high = int(address, 16), int(low), int(high or low)

    def add(self, other):
        self.low, self.high = self.low + other.low, self.high + other.high
        self.how = max(self.how, other.how, key=self.WORST.index)

    def __str__(self):
        return "%x %d..%d %s: %s" % (self.address, self.low, self.high, self.how, self.what)


def repeated(said):
    """Callgrind counts each repetition of a string instruction as one more."""
    return said.what.split()[1].startswith("rep")


def read(tool, program, profile, verdict):
    """{address: what is said}"""
    run = subprocess.run([tool, program, profile], capture_output=True, text=True, timeout=600)
    if run.returncode:
        verdict.wrong.append("print_executions ended with %d: %s" % (run.returncode, run.stderr))
    verdict.unsolved += run.stderr.splitlines()
    return {said.address: said for said in map(Said, run.stdout.splitlines())}


def compare(tool, program, truth, without=lambda said: False):
    """truth: of (profiles, {address: times}); without: which instructions to leave out."""
    verdict = Verdict()
    for profiles, times in truth:
        sums = {}
        for profile in profiles:
            for address, said in read(tool, program, profile, verdict).items():
                if address in sums:
                    sums[address].add(said)
                else:
                    sums[address] = said
        for address, said in sums.items():
            if not without(said):
                verdict.add(said, times.get(address, 0))
    return verdict
