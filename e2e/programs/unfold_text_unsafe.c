// UNSAFE
// INPUTS: none
// One comma more than is said.
extern void reach_error(void);

int main(void) {
	int commas = 0;
	for (const char *s = "name,first name,street,town,,country"; *s; s++)
		if (*s == ',')
			commas++;
	if (commas != 4)
		reach_error();
	return 0;
}
