# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""unsure.py - prints a profile of nine functions with 100 samples and twenty with one, all called by main."""
import json

functions = {"main": {"entries": 1, "calls": {}}}
stacks = []
for name, ms in [("sure%d" % i, 100) for i in range(9)] + [("unsure%d" % i, 1) for i in range(20)]:
    functions[name] = {}
    functions["main"]["calls"][name] = 1
    stacks.append({"calls": ["libc", "main>" + name], "at": name, "ms": ms})
print(json.dumps({"functions": functions, "stacks": stacks}))
