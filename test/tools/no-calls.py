# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# no-calls.py LISTING FROM TO - fails when, in the output of objdump -dr, a
# function whose name matches FROM refers to a symbol that matches TO, or when
# there is no such function.

import re
import sys

listing, callers, callees = sys.argv[1:]
function, seen = "", 0
for line in open(listing):
    m = re.match(r"[0-9a-f]+ <(.+)>:", line)
    if m:
        function = m.group(1)
        seen += bool(re.search(callers, function))
    m = re.search(r"R_X86_64_\S+\s+([^\s+-]+)", line)
    if m and re.search(callers, function) and re.search(callees, m.group(1)):
        sys.exit("%s refers to %s" % (function, m.group(1)))
if not seen:
    sys.exit("no function matches '%s'" % callers)
