#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""row.py USING.MD ROW PREFIX - prints the command in a row of the table of builds, as it is for an installation in PREFIX."""

import re
import sys


def main(using, wanted, prefix):
    with open(using) as file:
        text = file.read()
    rows = re.findall(r"^\| %s \| `([^`]*)`" % re.escape(wanted), text, re.M)
    plugin = re.search(r"`(plugin=[^`]*)`", text)
    if len(rows) != 1 or not plugin:
        sys.exit("no row '%s' with a command in '%s'" % (wanted, using))
    print((plugin[1] + "\n" + rows[0]).replace("/opt/gprof-llvm", prefix))


main(*sys.argv[1:])
