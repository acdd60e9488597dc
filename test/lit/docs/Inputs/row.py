#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""row.py USING.MD ROW PREFIX - prints the command in a row of the table of builds, as it is for an installation in PREFIX.
row.py USING.MD ROW PREFIX collect|profile - prints the same of a row of the table of builds for a profile."""

import re
import sys


def with_profile(text, wanted, build):
    rows = re.findall(r"^\| %s \| `([^`]*)` \| `([^`]*)` \|$" % re.escape(wanted), text, re.M)
    flags = re.search(r"`F` is `([^`]*)`", text)
    if len(rows) != 1 or not flags:
        sys.exit("no row '%s' with two commands" % wanted)
    print('F="%s"\n%s' % (flags[1], rows[0][build == "profile"]))


def main(using, wanted, prefix, build=None):
    with open(using) as file:
        text = file.read()
    if build:
        with_profile(text, wanted, build)
        return
    rows = re.findall(r"^\| %s \| `([^`]*)`" % re.escape(wanted), text, re.M)
    plugin = re.search(r"`(plugin=[^`]*)`", text)
    if len(rows) != 1 or not plugin:
        sys.exit("no row '%s' with a command in '%s'" % (wanted, using))
    print((plugin[1] + "\n" + rows[0]).replace("/opt/gprof-llvm", prefix))


main(*sys.argv[1:])
