/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_budget.c - whatever a sample costs, rate=auto takes most of 1000 samples in the first
 * second, stays below a hundredth of the CPU time of any longer run, and never goes below 50 a
 * second.
 */
#include "unit.h"

#include "../../rt/sample/budget.c"

#include "base/options.h"

#define SECOND 1e9
#define FLOOR 50 /* samples a second */

struct gp_file gp_file;
struct gp_options gp_options;
static struct gprof_file_header header;

static void begin(bool automatic)
{
	header = (struct gprof_file_header){ .period_ns = 1000000 };
	gp_file.header = &header;
	gp_options.automatic = automatic;
	gp_budget = (struct gp_budget){ 0 };
	gp_budget_start();
}

/* A run of so many seconds, of which each sample takes 'price' ns; samples taken. */
static unsigned run(double seconds, double price)
{
	double begin = (double)gp_budget.ran_ns + (double)gp_budget.spent_ns;
	double end = begin + seconds * SECOND;
	double hidden = (double)gp_budget_charge(true, 0);
	unsigned n = 0;

	while ((double)gp_budget.ran_ns + (double)gp_budget.spent_ns < end) {
		gp_budget_ran(gp_budget.period_ns);
		gp_budget_charge(true, price > hidden ? (uint64_t)(price - hidden) : 0);
		n++;
	}
	return n;
}

static double share(void)
{
	return (double)gp_budget.spent_ns / ((double)gp_budget.ran_ns + (double)gp_budget.spent_ns);
}

static unsigned least_first(double price)
{
	return price <= 40000 ? 800 : price <= 90000 ? 400 : 200;
}

/* At 50 us and more the fewest samples cost more than the share. */
static void keeps_to_it(double price)
{
	unsigned first, next;

	begin(true);
	gp_budget_measure((int64_t)(price / 3));
	first = run(1, price);
	CHECK(first >= least_first(price), "%u samples of %g ns", first, price);
	next = run(4, price);
	CHECK(next >= 4 * FLOOR - 1, "%u samples of %g ns", next, price);
	CHECK(share() < (price <= 45000 ? 0.01 : 0.03), "%g of 5 s for samples of %g ns", share(),
	      price);
	run(5, price);
	CHECK(share() < (price <= 50000 ? 0.0085 : 0.02), "%g of 10 s for samples of %g ns",
	      share(), price);
	next = run(90, price);
	CHECK(next >= 90 * FLOOR - 1, "%u samples of %g ns", next, price);
	CHECK(share() < (price <= 80000 ? 0.005 : 0.01), "%g of 100 s for samples of %g ns",
	      share(), price);
	if (price <= 3000)
		CHECK(next > 89000, "%u samples of %g ns", next, price);
}

/* What has been cheap may become dear. */
static void follows_the_price(void)
{
	begin(true);
	run(20, 3000);
	run(20, 40000);
	CHECK(share() < 0.01, "%g of 40 s", share());
}

static void stays_fixed(void)
{
	begin(false);
	run(10, 60000);
	CHECK(gp_budget.period_ns == 1000000 && !header.last_period_ns, "%g",
	      (double)gp_budget.period_ns);
}

/* Half as long again as the way to the handler: the first at once, later ones move the mean a
   little; what cannot be is left out. */
static void measures(void)
{
	begin(true);
	gp_budget_measure(10000);
	for (int i = 0; i < 1000; i++) {
		gp_budget_measure(5000 + i % 2 * 10000);
		gp_budget_measure(5000000);
		gp_budget_measure(-3000);
	}
	CHECK(gp_budget.interrupt_ns > 12000 && gp_budget.interrupt_ns < 18000, "%g",
	      (double)gp_budget.interrupt_ns);
}

int main(void)
{
	for (double price = 3000; price <= 160000; price *= 1.3)
		keeps_to_it(price);
	follows_the_price();
	stays_fixed();
	measures();
	return unit_end();
}
