#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""truth.py - compares reported times with what truth.c and the kernel say.

Exit status 1 when a share is off by more than three standard errors of its
samples (plus half a unit of the last digit printed), when the samples' total
differs from the process's CPU time by more than 2 %, or when the flat profile's self
times do not sum to the total.
"""

import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

SHARES = {"spend_70": 0.7, "spend_20": 0.2, "spend_10": 0.1}
RATE = 1000.0           # samples a CPU second, at the default period
ROW = re.compile(r"^\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+(?:\d+\s+)?(?:[\d.]+\s+[\d.]+\s+)?(\S.*)$")


def flat_rows(report):
    """[(percent, cumulative seconds, self seconds, name)]"""
    rows, inside = [], False
    for line in report.splitlines():
        if re.match(r"^\s*time\s+seconds\s+seconds", line):
            inside = True
        elif inside and not line.strip():
            break
        elif inside and ROW.match(line):
            percent, cumulative, own, name = ROW.match(line).groups()
            rows.append((float(percent), float(cumulative), float(own), name.strip()))
    return rows


def profile(args, binary, threads, seconds):
    """Runs the program; (its CPU seconds, its report)."""
    with tempfile.TemporaryDirectory() as cwd:
        process = subprocess.Popen([binary, str(threads), str(seconds)], cwd=cwd)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if status:
            sys.exit("the program failed")
        report = subprocess.run([args.tool, "report", binary,
                                 *(os.path.join(cwd, f) for f in os.listdir(cwd))],
                                capture_output=True, text=True)
        if report.returncode:
            sys.exit(report.stderr)
    return usage.ru_utime + usage.ru_stime, report.stdout


def judge(what, found, wanted, tolerance):
    good = abs(found - wanted) <= tolerance
    print("  %-28s %8.4f  expected %8.4f +- %.4f  %s"
          % (what, found, wanted, tolerance, "ok" if good else "WRONG"))
    return good


def check(args, binary, threads, seconds):
    cpu, report = profile(args, binary, threads, seconds)
    rows = flat_rows(report)
    if not rows:
        sys.exit("no flat profile in the report")
    total = rows[-1][1]
    own = {name: value for _, _, value, name in rows}
    samples = RATE * total
    print("%d thread(s), %.2f s CPU time" % (threads, cpu))
    sampled = total - own.get("<not sampled>", 0.0)
    good = judge("sampled / getrusage", sampled / cpu, 1.0, 0.02)
    good &= judge("sum of self / total", sum(own.values()) / total, 1.0,
                  0.006 * len(rows) / total)
    for name, share in SHARES.items():
        error = 3 * math.sqrt(share * (1 - share) / samples) + 0.005 / total
        good &= judge(name, own.get(name, 0.0) / total, share, error)
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--tool", required=True)
    parser.add_argument("source")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "truth")
        subprocess.run([args.clang, "-O2", "-pthread", "-fpass-plugin=" + args.plugin,
                        args.source, "-o", binary], check=True)
        results = [check(args, binary, 1, 4), check(args, binary, 8, 1)]
    sys.exit(0 if all(results) else 1)


main()
