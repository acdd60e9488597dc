/* Time in code without a line stands at the line before it in the same function, in a row of its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1 -Wno-gnu-zero-line-directive
 * RUN: %gprof annotate -b --context=all leaf prog > out
 * RUN: FileCheck %s < out && not grep -E '^ +[?] ' out
 * CHECK:      {{^ *}}26 X 30 1.00 75.0 75.0 0.040 100.0 ****** sink += n;
 * CHECK-NEXT: {{^ *}}X 10 1.00 25.0 25.0 ** (code after it that has no line)
 * RUN: %gprof annotate --format=json leaf prog | FileCheck --check-prefix=JSON %s
 * JSON: "line":26,"kind":"own","class":"X","callee":null,"calls":0,"ns":30000000,"samples":30}
 * JSON: "line":26,"kind":"own","class":"X","callee":null,"calls":0,"ns":10000000,"samples":10,"no_line":true}
 *
 * The other views that show lines add both.
 * RUN: %gprof export --format=callgrind prog -o out.callgrind
 * RUN: FileCheck --check-prefix=CALLGRIND %s < out.callgrind
 * CALLGRIND: fn={{.*}}leaf
 * CALLGRIND: {{^}}26 40
 * RUN: %gprof histogram --by=line prog | FileCheck --check-prefix=HISTOGRAM %s
 * HISTOGRAM: 26 40 {{.*}}sink += n
 */
volatile long sink;

/* SAMPLE: 30 leaf:26 < main < libc */
__attribute__((noinline)) long leaf(long n)
{
	sink += n;
#line 0
	sink *= 3;	/* SAMPLE: 10 leaf:26+ < main < libc */
#line 30
	return n;
}

int main(void)
{
	return leaf(3) == 7;
}
