#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""addsamples.py BINARY PROFILE SOURCE...

Puts samples with known places into the profile of a run that took none
(GPROF_OPTIONS=rate=0), so that its counts are real and its times are known.

The samples are comments in the sources:

    /* SAMPLE: 30 leaf:6 < two:7 < main:14 */

30 samples of 1 ms in the code of line 6 in the function leaf, called on line 7 of
two, and so on outwards.  The names are those of functions in the object file: code
that was inlined is that of the function which holds it, with its own line.

    two:7#2          the second call instruction of that line
    leaf:6#2         its second piece of code that is no other line's
    leaf:6+          its last ordinary instruction: of code without a line that comes after it
    leaf             the first ordinary instruction of a function, for code without lines;
                     in front of a caller: its first call instruction
    libc             code of the C library, or an outer frame in it
    SAMPLE[kernel]:  in the kernel;  SAMPLE[thread=1]: of that slot
"""

import re
import struct
import subprocess
import sys

PROCESS, MODULE, THREAD, SAMPLES, FRAMES = 1, 2, 3, 6, 7
FIRST_DIR, NONE = 2048, 0xffffffff
KERNEL = 1
MS = 1000000
CALL = re.compile(r"\b(call|callq|bl|blr)\b")
ODD = re.compile(r"%[gf]s:|\bpush|\bpop|\bret|\bcall|\bj[a-z]+\b|%r11|\bnop|\bsub[q]?\s.*%rsp|%rbp")


class Code:
    """Instructions of a binary by function and line."""

    def __init__(self, binary):
        self.lines = {}
        out = subprocess.run(["llvm-objdump", "-d", "-l", "--no-show-raw-insn", binary], text=True,
                             check=True, capture_output=True).stdout
        function, line, run, seen = None, None, 0, []
        for text in out.splitlines():
            head = re.match(r"([0-9a-f]+) <(.*)>:$", text)
            at = re.match(r"; .*:(\d+)$", text)
            insn = re.match(r"\s*([0-9a-f]+):\s+(.*)$", text)
            if head:
                function, line = head[2], None
            elif at:
                line, run = int(at[1]), run + 1
            elif insn and function:
                seen.append((function, line, run, int(insn[1], 16), insn[2]))
        ends = [s[3] for s in seen[1:]] + [seen[-1][3] + 4]
        for (function, line, run, address, text), end in zip(seen, ends):
            for key in ((function, line), (function, None)):
                self.lines.setdefault(key, []).append((run, address, end, text))

    def place(self, name, line, number, last):
        """An instruction that is nothing but the line's own work, where there is one."""
        found = self.lines[name, line]
        runs = sorted({run for run, *_ in found}) if line else [found[0][0]]
        part = [f for f in found if f[0] == runs[number - 1] or not line]
        plain = [f for f in part if not ODD.search(f[3])]
        return (plain or part)[-1 if last else 0][1]

    def returns(self, name, line, number):
        calls = [f for f in self.lines[name, line] if CALL.search(f[3])]
        return calls[number - 1][2]


class Profile:
    def __init__(self, path):
        self.path = path
        with open(path, "rb") as f:
            self.body = bytearray(f.read())
        self.modules, at = [], FIRST_DIR
        while at:
            self.last = at
            at, capacity, _ = struct.unpack_from("<QII", self.body, self.last)
            for i in range(capacity):
                kind, _, _, _, offset, *_ = struct.unpack_from("<IIIIQQQQ", self.body,
                                                               self.last + 16 + 48 * i)
                if kind == MODULE:
                    self.modules.append(self.module(offset))

    def module(self, offset):
        _, flags, bias, start = struct.unpack_from("<IIQQ", self.body, offset)
        path = self.body[offset + 104:self.body.index(b"\0", offset + 104)].decode()
        return flags, bias, start, path

    def main(self):
        return next(m for m in self.modules if m[0] & 1)

    def libc(self):
        return next(m for m in self.modules if "/libc.so" in m[3] or "/libc-" in m[3])

    def area(self, kind, thread, data):
        self.body.extend(bytes(-len(self.body) % 64))
        entry = struct.pack("<IIIIQQQQ", kind, thread, NONE, 0, len(self.body), len(data), 0, 0)
        self.body.extend(data)
        return entry

    def write(self, entries, total):
        self.body.extend(bytes(-len(self.body) % 64))
        at = len(self.body)
        self.body.extend(struct.pack("<QII", 0, len(entries), 0) + b"".join(entries))
        struct.pack_into("<Q", self.body, self.last, at)
        struct.pack_into("<Q", self.body, 24, len(self.body))
        struct.pack_into("<IQ", self.body, 52, 1, MS)          # clock, period
        struct.pack_into("<QQ", self.body, 80, total * MS, 0)  # user and system time
        with open(self.path, "wb") as f:
            f.write(self.body)


class Samples:
    def __init__(self, profile, code):
        self.profile, self.code = profile, code
        self.frames, self.samples, self.total = {}, {}, 0

    def address(self, place, outer):
        if place == "libc":
            return self.profile.libc()[2] + 0x28000
        name, line, number, last = re.match(r"([^:#]+)(?::(\d+))?(?:#(\d+))?(\+)?$",
                                            place).groups()
        where = name, int(line) if line else None, int(number or 1)
        at = self.code.returns(*where) if outer else self.code.place(*where, last)
        return at + self.profile.main()[1] & (1 << 64) - 1

    def add(self, options, ms, places):
        thread = next((int(o[7:]) for o in options if o.startswith("thread=")), 0)
        frames, stack = self.frames.setdefault(thread, {}), 0
        for place in reversed(places[1:]):
            stack = frames.setdefault((self.address(place, True), stack), len(frames) + 1)
        self.samples.setdefault(thread, []).append(
            (self.address(places[0], False), stack, KERNEL if "kernel" in options else 0, ms))
        self.total += ms

    def areas(self):
        for thread, samples in self.samples.items():
            frames = self.frames[thread]
            yield self.profile.area(SAMPLES, thread, table(0, [
                struct.pack("<QIIQQ", pc, stack, flags, ms, ms * MS)
                for pc, stack, flags, ms in samples]))
            if frames:
                yield self.profile.area(FRAMES, thread, table(1, [
                    struct.pack("<QII", pc, parent, 0) for pc, parent in frames]))


def table(first, entries):
    """Its capacity is a power of two."""
    capacity = 1
    while capacity < len(entries):
        capacity *= 2
    empty = bytes(len(entries[0])) * (capacity - len(entries))
    return struct.pack("<QQ", capacity, first) + b"".join(entries) + empty


def main():
    profile, samples = Profile(sys.argv[2]), None
    samples = Samples(profile, Code(sys.argv[1]))
    for source in sys.argv[3:]:
        with open(source) as f:
            for options, ms, places in re.findall(
                    r"SAMPLE(?:\[([^]]*)\])?: (\d+) ([^*\n]+)", f.read()):
                samples.add(options.split(","), int(ms), [p.strip() for p in places.split("<")])
    profile.write(list(samples.areas()), samples.total)


main()
