/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bundle.h - the web side of the page, as bundle.S has it: HTML with style and script, and a
 * mark where the block of data belongs.  One byte if the tool was built without it.
 */
#ifndef GPROF_PAGE_BUNDLE_H
#define GPROF_PAGE_BUNDLE_H

extern const char page_bundle[], page_bundle_end[];

#define PAGE_MARK "<!--DATA-->\n"

#endif
