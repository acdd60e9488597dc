# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gmon_cases.py - malformed files of GNU gprof's kind, with what the tool says."""

import struct

from damage import made

BSD44_VERSION = 0x51879


def hist(low=0x401000, high=0x401100, count=64, rate=100, unit=b"seconds", short=b"s",
         bins=None):
    data = bytes(2 * count) if bins is None else bytes(2 * bins)
    return b"\0" + struct.pack("<QQII15ss", low, high, count, rate, unit, short) + data


def gnu(*records, version=1):
    return b"gmon" + struct.pack("<I12x", version) + b"".join(records)


def bsd(low=0x401000, high=0x401100, size=20 + 128, bins=64):
    return struct.pack("<QQI", low, high, size) + bytes(2 * bins)


def bsd44(rate=100, bins=64):
    return struct.pack("<QQIII12x", 0x401000, 0x401100, 40 + 2 * bins, BSD44_VERSION,
                       rate) + bytes(2 * bins)


def case(name, gmon, message, *options, more=None):
    def make():
        files = {"program": made("figure-4")[0], "gmon": gmon}
        return files if more is None else {**files, "more": more}
    names = ("gmon",) if more is None else ("gmon", "more")
    return name, make, ("gprof", *options, "program", *names), "gprof: " + message


CASES = [
    case("nothing in it", b"", "gmon: file too short to be a gmon file"),
    case("shorter than a header", gnu()[:19], "gmon: file too short to be a gmon file"),
    case("4.4BSD, shorter than its header", bsd()[:20],
         "gmon: file too short to be a gmon file", "-O", "bsd"),
    case("other magic", b"gmoo" + gnu()[4:], "file `gmon' has bad magic cookie", "-O", "magic"),
    case("not 4.4BSD", bsd(), "file `gmon' has bad magic cookie", "-O", "4.4bsd"),
    case("version of the future", gnu(version=2), "file `gmon' has unsupported version 2"),
    case("record of no kind", gnu(b"\7"), "gmon: found bad tag 7 (file corrupted?)"),
    case("histogram cut within its head", gnu(hist()[:20]), "gmon: unexpected end of file"),
    case("histogram cut within its bins", gnu(hist(bins=10)),
         "gmon: unexpected EOF after reading 10 of 64 samples"),
    case("histogram of more bins than bytes", gnu(hist(count=0xffffffff, bins=1)),
         "gmon: unexpected EOF after reading 1 of 4294967295 samples"),
    case("arc cut short", gnu(b"\1" + bytes(19)), "gmon: unexpected end of file"),
    case("number of blocks cut short", gnu(b"\2\0"), "gmon: unexpected end of file"),
    case("fewer blocks than told", gnu(b"\2" + struct.pack("<I", 0xffffffff) + bytes(8)),
         "gmon: unexpected end of file"),
    case("fewer blocks than told, version 0",
         gnu(b"\2" + struct.pack("<I", 9) + b"name\0" + bytes(12), version=0),
         "gmon: unexpected end of file"),
    case("histograms that overlap", gnu(hist(), hist(low=0x401080, high=0x401180)),
         "overlapping histogram records"),
    case("histograms of other units", gnu(hist(), hist(unit=b"cycles")),
         "dimension unit changed between histogram records: from 'seconds' to 'cycles'"),
    case("histograms of other abbreviations", gnu(hist(), hist(short=b"m")),
         "dimension abbreviation changed between histogram records: from 's' to 'm'"),
    case("histograms of other scales", gnu(hist(), hist(0x402000, 0x402100, 32)),
         "different scales in histogram records"),
    case("BSD, more bins than bytes", bsd(bins=10), "unexpected EOF after reading 10/64 bins",
         "-O", "bsd"),
    case("BSD, smaller than its header", bsd(size=4),
         "file 'gmon' does not appear to be in gmon.out format", "-O", "bsd"),
    case("BSD, ends before it begins", bsd(high=0),
         "file 'gmon' does not appear to be in gmon.out format", "-O", "bsd"),
    case("BSD, another range than the first file", bsd(),
         "more: incompatible with first gmon file", "-O", "bsd", more=bsd(low=0x400000)),
    case("4.4BSD, another rate than the first file", bsd44(),
         "more: profiling rate incompatible with first gmon file", "-O", "4.4bsd",
         more=bsd44(50)),
]
CASES += [
    ("not there", lambda: {"program": made("figure-4")[0]}, ("gprof", "program", "absent"),
     "gprof: absent: No such file or directory"),
    ("table of symbols without one",
     lambda: {"program": made("figure-4")[0], "symbols": b"0000 D data\n"},
     ("gprof", "-S", "symbols", "program", "gmon"), "gprof: file `symbols' has no symbols"),
    ("table of symbols not there", lambda: {"program": made("figure-4")[0]},
     ("gprof", "-S", "absent", "program", "gmon"), "gprof: could not open absent."),
]
