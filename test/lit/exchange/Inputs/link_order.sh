# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# link_order.sh [-g] CLANG... - two builds, in ONE and OTHER, of a program with two files util.c, each
# with a static function 'helper'; they are linked in unlike order, and OTHER calls one more often.
# a/util.c makes 20 calls of its own, b/util.c 15, in OTHER 25.  FOLDERS names those of OTHER.
debug=
[ "$1" = -g ] && { debug=-g; shift; }
write() {
	echo "static volatile int sink;
__attribute__((noinline)) static int helper(int i) {
	sink += i;
	return i;
}
void work_$2(void) {
	for (int i = 0; i < $3; i++)
		helper(i);
}" >$1/util.c
}
# build ROOT CALLS FIRST SECOND CLANG...: of the second folder's function; linked last
build() {
	root=$1
	mkdir -p $root/$3 $root/$4
	write $root/${a:-$3} a 20
	write $root/${b:-$4} b $2
	echo 'void work_a(void), work_b(void); int main(void) { work_a(); work_b(); }' >$root/main.c
	(cd $root && for part in $3 $4; do
		(cd $part && "${@:5}" -O1 $debug -c util.c -o ../$part.o) || exit 1
	done && "${@:5}" -O1 $debug main.c $3.o $4.o -o program) || exit 1
	GPROF_OPTIONS=rate=0 GPROF_FILE=$root.gprof $root/program
}
export GPROF_PASS=count=blocks
set -- "${FOLDERS:-a b}" "$@"
folders=($1)
shift
build ONE 15 a b "$@" && a=${folders[0]} b=${folders[1]} && build OTHER 25 $b $a "$@"
