#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""keys.py PAGE SECTION COMMAND... - compares the entries of a section, or of the row of a table in a
Markdown page, with the keys that the message of COMMAND lists: `the keys are KEY=VALUES, ...`.

Says what only one of both has, and exits with 1 if there is any.
"""

import re
import subprocess
import sys

import pages


def main(page, section, *command):
    message = subprocess.run(command, capture_output=True, text=True).stderr
    known = re.search(r"(?:known|the keys) are (.*)", message)[1].split(", ")
    if page.endswith(".md"):  # the row of the table, keys alone
        with open(page, encoding="utf-8") as file:
            row = re.search(r"^\| `%s` \| (.*?):" % section, file.read(), re.M)[1]
        entries, known = re.findall(r"`([^`]*)`", row), [k.split("=")[0] for k in known]
    else:
        entries = [e.head for e in pages.read(page, section)[0]]
    if any("=" not in k for k in known):  # the message has no values
        entries = [e.split("=")[0] for e in entries]
    faults = ["'%s' is no key" % e for e in entries if e not in known]
    faults += ["'%s' has no entry" % k for k in known if k not in entries]
    for fault in faults:
        print("%s, %s: %s" % (page, section, fault))
    sys.exit(1 if faults else 0)


main(*sys.argv[1:])
