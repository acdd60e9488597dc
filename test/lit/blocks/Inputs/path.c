#include "path.h"

int main(int argc, char **argv)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += halved(argc + 8 + i % 2);
	return sum < 0;
}
