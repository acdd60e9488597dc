// Where the debug information is there but cannot be read, that is said, not that -g is missing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o plain
// RUN: echo 'this is no table of lines, but a section of that name' > garbage
// RUN: llvm-objcopy --update-section .debug_line=garbage plain a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof report --unexecuted a.out | FileCheck %s
// RUN: not %gprof export --format=lcov a.out 2>&1 | FileCheck --check-prefix=EXPORT %s
// CHECK:  No code has lines: its debug information (.debug_line) cannot be read: it is damaged, or compressed in a way that this libdw does not know
// EXPORT: 'a.out' has no lines: its debug information (.debug_line) cannot be read:

// Compression of kind 99.
// RUN: llvm-objcopy --compress-debug-sections=zlib plain zipped
// RUN: %python -c "import re; b = open('zipped', 'rb').read(); open('b.out', 'wb').write(re.sub(rb'(?s)\x01\0{7}(.{8}\x01\0{7}\x78)', lambda m: b'\x63' + bytes(7) + m[1], b))"
// RUN: chmod +x b.out && env GPROF_OPTIONS=rate=0 ./b.out
// RUN: %gprof report --unexecuted b.out | FileCheck %s

int main(void)
{
	return 0;
}
