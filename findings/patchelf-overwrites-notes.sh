#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# patchelf overwrites the notes that a program reads from its own memory.
#
# When a program's headers grow, patchelf 0.14.3 moves all sections of notes to the end of the file
# and fills their old place with 'X'.  Code that refers to a note by a symbol (a profiler's own
# notes, a program that prints its build-id, distances in probe notes) still points to the old
# place, which is loaded as before.  The symbol is left there, too.
#
# Expected: its manual: patchelf can "change the dynamic loader of executables and change the RPATH
# of executables and libraries"; --add-needed "Adds a declared dependency on a dynamic library".
# Neither says that loaded data changes.
# Seen: the program prints version1 before and XXXXXXXX after; readelf -n shows the right text, at
# the new place, so the file looks well.

packages=(patchelf=0.14.3-1+b1 gcc-12=12.2.0-14+deb12u1 binutils=2.40-2)

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

cat >n.c <<'C'
#include <stdio.h>
__asm__(".section .note.mine,\"a\",@note\n.globl mine\n"
	"mine: .long 4, 8, 1\n.asciz \"ME\\0\"\n.ascii \"version1\"\n.previous");
extern const char mine[];
int main(void) { printf("%.8s\n", mine + 16); return 0; }
C
gcc-12 -O1 n.c -o n || exit 77
echo "before: $(./n)"
[ "$(./n)" = version1 ] || exit 1
for change in "--add-needed libm.so.6" "--set-rpath /opt/some/longer/path/to/libraries"; do
	cp n q && read -ra words <<<"$change" && patchelf "${words[@]}" q || exit 77
	echo "patchelf ${words[0]}: $(./q), readelf: $(readelf -n q | grep -A3 ME | tail -1)"
	[ "$(./q)" = XXXXXXXX ] || exit 1
	readelf -n q | grep -q '76 65 72 73 69 6f 6e 31' || exit 1
done
