#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pool-many.py TOOL PROGRAM PROCESSES AT_ONCE KILLS - a test suite and its pool.

Runs PROGRAM (pool.c) that often, some of them killed at random moments, and
compares the sum of all profiles with the program's own count in the file 'truth':
but for a call in flight in every process killed, they are the same.  Prints the
number of files left.
"""

import glob
import os
import random
import re
import signal
import struct
import subprocess
import sys
import time


def run_all(program, processes, at_once, kills):
    """Returns how many processes were killed before they ended."""
    doomed = set(random.sample(range(processes), kills))
    live, started, killed = [], 0, 0
    while started < processes or live:
        while started < processes and len(live) < at_once:
            live.append((started, subprocess.Popen(["./" + program, str(started)])))
            started += 1
        for number, process in live:
            if number in doomed:
                time.sleep(random.random() * 0.003)
                process.kill()
        live[0][1].wait()
        for number, process in list(live):
            status = process.poll()
            if status is None:
                continue
            live.remove((number, process))
            if status == -signal.SIGKILL:
                killed += 1
            elif status:
                sys.exit("process %d returned %d" % (number, status))
    return killed


def main():
    tool, program = sys.argv[1:3]
    processes, at_once, kills = map(int, sys.argv[3:])
    with open("truth", "wb") as f:
        f.write(bytes(4096))
    killed = run_all(program, processes - 1, at_once, kills)
    # One that did not get its member's lock in time leaves its file to a later one.
    subprocess.run(["./" + program, str(processes - 1)], check=True)
    with open("truth", "rb") as f:
        truth = struct.unpack("<q", f.read(8))[0]
    report = subprocess.run([tool, "report", "--classic", "-b", program], capture_output=True, text=True)
    found = re.search(r"(\d+)/\d+ +work \[\d+\]\n\[\d+\] .* leaf \[\d+\]$", report.stdout, re.M)
    if report.returncode or not found:
        sys.exit("report failed: %s%s" % (report.stdout, report.stderr))
    calls = int(found.group(1))
    print("%d calls, %d made, %d killed, %d files" %
          (calls, truth, killed, len(glob.glob("*.gprof*"))))
    if calls > truth or calls < truth - killed:
        sys.exit("the profiles do not tell the truth")


main()
