#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grammar.py TOOL [PAGE] - the options that select, by the views that have them, as the tool's parsers say.

Prints the table; with PAGE, ends with 1 unless the page has it.  A view has an option that its --help lists, and
refuses by name, with the reason, one that means nothing there.
"""

import re
import subprocess
import sys

VIEWS = ("report", "annotate", "graph", "histogram", "export", "predict", "diff", "view", "browse", "top")
COLUMNS = VIEWS[:-2]  # of `browse` and `top` the page has a sentence, for lines have 80 columns


def ask(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


def helped(tool, view):
    """Options with a value or without, as --help lists them."""
    columns = re.findall(r"^ {2,6}(-\S+(?:[ ,]+-\S+)*)", ask(tool, view, "--help"), re.M)
    return {o: "=" in columns_of for columns_of in columns for o in re.findall(r"--[a-z][a-z-]*", columns_of)}


def refuses(tool, view, option, valued):
    text = ask(tool, view, option + "=1" if valued else option)
    return re.search(r"^gprof-llvm %s: '%s' cannot be used here: \S" % (view, option), text) is not None


def table(tool):
    known = {view: helped(tool, view) for view in VIEWS}
    options = {o: valued for view in VIEWS for o, valued in known[view].items()}
    rows = [" " * 12 + " ".join(COLUMNS)]
    for option in sorted(options):
        lacking = [v for v in VIEWS if option not in known[v]]
        if lacking and all(refuses(tool, v, option, options[option]) for v in lacking):
            cells = [("-" if v in lacking else "yes").ljust(len(v)) for v in COLUMNS]
            if (option in known["browse"]) != (option in known["view"] or option == "--sort"):
                sys.exit("browse has not those of view, and sort: %s" % option)
            rows.append("%-12s" % option[2:] + " ".join(cells).rstrip())
    return rows


rows = table(sys.argv[1])
print("\n".join(rows))
if len(sys.argv) > 2:
    with open(sys.argv[2]) as file:
        page = file.read()
    sys.exit(0 if len(rows) > 15 and "```\n%s\n```" % "\n".join(rows) in page else 1)
