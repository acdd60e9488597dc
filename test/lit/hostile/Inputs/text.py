# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""text.py TOOL...

Runs every command that prints on 'program' and its profile, in every form, and looks at each
byte it prints.
"""

import csv
import io
import json
import subprocess
import sys

TOOL = sys.argv[1:]
HARMFUL = {0x61c, 0x200e, 0x200f, 0xfeff, *range(0x80, 0xa0), *range(0x2028, 0x202f),
           *range(0x2066, 0x206a)}
REPORTS = ["", "--flat", "--graph --percent", "--threads", "--processes", "--modules", "--uncalled",
           "--targets", "--tree", "--tree=bottom-up --by-thread", "--phases", "--code-classes",
           "--group-by=file", "--group-by=directory --members", "--group-by=module --tree",
           "--thread=#0", "--snapshot=1", "--attribution=gprof --wide"]
COMMANDS = [["report", "-z", *words.split(), "program"] for words in REPORTS] + [
    ["annotate", "program"], ["annotate", "--format=json", "program"],
    ["annotate", "--asm", "program"],
    *[["histogram", f"--by={by}", "program"]
      for by in ("address", "line", "function", "thread", "time")],
    ["graph", "program"], ["graph", "--format=dot", "program"], ["graph", "--format=svg", "program"],
    ["info", "program"], ["info", "program.gprof"], ["info", "merged"],
    ["diff", "program", "program.gprof", "merged"], ["diff", "merged", "merged"],
    ["predict", "--faster=main=2x", "program"],
    *[["export", f"--format={f}", "program"] for f in ("json", "csv", "folded", "callgrind", "speedscope", "firefox",
                                                            "cpuprofile", "dot", "markdown")],
    ["export", "--format=csv", "--table=arcs", "program"], ["report", "merged"],
    ["report", "--phase=no\x1bne", "program"], ["report", "no\x1bfile\n"],
    ["report", "--classic", "program"], ["report", "program", "esc\x1b.gprof"],
    *[["gprof", *words.split(), "program", "gmon.out"]
      for words in ("", "-b -q -Z", "-p -l", "-T", "-r", "-R map", "-z -c", "-A")],
]


def check(words, out):
    for i, byte in enumerate(out):
        plain = byte in b"\n\f" or 32 <= byte != 127 or (byte == 127 and "--format=json" in words) or \
            (byte == 13 and out[i + 1:i + 2] == b"\n" and "--format=csv" in words) or \
            (byte == 9 and ("--graph" in words or "--format=dot" in words or words[0] in ("report", "gprof")
                            or "--format=svg" in words))
        if not plain:
            return f"byte {byte:#x} after {out[max(0, i - 40):i]!r}"
    try:
        text = out.decode()
    except UnicodeDecodeError as error:
        return str(error)
    for c in text:
        if ord(c) in HARMFUL:
            return f"character {ord(c):#x}"
    if "\nforged" in text:
        return "a line of a name's own"
    if "--format=json" in words and text:
        json.loads(text)
    if "--format=csv" in words:
        for row in csv.reader(io.StringIO(text)):
            for cell in row:
                if cell[:1] in ("=", "+", "@", "\t", "\r"):
                    return f"the formula {cell!r}"
    return None


def main():
    failed = False
    open("esc\x1b.gprof", "w").write("no profile")
    open("map", "wb").write(b"o\x1b.o:00000000 T never\x1b[1m\r\nx\xc2\x9b.o:00000000 T main\n")
    for words in [["merge", "--binary", "program", "-o", "merged", "program.gprof"],
                  ["export", "--format=gmon", "-o", "gmon.out", "program"]] + COMMANDS:
        run = subprocess.run([*TOOL, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             stdin=subprocess.DEVNULL, check=False)
        for out in run.stdout, run.stderr:
            what = check(words, out)
            if what or run.returncode < 0:
                print(words, run.returncode, what)
                failed = True
        if "-v" in sys.argv or run.returncode == 2:
            print(words, run.returncode, run.stderr[:300])
            failed = True
    sys.exit(failed)


main()
