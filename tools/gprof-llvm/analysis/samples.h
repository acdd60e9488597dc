/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * samples.h - single samples of a result, for views that read more than times of functions: all
 * take result.program, and change nothing.
 *
 *	address_samples.h  by address
 *	inline_scopes.h    the functions, inlined ones too, and the lines at an address
 *	attribution.h      indirect_callee(): the callee of a call by a register
 *	truncations.h      truncations_worst(): where truncated stacks ended
 *	thread_totals.h    sums by thread
 *
 * Views include what a result is made of by way of this header and result.h only.
 */
#ifndef GPROF_ANALYSIS_SAMPLES_H
#define GPROF_ANALYSIS_SAMPLES_H

#include "samples/attribution.h"
#include "samples/truncations.h"
#include "samples/address_samples.h"
#include "program/inline_scopes.h"
#include "samples/thread_totals.h"

#endif
