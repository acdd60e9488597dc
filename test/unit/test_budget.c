/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_budget.c - whatever a sample costs, rate=auto spends at most 2.5 % of the CPU time of 2 s
 * and 1.5 % of 10 s and more, most of that if it can use it, and weights of samples are alike
 * on runs of any length.
 */
#include "unit.h"

#include "../../rt/sample/budget.c"

#include "base/options.h"

#define SECOND 1e9
#define FLOOR 50 /* samples a second */

#define TICK 4e6 /* ns between ticks, which are samples too */

/* Of samples by both clocks, which weigh alike: their number, sums of weights and of squares. */
static double number, sum, squares;

struct gprt_file gprt_file;
struct gprt_options gprt_options;
static struct gprof_file_header header;

static void begin(bool automatic)
{
	header = (struct gprof_file_header){ .period_ns = 1000000 };
	gprt_file.header = &header;
	gprt_options.automatic = automatic;
	gprt_budget = (struct gprt_budget){ 0 };
	gprt_budget_start();
}

/* What one period of the event has. */
static void add(double period)
{
	double weight = 1 / (1 / period + 1 / TICK);

	number += period / weight;
	sum += period;
	squares += period * weight;
}

/* A run of so many seconds, of which each sample takes 'price' ns; samples taken. */
static unsigned run(double seconds, double price)
{
	double begin = (double)gprt_budget.ran_ns + (double)gprt_budget.spent_ns;
	double end = begin + seconds * SECOND;
	double hidden = (double)gprt_budget_charge(true, 0);
	unsigned n = 0;

	while ((double)gprt_budget.ran_ns + (double)gprt_budget.spent_ns < end) {
		gprt_budget_ran(gprt_budget.period_ns);
		add((double)gprt_budget.period_ns);
		gprt_budget_charge(true, price > hidden ? (uint64_t)(price - hidden) : 0);
		n++;
	}
	return n;
}

static double share(void)
{
	return (double)gprt_budget.spent_ns /
	       ((double)gprt_budget.ran_ns + (double)gprt_budget.spent_ns);
}

/* The number of equal samples that would tell as much, of all. */
static double evenness(void)
{
	return sum * sum / squares / number;
}

static void keeps_to_it(double price)
{
	static const double most[] = { 0.025, 0.02, 0.015, 0.015 }, ends[] = { 2, 5, 10, 100 };
	double at = 0;
	unsigned n = 0;

	begin(true);
	number = sum = squares = 0;
	gprt_budget_measure((int64_t)(price / 3));
	for (int i = 0; i < 4; i++) {
		n += run(ends[i] - at, price);
		at = ends[i];
		CHECK(share() < most[i] || price > 160000, "%g of %g s for samples of %g ns",
		      share(), at, price);
		CHECK(share() > 0.009 || n > 990 * at, "%g of %g s for samples of %g ns", share(),
		      at, price);
		CHECK(evenness() > 0.85, "%g after %g s for samples of %g ns", evenness(), at,
		      price);
		CHECK(n >= FLOOR * at - 1, "%u samples of %g ns in %g s", n, price, at);
	}
}

/* A short run has the first rate until it has used up what any run may. */
static void begins_fast(double price)
{
	unsigned n;

	begin(true);
	n = run(0.1, price);
	CHECK(n >= (price <= 130000 ? 90 : 70), "%u samples of %g ns in 0.1 s", n, price);
}

/* What has been cheap may become dear. */
static void follows_the_price(void)
{
	begin(true);
	run(20, 3000);
	run(20, 40000);
	CHECK(share() < 0.0125, "%g of 40 s", share());
	run(20, 3000);
	CHECK(gprt_budget.period_ns < 1500000, "%g", (double)gprt_budget.period_ns);
}

static void stays_fixed(void)
{
	begin(false);
	run(10, 60000);
	CHECK(gprt_budget.period_ns == 1000000 && !header.last_period_ns, "%g",
	      (double)gprt_budget.period_ns);
}

/* New threads have their events while these cost little. */
static void starts_are_few(void)
{
	int n = 0;

	begin(true);
	while (n < 1000 && gprt_budget_has_start())
		n++;
	CHECK(n > 10 && n < 100, "%d threads at the start", n);
	CHECK(!gprt_budget_has_start(), "one more");
	gprt_budget_ran((uint64_t)(10 * SECOND));
	CHECK(gprt_budget_has_start(), "none after 10 s");
}

/* Half as long again as the way to the handler: the first at once, later ones move the mean a
   little; what cannot be is left out. */
static void measures(void)
{
	begin(true);
	gprt_budget_measure(10000);
	for (int i = 0; i < 1000; i++) {
		gprt_budget_measure(5000 + i % 2 * 10000);
		gprt_budget_measure(5000000);
		gprt_budget_measure(-3000);
	}
	gprt_budget_measure_tick(9000);
	CHECK(gprt_budget_charge(false, 0) == 10500, "a tick");
	CHECK(gprt_budget.interrupt_ns > 12000 && gprt_budget.interrupt_ns < 18000, "%g",
	      (double)gprt_budget.interrupt_ns);
}

int main(void)
{
	for (double price = 3000; price <= 160000; price *= 1.3) {
		keeps_to_it(price);
		begins_fast(price);
	}
	starts_are_few();
	follows_the_price();
	stays_fixed();
	measures();
	return unit_end();
}
