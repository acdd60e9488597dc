/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * installation.h - the other parts of the installation that this tool belongs to: plugins and
 * runtime, found from the tool's own place, so that the tree can be moved.
 *
 * Here argp finds what --version prints, argp_program_version (argp.h): the tool's version,
 * and a line for each plugin and for the runtime.
 */
#ifndef GPROF_COMPILER_INSTALLATION_H
#define GPROF_COMPILER_INSTALLATION_H

/* The real path of a readable library of that name, to be freed; NULL: there is none. */
char *installation_library(const char *name);

/* The real path of the plugin for an LLVM, to be freed; NULL: there is none.  0: the plugin that
   was installed last. */
char *installation_plugin(unsigned llvm);

#endif
