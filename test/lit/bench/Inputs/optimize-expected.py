# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the sentence in command/optimize.c with the table of CPU times."""

import re
import sys

NUMBERS = {"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13}


def main(source):
    with open(source + "/tools/gprof-llvm/command/optimize.c") as file:
        said = re.sub(r'"\s*"', "", file.read())
    count, least, most, mean = re.search(
        r"(\w+) programs took ([\d.]+) to ([\d.]+) of -O2's CPU time .*, ([\d.]+) on average",
        said).groups()
    with open(source + "/bench/results/amd-epyc-2-cpus-optimize.md") as file:
        times = file.read().split("## CPU time")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\S+) \| \d+ \|.*\| ([\d.]+) \[[^|]*\] \|$", times, re.M)
    measured = re.search(r"^\| geometric mean \|.*\| ([\d.]+) \|$", times, re.M).group(1)
    found = [float(ratio) for _, ratio in rows]
    assert (NUMBERS[count], float(least), float(most), mean) == (
        len(found), min(found), max(found), measured), (len(found), min(found), max(found), measured)


main(sys.argv[1])
