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

int main(void)
{
	check("main", 8, "main");
	check("a_name_of_many_words", 20, "a_name_of_many_words");
	check("a_name_of_many_words_and_letters", 16, "a_nam..d_letters");
	/* Parameters go first, then what is around the name. */
	check("ns::reader::parse(std::string const&)", 37, "ns::reader::parse(std::string const&)");
	check("ns::reader::parse(std::string const&)", 36, "ns::reader::parse..");
	check("ns::reader::parse(std::string const&) const", 19, "ns::reader::parse..");
	check("ns::reader::parse(std::string const&)", 17, "ns::r..der::parse");
	check("ns::reader::parse(std::string const&)", 14, "ns::..r::parse");
	check("ns::reader::parse(std::string const&)", 8, "n..parse");
	check("a::b::parse<int, std::vector<long> >(int)", 16, "..parse<int, s..");
	check("a::parse[abi:cxx11](int) [clone .cold]", 21, "a::parse[abi:cxx11]..");
	/* Brackets of operators are no brackets. */
	check("longer::name::operator()(int) const", 20, "longer..::operator()");
	check("longer::name::operator<<(int)", 18, "longer..operator<<");
	check("longer::name::operator->()", 18, "longer..operator->");
	check("(anonymous namespace)::reader::get()", 16, "(anon..ader::get");
	/* Lines of several names, and of a depth. */
	check("first_function <- second::function()", 20, "first_..::function()");
	check("ns::reader::parse (12 deep)", 20, "ns:..parse (12 deep)");
	/* Characters are whole. */
	check("n\303\244he::r\303\244ume::z\303\244hlen()", 12, "n\303\244he..z\303\244hlen");
	return unit_end();
}
