#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""named.py DISASSEMBLY - fails if an x86-64 count does not name its counter, or if there is none."""

import re
import sys

NAMED = re.compile(r"(incq|addq\s+\$(0x)?1,)\s*%gs:-?(0x)?[0-9a-f]+\(%rip\)")
BY_REGISTER = re.compile(r"(incq|addq\s+\$(0x)?1,)\s*(%gs:)?(-?(0x)?[0-9a-f]+)?\(%")
NAMES = re.compile(r"leaq\s+-?(0x)?[0-9a-f]+\(%rip\), %r11\b")
HITS = re.compile(r"incq\s+(0x)?8\(%r10\)")

counts = 0
before = ""
for line in open(sys.argv[1]):
    if NAMED.search(line):
        counts += 1
    elif BY_REGISTER.search(line):
        counts += 1
        if not HITS.search(line) and not (NAMES.search(before) and "incq" in line and
                                          "(%r11,%" in line):
            sys.exit("not named: " + line)
    before = line
sys.exit(0 if counts else "no count")
