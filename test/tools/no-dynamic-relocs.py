# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# no-dynamic-relocs.py FILE - fails when the static sections of an ELF file have
# dynamic relocations, or are writable.

import re
import subprocess
import sys

path = sys.argv[1]
sections = subprocess.run(["llvm-readelf", "-SW", path], capture_output=True, text=True,
                          check=True).stdout
ranges = []
for line in sections.splitlines():
    m = re.match(r"\s*\[\s*\d+\] (gprof_(?:cg|fn|str)) +\S+ +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+)"
                 r" \S+ +(\S+)", line)
    if m:
        name, address, size, flags = m.groups()
        ranges.append((name, int(address, 16), int(size, 16)))
        if "W" in flags:
            sys.exit("%s: section %s is writable" % (path, name))
if not ranges:
    sys.exit("%s: no static section" % path)
relocs = subprocess.run(["llvm-readelf", "-rW", path], capture_output=True, text=True,
                        check=True).stdout
for line in relocs.splitlines():
    m = re.match(r"([0-9a-f]{16}) ", line)
    for name, address, size in ranges:
        if m and address <= int(m.group(1), 16) < address + size:
            sys.exit("%s: dynamic relocation in %s: %s" % (path, name, line))
