#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Below valgrind prctl(PR_GET_AUXV) tells of a vdso and processor features that valgrind hides.
#
# Valgrind removes the vdso and the features that it cannot run from the auxiliary vector: on the
# stack, so for getauxval, and in /proc/self/auxv.  Linux 6.4 has a third way, for runtimes without
# libc or in namespaces without /proc.  Valgrind 3.19 hands that call to the kernel, whose copy is
# that of valgrind itself.  A runtime that takes features from there uses instructions that valgrind
# does not know, or reads memory at addresses of another program.
#
# Expected: prctl(2), PR_GET_AUXV: "Get the auxiliary vector (auxv) into the buffer", the same
# vector that getauxval(3) and proc(5) describe.  Outside valgrind the three agree.
# Seen: AT_SYSINFO_EHDR (the vdso) is absent in two and present in the third, and AT_BASE, AT_ENTRY
# and AT_RANDOM differ.

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

cat >a.c <<'C'
#include <elf.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
static unsigned long file[256], call[256];
static unsigned long find(const unsigned long *v, unsigned long type)
{
	for (int i = 0; i < 254 && v[i]; i += 2)
		if (v[i] == type)
			return v[i + 1];
	return 0;
}
int main(void)
{
	FILE *f = fopen("/proc/self/auxv", "r");
	if (prctl(0x41555856, call, sizeof call, 0, 0) <= 0 || !f ||
	    !fread(file, 1, sizeof file, f))
		return 77;
	printf("vdso: getauxval %d, /proc %d, prctl %d; ", !!getauxval(AT_SYSINFO_EHDR),
	       !!find(file, AT_SYSINFO_EHDR), !!find(call, AT_SYSINFO_EHDR));
	printf("entry and random: %s\n", find(call, AT_ENTRY) == getauxval(AT_ENTRY) &&
	       find(call, AT_RANDOM) == getauxval(AT_RANDOM) ? "alike" : "others");
	return 0;
}
C
gcc-12 -O1 a.c -o a || exit 77
plain=$(./a) || { echo "Linux before 6.4"; exit 77; }
below=$(valgrind -q --tool=none ./a)
printf '%s\n' "plain: $plain" "below valgrind: $below"
[ "$plain" = "vdso: getauxval 1, /proc 1, prctl 1; entry and random: alike" ] || exit 77
[ "$below" = "vdso: getauxval 0, /proc 0, prctl 1; entry and random: others" ]
