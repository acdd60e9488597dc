// The line of a header where a global is initialized is not said to be 0 where all that optimisation left of it is code for exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: sed -n 's/^HEADER: //p' %s > names.h && env GPROF_PASS=count=blocks %gclangxx -g -O1 -I. %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate --limit=0 a.out | FileCheck %s
// CHECK: {{^ +[0-9]+ +>=[01] }}static const name names[] = {
#if 0
HEADER: void begin(const char *);
HEADER:
HEADER: struct name {
HEADER: 	const char *text;
HEADER: 	inline name(const char *text) : text(text) { begin(text); }
HEADER: 	~name();
HEADER: };
HEADER:
HEADER: static const name names[] = {
HEADER: 	"one",
HEADER: 	"two",
HEADER: 	"three" };
#endif
#include "names.h"

volatile int sink;

__attribute__((noinline)) void begin(const char *text)
{
	sink += *text;
	if (sink < 0)
		throw sink;
}

__attribute__((noinline)) name::~name()
{
	sink += *text;
}

int main(void)
{
	return names[0].text == 0;
}
