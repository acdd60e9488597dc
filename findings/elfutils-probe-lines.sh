#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libdw drops all line numbers of a file that clang compiled with pseudo probes.
#
# -fpseudo-probe-for-profiling (for profiles of samples) writes the number of a probe into the
# discriminator of each call's line.  Such a number has up to 32 bits.  libdw 0.188 keeps 24 bits,
# and where a discriminator is larger it refuses the whole table of lines: eu-addr2line, eu-stack
# and whoever links libdw (perf, systemtap, heaptrack) have no line of the file, without a word.
#
# Expected: DWARF 5, 6.2.5.3: DW_LNE_set_discriminator "takes a single parameter, an unsigned
# LEB128 integer"; no limit is given.  A reader may cut it, the line beside it is right.
# Seen: s.c:2 without probes, ??:0 with them; llvm-symbolizer reads both.

packages=(elfutils=0.188-2.1 libdw1=0.188-2.1 clang-14=1:14.0.6-12)

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

cat >s.c <<'C'
__attribute__((noinline)) int leaf(int x) { volatile int y = x; return y * 3; }
int work(int x) { return leaf(x) + leaf(x + 1); }
int main(void) { return work(1); }
C
line() { # line OPTION...: the line of work, as eu-addr2line and LLVM tell it
	clang-14 -O1 -g -gdwarf-aranges "$@" s.c -o s 2>log || exit 77
	eu=$(eu-addr2line -e s work) llvm=$(nm s | awk '$3 ~ /work/ { print "0x" $1 }' |
		xargs llvm-symbolizer-14 -e s -f=none -s | head -1)
	echo "${*:-no probes}: eu-addr2line ${eu##*/}, llvm-symbolizer $llvm"
}
line
[[ $eu == */s.c:2* ]] || exit 1
line -fpseudo-probe-for-profiling
[[ $eu == '??:0' && $llvm == s.c:2:* ]]
