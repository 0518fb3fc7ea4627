/* What every driver of an open program shares: choices by a seed, the assertion, and the main function. A run that
   ends with another status than 0 shows a defect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long choices;
static unsigned any(unsigned below)
{
	choices = choices * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(choices >> 33) % below;
}
void __VERIFIER_assert(int condition) { if (!condition) _exit(97); }
static void *maybe(unsigned long size) { return any(4) ? calloc(1, size) : 0; }
static void start(void);
static void step(void);
int main(int count, char **arguments)
{
	int i;
	choices = count > 1 ? strtoul(arguments[1], 0, 10) : 0;
	start();
	for (i = 0; i < 60; i++)
		step();
	return 0;
}
