#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sampled.py SOURCE BINARY PROFILE

Writes a profile of samples at the labels of an assembled program, as the comments of its
source say, each sample a millisecond:

    SAMPLE: LABEL 30                       30 samples at a label, or at the start of a section
    SAMPLE: LABEL+4 30 below A B           below the calls that return to A and B, the outer
                                           one first
    SAMPLE: libc 30 below A                in a library that has no file, or in the vdso
    SAMPLE: LABEL 30 kernel below A        in the kernel before that
    THREAD: 5                              the sample handler took 5 ms

The binary is linked where it is to run (not PIE), with a build-id; its counters are 0.
"""

import re
import struct
import sys

import mkprofile

ALLOC, NOTE, SYMTAB = 2, 7, 2
KERNEL = 1
VDSO = 0x7fff00000000


class Elf:
    """What mkprofile.Profile asks a binary for."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        self.sections = list(self.read_sections())
        self.symbols = {s[0]: s[3] for s in self.sections}
        self.symbols.update(self.read_symbols())
        count = next((s for s in self.sections if s[0] == "gprof_cnt"), None)
        self.cnt, self.words = (count[3], count[5] // 8) if count else (0, 0)
        self.names, self.spec = [], {"functions": {}, "stacks": []}

    def string(self, table, at):
        begin = table + at
        return self.data[begin:self.data.index(b"\0", begin)].decode()

    def read_sections(self):
        at, = struct.unpack_from("<Q", self.data, 40)
        size, n, names = struct.unpack_from("<HHH", self.data, 58)
        heads = [struct.unpack_from("<IIQQQQIIQQ", self.data, at + size * i) for i in range(n)]
        for h in heads:
            yield (self.string(heads[names][4], h[0]), *h[1:])

    def read_symbols(self):
        for s in self.sections:
            if s[1] != SYMTAB:
                continue
            strings = self.sections[s[6]][4]
            for at in range(s[4], s[4] + s[5], 24):
                name, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", self.data, at)
                if name and section:
                    yield self.string(strings, name), value

    def build_id(self):
        note = next(s for s in self.sections if s[0] == ".note.gnu.build-id")
        return self.data[note[4] + 16:note[4] + note[5]].hex()

    def content_hash(self):
        return 0

    def at(self, text):
        name, _, more = text.partition("+")
        return self.symbols[name] + int(more or 0)

    def return_address(self, caller, _callee):
        return self.at(caller)


class Profile(mkprofile.Profile):
    def modules(self):
        super().modules()
        name = b"[vdso]\0"
        self.area(2, mkprofile.NONE, 2, struct.pack(
            "<IIQQQQQQIIII32s", 2, 0, VDSO, VDSO, VDSO + 0x2000, 0, 0, 0, mkprofile.NONE, 0, 0,
            len(name), b"") + name)


SAMPLE = re.compile(r"\bSAMPLE: (\S+) (\d+)( kernel)?(?: below (.*))?$", re.M)
THREAD = re.compile(r"\bTHREAD: (\d+)$", re.M)


def main():
    source, binary, profile = sys.argv[1:]
    elf = Elf(binary)
    with open(source) as f:
        text = f.read()
    for at, ms, kernel, below in SAMPLE.findall(text):
        elf.spec["stacks"].append({
            "at": {"libc": "libc", "vdso": VDSO + 0x100}.get(at) or elf.at(at), "ms": int(ms),
            "flags": KERNEL if kernel else 0,
            "calls": [label + ">" for label in below.split()]})
    handler = sum(map(int, THREAD.findall(text)))
    elf.spec["threads"] = [{"name": "main", "handler": 1000000 * handler}]
    Profile(elf, {"build_id": elf.build_id()}).write(profile)


if __name__ == "__main__":
    main()
