#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""random_program.py SEED > SPEC.json: a program of up to 40 functions that call each other
at random, back and forth, with up to 60 call stacks; for mkprofile.py."""

import json
import random
import sys


def main():
    r = random.Random(int(sys.argv[1]))
    names = ["f%d" % i for i in range(r.randint(3, 40))]
    functions = {name: {"calls": {}} for name in names}
    functions[names[0]]["entries"] = 1
    backward = r.choice([0, 0, 0.1, 0.5])
    for i, name in enumerate(names):
        for _ in range(r.randint(0, 4)):
            k = r.randrange(len(names)) if r.random() < backward else r.randint(i, len(names) - 1)
            functions[name]["calls"][names[k]] = r.choice([0, 1, 3, 1000])
    stacks = []
    for _ in range(r.randint(1, 60)):
        at, calls = names[0], ["libc"]
        for _ in range(r.randint(0, 30)):
            if not functions[at]["calls"]:
                break
            callee = r.choice(sorted(functions[at]["calls"]))
            functions[at]["calls"][callee] += 1
            calls.append("%s>%s" % (at, callee))
            at = callee
        stacks.append({"calls": calls, "at": at, "ms": r.randint(1, 30),
                       "flags": r.choice([0, 0, 0, 8])})
    json.dump({"functions": functions, "stacks": stacks}, sys.stdout)


main()
