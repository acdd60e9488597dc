#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An object with a call graph profile that went through GNU ld -r is refused by lld.
#
# clang -fprofile-use writes the counts of calls into .llvm.call-graph-profile, by which lld puts
# functions near their callers.  Its type is of the range for operating systems, and its entries
# have 8 bytes (sh_entsize).  GNU ld -r copies the section and sets sh_entsize to 0.
#
# Expected: ld's manual, -r: "generate an output file that can in turn serve as input to ld"; the
# gABI, sh_entsize: "Some sections hold a table of fixed-size entries ... For such a section, this
# member gives the size in bytes of each entry".  GNU objcopy and strip keep the 8.
# Seen: "ld.lld: error: section [index 7] has invalid sh_entsize: expected 8, but got 0": one such
# object in an archive, and nothing links (lld 14 and 22).

packages=(binutils=2.40-2 clang-14=1:14.0.6-12 lld-14=1:14.0.6-12)

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

cat >c.ll <<'C'
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  call void @g()
  ret void
}
declare void @g()
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"CG Profile", !1}
!1 = !{!2}
!2 = !{void ()* @f, void ()* @g, i64 32}
C
printf '.globl _start, g\n_start: call f\ng: ret\n' >m.s
clang-14 -c c.ll -o c.o && clang-14 -c m.s -o m.o || exit 77
size() { readelf -SW "$1" | awk '/ \.llvm\.call-graph-profile/ { sub(/.*LOOS/, ""); print $5 }'; }
ld -r c.o -o r.o && objcopy c.o o.o || exit 77
ld.lld-14 m.o o.o -o p || exit 77
echo "sh_entsize (hexadecimal): clang $(size c.o), objcopy $(size o.o), ld -r $(size r.o)"
[ "$(size o.o)" = 08 ] && [ "$(size r.o)" = 00 ] && ! ld.lld-14 m.o r.o -o p 2>log || exit 1
grep 'invalid sh_entsize: expected 8, but got 0' log
