#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pool-hold.py FILE COMMAND... - runs COMMAND while FILE is claimed, as a process that has it mapped
claims it; the file must be the same then, and still zero.

pool-hold.py --read FOLDER COMMAND... - holds the file that COMMAND has in FOLDER, as a reader does,
gives COMMAND a byte, and lets go when it has ended."""

import fcntl
import glob
import os
import struct
import subprocess
import sys
import time

F_OFD_SETLK = 37


def claimed(path, command):
    with open(path, "r+b") as file:
        fcntl.fcntl(file, F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        before = os.fstat(file.fileno())
        subprocess.run(command, check=True)
        after = os.stat(path)
        if after.st_ino != before.st_ino or any(file.read()):
            sys.exit("%s was taken" % path)


def read(folder, command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    names = []
    while not names and process.poll() is None:
        names = glob.glob(os.path.join(folder, "*.%d-*.gprof" % process.pid))
        time.sleep(0.001)
    with open(names[0], "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        process.communicate(b"\n")
    if process.returncode:
        sys.exit(process.returncode)


def main():
    if sys.argv[1] == "--read":
        read(sys.argv[2], sys.argv[3:])
    else:
        claimed(sys.argv[1], sys.argv[2:])


main()
