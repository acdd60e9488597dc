#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""words.py TOOL - what the words of each command mean: those of a form, in any order, give what the
program by its path gives with these profiles.

The current directory has 'program' and its runs one.gprof and two.gprof, which differ; 'runs' has both.
Prints what differs, then the number of forms, and exits with 1 if anything does.
"""

import itertools
import os
import subprocess
import sys

COMMANDS = [
    ["report", "--no-insights"],
    ["graph"],
    ["histogram"],
    ["predict", "--faster=leaf=2x"],
    ["export", "--format=json"],
    ["export", "--format=folded"],
    ["browse", "--keys=q"],
    ["view", "-o", "page.html"],
    ["annotate"],
]
# (words, profiles that they mean)
FORMS = [
    (["program", "one.gprof"], ["one.gprof"]),
    (["one.gprof"], ["one.gprof"]),
    (["two.gprof"], ["two.gprof"]),
    (["program", "one.gprof", "two.gprof"], ["one.gprof", "two.gprof"]),
    (["one.gprof", "two.gprof"], ["one.gprof", "two.gprof"]),
    (["program", "runs"], ["runs"]),
    (["--no-children", "two.gprof"], ["two.gprof"]),
]
FUNCTIONS = [[], ["leaf"], ["leaf", "main"]]


def output(command, words):
    if os.path.exists("page.html"):
        os.unlink("page.html")
    done = subprocess.run([sys.argv[1]] + command + words, capture_output=True, text=True)
    text = done.stdout
    if "page.html" in command and done.returncode == 0:
        text = open("page.html").read()
    lines = [l for l in text.splitlines() if not l.startswith("zoom")]  # the command itself
    return done.returncode, lines, done.stderr


def tried_functions(command):
    """A head names the focus in the order of the words: of these one is tried."""
    if command == ["annotate"]:
        return FUNCTIONS
    return FUNCTIONS[:2] if command[0] in ("report", "graph", "export") else [[]]


def asked(command, functions):
    """The same by an option: of words that are no files others than annotate take the focus."""
    return functions if command == ["annotate"] else ["--focus=" + f for f in functions]


def main():
    program = os.path.abspath("program")
    tried, wrong = 0, 0
    for command in COMMANDS:
        seen = set()
        for words, profiles in FORMS:
            for functions in tried_functions(command):
                if len(words + functions) > 4:
                    continue
                canonical = {}
                for order in itertools.permutations(words + functions):
                    key = [w for w in order if w in profiles]  # they are listed as they are named
                    if str(key) not in canonical:
                        wanted = output(command, [program] + key + asked(command, functions))
                        if wanted[0] != 0:
                            sys.exit("%s does not work: %s" % (command, wanted[2]))
                        canonical[str(key)] = wanted[:2]
                        seen.add("".join(wanted[1]))
                    got = output(command, [program if w == "program" else w for w in order])
                    tried += 1
                    if got[:2] != canonical[str(key)]:
                        wrong += 1
                        print("%s %s: not what %s has: %s" % (
                            " ".join(command), " ".join(order), key, got[2]))
        if len(seen) < 3:
            sys.exit("%s: the runs do not differ" % command)
    print("%d forms, %d wrong" % (tried, wrong))
    return wrong > 0


sys.exit(main())
