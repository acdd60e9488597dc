# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shared_out.py FOLDED SUM FUNCTION=FIGURE... - fails unless the figures of the stacks through
'wrapper' add up to SUM, and those through each of these functions are near theirs."""
import sys

folded, whole, *wanted = sys.argv[1:]
found = {}
with open(folded, encoding="utf-8") as file:
    for line in file:
        stack, figure = line.rsplit(" ", 1)
        if stack.endswith(";wrapper"):
            found[stack] = int(figure)
assert sum(found.values()) == int(whole), (found, whole)
for item in wanted:
    function, figure = item.split("=")
    seen = sum(n for stack, n in found.items() if ";%s;" % function in stack)
    # One block in 64 is a sample: 400,000 blocks make 6,250, which spread by 1.3 %.
    assert abs(seen - int(figure)) < 0.1 * int(figure), (function, seen, figure)
