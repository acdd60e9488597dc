#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""screen.py TOOL PID - runs `TOOL top PID` on a terminal of its own, presses keys, and
exits with 0 if the screen answered each and the terminal was given back."""
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

PATIENCE = 20  # seconds; the answer is waited for, not the time
LIMIT = 200000  # bytes; it repaints for ever


def size(fd, lines, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def expect(fd, wanted):
    seen = b""
    while wanted not in seen:
        if len(seen) > LIMIT or not select.select([fd], [], [], PATIENCE)[0]:
            sys.exit("'%s' did not come: %r" % (wanted.decode(), seen))
        try:
            seen += os.read(fd, 65536)
        except OSError:
            sys.exit("'%s' did not come before the end: %r" % (wanted.decode(), seen))


def drain(fd):
    """The tool ends only when its last output was read."""
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass


def press(key, wanted):
    """Then has all of the screen repainted, not only what changed."""
    os.write(terminal, key + b"\x0c")
    expect(terminal, wanted)


child, terminal = pty.fork()
if child == 0:
    size(0, 24, 100)
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], [sys.argv[1], "top", "-d", "0.5", sys.argv[2]])
expect(terminal, b"leaf")
press(b"p", b"paused, sorted by self %")
press(b"s", b"paused, sorted by self,")
press(b"+", b"every 1.0 s")
press(b"-", b"every 0.5 s")
press(b"p", b"running, sorted by self,")
size(terminal, 12, 80)
os.kill(child, signal.SIGWINCH)
press(b"", b"leaf")
os.write(terminal, b"q")
expect(terminal, b"\x1b[?1049l")
drain(terminal)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
