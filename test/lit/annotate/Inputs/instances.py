# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# instances.py LINES CODE: the one function of LINES has the instructions of all those of CODE,
# which are its instances.
import re
import sys

lines, code = ([(int(own), int(ours)) for own, ours in
                re.findall(r"(\d+) instructions executed in its code, and (\d+) of", open(path).read())]
               for path in sys.argv[1:])
assert len(lines) == 1 and len(code) > 1 and min(code)[0] > 0, (lines, code)
assert lines[0] == tuple(map(sum, zip(*code))), (lines, code)
