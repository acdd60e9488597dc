# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A case, and the files it is written to.

A case is plain data (it can be kept as JSON):

    "image"     of a made-up program, or absent when the program is real:
        "low", "size"   of .text
        "symbols"       [[NAME, ADDRESS, BINDING, TYPE, SECTION, SIZE], ...]
        "calls"         [[AT, TO], ...]  call instructions in the text
    "nm"        lines of an external symbol table for -S, or None
    "map"       lines of a map for -R, or absent
    "profiles"  files, in the order they are named:
        "format"        gnu1, gnu0, bsd, bsd44
        "records"       in the file's order:
            ["hist", LOW, HIGH, NBINS, RATE, [[BIN, COUNT], ...]]
            ["arc", FROM, TO, COUNT]
            ["bb", [[ADDRESS, COUNT], ...]]
        "cut"           the file ends this many bytes early
        "stdin"         it is read as '-'
    "args"      [[WORD, ...], ...]  options; words of one entry belong together
    "program"   path of a real program, and "data" of its profile
    "again"     a second run reads gmon.sum
    "plain"     nothing in it that only --gnu-exact reproduces
"""

import os
import shutil
import struct

STB = {"local": 0, "global": 1, "weak": 2, "unique": 10}
STT = {"notype": 0, "object": 1, "func": 2, "section": 3, "file": 4, "ifunc": 10}
SHN = {"undef": 0, "text": 1, "init": 2, "data": 3, "abs": 0xfff1}
DATA_LOW = 0x10000000
NOISE = bytes((i * 37 + (i >> 3) * 11) & 0x7f for i in range(256))


def text_bytes(image):
    """Code of no meaning, with the calls in it; 0xe8 is nowhere else."""
    text = bytearray((NOISE * (image["size"] // len(NOISE) + 1))[:image["size"]])
    for at, to in image["calls"]:
        at -= image["low"]
        if 0 <= at and at + 5 <= image["size"]:
            text[at] = 0xe8
            struct.pack_into("<i", text, at + 1, to - (at + image["low"] + 5))
    return bytes(text)


def image_bytes(image):
    """An x86-64 executable of sections alone."""
    init_low = image["low"] + image["size"] + 64
    strings, symbols = bytearray(b"\0"), [bytes(24)]
    ordered = sorted(image["symbols"], key=lambda s: s[2] != "local")
    for name, address, binding, kind, section, size in ordered:
        at = len(strings)
        strings += name.encode() + b"\0"
        if section == "init":
            address = init_low + address % 32
        elif section == "data":
            address = DATA_LOW + address % 32
        symbols.append(struct.pack("<IBBHQQ", at, STB[binding] << 4 | STT[kind], 0,
                                   SHN[section], 0 if section == "undef" else address, size))
    locals_end = 1 + sum(s[2] == "local" for s in ordered)
    sections = [  # name, type, flags, address, content, link, info, align, entry
        ("", 0, 0, 0, b"", 0, 0, 0, 0),
        (".text", 1, 6, image["low"], text_bytes(image), 0, 0, 16, 0),
        (".init", 1, 6, init_low, bytes(64), 0, 0, 16, 0),
        (".data", 1, 3, DATA_LOW, bytes(64), 0, 0, 16, 0),
        (".symtab", 2, 0, 0, b"".join(symbols), 5, locals_end, 8, 24),
        (".strtab", 3, 0, 0, bytes(strings), 0, 0, 1, 0),
    ]
    names = b"".join(s[0].encode() + b"\0" for s in sections) + b".shstrtab\0"
    sections.append((".shstrtab", 3, 0, 0, names, 0, 0, 1, 0))
    body, headers = bytearray(), bytearray()
    for name, kind, flags, address, content, link, info, align, entry in sections:
        body += bytes(-len(body) % 16)
        at = names.find(name.encode() + b"\0")
        headers += struct.pack("<IIQQQQIIQQ", at, kind, flags, address, 64 + len(body),
                               len(content), link, info, align, entry)
        body += content
    body += bytes(-len(body) % 16)
    return struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1" + bytes(9), 2, 62, 1,
                       image["low"], 0, 64 + len(body), 0, 64, 0, 0, 64,
                       len(sections), len(sections) - 1) + bytes(body) + bytes(headers)


def bins_bytes(nbins, counts):
    bins = bytearray(2 * nbins)
    for bin_, count in counts:
        if bin_ < nbins:
            struct.pack_into("<H", bins, 2 * bin_, count)
    return bytes(bins)


def gnu_bytes(profile, version):
    out = [b"gmon" + struct.pack("<I", version) + bytes(12)]
    for record in profile["records"]:
        if record[0] == "hist":
            low, high, nbins, rate, counts = record[1:]
            out.append(struct.pack("<BQQII15sc", 0, low, high, nbins, rate, b"seconds", b"s") +
                       bins_bytes(nbins, counts))
        elif record[0] == "arc":
            out.append(struct.pack("<BQQI", 1, *record[1:]))
        elif version:
            out.append(struct.pack("<BI", 2, len(record[1])) +
                       b"".join(struct.pack("<QQ", *b) for b in record[1]))
        else:
            out.append(struct.pack("<BI", 2, len(record[1])) + b"group\0" +
                       b"".join(struct.pack("<QQ", b[1], b[0]) + b"f\0" + b"f.c\0" +
                                struct.pack("<i", 1) for b in record[1]))
    return b"".join(out)


def bsd_bytes(profile, rate_said):
    """Old BSD, or with a rate 4.4BSD: one histogram, then arcs."""
    low, high, nbins, rate, counts = next(
        (r[1:] for r in profile["records"] if r[0] == "hist"), (0, 0, 0, 100, []))
    if rate_said:
        header = struct.pack("<QQIII12s", low, high, 40 + 2 * nbins, 0x00051879, rate, b"")
    else:
        header = struct.pack("<QQI", low, high, 20 + 2 * nbins)
    return header + bins_bytes(nbins, counts) + b"".join(
        struct.pack("<QQQ", *r[1:]) for r in profile["records"] if r[0] == "arc")


def profile_bytes(profile):
    form = profile["format"]
    if form.startswith("gnu"):
        data = gnu_bytes(profile, int(form[3:]))
    else:
        data = bsd_bytes(profile, form == "bsd44")
    return data[:len(data) - profile["cut"]] if profile.get("cut") else data


def case_write(case, directory):
    """Writes the files; returns the words after the options, and the file for stdin."""
    def put(name, data):
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)

    if "program" in case:
        shutil.copy(case["data"], os.path.join(directory, "gmon.out"))
        for line in case.get("sources", ()):
            shutil.copy(line, directory)
        return [case["program"], "gmon.out"], None
    put("a.out", image_bytes(case["image"]))
    if case["nm"] is not None:
        put("nm", "".join(line + "\n" for line in case["nm"]).encode())
    if "map" in case:
        put("map", "".join(line + "\n" for line in case["map"]).encode())
    words, stdin = ["a.out"], None
    for i, profile in enumerate(case["profiles"]):
        name = "gmon.%d" % i
        put(name, profile_bytes(profile))
        if profile.get("stdin"):
            stdin = name
        words.append("-" if profile.get("stdin") else name)
    return words, stdin


def case_arguments(case):
    words = [word for option in case["args"] for word in option]
    return (["-S", "nm"] if case.get("nm") is not None else []) + words
