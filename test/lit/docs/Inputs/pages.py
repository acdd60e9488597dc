# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pages.py - reads the sources of the manual's pages.

An entry is a line that begins with a bold option, key or variable in the first column, with
indented lines below it.  An example is a line `$ COMMAND` between two lines of
```; one that fails on purpose ends in `# exit N`.
"""

import re

OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-[A-Za-z?])")
EXAMPLE = re.compile(r"^\t*\$ (.*?)(?:\s+# exit (\d+))?$")


class Entry:
    def __init__(self, head):
        self.head = re.sub(r"[*_\\]", "", head)
        self.options = OPTION.findall(re.sub(r"\[.*?\]|\(.*\)", "", self.head))
        self.examples = []  # (command, exit status)


def read(path, section=None):
    """The entries of a page, or of one section, and its examples, each in their order."""
    entries, examples, literal, entry = [], [], False, None
    with open(path) as file:
        text = file.read()
    if section:
        text = text.split("\n# %s\n" % section)[1].split("\n# ")[0]
    lines = text.splitlines() + [""]
    for line, below in zip(lines, lines[1:]):
        if line.strip() == "```":
            literal = not literal
        elif literal:
            found = EXAMPLE.match(line)
            if found:
                example = (found[1], int(found[2] or 0))
                examples.append(example)
                if entry and line.startswith("\t"):
                    entry.examples.append(example)
        elif line.startswith("*") and below.startswith("\t"):
            entry = Entry(line)
            entries.append(entry)
        elif line and not line.startswith("\t"):
            entry = None
    return entries, examples


def uses(command, option):
    """Whether a command line uses an option, with or without an argument."""
    if option.startswith("--"):
        return re.search(r"(?<!\S)%s(?![\w-])" % re.escape(option), command) is not None
    return re.search(r"(?<!\S)%s" % re.escape(option), command) is not None
