#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""completed.py TOOL SCRIPT - compares the long options of SCRIPT.bash, SCRIPT.zsh and SCRIPT.fish
with those of each command's --help."""

import re
import subprocess
import sys

COMMON = {"--help", "--usage", "--version"}


def helped(tool, command):
    text = subprocess.run([tool, command, "--help"], check=True, capture_output=True,
                          text=True).stdout
    columns = re.findall(r"^ {2,6}(-\S+(?:[ ,]+(?:\[?=?\S+)?-\S+)*)", text, re.M)
    return {o for c in columns for o in re.findall(r"--[a-z][-a-z]*", c)} - COMMON


def scripts(name):
    with open(name + ".bash", encoding="utf-8") as f:
        bash = {c: {o.rstrip("=") for o in words.split()} - COMMON for c, words in
                re.findall(r"^\t([a-z]+)\) echo '(--help.*)' ;;$", f.read(), re.M)}
    with open(name + ".zsh", encoding="utf-8") as f:
        zsh = {c: set(re.findall(r"'(--[a-z][-a-z]*?)(?:=-|=)?\[", arguments)) - COMMON
               for c, arguments in re.findall(r"^\t([a-z]+)\)\n\t\t_arguments (.*?) ;;$", f.read(),
                                              re.M | re.S)}
    fish = {c: set() for c in bash}
    with open(name + ".fish", encoding="utf-8") as f:
        for c, option in re.findall(r"seen_subcommand_from ([a-z]+)' -l (\S+)", f.read()):
            fish[c].add("--" + option)
    return {"bash": bash, "zsh": zsh, "fish": fish}


def main(tool, name):
    found, bad = scripts(name), False
    for shell, commands in found.items():
        if not commands:
            sys.exit("no command for " + shell)
        for command, options in commands.items():
            if command == "gprof":
                continue
            wanted = helped(tool, command)
            if options != wanted:
                bad = True
                print("%s, %s: more %s, missing %s" % (
                    shell, command, sorted(options - wanted), sorted(wanted - options)))
    sys.exit(bad)


main(*sys.argv[1:])
