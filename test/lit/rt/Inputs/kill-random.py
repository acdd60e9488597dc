#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill-random.py TOOL PROGRAM ROUNDS - kill -9 at random moments.

PROGRAM (killed.c) keeps its own counts in the file 'truth'.  Every profile it leaves
must tell the same but for a call in flight in each thread, and a report of it must
not show a negative number of calls from outside.
"""

import glob
import os
import random
import re
import struct
import subprocess
import sys
import time


def word(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def read_truth():
    with open("truth", "rb") as f:
        return f.read()


def running(data):
    """Whether all threads have made calls: on a busy machine that takes a while."""
    threads = word(data, 4088)
    return threads and all(word(data, 64 * i) > 1 for i in range(threads))


def run(program):
    """Returns the number of threads and of calls made."""
    with open("truth", "wb") as f:
        f.write(bytes(4096))
    child = subprocess.Popen(["./" + program])
    while not running(read_truth()):
        if child.poll() is not None:
            sys.exit("the program ended by itself")
        time.sleep(0.0005)
    time.sleep(random.random() * 0.002)
    child.kill()
    child.wait()
    data = read_truth()
    threads = word(data, 4088)
    return threads, sum(word(data, 64 * i) for i in range(threads))


def report(tool, program):
    text = subprocess.run([tool, "report", "--classic", "-b", program], capture_output=True, text=True)
    if text.returncode:
        sys.exit("report failed: " + text.stderr)
    if re.search(r"-\d+/.*<spontaneous>|more calls than entries", text.stdout):
        sys.exit("a negative count:\n" + text.stdout)
    calls = re.search(r"(\d+)/\d+ +run \[\d+\]\n\[\d+\] .*? (\d+) +leaf \[\d+\]$", text.stdout,
                      re.M)
    if not calls:
        sys.exit("no call of leaf in\n" + text.stdout)
    return int(calls.group(1)), int(calls.group(2)), "in flight" in text.stdout


def main():
    tool, program, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    in_flight = 0
    for _ in range(rounds):
        threads, truth = run(program)
        calls, entries, late = report(tool, program)
        if not truth - threads <= calls <= truth or not 0 <= entries - calls <= threads:
            sys.exit("made %d, counted %d, entered %d" % (truth, calls, entries))
        in_flight += late
        for name in glob.glob("*.gprof"):
            os.remove(name)
    print("%d kills, %d with calls under way" % (rounds, in_flight))


main()
