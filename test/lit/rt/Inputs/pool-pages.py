# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program with many counters and calls by pointer, few of which are executed.

    pool-pages.py write N       the program, of N functions
    pool-pages.py holes FILE... the files have holes
"""

import os
import sys

WRITE = """__attribute__((noinline)) int a%d(int x) { return x + 1; }
__attribute__((noinline)) int b%d(int x) { return x + 2; }
__attribute__((noinline)) int f%d(int i) { return (i %% 3 ? a%d : b%d)(i) + g(i); }
"""
# Some alone, some in a row: cells whose neighbours are on pages that nothing touches.
CHOSEN = [i for i in range(0, 3000) if i % 173 == 0 or 1000 <= i < 1030]


def write(n):
    print("static int plain(int x) { return x; }\nint (*volatile g)(int) = plain;")
    for i in range(n):
        print(WRITE % (i, i, i, i, i))
    print("int main(void)\n{\n\tint sum = 0;\n")
    for i in CHOSEN:
        print("\tfor (int k = 0; k < %d; k++)\n\t\tsum += f%d(k);" % (3 * i + 6, i))
        for arc in ((
            "main -> f%d N*%d" % (i, 3 * i + 6), "f%d -> a%d N*%d" % (i, i, 2 * i + 4),
            "f%d -> b%d N*%d" % (i, i, i + 2), "f%d -> plain N*%d" % (i, 3 * i + 6))):
            print("\t/* ARC: %s */" % arc)
    print("\treturn sum == 7;\n}")


def holes(path):
    fd = os.open(path, os.O_RDONLY)
    size, at, data = os.fstat(fd).st_size, 0, 0
    while at < size:
        try:
            at = os.lseek(fd, at, os.SEEK_DATA)
        except OSError:
            break
        end = os.lseek(fd, at, os.SEEK_HOLE)
        data += end - at
        at = end
    assert data < size * 0.7, (path, data, size)


if sys.argv[1] == "write":
    write(int(sys.argv[2]))
else:
    for name in sys.argv[2:]:
        holes(name)
