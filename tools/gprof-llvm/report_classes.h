/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_classes.h - the section of a report on code classes.
 */
#ifndef GPROF_TOOL_REPORT_CLASSES_H
#define GPROF_TOOL_REPORT_CLASSES_H

#include "classes.h"
#include "report.h"

void report_classes(const struct report *r, const struct class_sum *sum);

#endif
