#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# assembled.sh CLANG TESTS NAME... - programs of NAME.s here, with the samples that they say.

clang=$1 tests=$2
shift 2
for name; do
	source=$(dirname "$0")/$name.s
	"$clang" -nostdlib -no-pie -Wl,--build-id -I "$tests/lit/classes/Inputs" "$source" -o "$name" &&
		python3 "$tests/tools/sampled.py" "$source" "$name" "$name.gprof" || exit 1
done
