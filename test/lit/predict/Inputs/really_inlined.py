# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""really_inlined.py PREDICTION BEFORE.classes AFTER.classes

Compares what a prediction says is saved with the instructions that the changed program does
not execute.  Counting is apart: a call that is no more is not counted, and the prediction is
of the program's own time.  A quarter may differ: the compiler arranges the code anew.
"""
import re
import sys

DIFFERENT = 0.25


def read(path):
    with open(path) as file:
        return file.read()


def own(path):
    """Seconds of the program without the profiler; a sample, an instruction, is a millisecond."""
    seconds = dict(re.findall(r"^ +([XPCLS]) +\d+ .* (\d+\.\d+) +\d+\.\d+  ", read(path), re.M))
    return sum(map(float, seconds.values()))


predicted = float(re.search(r"^saved seconds +([\d.]+) ", read(sys.argv[1]), re.M).group(1))
before, after = map(own, sys.argv[2:])
really = before - after
print("predicted: %.2f saved of %.2f, really %.2f" % (predicted, before, really))
if really < 0.1 * before or abs(predicted - really) > DIFFERENT * really:
    sys.exit("that is not what the change does")
