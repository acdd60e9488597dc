#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""seeds.py DIRECTORY TOOL - writes the inputs that fuzzing begins with, one folder a target.

They are the sound files of the project's own tools, small, and some that are no
longer sound.  The corpus is made of these and of what fuzzing found."""

import json
import os
import struct
import subprocess
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = os.path.join(HERE, "..", "tools")
SPEC = os.path.join(HERE, "program.json")
GMON = os.path.join(HERE, "program.gmon.txt")

NAMES = """main
_ZN1a1bEv
a::b
f*
[a-m]??n
a.cpp:7
f.c:f.part.0
lib/f.c
main/f.part.0
/main
main/
_ZNSt6vectorIiSaIiEE9push_backEOi
_RINvNtC3std3mem8align_ofdE
_D3std5stdio__T7writelnTAyaZQnFNfQjZv
a.cpp:12/7
calls(parse) > +5%
self(a::*) >= 10ms
time(a->b) < -2s
calls(A::operator->(int) -> main) > 9

0000000000401000 T main
0000000000401100 t f.part.0
0x401200 T _ZN1a1bEv
401200 t alias
nothing here
"""


GROUPS = """# groups of functions
own: name main
own: name "wor*" item
std: namespace std
source: file spec.c
place: directory /src/
libraries: module lib*
"""


PROGRAM = b"""
static int twice(int x)
{
	return 2 * x;
}

__attribute__((noinline)) static int work(int x)
{
	return x ? twice(x) + 1 : 0;
}

void _start(void)
{
	for (volatile int i = 0; i < 10; i++)
		work(i);
}
"""


# Functions at the addresses of those of program.json: samples lie in inlined code.
INLINED = b"""
static inline __attribute__((always_inline)) int innermost(int x)
{
	__asm__ volatile(".skip 100, 0x90");
	return x + 1;
}

static inline __attribute__((always_inline)) int inner(int x)
{
	return innermost(2 * x);
}

int function_0(int x)
{
	return inner(x);
}

int function_1(int x)
{
	return inner(x) + innermost(x);
}

int function_2(int x)
{
	for (int i = 0; i < x; i++)
		x += innermost(i);
	return x;
}

int function_3(int x)
{
	return function_2(inner(x));
}
"""


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def make(spec, *changes):
    """An ELF file and its profile."""
    subprocess.run([sys.executable, os.path.join(TOOLS, "mkprofile.py"), spec, "made",
                    "made.profile", *(word for change in changes for word in ("--set", change))],
                   check=True)
    binary, profile = read("made"), read("made.profile")
    os.remove("made")
    os.remove("made.profile")
    return binary, profile


def make_sum(tool, spec):
    """A merged profile."""
    binary, profile = make(spec)
    write("./made", binary)
    write("./made.profile", profile)
    subprocess.run([tool, "merge", "--binary", "made", "-o", "made.sum", "made.profile"],
                   check=True)
    data = read("made.sum")
    for name in ("made", "made.profile", "made.sum"):
        os.remove(name)
    return data


def tables_of(data):
    n = struct.unpack_from("<I", data, 24)[0]
    return [struct.unpack_from("<IIQQ", data, 32 + 24 * i) for i in range(n)]


def recorded_node(data):
    """A function that has a record."""
    _, size, nodes, at = next(t for t in tables_of(data) if t[0] == 5)
    return next(i for i in range(nodes)
                if struct.unpack_from("<I", data, at + i * size + 24)[0] & 4)


def allocated(data):
    """A merged profile with the blocks of a function."""
    return with_tables(data, {26: struct.pack("<IIQQQQQQq", recorded_node(data), 0, 9, 900, 4, 400,
                                              2, 3, 700),
                              27: struct.pack("<QQQQQ", 1, 1, 2, 3, 4)})


def executed(data):
    """A merged profile with what its first run and a function that has a record executed."""
    node = recorded_node(data)
    count = struct.pack("<qqqII", 5, 9, 0, 0, 0)
    added = {16: struct.pack("<II", 0, 0), 17: struct.pack("<IIII", node, 0, 1, 0) + 2 * count,
             18: count, 19: struct.pack("<IIII", 1, 2, 7, 0),
             20: struct.pack("<IIIIIIII", node, 0, 2, 9, 0, 0, 0, 0),
             21: struct.pack("<IIIIIIIIQ", node, 0, 2, 9, 0, 0, 0, 0, 0x1000)}
    return with_tables(data, added)


def with_tables(data, added):
    """A merged profile with tables of one record by kind, in place of those that it has."""
    out, content = bytearray(), b""
    n = len(tables_of(data))
    tables = [t for t in tables_of(data) if t[0] not in added]
    grown = 24 * (len(added) + len(tables) - n)
    for t in tables:
        out += struct.pack("<IIQQ", *t[:3], t[3] + grown)
    for kind, record in added.items():
        out += struct.pack("<IIQQ", kind, len(record), 1, len(data) + grown + len(content))
        content += record
    head = struct.pack("<QII", len(data) + grown + len(content), len(tables) + len(added), 0)
    return data[:16] + head + bytes(out) + data[32 + 24 * n:] + content


def make_export(tool, spec):
    """What JSON says of it."""
    binary, profile = make(spec)
    write("./made", binary)
    write("./made.profile", profile)
    done = subprocess.run([tool, "export", "--format=json", "made", "made.profile"], check=True,
                          stdout=subprocess.PIPE)
    os.remove("made")
    os.remove("made.profile")
    return done.stdout


def compressed(content):
    """As a section with SHF_COMPRESSED has it."""
    return struct.pack("<IIQQ", 1, 0, len(content), 1) + zlib.compress(content)


def make_gmon(style, text):
    subprocess.run([sys.executable, os.path.join(TOOLS, "mkgmon.py"), "made.gmon", "--format",
                    style], input=text.encode(), check=True)
    data = read("made.gmon")
    os.remove("made.gmon")
    return data


def compile(*flags, source=PROGRAM, compiler="CC"):
    """A program of a few lines, with debug information."""
    subprocess.run([os.environ.get(compiler, compiler.lower()), "-x", "c", "-", "-o", "made",
                    "-O1", "-nostdlib", "-static",
                    "-Wl,-Ttext=0x401000,--build-id=none,-z,noseparate-code", *flags],
                   input=source, check=True)
    data = read("made")
    os.remove("made")
    return data


def without(text, *words):
    return "".join(line for line in text.splitlines(True) if line.split()[0] not in words)


def sections_of(elf):
    """Address and contents of each section of an ELF file."""
    table, = struct.unpack_from("<Q", elf, 40)
    count, last = struct.unpack_from("<HH", elf, 60)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + 64 * i) for i in range(count)]
    found = {}
    for header in headers:
        name = elf[headers[last][4] + header[0]:].split(b"\0")[0].decode()
        found[name] = (header[3], elf[header[4]:header[4] + header[5]])
    return found


def static_input(elf):
    """The references are kept by moving the sections to where the target puts them."""
    found, at, moved = sections_of(elf), 0x1000, {}
    for name in ("gprof_cg", "gprof_fn", "gprof_str", "gprof_cnt"):
        moved[name] = at - found[name][0]
        at = at + len(found[name][1]) + 0x1fff & -0x1000
    out = {}
    for name in ("gprof_cg", "gprof_fn"):
        address, data = found[name]
        data = bytearray(data)
        for offset in range(0, len(data) - 3, 4):
            value, = struct.unpack_from("<i", data, offset)
            for other, (start, content) in found.items():
                if (other in moved and value and
                        0 <= address + offset + value - start < max(1, len(content))):
                    struct.pack_into("<i", data, offset, value + moved[other] - moved[name])
        out[name] = bytes(data)
    parts = [out["gprof_cg"], out["gprof_fn"], found["gprof_str"][1]]
    return struct.pack("<IIII", *map(len, parts), len(found["gprof_cnt"][1]) // 8) + b"".join(parts)


def debug_input(elf):
    """The sections with debug information as fuzz_debug.c wants them."""
    found = sections_of(elf)
    parts = [found.get(".debug_" + name, (0, b""))[1] for name in
             ("abbrev", "info", "line", "str", "line_str", "ranges", "rnglists", "addr",
              "str_offsets")]
    return struct.pack("<8H", *map(len, parts[:-1])) + b"".join(parts)


def line_table(version, program, offset_size=4):
    """A table of lines of one file; of DWARF 5, its name is in .debug_line_str."""
    number = "<I" if offset_size == 4 else "<Q"
    head = bytes([1] * (2 if version >= 4 else 1)) + b"\1\xfb\x0e\x0d"
    head += b"\0\1\1\1\1\0\0\0\1\0\0\1"
    if version >= 5:
        head += b"\1\1\x1f\1" + struct.pack(number, 0)
        head += b"\2\1\x1f\2\x0b\2" + 2 * (struct.pack(number, 2) + b"\0")
    else:
        head += b"\0a.c\0\0\0\0\0"
    content = struct.pack("<H", version) + (b"\x08\0" if version >= 5 else b"")
    content += struct.pack(number, len(head)) + head + program
    size = struct.pack("<I", len(content))
    return (size if offset_size == 4 else b"\xff" * 4 + struct.pack("<Q", len(content))) + content


def source_table(offset_size=4):
    """A table of lines whose file has its sum and its text, that in the table."""
    number = "<I" if offset_size == 4 else "<Q"
    head = bytes([1] * 2) + b"\1\xfb\x0e\x0d" + b"\0\1\1\1\1\0\0\0\1\0\0\1"
    head += b"\1\1\x1f\1" + struct.pack(number, 0)
    head += b"\4\1\x1f\2\x0b\5\x1e\x81\x40\x08\1"
    head += struct.pack(number, 2) + b"\0" + bytes(range(16)) + b"int a;\n\0"
    content = struct.pack("<H", 5) + b"\x08\0" + struct.pack(number, len(head)) + head + LINES
    size = struct.pack("<I", len(content))
    return (size if offset_size == 4 else b"\xff" * 4 + struct.pack("<Q", len(content))) + content


def extended(code, operand):
    return bytes([0, 1 + len(operand), code]) + operand


LINES = (extended(2, struct.pack("<Q", 0x401000)) + b"\x14" + extended(4, b"\x03") +
         extended(4, b"\xff\xff\xff\xff\x0f") + b"\x03\x05\x09\0\1\x14\x02\x80\x10\x01" +
         extended(1, b""))


def unwind_record(content):
    content += b"\0" * (-len(content) % 4)
    return struct.pack("<I", len(content)) + content


def unwind_input(instructions, blocked=False):
    """Three functions that call each other, their tables and a stack, for fuzz_unwind.c."""
    functions, tables, records, stack = (0x100, 0x140, 0x180), 0x200, 0x300, 0x400
    memory = bytearray(0x600)
    for function in functions:
        memory[function:function + 64] = b"\xe8\0\0\0\0" * 12 + b"\x90" * 4
    cie = unwind_record(struct.pack("<IB", 0, 1) + b"zR\0\x01\x78\x10\x01\x1b" +
                        b"\x0c\x07\x08\x90\x01")
    memory[records:records + len(cie)] = cie
    at, index = records + len(cie), []
    for function in functions:
        fde = unwind_record(struct.pack("<IiI", at + 4 - records, function - (at + 8), 64) + b"\0" +
                            instructions)
        memory[at:at + len(fde)] = fde
        index.append(struct.pack("<ii", function - tables, at - tables))
        at += len(fde)
    header = struct.pack("<BBBBiI", 1, 0x1b, 3, 0x3b, records - tables - 4, len(index))
    memory[tables:tables + len(header) + 24] = header + b"".join(index)
    for i in range(16):
        word = 0x10000 + (functions[i // 2 % 3] + 10 if i % 2 else stack + 8 * (i + 2))
        struct.pack_into("<Q", memory, stack + 8 * i, word)
    return struct.pack("<IIII", functions[0] + 5 | blocked << 31, stack, stack, tables) + memory


CODE, DATA, COUNTERS = 0x1000, 0x20000, 0x40000


def counted(code, word):
    """An instruction that counts a word, at the end of the code: incq %gs:word(%rip)."""
    at = CODE + len(code) + 8
    return code + b"\x65\x48\xff\x05" + struct.pack("<i", COUNTERS + 8 * word - at)


def jump(code, opcode, to):
    return code + opcode + struct.pack("<i", to - (len(code) + len(opcode) + 4))


def leb128(*numbers):
    out = b""
    for n in numbers:
        while n > 127:
            out, n = out + bytes([n & 127 | 128]), n >> 7
        out += bytes([n])
    return out


def difference(d):
    return 2 * d if d >= 0 else -2 * d - 1


def word_count(d, cell=0):
    """What counts a stretch or an edge: a word, by its difference to the one before."""
    return 1 + 2 * difference(d) + cell


def marked_lines():
    """An entry, a loop with a call that may not come back, and an exit; then a cell, and copies."""
    stretches = [4 * word_count(0), 1, word_count(1), 2, 0]
    edges = [1, 2 * difference(1), 2, 2 * difference(0) + 1, word_count(1), 2 * difference(1), 0, 0]
    marks = [4, 8 * 1, 0, difference(1), 2 * difference(10),
             8 * 2 + 2 + 1, 2 * difference(1), 2 * difference(1) + 1, 2,
             8 * 0 + 2, 0, difference(-1),
             8 * 1 + 4, difference(1), 1, difference(2), 2 * difference(-3)]
    return leb128(3, *stretches, *edges, *marks)


def cell_lines():
    """A block that an indirect call is counted by, left to itself."""
    return leb128(1, 4 * word_count(0, 1), 0, 0, 1, 8, 0, difference(1), 2 * difference(5))


def lines_input():
    """A module that counts blocks, a function with lines, and a copy of a counter, for
    fuzz_static.c."""
    cg, strings, lines, words = 0x1000, 0x4000, 0x6000, 0x8000
    names = b"\0a.c\0f\0"
    content = marked_lines()

    def refer(at, to):
        return struct.pack("<i", to - at)

    module = struct.pack("<HHI", 2, 1, 24) + b"".join(
        refer(cg + at, strings + to) for at, to in ((8, 1), (12, 0), (16, 0)))
    module += struct.pack("<I", 8)
    at = cg + len(module)
    function = struct.pack("<HHI", 1, 1, 56)
    function += refer(at + 8, words) + refer(at + 12, strings + 5) + refer(at + 16, strings + 1)
    function += struct.pack("<IIII", 3, 128, 8, 0) + refer(at + 36, cg) + struct.pack("<Q", 0)
    function += refer(at + 48, lines) + struct.pack("<I", 0)
    at += len(function)
    function += struct.pack("<HHI", 3, 2, 16)
    function += refer(at + 8, words + 56) + refer(at + 12, words + 8)
    told = struct.pack("<II", 2, len(content))
    for i in range(2):
        told += refer(lines + len(told), strings + 5)
        told += refer(lines + len(told), strings + 1) + struct.pack("<I", 3 * (1 - i))
    return (struct.pack("<IIII", len(module + function), 0, len(names), 8) + module + function +
            names + told + content)


def blocks_input(how):
    """A function with a loop, a switch, a landing pad and a cold part, and another one."""
    code = counted(b"", 0)
    loop = len(code)
    code = jump(counted(code, 1) + b"\xff\xcf", b"\x0f\x85", loop)  # dec %edi; jne
    code = jump(code, b"\xe8", 0x100)
    code += b"\x48\x8d\x05" + struct.pack("<i", DATA - (CODE + len(code) + 7))
    code += b"\x48\x63\x0c\xb8\x48\x01\xc1\xff\xe1"  # by the table
    cases = [len(code)]
    code = counted(code, 2) + b"\xc3"
    cases.append(len(code))
    code = jump(counted(code, 3), b"\xe9", 0xa0)
    pad = len(code)
    code += b"\x90\xc3"
    end = len(code)
    code = code.ljust(0xa0, b"\x90")
    code = jump(counted(code, 4), b"\xe9", cases[0])
    cold_end = len(code)
    code = code.ljust(0x100, b"\x90")
    code = counted(code, 8) + b"\x75\x03\xff\xe0\x90\x0f\x0b\xc3"
    table = struct.pack("<2i", *(CODE + to - DATA for to in cases))
    calls = bytes([0xff, 0xff, 1, 4, 0, end, pad, 0])
    functions = struct.pack("<BHHBHHBHHB", 3, 0, end, 8, 0xa0, cold_end - 0xa0, 2, 0x100,
                            len(code) - 0x100, 1)
    words = b"".join(struct.pack("<BQ", 3, 7) for _ in range(8))
    words += bytes(range(16)) if how & 16 else b""
    for lines in (marked_lines(), cell_lines()) if how & 64 else ():
        words += struct.pack("<BH", 2, len(lines)) + lines
    return (bytes([how]) + functions + struct.pack("<H", len(code)) + code + words + table +
            calls)


def with_areas(profile, contents):
    """A profile with more areas: type, thread and bytes of each."""
    data, at = bytearray(profile), 2048
    while struct.unpack_from("<Q", data, at)[0]:
        at = struct.unpack_from("<Q", data, at)[0]
    data += b"\0" * (-len(data) % 8)
    struct.pack_into("<Q", data, at, len(data))
    entries, body = b"", b""
    start = len(data) + 16 + 48 * len(contents)
    for kind, thread, content in contents:
        entries += struct.pack("<IIIIQQQQ", kind, thread, 0xffffffff, 0, start + len(body),
                               len(content), 0, 0)
        body += content
    data += struct.pack("<QII", 0, len(contents), 0) + entries + body
    struct.pack_into("<Q", data, 24, len(data))
    return bytes(data)


def faults(profile):
    """Areas of page faults: events, totals, samples, regions."""
    sample = struct.pack("<QIIIIQIIQ", 0x401000, 1, 8, 1, 0, 0, 1, 0, 3)
    return with_areas(profile, [
        (18, 0xffffffff, struct.pack("<IIQQ40s", 1, 0, 61, 2, b"minor-faults")),
        (19, 0xffffffff, struct.pack("<IIQQ", 1, 1, 500, 0)),
        (19, 0, struct.pack("<IIQQ", 1, 0, 400, 90)),
        (20, 0, struct.pack("<QQ", 2, 0) + sample + sample.replace(b"\x01\0\0\0\x08", b"\0" * 5)),
        (21, 0xffffffff, struct.pack("<II120s", 1, 4, b"/tmp/data.bin"))])


def events(profile):
    """Areas of events=: an event, its counters, of which one took turns, and samples."""
    sample = struct.pack("<QIIIIQIIQ", 0x401000, 0, 8, 3, 0, 0, 0, 0, 5)
    return with_areas(profile, [
        (18, 0xffffffff, struct.pack("<IIQQ40s", 3, 2, 1000003, 1, b"cycles")),
        (24, 0, struct.pack("<IIQQQ", 3, 0, 5000100, 900, 300)),
        (24, 1, struct.pack("<IIQQQ", 3, 0, 100, 400, 0)),
        (20, 0, struct.pack("<QQ", 1, 0) + sample)])


def main():
    top, tool = map(os.path.abspath, sys.argv[1:])
    os.makedirs(top, exist_ok=True)
    os.chdir(top)
    with open(GMON) as file:
        gmon = file.read()
    with open(SPEC) as file:
        whole = json.load(file)
    plain = {key: whole[key] for key in ("functions", "externals", "plain")}
    with open("plain.json", "w") as file:
        json.dump(plain, file)
    binary, profile = make(SPEC)
    write("profile/whole", profile)
    write("live/whole", profile)
    write("profile/faults", faults(profile))
    write("profile/events", events(profile))
    write("profile/plain", make("plain.json")[1])
    write("profile/other-build", make("plain.json", "profile_build_id=22")[1])
    write("live/running", make("plain.json", "end_ns=0")[1])
    write("profile/frames-split", make(SPEC, "frame_capacity=2")[1])
    write("profile/no-end", make(SPEC, "end_ns=0", "flags=3", "lost=1:5")[1])
    write("elf/whole", binary)
    write("elf/plain", make("plain.json")[0])
    write("elf/stripped", make(SPEC, "strip=1")[0])
    write("elf/bare", make("plain.json", "sections=0")[0])
    write("static/whole", static_input(binary))
    write("static/plain", static_input(make("plain.json")[0]))
    write("static/lines", lines_input())
    write("gmon/gnu", make_gmon("gnu", gmon))
    write("gmon/gnu0", make_gmon("gnu0", gmon))
    one = without(gmon, "blocks").replace("hist 0x402000 0x402100 64 100 1=1\n", "")
    write("gmon/bsd", make_gmon("bsd", one))
    write("gmon/bsd44", make_gmon("bsd44", one))
    write("gmon/arcs", make_gmon("gnu", without(gmon, "hist", "blocks")))
    for version in (2, 4, 5):
        write("image/dwarf%d" % version, compile("-gdwarf-%d" % version))
        for name, compiler in (("dwarf", "CC"), ("clang", "CLANG")):
            elf = compile("-gdwarf-%d" % version, "-falign-functions=256", source=INLINED,
                          compiler=compiler)
            write("debug/%s%d" % (name, version), debug_input(elf))
        write("lines/dwarf%d" % version,
              bytes([version < 5]) + line_table(version, LINES))
    write("lines/wide", b"\0" + line_table(5, LINES, 8))
    write("lines/two", b"\1" + 2 * line_table(3, LINES))
    write("lines/source", b"\0" + source_table())
    write("lines/source-wide", b"\0" + source_table(8))
    write("lines/compressed", b"\2" + compressed(line_table(5, LINES)))
    write("json/export", make_export(tool, SPEC))
    write("json/plain", make_export(tool, "plain.json"))
    write("groups/kinds", GROUPS.encode())
    write("image/no-debug", compile("-g0"))
    write("image/whole", binary)
    write("sum/whole", make_sum(tool, SPEC))
    write("sum/plain", make_sum(tool, "plain.json"))
    write("sum/allocated", allocated(make_sum(tool, "plain.json")))
    write("sum/executed", executed(make_sum(tool, "plain.json")))
    write("names/all", NAMES.encode())
    write("unwind/plain", unwind_input(b"\x41\x0e\x10\x86\x02"))
    write("unwind/pointer", unwind_input(b"\x41\x0e\x10\x86\x02\x43\x0d\x06"))
    write("unwind/blocked", unwind_input(b"\x0e\x10\x86\x02\x0d\x06", True))
    write("unwind/expression", unwind_input(b"\x0f\x03\x77\x10\x06\x10\x10\x02\x23\x78"))
    write("unwind/loop", unwind_input(b"\x0f\x04\x31\x2f\xfc\xff"))
    write("unwind/states", unwind_input(b"\x0a\x41\x0e\x10\x0b" * 4))
    write("unwind/no-table", unwind_input(b"\xff"))
    for name, how in (("functions", 0), ("pooled", 1), ("inside", 2), ("stopped", 4),
                      ("unsure", 16 + 4), ("aarch64", 32), ("written", 64),
                      ("written-inside", 64 + 2), ("written-unsure", 64 + 16 + 4)):
        write("blocks/" + name, blocks_input(how))
    write("blocks/none", b"\0\0")
    os.remove("plain.json")


main()
