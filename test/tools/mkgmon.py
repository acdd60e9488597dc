#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# mkgmon.py - makes a gmon.out file (64-bit, little-endian) from lines of text.
#
#   mkgmon.py OUTPUT [--format gnu|gnu0|bsd|bsd44] [--program PROGRAM] < LINES
#
# Lines, in the order they are to have in the file; numbers as Python reads them:
#
#   hist LOW HIGH BINS RATE [BIN=COUNT]...
#   arc FROM SELF COUNT
#   blocks ADDRESS=COUNT...
#   raw HEX               these bytes
#
# With a program, NAME and NAME+NUMBER stand for addresses of its symbols.
# A leading "#" or "//" is dropped and other lines are ignored, so that tests can hold their
# data in comments.

import argparse
import struct
import subprocess
import sys

symbols = {}


def read_symbols(program):
    for line in subprocess.check_output(["nm", program], text=True).splitlines():
        words = line.split()
        if len(words) == 3:
            symbols[words[2]] = int(words[0], 16)


def number(text):
    name, plus, offset = text.partition("+")
    if name in symbols:
        return symbols[name] + (int(offset, 0) if plus else 0)
    return int(text, 0)


def bins_of(count, pairs):
    bins = [0] * count
    for pair in pairs:
        index, value = pair.split("=")
        bins[number(index)] = number(value)
    return struct.pack("<%dH" % count, *bins)


def hist(words, style):
    low, high, count, rate = map(number, words[:4])
    bins = bins_of(count, words[4:])
    if style == "bsd":
        return struct.pack("<QQI", low, high, 20 + len(bins)) + bins
    if style == "bsd44":
        return struct.pack("<QQIII12x", low, high, 40 + len(bins), 0x51879, rate) + bins
    return b"\0" + struct.pack("<QQII15ss", low, high, count, rate, b"seconds", b"s") + bins


def arc(words, style):
    start, to, count = map(number, words)
    if style.startswith("bsd"):
        return struct.pack("<QQQ", start, to, count)
    return b"\1" + struct.pack("<QQI", start, to, count)


def blocks(words, style):
    pairs = [tuple(map(number, word.split("="))) for word in words]
    out = b"\2" + struct.pack("<I", len(pairs))
    if style == "gnu0":
        return out + b"name\0" + b"".join(
            struct.pack("<QQ", count, address) + b"file\0function\0" + struct.pack("<I", 1)
            for address, count in pairs)
    return out + b"".join(struct.pack("<QQ", *pair) for pair in pairs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--format", default="gnu", choices=("gnu", "gnu0", "bsd", "bsd44"))
    parser.add_argument("--program")
    args = parser.parse_args()
    if args.program:
        read_symbols(args.program)
    out = b""
    if args.format.startswith("gnu"):
        out = b"gmon" + struct.pack("<I12x", args.format == "gnu")
    makers = {"hist": hist, "arc": arc, "blocks": blocks,
              "raw": lambda words, style: bytes.fromhex("".join(words))}
    for line in sys.stdin:
        words = line.lstrip("#/").split()
        if words and words[0] in makers:
            out += makers[words[0]](words[1:], args.format)
    with open(args.output, "wb") as file:
        file.write(out)


if __name__ == "__main__":
    main()
