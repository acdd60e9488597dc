/* Threads of OpenMP count exactly: the bodies of parallel regions and what they call. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: openmp
// RUN: %gclang -O2 %openmp %s -o a.out && OMP_NUM_THREADS=4 ./a.out
// RUN: %expect a.out %s

static volatile long sum;

__attribute__((noinline)) long leaf(long x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}

/* CALLS: leaf 41000 */
int main(void)
{
	long total = 0;

	for (int round = 0; round < 10; round++) {
#pragma omp parallel for reduction(+ : total)
		for (long i = 0; i < 4000; i++)
			total += leaf(1);
	}
#pragma omp parallel num_threads(8)
#pragma omp for schedule(static, 1)
	for (int i = 0; i < 1000; i++)
		leaf(i);
	sum = total;
	return sum != 40000;
}
