#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""predict.py - compares predictions with the truth, which predict.c knows, and with real changes.

Each round profiles the program once, and runs it without the profiler as it is and with
each change made.  Of every change the table says

  predicted       the CPU time that remains, in per cent: median over the rounds, and of the
                  ends of the 95 % interval
  by its clock    the same as the profiled program clocked it in the same run, and in how many
                  rounds that was within the interval of that round; about 95 % should be
  really changed  the CPU time of the changed build as a part of that of the unchanged one in
                  the same round: median and quartiles; and in how many rounds the median
                  was within the predicted interval

The first is a matter of sampling only.  The last also holds what no profile can know: how
processors take code that is laid out differently, and what else the machine did.
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

# Name, options of predict, macros of the changed build, what is saved by its own clock.
CHANGES = (
    ("parse and its callees 2x faster", ["--faster=parse=2x"], ["PARSE_FASTER"],
     lambda c: c["parse"] / 2),
    ("own code of token 2x faster", ["--faster=token=self:2x"], ["TOKEN_FASTER"], None),
    ("note never called", ["--remove=note"], ["NO_NOTE"], lambda c: c["note"]),
    ("a quarter of the loads", ["--reduce-calls=load=1/4"], ["FEWER_LOADS"],
     lambda c: c["load"] * 3 / 4),
    ("get inlined", ["--inline=get"], ["GET_INLINE"], None),
    ("the first, third and fourth",
     ["--faster=parse=2x", "--remove=note", "--reduce-calls=load=1/4"],
     ["PARSE_FASTER", "NO_NOTE", "FEWER_LOADS"],
     lambda c: c["parse"] / 2 + c["note"] + c["load"] * 3 / 4),
)
SAVED = re.compile(r"^saved seconds.*?([\d.]+) \[([\d.]+), ([\d.]+)\] %$", re.M)


def build(args, folder, name, macros, flags=()):
    path = os.path.join(folder, name)
    subprocess.run([args.clang, "-O2", *flags, *("-D" + m for m in macros), args.source,
                    "-o", path], check=True)
    return path


def run(binary, rounds, folder):
    """CPU seconds, and what the program says of itself."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([binary, str(rounds)], cwd=folder, check=True, capture_output=True,
                         text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            {name: int(ns) for name, ns in (line.split() for line in out.splitlines())})


def predict(args, binary, options):
    """What remains of the time, in per cent, with the ends of its interval."""
    text = subprocess.run([args.tool, "predict", "-b", *options, binary, *profiles(binary)],
                          check=True, capture_output=True, text=True).stdout
    saved, low, high = map(float, SAVED.search(text).groups())
    return 100 - saved, 100 - high, 100 - low


def profiles(binary):
    folder = os.path.dirname(binary)
    return [os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".gprof")]


def one_round(args, builds, folder):
    _, clock = run(builds["profiled"], args.rounds, folder)
    plain, _ = run(builds["plain"], args.rounds, folder)
    results = []
    for i, (_, options, _, saved) in enumerate(CHANGES):
        changed, _ = run(builds[i], args.rounds, folder)
        results.append((predict(args, builds["profiled"], options),
                        saved and 100 - 100 * saved(clock) / clock["all"],
                        100 * changed / plain))
    for path in profiles(builds["profiled"]):
        os.remove(path)
    return results


def within(intervals, values):
    return "%d of %d" % (sum(low <= value <= high for (_, low, high), value
                             in zip(intervals, values)), len(intervals))


def row(name, results):
    predicted, clocked, real = zip(*results)
    middle = [statistics.median(column) for column in zip(*predicted)]
    quartiles = statistics.quantiles(real, n=4)
    cells = [name, "%.1f [%.1f, %.1f]" % tuple(middle)]
    if clocked[0] is None:
        cells += ["", ""]
    else:
        cells += ["%.1f" % statistics.median(clocked), within(predicted, clocked)]
    cells += ["%.1f [%.1f, %.1f]" % (quartiles[1], quartiles[0], quartiles[2]),
              within(predicted, [quartiles[1]] * len(real))]
    return "| " + " | ".join(cells) + " |"


def table(all_results):
    yield ("| change | predicted, % of the time | by its clock, % | within the interval "
           "| really changed, % | within the interval |")
    yield "|---|---|---|---|---|---|"
    for i, (name, *_) in enumerate(CHANGES):
        yield row(name, [results[i] for results in all_results])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=1000, help="of the program, 1 ms each")
    parser.add_argument("--output")
    parser.add_argument("source")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        builds = {"profiled": build(args, folder, "profiled", (), ["-fpass-plugin=" + args.plugin]),
                  "plain": build(args, folder, "plain", ())}
        for i, (_, _, macros, _) in enumerate(CHANGES):
            builds[i] = build(args, folder, "changed%d" % i, macros)
        results = []
        for i in range(args.runs):
            print("round %d of %d" % (i + 1, args.runs), file=sys.stderr)
            results.append(one_round(args, builds, folder))
    text = "\n".join(table(results)) + "\n"
    print(text, end="")
    if args.output:
        with open(args.output, "w") as out:
            out.write(text)


main()
