#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tasks.py TOOL FILE - compares the tables of docs/options.md with the --help of the commands.

A row names options and the commands that have them.  Each command must have each of the options of the row,
and each option of a command a row with this command.
"""

import re
import subprocess
import sys

VIEWS = ("report", "annotate", "graph", "histogram", "predict", "export", "view", "browse")
COMMANDS = VIEWS + ("merge", "diff", "optimize", "top", "dump")
COMMON = {"--help", "--usage", "--version"}
ELSEWHERE = {  # described with the command in the guide
    "predict": {"--faster", "--remove", "--reduce-calls", "--inline"},
    "export": {"--table"},
    "merge": {"--keep-going"},
    "diff": {"--fail-if", "--quiet", "--all"},
    "optimize": {"--all", "--debug-dir", "--no-children"},
    "top": {"--batch", "--delay", "--limit", "--count"},
    "dump": {"--name"},
    "report": {"--unused", "--no-uncalled"},
}


def helped(tool, command):
    text = subprocess.run([tool, command, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return set(re.findall(r"^ {2,6}(?:-\w, )?(--[a-z][a-z-]*)", text, re.M))


def main(tool, path):
    known = {c: helped(tool, c) - COMMON for c in COMMANDS}
    said = {c: set() for c in COMMANDS}
    faults = []
    with open(path) as file:
        rows = re.findall(r"^\| (`-.*?) \| (.*?) \| .*\|$", file.read(), re.M)
    for cell, who in rows:
        options = re.findall(r"`(?:-\w, )?(--[a-z][a-z-]*)", cell)
        who = who.replace("all views", " ".join("`%s`" % v for v in VIEWS))
        who = who.replace("all text", " ".join("`%s`" % v for v in VIEWS if v not in ("export", "view", "browse")))
        for command in re.findall(r"`([a-z]+)[ `]", who):
            for option in options:
                if option not in known.get(command, ()):
                    faults.append("%s has no %s" % (command, option))
                else:
                    said[command].add(option)
    for command in COMMANDS:
        missing = known[command] - said[command] - ELSEWHERE.get(command, set())
        faults += ["%s %s is in no table" % (command, option) for option in sorted(missing)]
    print("\n".join(faults))
    sys.exit(1 if faults or len(rows) < 30 else 0)


main(*sys.argv[1:])
