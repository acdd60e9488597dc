#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mkprofile.py SPEC.json BINARY PROFILE [--set KEY=VALUE...]

Writes an ELF file and a profile that fits it from a small description: a
second, independent implementation of both formats (docs/format.md).  The same
description gives the same bytes.

SPEC is an object:

    "functions": {NAME: {...}}, in the order of their addresses
        "self":  CPU time in ms, stored as one sample per ms
        "entries": times entered; without it, the sum of the calls below
        "calls": {CALLEE: COUNT}; a CALLEE that is no function is external;
                 a count of 0 is a call in the text that was never made
        "pointer_calls": [[CALLEE, COUNT], ...]  one indirect site
        "callbacks": [[CALLEE, EXTERNAL], ...]
        "tail_calls": [CALLEE, ...]  which of the calls are
        "flags": GPROF_FN_* as a number
        "file": its source file (spec.c)
    "samples": [[ADDRESS, COUNT], ...] at other addresses of the binary, ms
    "externals": {NAME: "plt" | "got" | "pointer"}  how it is called; plt unless
        said: by a stub, by way of its table, by a register
    "plain": {NAME: [CALLEE, ...]}  functions without a record, and their calls
    "stacks": [{"calls": ["main>work", "work>memcpy", "libc"], "at": "libc",
                "ms": N, "flags": GPROF_SAMPLE_*, "thread": N}, ...]
        one sample per ms, or "samples": N, below these frames, the outermost first:
        CALLER>CALLEE is where that call returns to, "libc" is code of a library that has no file;
        "at" is a function's name, an address, or "libc"
    "threads": [{"name": TEXT, "tid": N, "threads": N, "cpu": MS, "flags": N}]  of the slots; the
        first has the counts and samples above, another: "calls": {CALLER: {CALLEE: N}}
    "process": {KEY: TEXT}
    "frames": [[THREAD, FIRST_ID, [[PC, PARENT], ...]], ...]  tables as they are,
        for samples that say "stack": ID in place of "calls"
    "snapshots": [[KIND, NAME, MS, PERCENT], ...] what was counted after MS of run and
             CPU time, of the counts at the end; every other one relative to the last.
             PERCENT may be {FUNCTION: PERCENT}, for samples in it; other counts: 100
    "timeline": [[THREAD, SLOT, FROM_MS, TO_MS, N], ...] N entries, evenly from the one to the
             other, of a thread's samples in the order above, from 0; ranks as a runtime's

--set changes what is written, to make profiles that do not fit:

    build_id=HEX  profile_build_id=HEX  version=N  magic=TEXT  size=BYTES (cut)
    strip=1 (no symbol table)  sections=0 (no gprof sections)  path=TEXT
    bias=N (samples and stacks are that far from their addresses in the file)
    run_id=N  start_ns=N  fork_depth=N  pid=N  cg_version=N  site_counter=N
    packed=1 (functions as packed records)  packed_bytes=HEX (what the first one's begin with)
    cmdline=TEXT  exe=TEXT  host=TEXT  rank=N  ranks=N  job=TEXT (of the process)
    ppid=N  frame_capacity=N (frames a table)
    end_ns=N  user_ns=N  system_ns=N  lost=INDEX:COUNT  flags=N  area_offset=N  next=N
    last_period_ns=N  areas=N (as if the process was killed after the first N)
    timeline_level=N  timeline_size=BYTES
    snapshots=OFFSET  snapshot_next=N  snapshot_base=N  snapshot_content=HEX (of the newest)
"""

import argparse
import json
import struct
import sys

BASE = 0x400000
LIBRARY = 0x7f0000000000
FUNCTION_SIZE = 0x100
CALLS_AT, CALL_SIZE = 0x10, 8
STUB_SIZE = 16
CELL_WORDS = 8
FIRST_DIR = 2048
NONE = 0xffffffff
DIRECT, INDIRECT, CALLBACK = 1, 2, 3
BY_COUNTER = 1
TEXTS = ("cmdline", "exe", "host", "rank", "ranks", "job")


def fnv1a(data, value=0xcbf29ce484222325):
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return value


def align(n, to):
    return (n + to - 1) & -to


class Strings:
    def __init__(self, first=b"\0"):
        self.data, self.at = bytearray(first), {}

    def add(self, text):
        if text not in self.at:
            self.at[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return self.at[text]


class Binary:
    """Lays the sections out and keeps what the profile needs to know."""

    def __init__(self, spec, options):
        self.spec, self.options = spec, options
        self.names = list(spec["functions"])
        self.strings = Strings(b"")
        self.plan()
        self.layout()

    def plan(self):
        """Sites and counter runs: word 0 is the entry count."""
        self.sites, self.run, word = {}, {}, 0
        for name in self.names:
            f = self.spec["functions"][name]
            sites, used, number = [], 1, {}
            for callee, count in f.get("calls", {}).items():
                number[callee] = len(sites)
                sites.append((DIRECT, callee, used, count))
                used += 1
            if f.get("pointer_calls"):
                sites.append((INDIRECT, None, used, f["pointer_calls"]))
                used += CELL_WORDS
            for callee, external in f.get("callbacks", []):
                sites.append((CALLBACK, callee, number[external], None))
            self.sites[name], self.run[name] = sites, (word, used)
            word += used
        self.words = word

    def layout(self):
        self.text = BASE + 0x1000
        self.plain = self.spec.get("plain", {})
        self.calls, self.address, self.size, at = {}, {}, {}, self.text
        for name in self.names + list(self.plain):
            self.calls[name] = self.plain.get(name) or [
                s[1] for s in self.sites.get(name, ()) if s[0] != CALLBACK]
            self.address[name] = at
            self.size[name] = align(CALLS_AT + CALL_SIZE * len(self.calls[name]) + 1,
                                    FUNCTION_SIZE)
            at += self.size[name]
        self.externals = []
        if "stacks" in self.spec:
            self.externals = sorted({c for calls in self.calls.values() for c in calls
                                     if c and c not in self.address})
        self.stub = {name: at + STUB_SIZE * i for i, name in enumerate(self.externals)}
        self.text_end = at
        at += STUB_SIZE * len(self.externals)
        for name in self.names:
            self.strings.add(name)
            for site in self.sites[name]:
                if site[1]:
                    self.strings.add(site[1])
        for text in ("spec.c", "mode=counters,bias=auto", "mkprofile", *map(self.file, self.names)):
            self.strings.add(text)
        self.cg = align(at, 0x1000)
        self.record, at = {}, self.cg + 24
        for name in self.names:
            self.record[name] = at
            at += self.record_size(name)
        self.cg_size = at - self.cg
        self.str = align(at, 8)
        self.fn = align(self.str + len(self.strings.data), 8)
        self.cnt = align(self.fn + 8 * len(self.names), 0x1000)
        self.got = align(self.cnt + 8 * self.words, 0x1000)
        self.slot = {name: self.got + 8 * i for i, name in enumerate(self.externals)}
        self.dynamic = align(self.got + 8 * len(self.externals), 0x1000)
        self.cg_data = self.cg_bytes()

    def file(self, name):
        return self.spec["functions"][name].get("file", "spec.c")

    def function(self, name):
        return self.address[name]

    def counter(self, name, word=0):
        return self.cnt + 8 * (self.run[name][0] + word)

    def string(self, text):
        return self.str + self.strings.at[text]

    def return_address(self, caller, callee):
        """Calls take 8 bytes each, filled up in front."""
        at = self.calls[caller].index(None if callee == "*" else callee)
        return self.address[caller] + CALLS_AT + CALL_SIZE * (at + 1)

    def call_bytes(self, callee, end):
        how = self.spec.get("externals", {}).get(callee, "plt")
        target = self.address.get(callee) or self.stub.get(callee)
        if callee is None or not target or how == "pointer":
            return b"\xff\xd0"
        if callee in self.stub and how == "got":
            return b"\xff\x15" + struct.pack("<i", self.slot[callee] - end)
        return b"\xe8" + struct.pack("<i", target - end)

    def text_bytes(self):
        out = bytearray()
        for name, calls in self.calls.items():
            code, at = bytearray(b"\x90" * CALLS_AT), self.address[name] + CALLS_AT
            for callee in calls:
                at += CALL_SIZE
                code += self.call_bytes(callee, at).rjust(CALL_SIZE, b"\x90")
            out += code.ljust(self.size[name], b"\xc3")
        return bytes(out)

    def stub_bytes(self):
        return b"".join((b"\xf3\x0f\x1e\xfa\xff\x25" +
                         struct.pack("<i", self.slot[name] - self.stub[name] - 10)).ljust(
                             STUB_SIZE, b"\x90") for name in self.externals)

    def record_size(self, name):
        if not int(self.options.get("packed", 0)):
            return 48 + 32 * len(self.sites[name])
        refs, data = self.packed(name)
        return 24 + 4 * len(refs) + len(data)

    def is_local(self, name):
        return name in self.run and self.spec["functions"][name].get("flags", 8) & 2

    def packed(self, name):
        """What the packed record of a function refers to, and its bytes."""
        refs, out, sites = [], bytearray(), self.sites[name]
        cells = [site[2] for site in sites if site[0] == INDIRECT]
        out += leb128(len(cells))
        for last, cell in zip([0] + cells, cells):
            out += leb128(cell - last)
        line = 10 * (self.names.index(name) + 1)
        out += leb128(self.run[name][1]) + leb128(len(sites)) + leb128(line)
        refs.append((self.string, self.file(name)))
        out += leb128(2)
        if self.spec["functions"][name].get("flags", 8) & 1:
            out += bytes(8)
        following, hashes = 1, 0
        for site in sites:
            following, hashes, line = self.packed_site(name, site, refs, out,
                                                       (following, hashes, line))
        if name == self.names[0]:
            damage = bytes.fromhex(self.options.get("packed_bytes", ""))
            out[:len(damage)] = damage
        return refs, bytes(out) + bytes(-(4 * len(refs) + len(out)) % 8)

    def packed_site(self, name, site, refs, out, state):
        kind, callee, counter, _ = site
        following, hashes, line = state
        if kind == DIRECT:
            counter = int(self.options.get("site_counter", counter))
        head, numbers = 0, b""
        if callee:
            local = self.is_local(callee)
            ref = (self.counter if local else self.string, callee)
            head |= 4 if local else 0
            if ref in refs:
                head, numbers = head | 2, leb128(refs.index(ref))
            else:
                head |= 1
                refs.append(ref)
        if line != 7:
            head, numbers = head | 8, numbers + leb128((line - 7) * 2 - 1 if line > 7
                                                       else (7 - line) * 2)
        tail = callee in self.spec["functions"][name].get("tail_calls", ())
        if kind != DIRECT or tail:
            head, numbers = head | 64, numbers + leb128(kind | tail << 3)
        if kind != INDIRECT and counter != following:
            head, numbers = head | 32, numbers + leb128(counter + 1)
        if kind == INDIRECT:
            numbers += leb128(1) if hashes else leb128(0) + bytes(8)
            hashes = 1
        out += bytes([head]) + numbers
        if kind != CALLBACK:
            following = counter + (CELL_WORDS if kind == INDIRECT else 1)
        return following, hashes, 7

    def packed_record(self, name):
        at = self.record[name]
        refs, data = self.packed(name)
        flags = self.spec["functions"][name].get("flags", 8) | len(refs) << 8
        return (struct.pack("<HHIiiiI", 4, int(self.options.get("cg_version", 2)),
                            24 + 4 * len(refs) + len(data), self.counter(name) - at - 8,
                            self.string(name) - at - 12, self.cg - at - 16, flags) +
                b"".join(struct.pack("<i", place(what) - at - 24 - 4 * i)
                         for i, (place, what) in enumerate(refs)) + data)

    def cg_bytes(self):
        version = int(self.options.get("cg_version", 1))
        at = self.cg
        out = bytearray(struct.pack("<HHIiiiI", 2, version, 24, self.string("spec.c") - at - 8,
                                    self.string("mode=counters,bias=auto") - at - 12,
                                    self.string("mkprofile") - at - 16, 0))
        for line, name in enumerate(self.names, 1):
            if int(self.options.get("packed", 0)):
                out += self.packed_record(name)
                continue
            at, sites = self.record[name], self.sites[name]
            flags = self.spec["functions"][name].get("flags", 8)
            out += struct.pack("<HHIiiiIIIIiQ", 1, version, 48 + 32 * len(sites),
                               self.counter(name) - at - 8, self.string(name) - at - 12,
                               self.string(self.file(name)) - at - 16, 10 * line, flags,
                               self.run[name][1], len(sites), self.cg - at - 36, 0)
            for k, site in enumerate(sites):
                out += self.site_bytes(name, at + 48 + 32 * k, site)
        return bytes(out)

    def site_bytes(self, name, at, site):
        kind, callee, counter, _ = site
        local = callee in self.run and self.spec["functions"][callee].get("flags", 8) & 2
        target, flags = 0, BY_COUNTER if local else 0
        if callee:
            target = (self.counter(callee) if local else self.string(callee)) - at
        if callee in self.spec["functions"][name].get("tail_calls", ()):
            flags |= 2
        if kind == DIRECT:
            counter = int(self.options.get("site_counter", counter))
        return struct.pack("<iIIBBHiiQ", target, counter, 7, kind, flags, 0, 0, 0, 0)

    def fn_bytes(self):
        return b"".join(struct.pack("<ii", self.function(name) - at, self.record[name] - at - 4)
                        for at, name in enumerate_from(self.fn, 8, self.names))

    def content_hash(self):
        return fnv1a(struct.pack("<QQ", len(self.cg_data), 8 * self.words) + self.cg_data)

    def symbols(self):
        strings, out = Strings(), bytearray(24)
        for name in self.address:
            local = name in self.run and self.spec["functions"][name].get("flags", 8) & 2
            out += struct.pack("<IBBHQQ", strings.add(name), (0 if local else 16) | 2, 0, 1,
                               self.function(name), self.size[name])
        return bytes(out), bytes(strings.data)

    def dynamic_sections(self, first):
        """.dynsym, .dynstr and .rela.plt; 'first' is the number of the first."""
        strings, symbols, relocations = Strings(), bytearray(24), bytearray()
        for i, name in enumerate(self.externals, 1):
            symbols += struct.pack("<IBBHQQ", strings.add(name), 16 | 2, 0, 0, 0, 0)
            relocations += struct.pack("<QQq", self.slot[name], i << 32 | 7, 0)
        at = [self.dynamic]
        for data in (symbols, strings.data):
            at.append(align(at[-1] + len(data), 8))
        return [(".dynsym", 11, 2, at[0], bytes(symbols), first + 1, 24),
                (".dynstr", 3, 2, at[1], bytes(strings.data), 0, 0),
                (".rela.plt", 4, 2, at[2], bytes(relocations), first, 24)]

    def sections(self):
        """Name, type, flags, address, bytes, link, size of an entry."""
        note = bytes.fromhex(self.options.get("build_id", "11" * 20))
        out = [(".text", 1, 6, self.text, self.text_bytes(), 0, 0)]
        if note:
            out.append((".note.gnu.build-id", 7, 2, BASE + 0x200,
                        struct.pack("<III", 4, len(note), 3) + b"GNU\0" + note, 0, 0))
        if int(self.options.get("sections", 1)):
            out += [("gprof_cg", 1, 2, self.cg, self.cg_data, 0, 0),
                    ("gprof_str", 1, 2, self.str, bytes(self.strings.data), 0, 0),
                    ("gprof_fn", 1, 2, self.fn, self.fn_bytes(), 0, 0),
                    ("gprof_cnt", 1, 3, self.cnt, bytes(8 * self.words), 0, 0)]
        if self.externals:
            out += [(".plt", 1, 6, self.text_end, self.stub_bytes(), 0, 0),
                    (".got", 1, 3, self.got, bytes(8 * len(self.externals)), 0, 0)]
            out += self.dynamic_sections(len(out) + 1)
        if not int(self.options.get("strip", 0)):
            symbols, strings = self.symbols()
            out += [(".symtab", 2, 0, 0, symbols, len(out) + 2, 24),
                    (".strtab", 3, 0, 0, strings, 0, 0)]
        return out

    def write(self, path):
        names, body, headers, notes = Strings(), bytearray(64 + 56), [], 0
        for name, kind, flags, address, data, link, entry in self.sections():
            body += bytes(align(len(body), 16) - len(body))
            headers.append((names.add(name), kind, flags, address, len(body), len(data), link,
                            0, 4 if kind == 7 else 8, entry))
            if kind == 7:
                notes = 1
                body[64:120] = struct.pack("<IIQQQQQQ", 4, 4, len(body), address, address,
                                           len(data), len(data), 4)
            body += data
        last = names.add(".shstrtab")
        headers.append((last, 3, 0, 0, len(body), len(names.data), 0, 0, 1, 0))
        body += names.data
        body += bytes(align(len(body), 16) - len(body))
        table = len(body)
        body += bytes(64) + b"".join(struct.pack("<IIQQQQIIQQ", *h) for h in headers)
        body[:64] = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 2, 62, 1, self.text, 64,
                                table, 0, 64, 56, notes, 64, len(headers) + 1, len(headers))
        with open(path, "wb") as f:
            f.write(body)


def enumerate_from(start, step, items):
    return zip(range(start, start + step * len(items), step), items)


# ---------------------------------------------------------------- the profile


def counters(binary):
    """The block of the first thread."""
    words = [0] * binary.words
    functions = binary.spec["functions"]
    entered = dict.fromkeys(binary.names, 0)
    for name in binary.names:
        first = binary.run[name][0]
        for kind, callee, at, count in binary.sites[name]:
            if kind == DIRECT:
                words[first + at] = count
                if callee in entered:
                    entered[callee] += count
            elif kind == INDIRECT:
                for k, (target, hits) in enumerate(count):
                    words[first + at + 2 * k:first + at + 2 * k + 2] = [
                        binary.function(target), hits]
                    entered[target] += hits
    for name in binary.names:
        words[binary.run[name][0]] = functions[name].get("entries", entered[name])
    return struct.pack("<%dQ" % len(words), *words)


def more_counters(binary, calls):
    """The block of a further thread: calls by functions, and their entries."""
    words = [0] * binary.words
    for caller, callees in calls.items():
        for kind, callee, at, _ in binary.sites.get(caller, ()):
            if kind == DIRECT and callee in callees:
                words[binary.run[caller][0] + at] = callees[callee]
        for callee, count in callees.items():
            if callee in binary.run:
                words[binary.run[callee][0]] += count
    return struct.pack("<%dQ" % len(words), *words)


def leb128(n):
    out = bytearray()
    while n >= 128:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out) + bytes([n])


def share(binary, body, kind, slot, percent):
    """Percent of a count; 'slot' is where the sample is that it belongs to."""
    if not isinstance(percent, dict):
        return percent
    pc = struct.unpack_from("<Q", body, slot)[0] if kind == 6 else 0
    return next((n for name, n in percent.items() if pc == binary.function(name) + 4), 100)


def content(binary, body, areas, percent, before):
    """Adds to 'before' what is there at a moment; returns the content that says so."""
    out = b""
    for kind, _, _, _, offset, size, skip, _ in areas:
        first, step, words = {4: (skip // 8, 1, 1), 6: (4, 4, 2)}.get(kind, (0, 1, 0))
        pairs, last = b"", -1
        for at in range(first, size // 8, step) if words else ():
            for i in range(at, at + words):
                final = struct.unpack_from("<Q", body, offset + 8 * i)[0]
                address = kind == 4 and final >= BASE
                part = share(binary, body, kind, offset + 8 * (at - 2), percent)
                now = final if address else final * part // 100
                if now != before.get((offset, i), 0):
                    pairs += leb128(i - last) + leb128(now - before.get((offset, i), 0))
                    before[offset, i], last = now, i
        out += leb128(offset // 8) + pairs + b"\0" if pairs else b""
    return out + bytes(8 - len(out) % 8)


def add_snapshots(binary, body, areas, options):
    """Returns the offset of the newest, and the bytes of all."""
    at = base = total = 0
    before = {}
    snapshots = binary.spec.get("snapshots", [])
    for k, (kind, name, ms, percent) in enumerate(snapshots):
        newest = k == len(snapshots) - 1
        if k % 2 == 0:
            before, base = {}, 0
        data = content(binary, body, areas, percent, before)
        following = at
        if newest:
            data = bytes.fromhex(options.get("snapshot_content", data.hex()))
            following = int(options.get("snapshot_next", at))
            base = int(options.get("snapshot_base", base))
        at = len(body)
        body.extend(struct.pack("<QQQIIQQ64s", following, base, 112 + len(data), kind, 0,
                                500 + ms * 1000000, ms * 1000000, name.encode()) + data)
        base, total = at, total + 112 + len(data)
    return int(options.get("snapshots", at)), total


class Stacks:
    """Samples and frames of one thread."""

    def __init__(self, binary, bias=0):
        self.binary, self.bias, self.frames, self.samples = binary, bias, {}, []

    def address(self, place):
        if place == "libc":
            return LIBRARY + 0x1234
        if isinstance(place, int):
            return place if place >= LIBRARY else place + self.bias
        return self.binary.function(place) + 4 + self.bias

    def frame(self, call):
        if ">" in call:
            return self.binary.return_address(*call.split(">", 1)) + self.bias
        return self.address(call)

    def add(self, sample):
        stack = sample.get("stack", 0)
        for call in sample.get("calls", ()):
            stack = self.frames.setdefault((self.frame(call), stack), len(self.frames) + 1)
        self.samples.append((self.address(sample["at"]), stack, sample.get("flags", 0),
                             sample["ms"], sample.get("samples", sample["ms"])))

    def sample_table(self):
        """Open addressing is the writer's affair: a reader walks all slots."""
        capacity = 1
        while capacity < len(self.samples) + 1:
            capacity *= 2
        out = bytearray(struct.pack("<QQ", capacity, 0))
        for pc, stack, flags, ms, samples in self.samples:
            out += struct.pack("<QIIQQ", pc, stack, flags, samples, ms * 1000000)
        return bytes(out.ljust(16 + 32 * capacity, b"\0"))

    def frame_tables(self, capacity):
        frames = list(self.frames)
        for first in range(0, len(frames), capacity):
            yield frame_table(first + 1, frames[first:first + capacity], capacity)


def frame_table(first, frames, capacity):
    out = bytearray(struct.pack("<QQ", capacity, first))
    for pc, parent in frames:
        out += struct.pack("<QII", pc, parent, 0)
    return bytes(out.ljust(16 + 16 * capacity, b"\0"))


class Profile:
    def __init__(self, binary, options):
        self.binary, self.options, self.spec = binary, options, binary.spec
        self.bias = int(options.get("bias", "0"), 0)
        self.body, self.areas = bytearray(4096), []
        self.threads = self.spec.get("threads") or [{"name": "main", "tid": 100}]

    def area(self, kind, thread, module, data, skip=0):
        self.body.extend(bytes(align(len(self.body), 64) - len(self.body)))
        self.areas.append((kind, thread, module, 0, len(self.body), len(data), skip, 0))
        self.body.extend(data)

    def modules(self):
        binary, options = self.binary, self.options
        build_id = bytes.fromhex(options.get("profile_build_id",
                                             options.get("build_id", "11" * 20)))
        name = options.get("path", "/spec/program").encode() + b"\0"
        self.area(2, NONE, 0, struct.pack(
            "<IIQQQQQQIIII32s", 0, 3, self.bias, BASE + self.bias,
            BASE + self.bias + 0x1000000, binary.cnt + self.bias,
            binary.cnt + self.bias + 8 * binary.words, binary.content_hash(), NONE, 0,
            len(build_id), len(name), build_id) + name)
        if "stacks" in self.spec:
            name = b"/spec/libc.so.6\0"
            self.area(2, NONE, 1, struct.pack(
                "<IIQQQQQQIIII32s", 1, 0, LIBRARY, LIBRARY, LIBRARY + 0x100000, 0, 0, 0, NONE,
                0, 0, len(name), b"") + name)

    def samples(self, thread):
        stacks = Stacks(self.binary, self.bias)
        if thread == 0:
            for name, f in self.spec["functions"].items():
                if f.get("self"):
                    stacks.add({"at": name, "ms": f["self"]})
            for address, count in self.spec.get("samples", []):
                stacks.add({"at": address, "ms": count})
        for sample in self.spec.get("stacks", []):
            if sample.get("thread", 0) == thread:
                stacks.add(sample)
        return stacks

    def thread(self, index, t):
        self.area(3, index, NONE, struct.pack(
            "<IIIIQQ16sQQ", index, t.get("tid", 100 + index), t.get("threads", 1),
            t.get("flags", 0), 5, t.get("cpu", 0) * 1000000, t.get("name", "").encode(),
            t.get("handler", 0), t.get("samples", 0)))
        block = more_counters(self.binary, t.get("calls", {})) if index else counters(self.binary)
        self.area(4, index, 0, bytes(16) + block, 16)
        stacks = self.samples(index)
        self.area(6, index, NONE, stacks.sample_table())
        capacity = 1
        while capacity < len(stacks.frames):
            capacity *= 2
        for table in stacks.frame_tables(int(self.options.get("frame_capacity", capacity))):
            self.area(7, index, NONE, table)

    def timeline(self):
        level = int(self.options.get("timeline_level", 0))
        out, number = bytearray(struct.pack("<IIQ", level, 0, 0)), 0
        for thread, slot, low, high, n in self.spec["timeline"]:
            table = [a for a in self.areas if a[0] == 6 and a[1] == thread][0][4]
            for i in range(n):
                us, shift, number = int(1000 * (low + (high - low) * i / n)), 0, number + 1
                while us >> 22:
                    us, shift = us >> 1, shift + 1
                rank = (number & -number).bit_length() - 1
                out += struct.pack("<Q", (table + 16 + 32 * slot) // 8 << 32 | shift << 27 |
                                   us << 5 | rank)
        self.area(10, NONE, NONE, bytes(out[:int(self.options.get("timeline_size", len(out)))]))

    def header(self):
        options, lost = self.options, [0] * 16
        if "lost" in options:
            index, count = options["lost"].split(":")
            lost[int(index)] = int(count)
        return struct.pack(
            "<8sIIIIQIIQIIQQQQQQ16QQQQQ", options.get("magic", "gprofLLV").encode(),
            int(options.get("version", 1)), 0x01020304, 8, int(options.get("flags", 0)),
            len(self.body), int(options.get("pid", 100)), int(options.get("ppid", 1)),
            int(options.get("run_id", 7)), int(options.get("fork_depth", 0)), 1, 1000000,
            int(options.get("start_ns", 1000)), int(options.get("end_ns", 2000)),
            int(options.get("user_ns", 0)), int(options.get("system_ns", 0)), 500, *lost,
            *self.snapshots, 64 << 20, int(options.get("last_period_ns", 0)))

    def write(self, path):
        process = dict({"exe": "/spec/program"}, **self.spec.get("process", {}))
        process.update({k: self.options[k] for k in TEXTS if k in self.options})
        self.area(1, NONE, NONE, b"".join(b"%s=%s\0" % (k.encode(), v.encode())
                                          for k, v in process.items()))
        self.modules()
        for index, t in enumerate(self.threads):
            self.thread(index, t)
        for thread, first, frames in self.spec.get("frames", []):
            self.area(7, thread, NONE, frame_table(first, frames, len(frames)))
        if "timeline" in self.spec:
            self.timeline()
        block = next(i for i, a in enumerate(self.areas) if a[0] == 4)
        self.areas[block] = (self.areas[block][:4] +
                             (int(self.options.get("area_offset", self.areas[block][4])),) +
                             self.areas[block][5:])
        self.areas = self.areas[:int(self.options.get("areas", len(self.areas)))]
        directory = struct.pack("<QII", int(self.options.get("next", 0)),
                                max(8, len(self.areas)), 0)
        directory += b"".join(struct.pack("<IIIIQQQQ", *a) for a in self.areas)
        assert len(directory) <= 4096 - FIRST_DIR, "too many areas for one directory"
        self.body[FIRST_DIR:FIRST_DIR + len(directory)] = directory
        self.snapshots = add_snapshots(self.binary, self.body, self.areas, self.options)
        header = self.header()
        self.body[:len(header)] = header
        with open(path, "wb") as f:
            f.write(self.body[:int(self.options.get("size", len(self.body)))])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("spec")
    parser.add_argument("binary")
    parser.add_argument("profile")
    parser.add_argument("--set", action="append", default=[])
    args = parser.parse_args()
    options = dict(s.split("=", 1) for s in args.set)
    with open(args.spec) as f:
        binary = Binary(json.load(f), options)
    binary.write(args.binary)
    Profile(binary, options).write(args.profile)
    return 0


if __name__ == "__main__":
    sys.exit(main())
