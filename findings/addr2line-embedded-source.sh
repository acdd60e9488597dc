#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# addr2line, objdump and nm lose all lines of a program with embedded source.
#
# clang -gembed-source puts the text of each file into the table of lines, as the vendor's content
# type 0x2001 (DW_LNCT_LLVM_source).  The BFD library of binutils 2.40 gives up the whole table.
#
# Expected: DWARF 5, 6.2.4.1: a consumer that encounters a vendor-defined content type code that it
# does not understand should skip the content data as though it were not there.  Each content type
# comes with its form, so it can be skipped; gdb 13 and libdw 0.188 do that.
# Seen: "addr2line: DWARF error: unknown format content type 8193", then "main" and "??:?", and no
# names of inlined functions; the error goes to stderr once, so a script that reads the output sees
# a program without debug information.

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

echo 'int main(void) { return 0; }' >s.c
line() { # line OPTION...: what addr2line says of main
	clang-14 -O1 -gdwarf-5 "$@" s.c -o s || exit 77
	out=$(addr2line -e s "0x$(nm s | awk '$3 == "main" { print $1 }')" 2>log)
	echo "${*:-plain}: ${out##*/} $(cat log)"
}
line
[[ $out == */s.c:1 ]] || exit 1
line -gembed-source
[[ $out == '??:?' ]] && grep -q 'unknown format content type 8193' log
