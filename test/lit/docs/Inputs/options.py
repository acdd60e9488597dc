#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""options.py TOOL PAGE COMMAND... - compares a page's entries with the commands' --help.

Says which option has no entry, which entry no example or no such option, and exits with 1 if
there is any.  The options that the tool itself has (--help and the like) have their
entries in the page of the tool, which is the one without COMMAND.
"""

import re
import subprocess
import sys

import pages


def helped(tool, *command):
    """Sets of spellings of one option, as --help lists them."""
    text = subprocess.run([tool, *command, "--help"], check=True, capture_output=True,
                          text=True).stdout
    groups = []
    for line in text.splitlines():
        # Columns before the meaning; what stands alone in a line may go to its end.
        found = re.match(r" {2,6}(-\S+(?:[ ,]+(?:\[?=?\S+)?-\S+)*)", line)
        if found:
            spellings = re.sub(r"=\S*?(?=,|\s|$)", "", found[1])
            groups.append(set(pages.OPTION.findall(spellings)))
    return groups


def main(tool, page, *commands):
    entries, _ = pages.read(page)
    entries = [e for e in entries if e.options]
    common = set().union(*helped(tool))
    if commands:
        wanted = [g for c in commands for g in helped(tool, c) if c == "gprof" or not g & common]
    else:
        wanted = helped(tool)
    known, documented, faults = set().union(*wanted), set(), []
    for entry in entries:
        documented |= set(entry.options)
        faults += ["'%s' is no option" % o for o in entry.options if o not in known]
        # A letter may stand for two things in two commands; a name does not.
        for group in [g for g in wanted if max(g, key=len) in entry.options]:
            if not any(pages.uses(c, o) for c, _ in entry.examples for o in group):
                faults.append("no example of '%s'" % " ".join(sorted(group)))
    faults += ["'%s' has no entry" % o for o in sorted(known - documented)]
    for fault in faults:
        print("%s: %s" % (page, fault))
    if not known or not entries:
        print("%s: nothing to compare" % page)
    sys.exit(1 if faults or not known or not entries else 0)


main(*sys.argv[1:])
