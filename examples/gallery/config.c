/* One of three ways out forgets a buffer. */
#include <stdio.h>
#include <stdlib.h>

static int load_config(FILE *file)
{
	char *line = malloc(80);
	if (!fgets(line, 80, file)) {
		free(line);
		return -1;
	}
	if (line[0] == '#')
		return 0;
	free(line);
	return 1;
}

int main(void)
{
	return load_config(stdin);
}
