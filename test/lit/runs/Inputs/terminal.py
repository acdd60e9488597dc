# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py WHAT TOOL - runs `TOOL run -- ./tasks ...` as the job of a shell on a terminal of its own.

The shell is this program: it makes the job a process group in the foreground, as a shell does, and prints
what it sees of it.  WHAT: interrupt, stop, self, terminate."""

import os
import pty
import re
import signal
import sys
import termios

what, tool = sys.argv[1:3]
words = {"interrupt": ["catch", "pause"], "kill": ["pause"], "stop": ["catch", "pause"],
         "self": ["die", str(int(signal.SIGSTOP)), "status", "3"], "terminate": ["catch", "pause"]}[what]


def job():
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(tool, [tool, "run", "--quiet", "--", "./tasks"] + words)


def shell(report):
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    pid = os.fork()
    if pid == 0:
        job()
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED)
        if os.WIFSTOPPED(status):
            os.tcsetpgrp(0, os.getpgrp())
            os.tcsetpgrp(0, pid)
            os.killpg(pid, signal.SIGCONT)
            os.write(report, b"stopped by %d\n" % os.WSTOPSIG(status))  # what is typed now goes to the job
            continue
        text = "exit %d" % os.WEXITSTATUS(status) if os.WIFEXITED(status) else "killed by %d" % os.WTERMSIG(status)
        os.write(report, text.encode() + b"\n")
        os._exit(0)


def read_until(fd, pattern):
    """What matches; the end of the terminal is an error."""
    seen = b""
    while not re.search(pattern, seen):
        try:
            more = os.read(fd, 1000)
        except OSError:
            more = b""
        if not more:
            return "end of the terminal after %r" % seen
        seen += more
    return re.search(pattern, seen)[0].decode().strip()


got, report = os.pipe()
pid, terminal = pty.fork()
if pid == 0:
    os.close(got)
    shell(report)
os.close(report)
settings = termios.tcgetattr(terminal)
settings[3] &= ~termios.ECHO
termios.tcsetattr(terminal, termios.TCSANOW, settings)
if what != "self":
    read_until(terminal, b"ready")
if what == "interrupt" or what == "kill":
    os.write(terminal, b"\x03")
if what == "stop":
    os.write(terminal, b"\x1a")
    print(os.read(got, 100).decode(), end="")
    os.write(terminal, b"\x03")
if what == "terminate":
    group = os.tcgetpgrp(terminal)
    os.kill(group, signal.SIGTERM)
if what in ("interrupt", "stop", "terminate"):
    print(read_until(terminal, rb"signal \d+\s"))
with os.fdopen(got) as rest:
    print(rest.read(), end="")
