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
        "flags": GPROF_FN_* as a number
    "samples": [[ADDRESS, COUNT], ...] at other addresses of the binary, ms

--set changes what is written, to make profiles that do not fit:

    build_id=HEX  profile_build_id=HEX  version=N  magic=TEXT  size=BYTES (cut)
    strip=1 (no symbol table)  sections=0 (no gprof sections)  path=TEXT
    run_id=N  start_ns=N  fork_depth=N  pid=N  cg_version=N  site_counter=N
    end_ns=N  user_ns=N  system_ns=N  lost=INDEX:COUNT  flags=N  area_offset=N  next=N
"""

import argparse
import json
import struct
import sys

BASE = 0x400000
FUNCTION_SIZE = 0x100
CELL_WORDS = 8
FIRST_DIR = 2048
NONE = 0xffffffff
DIRECT, INDIRECT, CALLBACK = 1, 2, 3
BY_COUNTER = 1


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
        self.position = {name: i for i, name in enumerate(self.names)}
        self.strings = Strings(b"")
        self.plan()
        self.layout()

    def plan(self):
        """Sites and counter runs: word 0 is the entry count."""
        self.sites, self.run, word = {}, {}, 0
        for name in self.names:
            f = self.spec["functions"][name]
            sites, used = [], 1
            for callee, count in f.get("calls", {}).items():
                sites.append((DIRECT, callee, used, count))
                used += 1
            if f.get("pointer_calls"):
                sites.append((INDIRECT, None, used, f["pointer_calls"]))
                used += CELL_WORDS
            for callee, external in f.get("callbacks", []):
                at = list(f["calls"]).index(external)
                sites.append((CALLBACK, callee, at, None))
            self.sites[name], self.run[name] = sites, (word, used)
            word += used
        self.words = word

    def layout(self):
        self.text = BASE + 0x1000
        for name in self.names:
            self.strings.add(name)
            for site in self.sites[name]:
                if site[1]:
                    self.strings.add(site[1])
        for text in ("spec.c", "mode=counters,bias=auto", "mkprofile"):
            self.strings.add(text)
        self.cg = align(self.text + FUNCTION_SIZE * len(self.names), 0x1000)
        self.record, at = {}, self.cg + 24
        for name in self.names:
            self.record[name] = at
            at += 48 + 32 * len(self.sites[name])
        self.cg_size = at - self.cg
        self.str = align(at, 8)
        self.fn = align(self.str + len(self.strings.data), 8)
        self.cnt = align(self.fn + 8 * len(self.names), 0x1000)

    def function(self, name):
        return self.text + FUNCTION_SIZE * self.position[name]

    def counter(self, name, word=0):
        return self.cnt + 8 * (self.run[name][0] + word)

    def string(self, text):
        return self.str + self.strings.at[text]

    def cg_bytes(self):
        version = int(self.options.get("cg_version", 1))
        at = self.cg
        out = struct.pack("<HHIiiiI", 2, version, 24, self.string("spec.c") - at - 8,
                          self.string("mode=counters,bias=auto") - at - 12,
                          self.string("mkprofile") - at - 16, 0)
        for line, name in enumerate(self.names, 1):
            at, sites = self.record[name], self.sites[name]
            flags = self.spec["functions"][name].get("flags", 8)
            out += struct.pack("<HHIiiiIIIIiQ", 1, version, 48 + 32 * len(sites),
                               self.counter(name) - at - 8, self.string(name) - at - 12,
                               self.string("spec.c") - at - 16, 10 * line, flags,
                               self.run[name][1], len(sites), self.cg - at - 36, 0)
            for k, site in enumerate(sites):
                out += self.site_bytes(at + 48 + 32 * k, site)
        return out

    def site_bytes(self, at, site):
        kind, callee, counter, _ = site
        local = callee in self.run and self.spec["functions"][callee].get("flags", 8) & 2
        target = 0
        if callee:
            target = (self.counter(callee) if local else self.string(callee)) - at
        if kind == DIRECT:
            counter = int(self.options.get("site_counter", counter))
        return struct.pack("<iIIBBHiiQ", target, counter, 7, kind, BY_COUNTER if local else 0,
                           0, 0, 0, 0)

    def fn_bytes(self):
        out = b""
        for name in self.names:
            at = self.fn + len(out)
            out += struct.pack("<ii", self.function(name) - at, self.record[name] - at - 4)
        return out

    def content_hash(self):
        cg = self.cg_bytes()
        return fnv1a(struct.pack("<QQ", len(cg), 8 * self.words) + cg)

    def symbols(self):
        strings, out = Strings(), bytes(24)
        for name in self.names:
            local = self.spec["functions"][name].get("flags", 8) & 2
            out += struct.pack("<IBBHQQ", strings.add(name), (0 if local else 16) | 2, 0, 1,
                               self.function(name), FUNCTION_SIZE)
        return out, bytes(strings.data)

    def write(self, path):
        names, body, headers = Strings(), bytearray(64 + 56), []
        note = bytes.fromhex(self.options.get("build_id", "11" * 20))
        sections = [(".text", 1, 6, self.text, b"\xc3" * (FUNCTION_SIZE * len(self.names)), 0, 0)]
        if note:
            sections.append((".note.gnu.build-id", 7, 2, BASE + 0x200,
                             struct.pack("<III", 4, len(note), 3) + b"GNU\0" + note, 0, 0))
        if int(self.options.get("sections", 1)):
            sections += [("gprof_cg", 1, 2, self.cg, self.cg_bytes(), 0, 0),
                         ("gprof_str", 1, 2, self.str, bytes(self.strings.data), 0, 0),
                         ("gprof_fn", 1, 2, self.fn, self.fn_bytes(), 0, 0),
                         ("gprof_cnt", 1, 3, self.cnt, bytes(8 * self.words), 0, 0)]
        if not int(self.options.get("strip", 0)):
            symbols, strings = self.symbols()
            sections += [(".symtab", 2, 0, 0, symbols, len(sections) + 2, 24),
                         (".strtab", 3, 0, 0, strings, 0, 0)]
        for name, kind, flags, address, data, link, entry in sections:
            body += bytes(align(len(body), 16) - len(body))
            headers.append((names.add(name), kind, flags, address, len(body), len(data), link,
                            0, 4 if kind == 7 else 8, entry))
            if kind == 7:
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
                                table, 0, 64, 56, 1 if note else 0, 64, len(headers) + 1,
                                len(headers))
        with open(path, "wb") as f:
            f.write(body)


def counters(binary):
    """The block of one thread, and arcs that did not fit a cell."""
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


def samples(binary):
    """Open addressing is the writer's affair: a reader walks all slots."""
    entries = [(binary.function(name) + 4, f["self"])
               for name, f in binary.spec["functions"].items() if f.get("self")]
    entries += [(address, count) for address, count in binary.spec.get("samples", [])]
    capacity = 1
    while capacity < len(entries) + 1:
        capacity *= 2
    out = struct.pack("<QQ", capacity, 0)
    for pc, ms in entries:
        out += struct.pack("<QIIQQ", pc, 0, 0, ms, ms * 1000000)
    return out + bytes(32 * (capacity - len(entries)))


def write_profile(binary, path, options):
    body = bytearray(4096)
    areas = []

    def area(kind, thread, module, data, skip=0):
        body.extend(bytes(align(len(body), 64) - len(body)))
        areas.append((kind, thread, module, 0, len(body), len(data), skip, 0))
        body.extend(data)

    build_id = bytes.fromhex(options.get("profile_build_id", options.get("build_id", "11" * 20)))
    name = options.get("path", "/spec/program").encode() + b"\0"
    area(1, NONE, NONE, b"exe=/spec/program\0")
    area(2, NONE, 0, struct.pack("<IIQQQQQQIIII32s", 0, 3, 0, BASE, BASE + 0x100000, binary.cnt,
                                 binary.cnt + 8 * binary.words, binary.content_hash(), NONE, 0,
                                 len(build_id), len(name), build_id) + name)
    area(3, 0, NONE, struct.pack("<IIIIQQ16s", 0, 100, 1, 0, 5, 0, b"main"))
    area(4, 0, 0, bytes(16) + counters(binary), 16)
    area(6, 0, NONE, samples(binary))
    areas[3] = areas[3][:4] + (int(options.get("area_offset", areas[3][4])),) + areas[3][5:]
    capacity = 8
    directory = struct.pack("<QII", int(options.get("next", 0)), capacity, 0)
    directory += b"".join(struct.pack("<IIIIQQQQ", *a) for a in areas)
    body[FIRST_DIR:FIRST_DIR + len(directory)] = directory
    lost = [0] * 16
    if "lost" in options:
        index, count = options["lost"].split(":")
        lost[int(index)] = int(count)
    header = struct.pack("<8sIIIIQIIQIIQQQQQQ16Q", options.get("magic", "gprofLLV").encode(),
                         int(options.get("version", 1)), 0x01020304, 8,
                         int(options.get("flags", 0)), len(body), int(options.get("pid", 100)),
                         1, int(options.get("run_id", 7)), int(options.get("fork_depth", 0)), 1,
                         1000000, int(options.get("start_ns", 1000)),
                         int(options.get("end_ns", 2000)), int(options.get("user_ns", 0)),
                         int(options.get("system_ns", 0)), 500, *lost)
    body[:len(header)] = header
    with open(path, "wb") as f:
        f.write(body[:int(options.get("size", len(body)))])


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
    write_profile(binary, args.profile, options)
    return 0


sys.exit(main())
