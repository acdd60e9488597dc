#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""figures.py TOOL PROGRAM - one run through all views: the same word has the same figure.

Words are those of gprof-llvm-glossary(7): self, total, children, body, calls.  Figures are nanoseconds; those of a text
may differ by what was rounded.
"""

import csv
import io
import json
import re
import subprocess
import sys

faults = []
compared = {}  # view: how many figures of it


def run(tool, program, *options):
    return subprocess.run([tool, options[0], program, *options[1:]], check=True, text=True,
                          stdout=subprocess.PIPE, errors="replace").stdout


def same(view, name, word, shown, true, within=1.0):
    """Compares a figure that a view shows with the one of the JSON of export."""
    compared[view] = compared.get(view, 0) + 1
    if abs(shown - true) > within:
        faults.append("%s: %s of %s is %s, not %s" % (view, word, name, shown, true))


def check_flat(text, functions, total):
    for row in re.findall(r"^ *([\d.]+) +[\d.]+ +([\d.]+) +(?:(\d+) +[\d.]+ +[\d.]+)?  *(\S.*)$", text, re.M):
        f = functions[row[3].strip()]
        same("flat profile", row[3], "self", float(row[1]) * 1e9, f["self_ns"], 5.1e6)
        same("flat profile", row[3], "% self", float(row[0]), 100 * f["self_ns"] / total, 0.0051)
        if row[2]:
            same("flat profile", row[3], "calls", int(row[2]), f["calls"], 0)


def check_graph(text, functions):
    line = r"^\[\d+\] +[\d.]+ +([\d.]+) +([\d.]+) +(?:(\d+)(?:\+(\d+))?)? +(\S.*?)(?: <cycle \d+>)? \[\d+\]$"
    for own, children, calls, again, name in re.findall(line, text, re.M):
        if name not in functions:
            continue
        f = functions[name]
        measured = f["measured"]
        same("call graph", name, "self", float(own) * 1e9, f["self_ns"], 5.1e6)
        if f["instrumented"]:
            same("call graph", name, "children", float(children) * 1e9,
                 measured["total_ns"] - f["self_ns"], 5.1e6)
        if calls:
            same("call graph", name, "calls", int(calls) + int(again or 0), f["calls"], 0)


def check_tree(text, functions):
    """From the inside: rows at the margin are functions, and their total is self."""
    for total, name in re.findall(r"^ *([\d.]+) +(?:[\d.]+)? +[\d.]+  ([^\s.].*?)(?: <- .*)?$", text, re.M):
        if name in functions:
            same("tree, bottom-up", name, "self", float(total) * 1e9, functions[name]["self_ns"], 5.1e6)


def check_folded(text, functions):
    sums = {}
    for line in text.splitlines():
        stack, us = line.rsplit(" ", 1)
        leaf = stack.split(";")[-1]
        sums[leaf] = sums.get(leaf, 0) + 1000 * int(us)
    for name, ns in sums.items():
        same("folded stacks", name, "self", ns, functions[name]["self_ns"], 20e3)


def check_histogram(text, functions):
    for seconds, name in re.findall(r"^\d+ +\d*[ ?]+([\d.]+) +[\d.]+ +[\d.]+ +\** +(\S+)$", text, re.M):
        same("histogram", name, "self", float(seconds) * 1e9, functions[name]["self_ns"], 0.6e6)


def check_drawn(text, functions, total):
    for name, percent in re.findall(r"\| (\S+)[ ?]+([\d.]+) \|", text):
        if name in functions:
            same("drawn graph", name, "% self", float(percent), 100 * functions[name]["self_ns"] / total, 0.1)


def check_annotate(text, functions):
    bodies = {}
    for f in json.loads(text)["functions"]:
        if f["name"] not in functions:  # inlined everywhere: only annotate shows it
            continue
        same("annotate, JSON", f["name"], "total", f["total_ns"], functions[f["name"]]["measured"]["total_ns"])
        same("annotate, JSON", f["name"], "calls", f["calls"], functions[f["name"]]["calls"], 0)
        bodies[f["name"]] = f["body_ns"]
    return bodies


def check_classes(text, bodies, total):
    table = text.split("% body")[1]
    found = re.findall(r"^ *([\d.]+) +([\d.]+) .*  (\S+)$", table, re.M)
    for percent, seconds, name in found:
        if name in bodies:
            same("classes", name, "body", float(seconds) * 1e9, bodies[name], 5.1e6)
            same("classes", name, "% body", float(percent), 100 * bodies[name] / total, 0.0051)


def check_csv(text, functions):
    for row in csv.DictReader(io.StringIO(text)):
        f = functions[row["name"]]
        for word in ("self_ns", "child_ns", "total_ns", "calls"):
            same("CSV", row["name"], word, int(row[word]), f[word], 0)
        for word in ("self", "total"):
            same("CSV", row["name"], "measured " + word, int(row["measured_%s_ns" % word]),
                 f["measured"]["%s_ns" % word], 0)


def main(tool, program):
    exported = json.loads(run(tool, program, "export"))
    functions = {f["name"]: f for f in exported["functions"]}
    total = exported["time"]["total_ns"]
    head = ("report", "--classic", "--brief", "--no-head")
    check_flat(run(tool, program, *head, "--flat", "--no-uncalled"), functions, total)
    check_graph(run(tool, program, *head, "--graph"), functions)
    check_tree(run(tool, program, *head, "--tree=bottom-up", "--min-percent=0"), functions)
    check_folded(run(tool, program, "export", "--format=folded"), functions)
    check_histogram(run(tool, program, "histogram", "--by=function", "--no-head"), functions)
    check_drawn(run(tool, program, "graph", "--brief", "--threshold=0"), functions, total)
    bodies = check_annotate(run(tool, program, "annotate", "--format=json", "--limit=0"), functions)
    check_classes(run(tool, program, *head, "--code-classes"), bodies, total)
    check_csv(run(tool, program, "export", "--format=csv"), functions)
    for name, f in functions.items():
        same("JSON", name, "self", f["measured"]["self_ns"],
             f["self_ns"] if f["samples"] else 0)
    print("\n".join(faults + ["%s: %d figures" % item for item in compared.items()]))
    sys.exit(1 if faults or len(compared) != 10 or min(compared.values()) < 6 else 0)


main(*sys.argv[1:])
