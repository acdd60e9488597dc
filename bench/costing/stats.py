# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stats - medians, quartiles, paired ratios.

A value is paired with its baseline's value of the same round: what slows the
machine down for some seconds slows down both.  Spread is the two quartiles.
Nothing here is an error: what has no values is None.
"""

import math
import statistics


class Spread:
    """The median of some values with their quartiles."""

    def __init__(self, values):
        values = sorted(values)
        self.n = len(values)
        self.median = statistics.median(values)
        if self.n < 2:
            self.low = self.high = values[0]
        else:
            self.low, _, self.high = statistics.quantiles(values, n=4, method="inclusive")

    def text(self, form="%.2f"):
        """'median [low, high]', or the median alone when there is no spread to tell."""
        if self.n < 2:
            return form % self.median
        return "%s [%s, %s]" % (form % self.median, form % self.low, form % self.high)


def spread(values):
    return Spread(values) if values else None


def paired(values, baseline, combine):
    """[combine(value, base)] of the rounds that both {round: value} have."""
    return [combine(values[r], baseline[r]) for r in sorted(values) if r in baseline]


def ratio(value, base):
    return value / base


def difference(value, base):
    return value - base


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def suite_means(rounds_of):
    """The geometric mean over the subjects in each round that every subject has.

    rounds_of: {subject: {round: ratio}}
    """
    common = set.intersection(*(set(rounds) for rounds in rounds_of.values()))
    return [geometric_mean([rounds[r] for rounds in rounds_of.values()])
            for r in sorted(common)]
