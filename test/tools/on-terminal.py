#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on-terminal.py COMMAND...: runs a command on a terminal of its own and prints what it
writes there; with its exit status."""
import os
import pty
import sys

os.environ["TERM"] = "xterm"
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
