#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py STEPS COMMAND... - runs the shell COMMAND in tmux and takes the STEPS, lines of a file:

    size COLUMNS LINES    of the window
    press KEY...          as tmux names keys
    see TEXT              waits until a line of the screen has it
    cursor TEXT           the same, of the line that begins with '>'
    gone TEXT             waits until no line has it
    styled SEQUENCE TEXT  waits until TEXT is on a line with a style: ESC[SEQUENCEm stands in it
    plain TEXT            waits until TEXT is on a line without colors
    end STATUS            waits until the command has ended, with that status

The server is one of its own, and ends with the test."""

import os
import re
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # seconds: only a failure takes that long
COLORS = re.compile("\033\\[[0-9;]*(3[1-6]|9[1-6])[0-9;]*m")


class Terminal:
    def __init__(self, folder):
        self.folder = folder
        self.environment = dict(os.environ, TMUX_TMPDIR=folder, LC_ALL="C.UTF-8")
        self.environment.pop("TMUX", None)

    def tmux(self, *words, check=True):
        done = subprocess.run(["tmux", "-L", "browse", "-f", "/dev/null", *words], capture_output=True, text=True,
                              env=self.environment, check=False)
        if done.returncode and check:
            sys.exit("tmux %s: %s" % (" ".join(words), done.stderr))
        return done.stdout

    def start(self, command):
        self.status = os.path.join(self.folder, "status")
        self.tmux("new-session", "-d", "-x", "100", "-y", "30",
                  "%s; echo $? > '%s.new'; mv '%s.new' '%s'; cat" % (command, self.status, self.status, self.status))

    def screen(self, styles=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if styles else [])).split("\n")

    def wait(self, what, true, styles=False):
        end = time.monotonic() + PATIENCE
        lines = self.screen(styles)
        while not true(lines):
            if time.monotonic() > end:
                sys.exit("never: %s; the screen has\n%s" % (what, "\n".join(map(repr, lines))))
            time.sleep(0.02)
            lines = self.screen(styles)

    def ended(self):
        try:
            with open(self.status, encoding="ascii") as file:
                return file.read().strip()
        except FileNotFoundError:
            return None

    def step(self, line):
        word, _, rest = line.partition(" ")
        if word == "size":
            columns, lines = rest.split()
            self.tmux("resize-window", "-x", columns, "-y", lines)
        elif word == "press":
            self.tmux("send-keys", *rest.split())
        elif word == "see":
            self.wait(line, lambda lines: any(rest in x for x in lines))
        elif word == "cursor":
            self.wait(line, lambda lines: any(rest in x for x in lines if x.startswith(">")))
        elif word == "gone":
            self.wait(line, lambda lines: not any(rest in x for x in lines))
        elif word == "styled":
            code, _, text = rest.partition(" ")
            self.wait(line, lambda lines: any(text in x and re.search("\033\\[(0;)?%sm" % code, x) for x in lines), True)
        elif word == "plain":
            self.wait(line, lambda lines: any(rest in x and not COLORS.search(x) for x in lines), True)
        elif word == "end":
            self.wait(line, lambda lines: self.ended() == rest)
        else:
            sys.exit("unknown step '%s'" % line)


def main(steps, command):
    with tempfile.TemporaryDirectory(prefix="tmux") as folder:
        terminal = Terminal(folder)
        try:
            terminal.start(command)
            with open(steps, encoding="utf-8") as file:
                for line in file.read().splitlines():
                    if line:
                        terminal.step(line)
        finally:
            terminal.tmux("kill-server", check=False)


main(sys.argv[1], " ".join(sys.argv[2:]))
