#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# After GNU ld -r a program loses the entries of functions that it keeps.
#
# Tracers find what they can patch in __patchable_function_entries (uftrace, ftrace) and
# xray_instr_map (XRay).  Each entry is a section of its own, linked to its function's section
# (SHF_LINK_ORDER), so that --gc-sections drops it with that function.  GNU ld 2.40 -r makes one
# section of all and links it to the first function.  If that one is unused, all entries go.
#
# Expected: ld's manual, -r: "generate an output file that can in turn serve as input to ld"; the
# functions' sections stay apart in it, and so should what is linked to each (lld -r does that).
# live is in the program, with its NOP of two bytes, so its entry should be, too.
# Seen: the objects link to one entry, that of live; the same after ld -r to none, without a
# warning, by bfd and lld.  The tracer takes the program for one that cannot be traced.

packages=(binutils=2.40-2 clang-14=1:14.0.6-12)

set -u
work=$(mktemp -d) && cd "$work" || exit 77
old=$(dpkg-query -Wf '${Package}\n' | sort)
get() { apt-get -qqy --no-install-recommends install "$1" >/dev/null 2>&1; }
end() {
	cd / && rm -rf "$work"
	mapfile -t new < <(comm -13 <(echo "$old") <(dpkg-query -Wf '${Package}\n' | sort))
	[ ${#new[@]} = 0 ] || apt-get -qqy purge "${new[@]}" >/dev/null 2>&1
}
trap end EXIT
for p in "${packages[@]}"; do
	v=$(dpkg-query -Wf '${Version}' "${p%%=*}" 2>/dev/null)
	[ "$v" = "${p#*=}" ] && continue
	[ -z "$v" ] && { get "$p" || { apt-get -qq update && get "$p"; }; } && continue
	echo "not to be had: $p (here: ${v:-none})"
	exit 77
done

echo 'int dead(void) { return 1; } int live(void) { return 2; }' >a.c
echo 'int live(void); int main(void) { return live() - 2; }' >m.c
clang-14 -O1 -ffunction-sections -fpatchable-function-entry=2 -c a.c && clang-14 -c m.c &&
	ld -r a.o -o r.o || exit 77
entries() { # entries OBJECT: the number of entries in a program of it
	clang-14 -Wl,--gc-sections m.o "$1" -o p && ./p || exit 77
	n=$((16#$(readelf -SW p | awk '$0 ~ /__patchable_function_entries/ {
		sub(/.*PROGBITS/, ""); s = $3 } END { print s ? s : 0 }') / 8))
	nops=$(objdump -d p --disassemble=live | grep -c 'xchg *%ax,%ax$')
	echo "$1: functions dead $(nm p | grep -c ' dead') live $(nm p | grep -c ' live')," \
		"patchable starts $nops, entries $n"
}
entries a.o
[ "$n" = 1 ] && [ "$nops" = 1 ] || exit 1
entries r.o
[ "$n" = 0 ] && [ "$nops" = 1 ]
