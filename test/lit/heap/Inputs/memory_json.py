# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory_json.py FILE SCHEMA - prints the memory of the whole and of functions, by name, and checks
that the schema has each of their members and that they have the required ones."""
import json
import sys

KEYS = "blocks", "bytes", "peak_bytes", "left_blocks", "left_bytes"

with open(sys.argv[1]) as file:
    data = json.load(file)
with open(sys.argv[2]) as file:
    known = json.load(file)["definitions"]["memory"]
of_functions = [(f["name"], f["memory"]) for f in data["functions"] if "memory" in f]
for memory in [data["memory"]] + [m for _, m in of_functions]:
    assert set(known["required"]) <= set(memory) <= set(known["properties"]), memory
print("all", *(data["memory"][k] for k in KEYS), data["memory"]["peak_is_exact"])
for name, memory in sorted(of_functions):
    print(name, *(memory[k] for k in KEYS))
