static inline int halved(int n)
{
	while (n > 7)
		n /= 2;
	return n;
}
