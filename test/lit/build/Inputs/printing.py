# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the calls of the desk tool that print a text past text/escape.h."""
import glob
import re
import sys

FREE = {"text/escape.c", "text/js.c", "histogram/chart.c", "command/cc.c", "export/csv.c",
        "export/folded.c", "diagram/dot.c"}

bad = False
for path in sorted(glob.glob(sys.argv[1] + "/tools/gprof-llvm/*/*.c") +
                   glob.glob(sys.argv[1] + "/tools/gprof/**/*.c", recursive=True)):
    if "/".join(path.split("/")[-2:]) in FREE:
        continue
    for n, line in enumerate(open(path, encoding="utf-8"), 1):
        if re.search(r"(?<![a-z_])f?printf\([^)]", line):
            print(f"{path}:{n}: gprintf(), gprint() and gputs() escape texts: {line.strip()}")
            bad = True
sys.exit(bad)
