/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_md5.c - the sums of RFC 1321, and of as many bytes as fill a block but for what follows.
 */
#include "base/md5.h"
#include "unit.h"

#include <string.h>

static void check(const char *text, size_t n, const char *expected)
{
	unsigned char sum[MD5_SIZE];
	char hex[2 * MD5_SIZE + 1];

	md5(sum, text, n);
	for (int i = 0; i < MD5_SIZE; i++)
		snprintf(hex + 2 * i, 3, "%02x", sum[i]);
	CHECK(!strcmp(hex, expected), "%zu bytes: %s, expected %s", n, hex, expected);
}

static void check_text(const char *text, const char *expected)
{
	check(text, strlen(text), expected);
}

int main(void)
{
	static const char zeros[128];

	check_text("", "d41d8cd98f00b204e9800998ecf8427e");
	check_text("a", "0cc175b9c0f1b6a831c399e269772661");
	check_text("abc", "900150983cd24fb0d6963f7d28e17f72");
	check_text("message digest", "f96b697d7cb7938d525a2f31aaf161d0");
	check_text("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b");
	check_text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
		   "d174ab98d277d9f5a5611c2c9f419d9f");
	check_text("1234567890123456789012345678901234567890123456789012345678901234567890"
		   "1234567890", "57edf4a22be3c955ac49da2e2107b67a");
	check(zeros, 55, "c9ea3314b91c9fd4e38f9432064fd1f2");
	check(zeros, 56, "e3c4dd21a9171fd39d208efa09bf7883");
	check(zeros, 63, "65cecfb980d72fde57d175d6ec1c3f64");
	check(zeros, 64, "3b5d3c7d207e37dceeedd301e35e2e58");
	check(zeros, 119, "8271cb2e6a546123b43096a2efce39d2");
	check(zeros, 120, "222f7d881ded1871724a1b9a1cb94247");
	check(zeros, 128, "f09f35a5637839458e462e6350ecbce4");
	return unit_end();
}
