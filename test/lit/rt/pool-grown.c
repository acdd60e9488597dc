/* A process of a pool leaves its file to the next one however much longer the file became. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o m && export GPROF_FILE=%%e.%%1m.gprof
// RUN: ./m && ./m && test "$(echo .*blank *gprof)" = ".m.1.gprof.blank m.1.gprof"
/* Who takes it needs none of its own. */
// RUN: ls -i .*blank >before && ./m && ls -i .*blank >after && cmp before after
// RUN: %expect m %s
/* CALLS: f_a_b_c_d_a 3 */
/* CALLS: f_d_d_d_d_d 3 */
/* ARC: main -> f_d_c_b_a_d 3 */

/* 1024 functions that one place calls: as many arcs, in tables that take more than the file has
   at first. */
#define FUNCTION(n) __attribute__((noinline)) static void f##n(void) { sink++; }
#define ADDRESS(n) f##n,
#define FUNCTIONS_4(n) FUNCTION(n##_a) FUNCTION(n##_b) FUNCTION(n##_c) FUNCTION(n##_d)
#define ADDRESSES_4(n) ADDRESS(n##_a) ADDRESS(n##_b) ADDRESS(n##_c) ADDRESS(n##_d)
#define FUNCTIONS_16(n) FUNCTIONS_4(n##_a) FUNCTIONS_4(n##_b) FUNCTIONS_4(n##_c) FUNCTIONS_4(n##_d)
#define ADDRESSES_16(n) ADDRESSES_4(n##_a) ADDRESSES_4(n##_b) ADDRESSES_4(n##_c) ADDRESSES_4(n##_d)
#define FUNCTIONS_64(n) \
	FUNCTIONS_16(n##_a) FUNCTIONS_16(n##_b) FUNCTIONS_16(n##_c) FUNCTIONS_16(n##_d)
#define ADDRESSES_64(n) \
	ADDRESSES_16(n##_a) ADDRESSES_16(n##_b) ADDRESSES_16(n##_c) ADDRESSES_16(n##_d)
#define FUNCTIONS_256(n) \
	FUNCTIONS_64(n##_a) FUNCTIONS_64(n##_b) FUNCTIONS_64(n##_c) FUNCTIONS_64(n##_d)
#define ADDRESSES_256(n) \
	ADDRESSES_64(n##_a) ADDRESSES_64(n##_b) ADDRESSES_64(n##_c) ADDRESSES_64(n##_d)

static volatile int sink;

FUNCTIONS_256(_a) FUNCTIONS_256(_b) FUNCTIONS_256(_c) FUNCTIONS_256(_d)

static void (*const all[])(void) = {
	ADDRESSES_256(_a) ADDRESSES_256(_b) ADDRESSES_256(_c) ADDRESSES_256(_d)
};

int main(void)
{
	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
		all[i]();
	return 0;
}
