/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * indirect_jumps.c - the targets of jumps that do not contain their target: jump tables and labels.
 *
 * A jump by a table of distances (switch, PIC) reads an entry at a base that an instruction before
 * it makes; entries are read as long as they lead into the function, up to the next thing whose
 * address code makes.  A jump by a table of addresses is one too.  All that is not understood like
 * this joins the hub: control may go from any jump of the hub to any label, which are all addresses
 * in the function that data or code hold, and the entries of all tables of distances.  With an edge
 * too many fewer counts are known.  With an edge too few numbers would be wrong: a function with a
 * jump to a sum that is not understood is not solved.
 */
#include "base/keyed_sort.h"
#include "blocks/block_builder.h"
#include "code/pointers.h"

#include <string.h>

#define NEAR 32   /* instructions between the load of an entry and the sum */
#define ROUNDS 64 /* until bases that are held over other code are no longer asked for */
#define BEFORE 32 /* entries that a table may be away from where its jump says */

/* Returns true if an address is of an instruction of the function; its position. */
static bool is_place(const struct routine *r, uint64_t address, size_t *at)
{
	*at = routine_at(r, address);
	return *at < r->n;
}

static void add_edge(struct routine *r, size_t from, uint64_t to)
{
	*gp_push(r->edges, r->nedges, r->edges_room) = (struct indirect_edge){ from, to };
}

/* Tables that were read may be no tables: so many are enough for any that are. */
static size_t most_entries(const struct routine *r)
{
	return 64 * r->n + 4096;
}

static void add_label(struct routine *r, uint64_t address)
{
	size_t at;

	if (address != r->start && is_place(r, address, &at))
		r->marks[at] |= MARK_LABEL;
}

/* ------------------------------------------------------------------ */

static int64_t read_entry(const unsigned char *bytes, const struct flow_insn *load)
{
	uint32_t word;
	uint16_t half;

	if (load->width == 1)
		return (int64_t)*bytes << load->scale;
	if (load->width == 2) {
		memcpy(&half, bytes, sizeof half);
		return (int64_t)half << load->scale;
	}
	memcpy(&word, bytes, sizeof word);
	return (int64_t)(int32_t)word * (1 << load->scale);
}

static void read_made(struct block_builder *m, const struct elf_section *s)
{
	struct code at = { s->address, s->bytes, s->bytes_size };
	uint64_t address;

	for (; at.n; at.address++, at.bytes++, at.n--)
		if (m->processor->makes(&at, &address))
			*gp_push(m->made, m->nmade, m->made_room) = address;
}

/* Of all code, where small distances from a place in it lead into many functions. */
static void read_all_made(struct block_builder *m)
{
	for (size_t i = 0; !m->made_read && i < m->elf->nsections; i++)
		if (m->elf->sections[i].executable && m->elf->sections[i].bytes)
			read_made(m, &m->elf->sections[i]);
	if (!m->made_read)
		sort_numbers(m->made, m->nmade);
	m->made_read = true;
}

/* Of the function: its tables come one after another, and entries of the next, counted from this
   one, often lead into the function. */
static void read_own_made(struct block_builder *m)
{
	const struct routine *r = &m->routine;

	m->nmade = 0;
	for (size_t i = 0; i < r->n; i++)
		if (r->insns[i].flags & FLOW_MAKES && r->insns[i].refers)
			*gp_push(m->made, m->nmade, m->made_room) = r->insns[i].refers;
	sort_numbers(m->made, m->nmade);
}

/* Where the next thing begins whose address code makes: a table ends before it. */
static uint64_t end_of_table(const struct block_builder *m, uint64_t table)
{
	size_t i = gp_first(k, m->nmade, m->made[k] <= table);

	return i < m->nmade ? m->made[i] : UINT64_MAX;
}

/* The entries of a table of distances that an instruction loads, or could: makes edges of
   a jump, or labels, of where they lead.  Returns how many there are. */
static size_t read_distances(struct block_builder *m, uint64_t table, const struct flow_insn *load,
			     size_t jump)
{
	struct routine *r = &m->routine;
	uint64_t from = load->flags & FLOW_PLACED ? load->refers : table, to;
	uint64_t end = end_of_table(m, table);
	size_t n = 0, count, at;
	const unsigned char *bytes = elfobj_bytes(m->elf, table, &n);

	if (n > end - table)
		n = end - table;
	for (count = 0; bytes && n >= load->width && r->entries <= most_entries(r);
	     count++, bytes += load->width, n -= load->width, r->entries++) {
		to = from + read_entry(bytes, load);
		if (!is_place(r, to, &at))
			break;
		if (jump == GP_NONE)
			add_label(r, to);
		else
			add_edge(r, jump, to);
	}
	return count;
}

/* The same for addresses.  The instruction may name a place a little before the table, as cases
   need not begin at 0. */
static size_t read_addresses(struct block_builder *m, uint64_t table, size_t from)
{
	struct routine *r = &m->routine;
	size_t n, count = 0, at;
	const unsigned char *bytes = elfobj_bytes(m->elf, table, &n);

	for (size_t i = 0; bytes && i < n / 8 && r->entries <= most_entries(r); i++) {
		uint64_t to;

		r->entries++;
		memcpy(&to, bytes + 8 * i, sizeof to);
		if (is_place(r, to, &at)) {
			add_edge(r, from, to);
			count++;
		} else if (i > BEFORE) {
			break;
		}
	}
	return count;
}

static bool is_straight(const struct flow_insn *insn)
{
	return insn->kind == FLOW_ON;
}

/* The instruction that made what a register holds at 'at', in the straight line before it;
   n: not seen. */
static size_t maker_of(const struct routine *r, size_t at, uint8_t reg)
{
	while (at && !(r->marks[at] & MARK_LEADER) && is_straight(&r->insns[at - 1])) {
		at--;
		if (r->insns[at].writes & 1u << reg)
			return at;
	}
	return r->n;
}

/* Returns true if all instructions that change a register but to restore it make it a table's
   address (a base that was made before a loop): reads all these tables. */
static bool read_bases(struct block_builder *m, size_t load, size_t jump)
{
	struct routine *r = &m->routine;
	uint8_t reg = r->insns[load].base;
	bool any = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct flow_insn *insn = &r->insns[i];

		if (!(insn->writes & 1u << reg) || r->marks[i] & MARK_OURS)
			continue;
		if (insn->flags & FLOW_MAKES && insn->refers &&
		    read_distances(m, insn->refers, &r->insns[load], jump))
			any = true;
		else if (!(insn->flags & FLOW_RESTORES))
			return false;
	}
	return any;
}

/* The load of an entry that a jump goes by, in the straight line before it, not far from the
   sum that is jumped to (which many others may follow); n: none. */
static size_t load_of(const struct routine *r, size_t jump)
{
	size_t sum = maker_of(r, jump, r->insns[jump].base), end = sum < r->n ? sum + 1 : jump;

	for (size_t i = end; i && end - i < NEAR; i--) {
		if (r->marks[i] & MARK_LEADER || !is_straight(&r->insns[i - 1]))
			break;
		if (r->insns[i - 1].flags & FLOW_DISTANCE)
			return i - 1;
	}
	return r->n;
}

static bool holds(const struct flow_insn *sum, uint8_t reg)
{
	return reg && (sum->base == reg || sum->index == reg || sum->writes & 1u << reg);
}

/*
 * Returns true if a jump goes to a sum other than a table's address and an entry of 4 bytes in it:
 * wider distances (-mcmodel=large), or distances from another place than the table.  Where such a
 * jump leads is not known; the file contains its address nowhere.
 */
static bool is_strange(const struct routine *r, size_t jump)
{
	size_t maker = maker_of(r, jump, r->insns[jump].base), load;

	if (maker == r->n || !(r->insns[maker].flags & FLOW_SUMS))
		return false;
	load = load_of(r, jump);
	if (load == r->n || load > maker)
		return true;
	if (r->insns[load].flags & FLOW_PLACED)
		return maker != load + 1;
	for (size_t i = load; i < maker; i++)
		if (r->insns[i].writes & 1u << r->insns[load].base)
			return true;
	return !holds(&r->insns[maker], r->insns[load].base);
}

/* By the base that a register holds wherever the load is come from. */
static bool by_held_base(struct block_builder *m, size_t load, size_t jump)
{
	struct routine *r = &m->routine;
	uint64_t base = r->rounds < ROUNDS
				? jump_table_base_at(m, load, r->insns[load].base) : BASE_ANY;

	if (base == BASE_NONE && !r->closed) {
		r->later = true;
		return true;
	}
	if (base == BASE_NONE || base == BASE_ANY)
		return read_bases(m, load, jump);
	return read_distances(m, base, &r->insns[load], jump);
}

static bool by_distances(struct block_builder *m, size_t jump)
{
	const struct routine *r = &m->routine;
	size_t load = load_of(r, jump), base;

	if (load == r->n)
		return false;
	base = maker_of(r, load, r->insns[load].base);
	if (base == r->n || r->insns[base].flags & FLOW_COPIES)
		return by_held_base(m, load, jump);
	return r->insns[base].flags & FLOW_MAKES &&
	       read_distances(m, r->insns[base].refers, &r->insns[load], jump);
}

/* ------------------------------------------------------------------ */

static void find_labels(struct block_builder *m)
{
	static const struct flow_insn entry = { .width = 4 };
	struct routine *r = &m->routine;
	size_t i;

	if (!m->labels_read)
		m->labels = pointers_read(m->elf, &m->nlabels);
	m->labels_read = true;
	for (size_t p = 0; p < r->npieces; p++) {
		i = gp_first(k, m->nlabels, m->labels[k] < r->pieces[p].start);
		for (; i < m->nlabels && m->labels[i] < r->pieces[p].end; i++)
			add_label(r, m->labels[i]);
	}
	for (i = 0; i < r->n; i++) {
		uint64_t address = builder_address(m, i);

		add_label(r, address);
		read_distances(m, address, &entry, GP_NONE);
	}
}

static bool any_label(const struct routine *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->marks[i] & MARK_LABEL)
			return true;
	return false;
}

/* A call by pointer is counted right before it, a last call too. */
static bool is_counted(struct block_builder *m, size_t at)
{
	const struct routine *r = &m->routine;
	size_t begins;

	while (at-- && is_straight(&r->insns[at])) {
		uint32_t word = counter_instruction_at(m, at, &begins);

		if (word != GP_NONE)
			return m->words[word].kind == COUNTER_HITS;
	}
	return false;
}

/* Returns true if a jump leaves the function: a last call, by a named word of memory (a word that a
   register names may be a label's, in a table) or by a counted pointer. */
static bool leaves(struct block_builder *m, size_t at)
{
	const struct flow_insn *insn = &m->routine.insns[at];

	return (insn->flags & FLOW_WORD && !insn->base) || is_counted(m, at);
}

/* Returns whether the jump must join the hub. */
static bool find_edges(struct block_builder *m, size_t at)
{
	struct routine *r = &m->routine;
	const struct flow_insn *insn = &r->insns[at];
	size_t nedges = r->nedges;

	if (leaves(m, at)) {
		r->marks[at] |= MARK_LEAVES;
		return false;
	}
	if (insn->flags & FLOW_ENTRY ? insn->refers && read_addresses(m, insn->refers, at)
				     : by_distances(m, at))
		return false;
	r->nedges = nedges;
	r->marks[at] |= MARK_HUB;
	return true;
}

/* The function's jumps that are left: to any label, or out of it, or both. */
static void settle_hub(struct block_builder *m)
{
	struct routine *r = &m->routine;
	bool labels;

	find_labels(m);
	labels = any_label(r);
	for (size_t i = 0; i < r->n; i++) {
		if (!(r->marks[i] & MARK_HUB))
			continue;
		if (!labels || (r->by_pointer && !(r->insns[i].flags & FLOW_ENTRY)))
			r->marks[i] |= MARK_LEAVES;
		if (!labels)
			r->marks[i] &= ~MARK_HUB;
	}
	for (size_t i = 0; labels && i < r->n; i++)
		if (r->marks[i] & MARK_LABEL && !(r->marks[i] & MARK_LEADER))
			add_edge(r, GP_NONE, r->insns[i].address);
}

/* Bases are found by the edges that were found last. */
static void begin_round(struct routine *r)
{
	struct indirect_edge *edges = r->last;
	size_t room = r->last_room;

	r->last = r->edges;
	r->nlast = r->nedges;
	r->last_room = r->edges_room;
	r->edges = edges;
	r->nedges = 0;
	r->edges_room = room;
	r->entries = 0;
	r->later = false;
	r->rounds++;
	jump_table_base_release(r);
}

static void find_all(struct block_builder *m)
{
	struct routine *r = &m->routine;
	bool hub = false;

	begin_round(r);
	for (size_t i = 0; i < r->n; i++)
		if (r->insns[i].kind == FLOW_INDIRECT)
			hub |= find_edges(m, i);
	if (hub)
		settle_hub(m);
}

static int by_ends(const void *x, const void *y, void *unused)
{
	const struct indirect_edge *a = x, *b = y;

	(void)unused;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

/* In order, each once. */
static void sort_edges(struct routine *r)
{
	size_t n = 0;

	gp_sort(r->edges, r->nedges, sizeof *r->edges, by_ends, NULL);
	for (size_t i = 0; i < r->nedges; i++)
		if (!n || r->edges[i].from != r->edges[n - 1].from ||
		    r->edges[i].to != r->edges[n - 1].to)
			r->edges[n++] = r->edges[i];
	r->nedges = n;
}

/* Returns true if a place that edges lead to was not known to be one. */
static bool mark_leaders(struct routine *r)
{
	bool fresh = false;
	size_t at;

	for (size_t i = 0; i < r->nedges; i++)
		if (is_place(r, r->edges[i].to, &at) && !(r->marks[at] & MARK_LEADER)) {
			r->marks[at] |= MARK_LEADER;
			fresh = true;
		}
	return fresh;
}

static bool any_strange(struct block_builder *m)
{
	const struct routine *r = &m->routine;

	for (size_t i = 0; i < r->n; i++)
		if (r->insns[i].kind == FLOW_INDIRECT &&
		    !(r->insns[i].flags & (FLOW_ENTRY | FLOW_WORD)) && !leaves(m, i) &&
		    is_strange(r, i))
			return true;
	return false;
}

/* Returns true if a jump of the hub is by a table whose distances count from elsewhere: where that
   leads is not among the labels. */
static bool any_unread(const struct routine *r)
{
	for (size_t i = 0; i < r->n; i++) {
		size_t load = r->marks[i] & (MARK_HUB | MARK_LEAVES) ? load_of(r, i) : r->n;

		if (load < r->n && r->insns[load].flags & FLOW_PLACED)
			return true;
	}
	return false;
}

static size_t open_jumps(const struct routine *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += !!(r->marks[i] & (MARK_HUB | MARK_LEAVES));
	return n;
}

/* Straight-line code is code that no jump leads into, including jumps by the edges that were found;
   so the last round finds what the one before it has found.  Then what nothing leads to stays
   so. */
static void find_rounds(struct block_builder *m)
{
	struct routine *r = &m->routine;
	size_t open;
	bool fresh;

	r->nedges = r->rounds = r->closed = 0;
	do {
		open = open_jumps(r);
		find_all(m);
		sort_edges(r);
		fresh = mark_leaders(r) || r->nedges != r->nlast || open_jumps(r) != open;
		if (!fresh && r->later && !r->closed)
			fresh = r->closed = true;
	} while (fresh);
	jump_table_base_release(r);
}

bool indirect_jumps_find(struct block_builder *m)
{
	struct routine *r = &m->routine;

	if (any_strange(m))
		return builder_fail(m, BLOCKS_JUMP);
	if (m->processor->makes)
		read_all_made(m);
	else
		read_own_made(m);
	find_rounds(m);
	return (r->entries <= most_entries(r) && !any_unread(r)) || builder_fail(m, BLOCKS_JUMP);
}
