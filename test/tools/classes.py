#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""classes.py OBJDUMP PRINT_CLASSES BINARY FUNCTION...

Prints the instructions of functions, each after the letter of its code class: what the
desk tool finds (test/unit/print_classes.c), beside what llvm-objdump shows.
"""

import re
import subprocess
import sys

INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(.*?)\s*$")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    objdump, classes, binary, *functions = sys.argv[1:]
    found = dict(line.split() for line in output(classes, binary).splitlines())
    for function in functions:
        text = output(objdump, "-d", "--no-show-raw-insn", "--disassemble-symbols=" + function,
                      binary)
        print(function + ":")
        for line in text.splitlines():
            match = INSTRUCTION.match(line)
            if match:
                print("  %s %s" % (found.get(match[1], "?"), " ".join(match[2].split())))


main()
