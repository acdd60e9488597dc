/* What a function calls at once, handed to it, is called by it: the exact calls of 18 of libc's. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -pthread -o a.out && ./a.out && %expect a.out %s
// RUN: %gclang -O0 %s -pthread -o none.out && env GPROF_OPTIONS=rate=0 ./none.out && %expect none.out %s
// RUN: %gclang -O2 -fPIC %s -pthread -o far.out && ./far.out && %expect far.out %s
// RUN: env GPROF_PASS=mode=call %gclang -O0 %s -pthread -o call.out && ./call.out && %expect call.out %s

#define _GNU_SOURCE
#include <dirent.h>
#include <ftw.h>
#include <link.h>
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <threads.h>
#include <unwind.h>

static volatile int sink;
static int keys[4] = { 4, 2, 3, 1 };
static void *root;

#define COMPARE(name)                                                                              \
	__attribute__((noinline)) static int name(const void *a, const void *b)                    \
	{                                                                                          \
		sink++;                                                                            \
		return *(const int *)a - *(const int *)b;                                          \
	}

COMPARE(of_qsort) /* SPONTANEOUS: of_qsort 0 */
COMPARE(of_bsearch) /* SPONTANEOUS: of_bsearch 0 */
COMPARE(of_lfind) /* ARC: lfind -> of_lfind 3 */
COMPARE(of_lsearch) /* ARC: lsearch -> of_lsearch 2 */
COMPARE(of_tsearch) /* SPONTANEOUS: of_tsearch 0 */
COMPARE(of_tfind) /* SPONTANEOUS: of_tfind 0 */
COMPARE(of_tdelete) /* SPONTANEOUS: of_tdelete 0 */

/* SPONTANEOUS: of_qsort_r 0 */
__attribute__((noinline)) static int of_qsort_r(const void *a, const void *b, void *x)
{
	sink += x != NULL;
	return *(const int *)a - *(const int *)b;
}

/* SPONTANEOUS: of_twalk 0 */
__attribute__((noinline)) static void of_twalk(const void *node, VISIT which, int depth)
{
	sink += node && which && depth;
}

/* SPONTANEOUS: of_twalk_r 0 */
__attribute__((noinline)) static void of_twalk_r(const void *node, VISIT which, void *x)
{
	sink += node && which && x;
}

/* ARC: tdestroy -> of_tdestroy 3 */
__attribute__((noinline)) static void of_tdestroy(void *node)
{
	sink += node != NULL;
}

/* ARC: pthread_once -> of_pthread_once 1 */
__attribute__((noinline)) static void of_pthread_once(void)
{
	sink++;
}

/* ARC: call_once -> of_call_once 1 */
__attribute__((noinline)) static void of_call_once(void)
{
	sink++;
}

/* SPONTANEOUS: of_phdr 0 */
__attribute__((noinline)) static int of_phdr(struct dl_phdr_info *info, size_t n, void *x)
{
	sink += info && n && x;
	return 0;
}

/* SPONTANEOUS: of_ftw 0 */
__attribute__((noinline)) static int of_ftw(const char *path, const struct stat *s, int type)
{
	sink += path && s && type;
	return 0;
}

/* SPONTANEOUS: of_nftw 0 */
__attribute__((noinline)) static int of_nftw(const char *path, const struct stat *s, int type,
					     struct FTW *f)
{
	sink += path && s && type && f;
	return 0;
}

/* SPONTANEOUS: of_scandir 0 */
__attribute__((noinline)) static int of_scandir(const struct dirent *d)
{
	sink += d != NULL;
	return 0;
}

/* ARC: pthread_create -> of_pthread_create 2 */
__attribute__((noinline)) static void *of_pthread_create(void *x)
{
	sink++;
	return x;
}

/* ARC: thrd_create -> of_thrd_create 1 */
__attribute__((noinline)) static int of_thrd_create(void *x)
{
	return x != NULL;
}

/* SPONTANEOUS: of_backtrace 0 */
__attribute__((noinline)) static _Unwind_Reason_Code of_backtrace(struct _Unwind_Context *c, void *x)
{
	sink += c && x;
	return _URC_NO_REASON;
}

static void trees(void)
{
	for (int i = 0; i < 4; i++)
		tsearch(&keys[i], &root, of_tsearch);
	tfind(&keys[1], &root, of_tfind);
	twalk(root, of_twalk);
	twalk_r(root, of_twalk_r, &keys);
	tdelete(&keys[3], &root, of_tdelete);
	tdestroy(root, of_tdestroy);
}

static void threads(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static once_flag flag = ONCE_FLAG_INIT;
	pthread_t thread;
	thrd_t other;

	pthread_once(&once, of_pthread_once);
	call_once(&flag, of_call_once);
	for (int i = 0; i < 2; i++) {
		pthread_create(&thread, NULL, of_pthread_create, NULL);
		pthread_join(thread, NULL);
	}
	thrd_create(&other, of_thrd_create, NULL);
	thrd_join(other, NULL);
}

int main(void)
{
	struct dirent **names;
	size_t n = 4;
	int key = 3;

	lfind(&key, keys, &n, sizeof key, of_lfind);
	n = 3;
	key = 2;
	lsearch(&key, keys, &n, sizeof key, of_lsearch);
	trees();
	qsort(keys, 4, sizeof *keys, of_qsort);
	qsort_r(keys, 4, sizeof *keys, of_qsort_r, &n);
	bsearch(&key, keys, 4, sizeof *keys, of_bsearch);
	threads();
	dl_iterate_phdr(of_phdr, &n);
	ftw(".", of_ftw, 4);
	nftw(".", of_nftw, 4, 0);
	scandir(".", &names, of_scandir, NULL);
	_Unwind_Backtrace(of_backtrace, &key);
	return 0;
}
