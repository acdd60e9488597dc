#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# picture.sh BUILD - makes docs/page.png, the README's picture of the page: a function of the Lua
# interpreter, line by line, with executions.  Needs the page in BUILD (build/llvm-22), and
# chromium.

set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/common.sh"
. "$root/scripts/programs.sh"

build=${1:-$root/build/llvm-$(newest_llvm)}
build=$(cd "$build" && pwd)
folder=$(sed -n 's,^LLVM_TOOLS_BINARY_DIR:[A-Z]*=,,p' "$build/CMakeCache.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lua_sources "$work"
cd "$work"
# The page shows the path of a source: not where this machine has it.
"$build/bin/gprof-llvm" cc --count=blocks -- \
	"${folder:-/usr/lib/llvm-$(newest_llvm)/bin}/clang" -O2 -g -fdebug-compilation-dir=. \
	-DLUA_USE_LINUX ./*.c -o lua -lm -ldl
./lua "$root/bench/lua/workload.lua" >/dev/null
"$build/bin/gprof-llvm" view --measure=instructions -o lua.html lua
python3 "$root/test/tools/chromium.py" "lua.html#view=source&f=luaH_getshortstr" \
	"$root/docs/page.png" 1280 480
