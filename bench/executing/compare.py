# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare - what a profile says of each instruction against the truth."""

import subprocess


class Verdict:
    """executed, exact: executions; wrong: lines of what is not true; unsolved: functions."""

    def __init__(self):
        self.instructions = self.executed = self.exact = 0
        self.wrong, self.unsolved = [], []

    def add(self, line, true):
        address, count, how, rest = line.split(None, 3)
        low, _, high = count.partition("..")
        self.instructions += 1
        self.executed += true
        self.exact += true if how == "exact" else 0
        if not int(low) <= true <= int(high or low) and how != "assumed":
            self.wrong.append("%s %s %s, in truth %d: %s" % (address, count, how, true, rest))


def compare(tool, program, profile, truth):
    run = subprocess.run([tool, program, profile], capture_output=True, text=True, timeout=60)
    verdict = Verdict()
    if run.returncode:
        verdict.wrong.append("print_executions ended with %d: %s" % (run.returncode, run.stderr))
    for line in run.stdout.splitlines():
        verdict.add(line, truth.get(int(line.split()[0], 16), 0))
    verdict.unsolved = run.stderr.splitlines()
    return verdict
