/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * version.h - the name and version of the tool, as --version prints them and exported files name
 * their producer.
 */
#ifndef GPROF_BASE_VERSION_H
#define GPROF_BASE_VERSION_H

#define TOOL_VERSION "gprof-llvm " GPROF_VERSION /* set by CMake */

#endif
