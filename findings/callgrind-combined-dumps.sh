#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# callgrind_annotate miscounts the files that callgrind --combine-dumps=yes writes.
#
# With that option callgrind puts all dumps of a run into one file, each as a part with its own
# header and its own totals: line.  callgrind_annotate of the same package takes the lines of the
# second part's header for damage ("line N malformed, ignoring"), adds up the costs of all parts,
# and compares them with the totals of the last part.
#
# Expected: Callgrind's manual, --combine-dumps: "When enabled, when multiple profile data parts are
# to be generated these parts are appended to the same output file"; "Callgrind Format
# Specification", 1.3: a file is a header and then any number of parts ("PartData*").
# Seen: a function with a share of far more than 100 % of the program, and a total that is that of
# the last few instructions; the functions' own figures are right.

packages=(valgrind=1:3.19.0-1 gcc-12=12.2.0-14+deb12u1)

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

cat >r.c <<'C'
__attribute__((noinline)) int f(int x)
{
	volatile int s = 0;
	for (int i = 0; i < 1000; i++)
		s += x;
	return s;
}
int main(void) { return f(1) + f(2) + f(3) < 0; }
C
gcc-12 -O1 -g r.c -o r || exit 77
valgrind --tool=callgrind --combine-dumps=yes --dump-after=f --callgrind-out-file=out ./r 2>log ||
	exit 77
callgrind_annotate --auto=no --threshold=100 out >text 2>&1
true=$(sed -n 's/.*Collected : *//p' log) told=$(awk '/PROGRAM TOTALS/ { print $1 }' text)
echo "instructions: callgrind $true, callgrind_annotate ${told//,/}"
grep -E ' r\.c:f' text
grep -m1 malformed text
share=$(sed -n 's/.*(\(.*\)\..*%).* r\.c:f.*/\1/p' text)
[ "$true" -gt "${told//,/}" ] && [ "${share//,/}" -gt 100 ] && grep -q "'part: 2'" text
