/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * page.c - the file around the block of data; see page.h.
 *
 * The bundle has a line of its own where the block belongs.  A large block is compressed (zlib)
 * and in base64; a small one is JSON in which no '<' is left, so that nothing in it can end the
 * element that holds it.
 */
#include "page/page.h"
#include "page/bundle.h"
#include "page/data.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PLAIN 100000 /* bytes of a block that is small */
#define LINE 3072    /* bytes that are written at once in base64; a multiple of 3 */

bool page_is_built(void)
{
	return page_bundle_end - page_bundle > 1;
}

static void put_escaped(const char *json, size_t n, FILE *out)
{
	const char *end = json + n;

	for (const char *less; (less = memchr(json, '<', end - json)); json = less + 1) {
		fwrite(json, 1, less - json, out);
		fputs("\\u003c", out);
	}
	fwrite(json, 1, end - json, out);
}

static char *put_four(char *to, const unsigned char *from, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				     "0123456789+/";
	uint32_t bits = from[0] << 16 | (n > 1 ? from[1] : 0) << 8 | (n > 2 ? from[2] : 0);

	*to++ = digits[bits >> 18];
	*to++ = digits[bits >> 12 & 63];
	*to++ = n > 1 ? digits[bits >> 6 & 63] : '=';
	*to++ = n > 2 ? digits[bits & 63] : '=';
	return to;
}

static void put_base64(const unsigned char *bytes, size_t n, FILE *out)
{
	char text[LINE / 3 * 4];

	while (n) {
		size_t part = n < LINE ? n : LINE;
		char *to = text;

		for (size_t i = 0; i < part; i += 3)
			to = put_four(to, bytes + i, part - i);
		fwrite(text, 1, to - text, out);
		bytes += part;
		n -= part;
	}
}

static void put_compressed(const char *json, size_t n, FILE *out)
{
	uLongf size = compressBound(n);
	unsigned char *bytes = gp_alloc(size, 1);

	if (compress2(bytes, &size, (const Bytef *)json, n, Z_DEFAULT_COMPRESSION) != Z_OK)
		gp_no_memory();
	put_base64(bytes, size, out);
	free(bytes);
}

static void put_block(const char *json, size_t n, FILE *out)
{
	bool plain = n <= PLAIN;

	fputs("<script id=\"data\" type=\"application/", out);
	fputs(plain ? "json\">" : "octet-stream\">", out);
	if (plain)
		put_escaped(json, n, out);
	else
		put_compressed(json, n, out);
	fputs("</script>\n", out);
}

void page_write(const struct page *page, FILE *out)
{
	size_t length = page_bundle_end - page_bundle, n = 0;
	const char *mark = memmem(page_bundle, length, PAGE_MARK, strlen(PAGE_MARK));
	char *json;
	FILE *block = gp_text_open(&json, &n);

	if (!mark)
		gp_no_memory();
	data_write(page, block);
	gp_text_close(block, &json);
	fwrite(page_bundle, 1, mark - page_bundle, out);
	put_block(json, n, out);
	mark += strlen(PAGE_MARK);
	fwrite(mark, 1, page_bundle_end - mark, out);
	free(json);
}
