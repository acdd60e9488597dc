#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""starve.py [--all] TOOL ARGUMENT...

Runs the tool again and again, each time with another allocation that fails: it must
end with status 1, one line that speaks of memory and nothing that looks like a whole
result; or, where it can do without, print what it prints otherwise.

Of more than 400 allocations the first 100 are tried and then as many more, evenly;
with --all, or GPROF_TEST_LONG in the environment, every one."""

import argparse
import os
import re
import subprocess
import sys

FEW = 400
FIRST = 100


class Server:
    """The tool, waiting before main for the number of the allocation that is to fail."""

    def __init__(self, command):
        self.tool = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     text=True)

    def run(self, number):
        self.tool.stdin.write("%d\n" % number)
        self.tool.stdin.flush()
        status = self.tool.stdout.readline()
        if not status:
            sys.exit("starve: the server ended with status %d" % self.tool.wait())
        with open("starved.out", "rb") as out, open("starved.err", errors="replace") as errors:
            return int(status), out.read(), errors.read()

    def end(self):
        self.tool.communicate()


def chosen(count, everything):
    if everything or count <= FEW:
        return range(1, count + 1)
    step = (count - FIRST) / (FEW - FIRST)
    return [*range(1, FIRST + 1),
            *sorted({FIRST + 1 + int(step * i) for i in range(FEW - FIRST)})]


def judge(result, whole):
    """What is wrong with a run, or None."""
    status, out, errors = result
    if (status, out, errors) == (0, *whole):
        return None
    if status != 1:
        return "status %d" % status
    if errors.startswith(whole[1]):
        errors = errors[len(whole[1]):]  # warnings of the whole run
    # libiberty begins with an empty line.
    if not re.fullmatch(r"\n?[^\n]*([Mm]emory)[^\n]*\n", errors):
        return "not one line about memory"
    if out and (out == whole[0] or not whole[0].startswith(out)):
        return "text on stdout"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    server = Server(args.command)
    status, out, errors = server.run(0)
    match = re.search(r"allocations (\d+)\n\Z", errors)
    if status or not match:
        sys.exit("starve: the run without a failure failed: %s" % errors)
    whole = out, errors[:match.start()]
    numbers = chosen(int(match[1]), args.all or "GPROF_TEST_LONG" in os.environ)
    wrong = done_without = 0
    for number in numbers:
        result = server.run(number)
        problem = judge(result, whole)
        done_without += result[0] == 0
        if problem:
            wrong += 1
            print("allocation %d: %s: %s" % (number, problem, result[2].strip()[:300]))
    server.end()
    print("%d of %s allocations failed one by one: %d runs did without, %d were wrong" %
          (len(numbers), match[1], done_without, wrong))
    # A tool that never notices is not the one that was meant.
    sys.exit(wrong > 0 or done_without == len(numbers))


main()
