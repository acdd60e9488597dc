/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * markdown.h - text from programs in GitHub's Markdown.
 */
#ifndef GPROF_TEXT_MARKDOWN_H
#define GPROF_TEXT_MARKDOWN_H

/* A text that makes no markup, no link and no row of its own; to be freed. */
char *markdown_text(const char *text);

#endif
