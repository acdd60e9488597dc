#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# picture.sh BUILD - makes docs/page.png, the README's picture of the page, from a run of the
# README's example.  Needs the page in BUILD (build/llvm-22), and chromium.

set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/common.sh"

build=${1:-$root/build/llvm-$(newest_llvm)}
build=$(cd "$build" && pwd)
clang=$(sed -n 's,^LLVM_TOOLS_BINARY_DIR:[A-Z]*=,,p' "$build/CMakeCache.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root/docs/example/calc.c" "$work"
cd "$work"
"${clang:-/usr/lib/llvm-$(newest_llvm)/bin}/clang" -O2 -g \
	-fpass-plugin="$build/lib/GprofPass.so" calc.c -o calc
./calc >/dev/null
"$build/bin/gprof-llvm" view -o calc.html calc
python3 "$root/test/tools/chromium.py" "calc.html#view=callers&f=evaluate" \
	"$root/docs/page.png" 1280 560
