/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * md5.h - the sum of bytes by which debug information tells sources apart (RFC 1321).  It
 * protects from nothing.
 *
 * Cost: linear.
 */
#ifndef GPROF_BASE_MD5_H
#define GPROF_BASE_MD5_H

#include <stddef.h>

#define MD5_SIZE 16

void md5(unsigned char sum[MD5_SIZE], const void *bytes, size_t size);

#endif
