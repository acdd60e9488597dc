#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""analyzers.py FILE - checks the section on execution analyzers of docs/comparisons.md.

Every analyzer of the paper has a row; each row names a command or says what is not there yet,
which it may be of four things only; and every command named runs.  Commands are what stands
between backquotes and begins with gprof-llvm.  $PID is a running process.
"""

import re
import subprocess
import sys

ANALYZERS = ("TIMEIT", "TIMEMAP", "SPYTIME", "METER", "PROGTIME", "PPE", "STROBE", "SPY", "XICOUNT",
             "PLI COUNT", "DYNA", "COBOLDAP", "FORTUNE", "ANATEMP", "PLEA", "EPLEA",
             "Optimizer III", "GPROF", "APAT")
MISSING = re.compile(r"statement|branch|path length|I/O|paging|hardware counter")


def main(path):
    with open(path) as file:
        text = file.read().split("\n## Execution analyzers")[1].split("\n## ")[0]
    rows = [[c.strip() for c in line.strip("|").split(" | ")] for line in text.split("\n")
            if line.startswith("| ")]
    rows = {r[0]: r[-1] for r in rows if r[0] and r[-1] != "here"}
    faults = ["no row of %s" % a for a in ANALYZERS if a not in rows]
    for name, here in rows.items():
        if "`gprof-llvm" not in here and "not there yet" not in here:
            faults.append("%s: neither a command nor what is missing" % name)
        for part in here.split(";"):
            if "not there yet" in part and not MISSING.search(part):
                faults.append("%s: not there yet: %s" % (name, part))
    commands = sorted(set(re.findall(r"`(gprof-llvm [^`]+)`", text)))
    for command in commands:
        if command.split()[1] == "gprof":
            command += " --help"
        done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                              errors="replace")
        if done.returncode or not (done.stdout or "merge" in command or " st" in command or
                                   "reset" in command):
            faults.append("$ %s\n  exit %d %s" % (command, done.returncode, done.stderr))
    print("\n".join(faults))
    sys.exit(1 if faults or len(commands) < 30 else 0)


main(sys.argv[1])
