# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ledger - what a profile says of the lengths of calls, beside what the program measured."""

import json
import math
import os
import subprocess

PARTS = (("p50_ns", .5), ("p90_ns", .9), ("p99_ns", .99), ("p999_ns", .999))
NAME = "handle(long, bool, long*)"


class Failed(Exception):
    """A build or a run ended with an error."""


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        raise Failed("%s: %s" % (command[0], done.stderr.strip()[-500:]))
    return done.stdout


def measured(tool, binary, profile):
    """The quantiles that the profile has of handle()."""
    export = json.loads(run([tool, "export", "--format=json", binary, profile]))
    for function in export["functions"]:
        if NAME in (function["name"], function["demangled"]) and "quantiles" in function:
            return function["quantiles"][0]
    raise Failed("the profile has no lengths of calls")


def ledger_of(path):
    """([time inside], [time around], number left by exceptions), the times sorted."""
    inside, around, left = [], [], 0
    with open(path) as file:
        for line in file:
            words = line.split()
            if len(words) > 2:
                left += 1
                continue
            inside.append(int(words[0]))
            around.append(int(words[1]))
    return sorted(inside), sorted(around), left


def rank(values, part):
    return values[max(0, math.ceil(part * len(values)) - 1)]


def error(value, low, high):
    """How far outside of the two, relative; 0 between them."""
    return value / low - 1 if value < low else value / high - 1 if value > high else 0.0


def compare(figures, path, planted):
    """One row a figure: name, inside, around, told, error; and the planted calls found."""
    inside, around, left = ledger_of(path)
    rows = [(key[:-3], rank(inside, part), rank(around, part), figures[key])
            for key, part in PARTS]
    rows.append(("min", inside[0], around[0], figures["min_ns"]))
    rows.append(("max", inside[-1], around[-1], figures["max_ns"]))
    rows.append(("total", sum(inside), sum(around), figures["total_ns"]))
    rows = [row + (error(row[3], row[1], row[2]),) for row in rows]
    rows.append(("calls", len(inside), len(inside), figures["calls"],
                 float(figures["calls"] != len(inside))))
    rows.append(("left by exceptions", left, left, figures["unwound_calls"],
                 float(figures["unwound_calls"] != left)))
    least = inside[-planted] if planted else 0
    found = sum(call["ns"] >= least for call in figures["longest"])
    return rows, found


def check(tool, plugin, clang, level, folder, calls, threads, planted):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ledger.cpp")
    binary, path = os.path.join(folder, "ledger" + level), os.path.join(folder, "ledger.txt")
    profile = binary + ".gprof"
    if os.path.exists(profile):
        os.remove(profile)
    run([clang + "++", level, "-g1", "-pthread", "-fpass-plugin=" + plugin, source, "-o", binary],
        env=dict(os.environ, GPROF_PASS="time=handle"))
    run([binary, str(calls), str(threads), str(planted), path],
        env=dict(os.environ, GPROF_FILE=profile))
    return compare(measured(tool, binary, profile), path, planted)
