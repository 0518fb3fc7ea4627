/* The state of the last unit that answered. */
extern int answers(int unit);

int last_state(int units)
{
	int state;
	for (int unit = 0; unit < units && unit < 4; unit++)
		if (answers(unit))
			state = unit;
	return state == 3;
}
