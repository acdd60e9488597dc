#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# objcopy --localize-hidden makes an object of C++ that no longer links.
#
# The recipe is common for a library of one object: ld -r, then objcopy --localize-hidden, so that
# the inner names clash with nobody's.  GNU objcopy 2.40 makes a hidden function of a COMDAT group
# (an inline function, a template) local and leaves the group a COMDAT.  If another object has the
# same group, the linker discards this one, and the calls of its now local function lead nowhere.
#
# Expected: the gABI, "Section Groups": a local symbol that is defined in a group "must be discarded
# if the group members are discarded.  References to this symbol table entry from outside the group
# are not allowed."  So the group cannot stay a COMDAT (llvm-objcopy 14 clears that flag).
# Seen: "`_Z6sharedi' referenced in section `.text' of l.o: defined in discarded section
# `.text._Z6sharedi[_Z6sharedi]' of l.o"; lld and gold refuse it as well.

packages=(g++-12=12.2.0-14+deb12u1 binutils=2.40-2)

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

cat >a.cc <<'C'
inline int shared(int x) { static int n; return n += x; }
__attribute__((visibility("default"))) int api(int x) { return shared(x); }
C
cat >m.cc <<'C'
inline int shared(int x) { static int n; return n += x; }
int api(int x);
int main(int argc, char **) { return shared(argc) + api(argc) > 100; }
C
g++-12 -O0 -fvisibility=hidden -c a.cc m.cc && ld -r a.o -o r.o || exit 77
objcopy --localize-hidden r.o l.o || exit 77
g++-12 m.o r.o -o p && ./p || exit 77
echo "as ld -r leaves it: links and runs"
readelf -gW l.o | grep 'COMDAT.*_Z6sharedi'
readelf -sW l.o | grep 'LOCAL.* _Z6sharedi'
! g++-12 m.o l.o -o q 2>log && grep -m1 'defined in discarded section' log
