# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""truth - how often each instruction of a program was executed: {address in the file: times}.
Random programs fork, and each process has a profile of its own: their truth is a list of
(profiles, times)."""

import collections
import glob
import os
import re
import subprocess

LIMIT = 60  # seconds
PROFILE = "profile.%p"
EMULATOR = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
TRACED = re.compile(r"^Trace .*?/([0-9a-f]+)/")


def environment(profile):
    return dict(os.environ, GPROF_OPTIONS="rate=0", GPROF_FILE=profile)


def read_steps(path):
    with open(path) as file:
        return {int(address, 16): int(times) for address, times in map(str.split, file)}


def by_steps(stepper, program):
    subprocess.run([stepper, "steps", program], env=environment(PROFILE), timeout=LIMIT,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    return [([path.replace("steps", "profile")], read_steps(path))
            for path in sorted(glob.glob("steps.*"))]


def first_code(program):
    """The address of the first segment of code, if the program may be loaded anywhere."""
    text = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True).stdout
    first = re.search(r"LOAD +\S+ (0x[0-9a-f]+) .* R E ", text)
    return int(first[1], 16) if "DYN" in text.splitlines()[1] else None


def by_trace(program):
    """The emulator names each instruction before it runs it; that of a signal's return twice.
    It does not name the process: their sum is compared."""
    times, start = collections.Counter(), 0
    os.mkfifo("trace")
    with subprocess.Popen(["timeout", str(LIMIT), *EMULATOR, "-singlestep", "-d",
                           "exec,nochain,page", "-D", "trace", "./" + program],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, env=environment(PROFILE)), \
            open("trace", errors="replace") as trace:
        for line in trace:
            traced = TRACED.match(line)
            if traced:
                times[int(traced[1], 16)] += 1
            elif line.startswith("start_code") and not start:
                start = int(line.split()[1], 16)
    first = first_code(program)
    base = 0 if first is None else (start & ~0xfff) - (first & ~0xfff)
    return [(sorted(glob.glob("profile.*")), {address - base: n for address, n in times.items()})]
