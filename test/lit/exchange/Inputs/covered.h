/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* covered.h - a template with instances of two types, one of which leaves by an exception. */
template <typename T> T half(T x)
{
	if (x < 0)
		throw x;
	return x / 2;
}
