#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""old_names.py TOOL - each old name of an option gives what the new one gives, and is nowhere offered.

The current folder has the profile of 'program', and that of 'counted', which counts blocks.
"""

import re
import subprocess
import sys

# Command, what it needs, old, new.
NAMES = [
    ("report", "program", "--answers", "--insights"),
    ("report", "program", "--no-answers", "--no-insights"),
    ("report", "program", "--never", "--uncalled"),
    ("report", "program", "--never=calls", "--uncalled"),
    ("report", "counted", "--never=lines", "--unexecuted"),
    ("report", "program", "--no-never", "--no-uncalled"),
    ("report", "--group-by=file program", "--summary", "--group-table"),
    ("report", "program", "--classes", "--code-classes"),
    ("report", "program", "--demangle", "--names=full"),
    ("report", "program", "--no-demangle", "--names=linkage"),
    ("predict", "program", "--never=sort", "--remove=sort"),
    ("predict", "program", "--fewer=item=1/2", "--reduce-calls=item=1/2"),
    ("export", "--format=callgrind program", "--instr", "--addresses"),
    ("annotate", "program", "--instructions", "--asm"),
    ("graph", "program", "--threshold=20", "--min-percent=20"),
] + [(c, more + "program.gprof", "--only", "--no-children")
     for c, more in (("report", ""), ("annotate", ""), ("histogram", ""), ("graph", ""), ("export", ""), ("predict", "--faster=main=2x "))
] + [(c, more + "program", old, new)
     for c, more in (("report", ""), ("histogram", ""), ("graph", ""), ("export", ""), ("predict", "--faster=main=2x "))
     for old, new in (("--kernel=in", "--kernel=caller"), ("--time=wait", "--measure=wait"))]

# Names of other options, too, or of which only a value is old.
TAKEN = {"--time", "--kernel", "--threshold"}

tool, bad = sys.argv[1], 0


def run(*words):
    done = subprocess.run([tool, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    # Commands that zoom repeat the command line.
    return done.returncode, re.sub(r"^zoom (in|out).*\n", "", done.stdout, flags=re.M), done.stderr


def check(right, *words):
    global bad
    if not right:
        print(*words)
        bad += 1


for command, rest, old, new in NAMES:
    was, now = run(command, old, *rest.split()), run(command, new, *rest.split())
    plain = run(command, *rest.split())
    check(now[0] == 0 and now[1], command, new, "fails:", now[2])
    check(was == now, command, old, "is not", new)
    # A name of an option that changes nothing here would prove nothing.
    check(plain[1] != now[1] or new in ("--no-children", "--names=full"), command, new, "changes nothing")
    option = old.split("=")[0]
    helped = re.findall(r"--[a-z][a-z-]*", run(command, "--help")[1])
    check(option in TAKEN or option not in helped, command, "--help offers", option)

for shell in "bash", "zsh", "fish":
    text = run("--completion=" + shell)[1]
    for command, _, old, _ in NAMES:
        option = old.split("=")[0]
        name = r"-l %s\b" % option[2:] if shell == "fish" else re.escape(option) + r"(?![\w-])"
        lines = [l for l in text.split("\n") if re.search(name, l)]
        # Other commands may have an option of this name: cc --time=NAMES.
        check(option in TAKEN or not lines, shell, "offers", option, "of", command)

# What never was a name stays none.
for command, option in ("annotate", "--answers"), ("report", "--fewer=a=1"), ("histogram", "--instr"), ("graph", "--never"):
    check(run(command, option, "program")[0] == 2, command, "takes", option)
sys.exit(bad != 0)
