#include "path.h"

int other(int n)
{
	return halved(n);
}
