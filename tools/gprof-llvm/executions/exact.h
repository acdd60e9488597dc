/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * exact.h - the door of the wing of exact executions (blocks/, executions/,
 * merge/execution_records.c): all that other folders include of it.  Only analysis/, which solves,
 * and annotate/, which has a row for each line and instruction, include its other headers;
 * test/lit/build/walls.test holds that.
 *
 *	executions_of(), executions_at(), executions_branch()
 *	                           the count of a function, an instruction, a branch
 *	executed_check(), executed_walk()
 *	                           each instruction that was executed
 *	source_counts_init()       counts by line, branch and case
 *	inclusive_init()           instructions with callees, along the arcs of a graph
 *	instruction_tree_init()    the tree of calls by instructions
 *	probe_targets_init()       callees of the calls at pseudo-probes
 *	written_functions_init()   instructions by function, with inlining followed
 *	sum_executions_solver      puts executions into a merged profile
 *
 * struct executions is opaque here; executions/solution.h has its inside, and makes it.
 *
 * struct block_count (blocks/blocks.h) is a count with its bounds; blocks_text() prints one.
 */
#ifndef GPROF_EXECUTIONS_EXACT_H
#define GPROF_EXECUTIONS_EXACT_H

#include "executions/executed_insns.h"
#include "executions/executions.h"
#include "executions/inclusive.h"
#include "executions/instruction_tree.h"
#include "executions/probe_targets.h"
#include "executions/source_counts.h"
#include "executions/sum_executions.h"
#include "executions/written_functions.h"

#endif
