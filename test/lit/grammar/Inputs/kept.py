#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kept.py TOOL PROGRAM OPTION... - prints the time that each view keeps of a run with these options, in seconds.

Ends with 1 if the views do not agree to a hundredth of a second, or if nothing is left out.
"""

import csv
import io
import json
import re
import subprocess
import sys

TOOL, PROGRAM, OPTIONS = sys.argv[1], sys.argv[2], sys.argv[3:]


def run(*words):
    done = subprocess.run([TOOL, *words, *OPTIONS, PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(words), done.stderr))
    return done.stdout


def figure(pattern, text):
    found = re.search(pattern, text, re.M)
    return float(found[1]) if found else 0


def chart(by):
    text = run("histogram", "--no-head", "--by=" + by)
    return figure(r"^total +\d+ +([\d.]+)", text) - figure(r"^left out +([\d.]+)", text)


report = run("report", "--classic", "-b")
total = figure(r"^  time: ([\d.]+) s", report)
exported = json.loads(run("export"))
rows = list(csv.DictReader(io.StringIO(run("export", "--format=csv"))))
kept = {
    "report": total - figure(r"^  left out: ([\d.]+) s", report),
    "tree": figure(r"^ *([\d.]+) .*all stacks$", run("report", "--classic", "-b", "--no-head", "--tree")),
    "graph": total - figure(r"Left out: ([\d.]+) s", run("graph", "-b")),
    "folded": sum(int(line.split()[-1]) for line in run("export", "--format=folded").splitlines()) / 1e6,
    "json": sum(f["self_ns"] for f in exported["functions"]) / 1e9,
    "json, but for what is left out": (exported["time"]["total_ns"] - exported["selection"]["left_out_ns"]) / 1e9,
    "csv": sum(int(row["self_ns"]) for row in rows) / 1e9,
}
for by in ("address", "offset", "function", "thread"):
    kept["histogram by " + by] = chart(by)
if not any(o.startswith("--kernel") for o in OPTIONS):  # annotate refuses it
    annotated = json.loads(run("annotate", "--format=json"))["time"]
    kept["annotate"] = (annotated["total_ns"] - annotated["left_out_ns"]) / 1e9
if not any(o.startswith("--show-from") for o in OPTIONS):  # predict refuses it
    kept["predict"] = figure(r"^measured seconds +([\d.]+)", run("predict", "--faster=main=2x"))
for view, seconds in kept.items():
    print("%6.2f %s" % (seconds, view))
sys.exit(1 if max(kept.values()) - min(kept.values()) > 0.011 or kept["json"] > total - 0.1 else 0)
