#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""callsites.py OBJDUMP PRINT_CALLSITES BINARY [NAME...]

Compares what print_callsites says of every call instruction of a binary with
what objdump says of it, where objdump knows the function.  Every NAME must be among
the functions said to be called.
"""
import re
import subprocess
import sys

INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
TARGET = re.compile(r"([0-9a-f]+) <([^>+.@]+)(@plt)?>")
CALLS = ("call", "callq", "bl")


def calls_of(objdump, binary):
    """Return address -> name or address called, None where objdump does not know."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", binary], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    calls, call = {}, None
    for line in text.splitlines():
        m = INSTRUCTION.match(line)
        if not m:
            continue
        if call:
            target = "*" not in call and TARGET.search(call)
            calls[m.group(1)] = target and (target.group(3) and target.group(2)
                                            or target.group(1)).lstrip("0")
        call = m.group(3) if m.group(2) in CALLS else None
    return calls


def main():
    objdump, printer, binary, *names = sys.argv[1:]
    calls = calls_of(objdump, binary)
    said = subprocess.run([printer, binary], check=True, stdout=subprocess.PIPE, text=True,
                          input="\n".join(calls)).stdout.split()
    assert len(said) == len(calls) > 0
    bad = 0
    for (at, wanted), what in zip(calls.items(), said):
        if wanted and what != wanted:
            print("%s: %s, not %s" % (at, what, wanted))
            bad += 1
    missing = set(names) - set(said)
    if missing:
        print("not called: %s" % ", ".join(sorted(missing)))
    print("%d calls, %d differ" % (len(calls), bad))
    return 1 if bad or missing else 0


sys.exit(main())
