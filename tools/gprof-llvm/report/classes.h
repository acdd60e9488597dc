/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classes.h - the section of a report on code classes.
 */
#ifndef GPROF_REPORT_CLASSES_H
#define GPROF_REPORT_CLASSES_H

#include "report/report.h"

void report_classes(const struct report *r);

#endif
