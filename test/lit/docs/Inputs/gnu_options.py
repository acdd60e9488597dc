#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gnu_options.py TOOL GPROF PAGE - compares a page's entries with the options of `TOOL gprof` and of GNU gprof.

Says which option of either --help has no entry, which entry no example or no such option,
and exits with 1 if there is any.
"""

import re
import subprocess
import sys

import pages


def help_of(*command):
    return subprocess.run([*command, "--help"], check=True, capture_output=True, text=True).stdout


def ours(tool):
    lines = [m[1] for m in re.finditer(r"^ {2,6}(-.*)", help_of(tool, "gprof"), re.M)]
    return {o for line in lines for o in pages.OPTION.findall(line)}


def gnu(gprof):
    text = help_of(gprof)
    letters = {"-" + c for group in re.findall(r"\[-\[(\w+)\]", text) for c in group}
    text = re.sub(r"\[--\[no-\]([\w-]+)", r"[--\1 --no-\1", text)
    return letters | set(pages.OPTION.findall(re.sub(r"-\[\w+\]", "", text)))


def main(tool, gprof, page):
    entries = [e for e in pages.read(page)[0] if e.options]
    known = ours(tool) | gnu(gprof)
    documented = {o for e in entries for o in e.options}
    faults = ["'%s' is no option" % o for o in sorted(documented - known)]
    faults += ["'%s' has no entry" % o for o in sorted(known - documented)]
    faults += ["no example of '%s'" % e.head for e in entries
               if not any(pages.uses(c, o) for c, _ in e.examples for o in e.options)]
    for fault in faults:
        print("%s: %s" % (page, fault))
    sys.exit(1 if faults or len(known) < 60 else 0)


main(*sys.argv[1:])
