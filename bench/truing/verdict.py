# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""verdict - what many runs say of a figure: bias, and how often its interval held the truth.

Runs are independent: the error of the bias is the spread of the runs' differences by the
root of their number.
"""

import math
import statistics

GOAL = (90, 99)     # % of the intervals that hold the truth
SURE = 3.5          # standard errors; of 100 figures one in 20 benches is so far off by chance


class Verdict:
    """Of runs [(truth, value, low, high)], in any unit.

    truth, value: means; bias, error: of the truth (0.01 is 1 %); coverage: %
    """

    def __init__(self, runs):
        n = len(runs)
        off = [value - truth for truth, value, _, _ in runs]
        self.n = n
        self.truth = statistics.fmean(run[0] for run in runs)
        self.value = statistics.fmean(run[1] for run in runs)
        self.bias = statistics.fmean(off) / self.truth
        self.error = statistics.stdev(off) / math.sqrt(n) / self.truth if n > 1 else math.inf
        self.coverage = 100 * sum(low <= truth <= high for truth, _, low, high in runs) / n
        self.wide = statistics.fmean(high - low for _, _, low, high in runs) / self.truth / 2

    def biased(self):
        return abs(self.bias) > SURE * self.error

    def remark(self):
        """What does not meet the goal."""
        remarks = []
        if self.coverage < GOAL[0]:
            remarks.append("interval too narrow")
        elif self.coverage > GOAL[1]:
            remarks.append("interval too wide")
        if self.biased():
            remarks.append("biased")
        return ", ".join(remarks)
