#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples.py PAGE - runs the examples of a page, in the order in which they stand there.

Each must exit as the page says: with 0, or N where it has `# exit N` at its end.
"""

import subprocess
import sys

import pages

_, examples = pages.read(sys.argv[1])
failed = 0
for command, status in examples:
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=300)
    if done.returncode != status:
        print("$ %s\n  exit %d, not %d\n  %s" % (command, done.returncode, status, done.stderr))
        failed += 1
sys.exit(1 if failed or not examples else 0)
