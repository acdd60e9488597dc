#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The totals in llvm-cov's tracefile for lcov contradict the records above them.
#
# A function template has a record for each instance (FN, FNDA), and its branches are the sum over
# the instances (BRDA).  The totals count otherwise: FNF and FNH take all instances for one
# function, BRH has the branches that the best single instance took.  Tools that sum the records
# (lcov, genhtml) and tools that believe the totals (badges, gates in CI) give two coverages.
#
# Expected: geninfo(1), "Files": after the lists come "FNF:<number of functions found>",
# "FNH:<number of function hit>", "BRF:<number of branches found>", "BRH:<number of branches hit>".
# Seen: 4 functions and 2 taken branches in the records, FNF:2 and BRH:1 in the totals; lcov says
# 2 of 2 branches of the same file, the totals 1 of 2.

packages=(clang-22=1:22.1.8-1~deb12u1 llvm-22=1:22.1.8-1~deb12u1
	libclang-rt-22-dev=1:22.1.8-1~deb12u1 lcov=1.16-1)

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

cat >t.cc <<'C'
template <class T> int pick(T x) { if (x > 1) return 1; return 0; }
int main() { return pick(1) + pick(2L) + pick(3.0) > 9; }
C
clang++-22 -fprofile-instr-generate -fcoverage-mapping t.cc -o t &&
	LLVM_PROFILE_FILE=t.raw ./t && llvm-profdata-22 merge t.raw -o t.data &&
	llvm-cov-22 export -format=lcov t -instr-profile=t.data >t.info || exit 77
total() { sed -n "s/^$1://p" t.info; }
functions=$(grep -c '^FN:' t.info) taken=$(grep '^BRDA:' t.info | grep -vc ',[0-]$')
echo "records: $functions functions, $taken of $(grep -c '^BRDA:' t.info) branches taken"
echo "totals: $(total FNF) functions, $(total BRH) of $(total BRF) branches taken"
lcov --rc lcov_branch_coverage=1 --group-table t.info 2>&1 | grep -E 'functions|branches'
[ "$functions" = 4 ] && [ "$(total FNF)" = 2 ] && [ "$taken" = 2 ] && [ "$(total BRH)" = 1 ]
