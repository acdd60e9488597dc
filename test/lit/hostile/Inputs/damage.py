# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py - sound files of the project's tools, and hands to damage them with.

A file is changed where it is, by the names that include/gprof-llvm/format.h has for its
fields.  Every method returns the file, so that damages follow each other."""

import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TEST = os.path.join(HERE, "..", "..", "..")
TOOLS = os.path.join(TEST, "tools")
GOLDEN = os.path.join(TEST, "golden")

FIRST_DIRECTORY, DIRECTORY_SIZE, AREA_SIZE = 2048, 16, 48
PROCESS, MODULE, THREAD, BLOCK, ARCS, SAMPLES, FRAMES = range(1, 8)
CG_MODULE_SIZE, CG_FUNC_SIZE, CG_SITE_SIZE = 24, 48, 32

HEADER = {"magic": (0, "8s"), "version": (8, "I"), "byte_order": (12, "I"),
          "pointer_size": (16, "I"), "file_end": (24, "Q"), "snapshots": (232, "Q")}
DIRECTORY = {"next": (0, "Q"), "capacity": (8, "I")}
AREA = {"type": (0, "I"), "thread": (4, "I"), "module": (8, "I"), "offset": (16, "Q"),
        "size": (24, "Q"), "skip": (32, "Q")}
CONTENT = {
    MODULE: {"index": (0, "I"), "low": (16, "Q"), "high": (24, "Q"), "cnt_start": (32, "Q"),
             "build_id_size": (64, "I"), "path_size": (68, "I")},
    THREAD: {"index": (0, "I"), "name": (32, "16s")},
    FRAMES: {"capacity": (0, "Q"), "first_id": (8, "Q"), "pc": (16, "Q"), "parent": (24, "I")},
    SAMPLES: {"capacity": (0, "Q")},
    ARCS: {"capacity": (0, "Q")},
}
SNAPSHOT = {"next": (0, "Q"), "base": (8, "Q"), "size": (16, "Q"), "name": (48, "64s"),
            "content": (112, "8s")}
CG_FUNC = {"kind": (0, "H"), "version": (2, "H"), "size": (4, "I"), "counters": (8, "i"),
           "name": (12, "i"), "file": (16, "i"), "flags": (24, "I"),
           "ncounters": (28, "I"), "nsites": (32, "I")}
CG_PACKED = {"name": (12, "i"), "flags": (20, "I")}
CG_SITE = {"callee": (0, "i"), "counter": (4, "I"), "kind": (12, "B"), "inlined": (16, "i")}
CG_MODULE = {"version": (2, "H"), "size": (4, "I"), "source": (8, "i")}
ELF = {"class": (4, "B"), "data": (5, "B"), "type": (16, "H"), "machine": (18, "H"),
       "sections": (40, "Q"), "count": (60, "H"), "names": (62, "H")}
SECTION = {"name": (0, "I"), "type": (4, "I"), "flags": (8, "Q"), "address": (16, "Q"),
           "offset": (24, "Q"), "size": (32, "Q"), "link": (40, "I"), "info": (44, "I"),
           "entry": (56, "Q")}


def made(spec, *changes):
    """The two files of mkprofile.py: an ELF file and its profile."""
    subprocess.run([sys.executable, os.path.join(TOOLS, "mkprofile.py"),
                    os.path.join(GOLDEN, spec + ".json"), "made", "made.profile",
                    *(word for change in changes for word in ("--set", change))], check=True)
    files = []
    for path in ("made", "made.profile"):
        with open(path, "rb") as file:
            files.append(bytearray(file.read()))
        os.remove(path)
    return Elf(files[0]), Profile(files[1])


class File:
    def __init__(self, data):
        self.data = bytearray(data)

    def put(self, at, form, value):
        struct.pack_into("<" + form, self.data, at, value)
        return self

    def get(self, at, form):
        return struct.unpack_from("<" + form, self.data, at)[0]

    def set(self, start, fields, values):
        for name, value in values.items():
            at, form = fields[name]
            self.put(start + at, form, value)
        return self

    def cut(self, size):
        del self.data[size:]
        return self


class Profile(File):
    def header(self, **values):
        return self.set(0, HEADER, values)

    def directory(self, **values):
        return self.set(FIRST_DIRECTORY, DIRECTORY, values)

    def entry(self, kind, nth=0):
        """Where the directory's entry of the nth area of a type is."""
        for i in range(self.get(FIRST_DIRECTORY + 8, "I")):
            at = FIRST_DIRECTORY + DIRECTORY_SIZE + AREA_SIZE * i
            if self.get(at, "I") == kind:
                if not nth:
                    return at
                nth -= 1
        raise LookupError("no area of type %d" % kind)

    def area(self, kind, nth=0, **values):
        return self.set(self.entry(kind, nth), AREA, values)

    def content(self, kind, nth=0, **values):
        return self.set(self.get(self.entry(kind, nth) + 16, "Q"), CONTENT[kind], values)

    def newest(self, **values):
        return self.set(self.get(232, "Q"), SNAPSHOT, values)

    def again(self, kind):
        """Adds an entry of the same area in a free place of the directory."""
        at, free = self.entry(kind), self.entry(0)
        self.data[free:free + AREA_SIZE] = self.data[at:at + AREA_SIZE]
        return self

    def copy(self, kind):
        """The same with a copy of its content."""
        free = self.entry(0)
        self.again(kind)
        offset, size = self.get(free + 16, "Q"), self.get(free + 24, "Q")
        self.set(free, AREA, {"offset": len(self.data)})
        self.data += self.data[offset:offset + size] + bytes(-size % 8)
        return self.header(file_end=len(self.data))


class Elf(File):
    def head(self, **values):
        return self.set(0, ELF, values)

    def section_header(self, name):
        table, count, last = self.get(40, "Q"), self.get(60, "H"), self.get(62, "H")
        names = self.get(table + 64 * last + 24, "Q")
        for i in range(1, count):
            at = names + self.get(table + 64 * i, "I")
            if self.data[at:self.data.index(0, at)] == name.encode():
                return table + 64 * i
        raise LookupError("no section " + name)

    def section(self, which, /, **values):
        return self.set(self.section_header(which), SECTION, values)

    def bytes_of(self, name):
        return self.get(self.section_header(name) + 24, "Q")

    def last_function(self, **values):
        header = self.section_header("gprof_cg")
        end = self.get(header + 24, "Q") + self.get(header + 32, "Q")
        return self.set(end - CG_FUNC_SIZE, CG_FUNC, values)

    def module(self, **values):
        return self.set(self.bytes_of("gprof_cg"), CG_MODULE, values)

    def function(self, **values):
        """The first one's record."""
        return self.set(self.bytes_of("gprof_cg") + CG_MODULE_SIZE, CG_FUNC, values)

    def packed(self, **values):
        """The same, of a packed one."""
        return self.set(self.bytes_of("gprof_cg") + CG_MODULE_SIZE, CG_PACKED, values)

    def site(self, **values):
        """Its first call site."""
        return self.set(self.bytes_of("gprof_cg") + CG_MODULE_SIZE + CG_FUNC_SIZE, CG_SITE,
                        values)


def object_file(relocations, symbol_section=2):
    """An ELF object with sections .text, gprof_cg and relocations (offset, type) of it."""
    strings = b"\0.shstrtab\0gprof_cg\0.rela\0.symtab\0"
    symbols = bytes(24) + struct.pack("<IBBHQQ", 0, 3, 0, symbol_section, 0, 0)
    rela = b"".join(struct.pack("<QQq", offset, 1 << 32 | kind, 0) for offset, kind in relocations)
    parts = [(1, 3, 0, strings, 0, 0, 0), (11, 1, 2, bytes(32), 0, 0, 0),
             (20, 4, 0, rela, 4, 2, 24), (26, 2, 0, symbols, 1, 0, 24)]
    body, headers = bytearray(64), [bytes(64)]
    for name, kind, flags, data, link, info, entry in parts:
        headers.append(struct.pack("<IIQQQQIIQQ", name, kind, flags, 0, len(body), len(data), link,
                                   info, 8, entry))
        body += data + bytes(-len(data) % 8)
    table = len(body)
    body += b"".join(headers)
    body[:64] = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 1, 62, 1, 0, 0, table, 0, 64, 0,
                            0, 64, len(headers), 1)
    return Elf(body)
