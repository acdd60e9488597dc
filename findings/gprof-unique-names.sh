#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# GNU gprof loses every function that clang names by -funique-internal-linkage-names.
#
# That option (for profiles of samples) gives a static function a name like
# _ZL5innerv.__uniq.1897...  GNU gprof 2.40 knows names with a dot only if digits follow it, or
# some words of GCC's clones.  It drops all other local names with a dot, without a word, and the
# bytes and calls of such a function go to the one before it in memory.
#
# Expected: gprof's manual, "Introduction": the call graph shows, "for each function, which
# functions called it, which other functions it called, and how many times".  inner has 1000
# calls from main, and main calls itself never.
# Seen: no inner at all, and a main that called itself 1000 times:
#                                 1000             main [8]
#     [8]      0.0    0.00    0.00       0+1000    main [8]
# Without the option the same program has "1000 inner".

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

cat >a.c <<'C'
volatile int n;
__attribute__((noinline)) void before(void) { n++; }
__attribute__((noinline)) static void inner(void) { n += 2; }
int main(void)
{
	before();
	for (int i = 0; i < 1000; i++)
		inner();
	return 0;
}
C
clang-14 -O1 -pg a.c -o a && ./a && gprof -b -q a gmon.out >plain || exit 77
clang-14 -O1 -pg -funique-internal-linkage-names a.c -o a && ./a || exit 77
gprof -b -q a gmon.out >unique || exit 77
echo "without the option:"
grep -E '^\[.* (inner|main) ' plain
echo "with -funique-internal-linkage-names ($(nm a | grep -c ' t .*inner.*__uniq') such symbol):"
grep -E '^\[' unique
grep -qE '1000 +inner' plain && ! grep -q inner unique && grep -qE '^\[.* 0\+1000 +main' unique
