# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# compare EXPECT SOURCE [EMULATOR...]: runs a.out of Inputs/signals.c; its counts are those that it says.
compare() {
	expect=$1 source=$2 && shift 2 && rm -f *.gprof && "$@" ./a.out >said || return 1
	read -r handled looped all <said
	$expect -D H="$handled" -D L="$looped" -D T="$all" a.out "$source"
}
