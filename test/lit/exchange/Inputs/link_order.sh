# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# link_order.sh [-g] CLANG... - two builds, in ONE and OTHER, of a program with two files util.c, each
# with a static function 'helper'; they are linked in unlike order, and OTHER calls one more often.
# a/util.c makes 20 calls of its own, b/util.c 15, in OTHER 25.
debug=
[ "$1" = -g ] && { debug=-g; shift; }
write() {
	echo "static volatile int sink;
__attribute__((noinline)) static int helper(int i) {
	sink += i;
	return i;
}
void work_$1(void) {
	for (int i = 0; i < $2; i++)
		helper(i);
}" >$root/$1/util.c
}
build() {
	root=$1
	mkdir -p $root/a $root/b
	write a 20
	write b $2
	echo 'void work_a(void), work_b(void); int main(void) { work_a(); work_b(); }' >$root/main.c
	(cd $root && for part in a b; do
		(cd $part && "${@:4}" -O1 $debug -c util.c -o ../$part.o) || exit 1
	done && "${@:4}" -O1 $debug main.c $3 -o program) || exit 1
	GPROF_OPTIONS=rate=0 GPROF_FILE=$root.gprof $root/program
}
export GPROF_PASS=count=blocks
build ONE 15 "a.o b.o" "$@" && build OTHER 25 "b.o a.o" "$@"
