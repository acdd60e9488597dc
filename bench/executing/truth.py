# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""truth - how often each instruction of a program was executed: {address in the file: times}."""

import collections
import os
import re
import subprocess

LIMIT = 120  # seconds
ENVIRONMENT = dict(os.environ, GPROF_OPTIONS="rate=0", GPROF_FILE="profile")
EMULATOR = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
TRACED = re.compile(r"^Trace .*?/([0-9a-f]+)/")


def by_steps(stepper, program):
    subprocess.run([stepper, "steps", program], env=ENVIRONMENT, timeout=LIMIT,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    with open("steps") as file:
        return {int(address, 16): int(times) for address, times in map(str.split, file)}


def first_code(program):
    """The address of the first segment of code, if the program may be loaded anywhere."""
    text = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True).stdout
    first = re.search(r"LOAD +\S+ (0x[0-9a-f]+) .* R E ", text)
    return int(first[1], 16) if "DYN" in text.splitlines()[1] else None


def by_trace(program):
    """The emulator names each instruction before it runs it; that of a signal's return twice."""
    times, start = collections.Counter(), 0
    os.mkfifo("trace")
    with subprocess.Popen(["timeout", str(LIMIT), *EMULATOR, "-singlestep", "-d",
                           "exec,nochain,page", "-D", "trace", "./" + program],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=ENVIRONMENT), open("trace", errors="replace") as trace:
        for line in trace:
            traced = TRACED.match(line)
            if traced:
                times[int(traced[1], 16)] += 1
            elif line.startswith("start_code") and not start:
                start = int(line.split()[1], 16)
    first = first_code(program)
    base = 0 if first is None else (start & ~0xfff) - (first & ~0xfff)
    return {address - base: n for address, n in times.items()}
