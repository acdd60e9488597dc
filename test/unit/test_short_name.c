/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_short_name.c - a name that is cut keeps the part that tells functions apart.
 */
#include "text/short_name.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static void check(const char *name, size_t columns, const char *expected)
{
	char *text = short_name(name, columns);

	CHECK(!strcmp(text, expected), "%zu: '%s', expected '%s'", columns, text, expected);
	free(text);
}

/* Names that differ in what is left out, the first of which is given twice. */
static void check_apart(void)
{
	static const char *const names[] = { "set<long, 4u>::has", "set<long, 9u>::has",
					     "set<long, 4u>::has", "[mark] set<long, 7u>::has" };
	struct short_names *s = short_names_new();
	char *texts[4];

	for (int i = 0; i < 4; i++)
		texts[i] = short_names_add(s, names[i], i < 3 ? 14 : 21);
	CHECK(!strcmp(texts[0], "set<..>::has"), "'%s'", texts[0]);
	CHECK(!strcmp(texts[1], names[1]), "'%s'", texts[1]);
	CHECK(!strcmp(texts[3], names[3]), "'%s'", texts[3]);
	CHECK(!strcmp(texts[2], texts[0]), "'%s', before '%s'", texts[2], texts[0]);
	for (int i = 0; i < 4; i++)
		free(texts[i]);
	short_names_free(s);
}

int main(void)
{
	check_apart();
	check("main", 8, "main");
	check("a_name_of_many_words", 20, "a_name_of_many_words");
	check("a_name_of_many_words_and_letters", 16, "a_nam..d_letters");
	/* Parameters go first, then what is in other brackets, then what is around the name. */
	check("ns::reader::parse(std::string const&)", 37, "ns::reader::parse(std::string const&)");
	check("ns::reader::parse(std::string const&)", 36, "ns::reader::parse(..)");
	check("ns::reader::parse(std::string const&) const", 27, "ns::reader::parse(..) const");
	check("ns::reader::parse(std::string const&)", 20, "..reader::parse(..)");
	check("ns::reader::parse(std::string const&)", 14, "..parse(..)");
	check("ns::reader::parse(std::string const&)", 9, "..parse..");
	check("ns::reader::parse(std::string const&)", 8, "..parse");
	check("a::b::parse<int, std::vector<long> >(int)", 38,
	      "a::b::parse<int, std::vector<..> >(..)");
	check("a::b::parse<int, std::vector<long> >(int)", 19, "a::b::parse<..>(..)");
	check("a::b::parse<int, std::vector<long> >(int)", 16, "..parse<..>(..)");
	check("a::parse[abi:cxx11](int) [clone .cold]", 37,
	      "a::parse[abi:cxx11](..) [clone .cold]");
	check("std::enable_if<true, int>::type a::parse<int>(int)", 24, "..a::parse<..>(..)");
	check("std::vector<int, std::allocator<int> >::_M_fill_insert("
	      "__gnu_cxx::__normal_iterator<int*, std::vector<int, std::allocator<int> > >, "
	      "unsigned long, int const&)", 90,
	      "std::vector<int, std::allocator<int> >::_M_fill_insert(..)");
	check("std::vector<int, std::allocator<int> >::_M_fill_insert(int*)", 40,
	      "std::vector<..>::_M_fill_insert(..)");
	check("lemon::NetworkSimplex<lemon::SmartDigraph, int, int>::start<"
	      "lemon::NetworkSimplex<lemon::SmartDigraph, int, int>::BlockSearchPivotRule>", 90,
	      "lemon::NetworkSimplex<..>::start<lemon::NetworkSimplex<..>::BlockSearchPivotRule>");
	check("lemon::NetworkSimplex<lemon::SmartDigraph, int, int>::start<"
	      "lemon::NetworkSimplex<lemon::SmartDigraph, int, int>::BlockSearchPivotRule>", 40,
	      "lemon::NetworkSimplex<..>::start<..>");
	check("fasttext::Dictionary::getLine(std::istream&, std::vector<int, std::allocator<int> "
	      ">&, std::vector<int, std::allocator<int> >&) const", 50,
	      "fasttext::Dictionary::getLine(..) const");
	check("std::allocator_traits<std::allocator<void> >::construct<fasttext::Dictionary, "
	      "std::shared_ptr<fasttext::Args>&> -> "
	      "fasttext::Dictionary::Dictionary(std::shared_ptr<fasttext::Args>)", 90,
	      "std::allocator_traits<..>::construct<..> -> fasttext::Dictionary::Dictionary(..)");
	check("train(std::vector<std::string, std::allocator<int> >) (main.cc:358, fasttext)",
	      40, "train(..) (main.cc:358, fasttext)");
	/* An identifier is divided where nothing else is left. */
	check("ns::a_name_of_many_words_and_letters(int)", 16, "a_nam..d_letters");
	/* Brackets of operators are no brackets. */
	check("longer::name::operator()(int) const", 28, "..name::operator()(..) const");
	check("longer::name::operator()(int) const", 20, "..operator()..");
	check("longer::name::operator<<(long)", 19, "..operator<<(..)");
	check("longer::name::operator->()", 20, "..name::operator->()");
	check("longer::name::operator< <long>(int)", 30, "..name::operator< <..>(..)");
	check("longer::name::operator std::string() const", 38,
	      "..name::operator std::string() const");
	check("f<(a)(1 > 2), long>::g(int (*)(long))", 16, "f<..>::g(..)");
	check("<alloc::vec::Vec<T> as core::ops::Drop>::drop", 30, "<..>::drop");
	check("(anonymous namespace)::reader::get()", 16, "..reader::get()");
	check("a::b(int)::{lambda(long)#1}::operator()(long) const", 48,
	      "a::b(..)::{lambda(long)#1}::operator()(..) const");
	/* Words of the views are no scopes. */
	check("[inferred] longer::name::f(long)", 26, "[inferred] ..name::f(..)");
	check("a_longer_name(long) <inlined at 12 places>", 41,
	      "a_longer_name(..) <inlined at 12 places>");
	/* Lines of several names, and of a depth. */
	check("first_function <- second::function()", 30, "first_function <- ..function()");
	check("first_function <- second::function()", 24, "first_function <- ..");
	check("first_function <- second::function()", 20, "first_function <- ..");
	check("a::first() -> b::second_function() -> c::third()", 28,
	      "..first() -> .. -> ..third()");
	check("ns::reader::parse (12 deep)", 20, "..parse (12 deep)");
	/* Characters are whole. */
	check("n\303\244he::r\303\244ume::z\303\244hlen()", 12, "..z\303\244hlen()");
	return unit_end();
}
