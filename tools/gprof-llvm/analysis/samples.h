/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * samples.h - single samples of a result, for views that read more than times of functions: all
 * take result.program, and change nothing.
 *
 *	hits.h    by address
 *	scopes.h  the functions, inlined ones too, and the lines at an address
 *	charge.h  indirect_callee(): what a call by a register led to
 *	ended.h   truncations_worst(): where truncated stacks ended
 *	tally.h   sums by thread
 *
 * Views include what a result is made of by way of this header and result.h only.
 */
#ifndef GPROF_ANALYSIS_SAMPLES_H
#define GPROF_ANALYSIS_SAMPLES_H

#include "program/attribution.h"
#include "program/truncations.h"
#include "program/address_samples.h"
#include "program/inline_scopes.h"
#include "program/thread_totals.h"

#endif
