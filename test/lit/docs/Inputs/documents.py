#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""documents.py FILE... - runs the commands of documents and compares what they print.

A command is a line `    $ COMMAND`.  The lines of the same block below it are its output, in which
`...` stands for any lines; a command without such lines only has to succeed, or to exit with N where `# exit N`
is at its end.  Blanks at ends of lines do not count.
"""

import re
import subprocess
import sys

COMMAND = re.compile(r"^    \$ (.*?)(?:\s+# exit (\d+))?$")


def examples(path):
    """(line number, command, exit status, lines of output) of each command."""
    with open(path) as file:
        lines = [line.rstrip() for line in file]
    found, literal = [], False
    for number, line in enumerate(lines, 1):
        command = COMMAND.match(line)
        if command:
            found.append((number, command[1], int(command[2] or 0), []))
            literal = True
        elif line and not line.startswith("    "):
            literal = False
        elif literal:
            found[-1][3].append(line[4:])
    for _, _, _, output in found:
        while output and not output[-1]:
            output.pop()
    return found


def fits(wanted, printed):
    """None, or what is wrong: the lines between two `...` stand together in what is printed."""
    at, anywhere, chunk = 0, False, []
    for line in wanted + [None]:
        if line is not None and line != "...":
            chunk.append(line)
            continue
        last = len(printed) - len(chunk) if anywhere else at
        while at <= last and printed[at:at + len(chunk)] != chunk:
            at += 1
        if at > last:
            return "these lines are not there, or not in this order:\n" + "\n".join(chunk)
        at, anywhere, chunk = at + len(chunk), line is not None, []
    return None if wanted[-1] == "..." or at == len(printed) else "more is printed: '%s'" % printed[at]


def main(paths):
    faults, count = [], 0
    for path in paths:
        for number, command, status, wanted in examples(path):
            count += 1
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], text=True, timeout=300,
                                  errors="replace", stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            where = "%s:%d: $ %s" % (path, number, command)
            if done.returncode != status:
                faults.append("%s: exit %d, not %d: %s" % (where, done.returncode, status,
                                                           done.stderr))
            elif wanted:
                fault = fits(wanted, [line.rstrip() for line in done.stdout.splitlines()])
                if fault:
                    faults.append("%s: %s" % (where, fault))
    print("\n".join(faults))
    sys.exit(1 if faults or not count else 0)


main(sys.argv[1:])
