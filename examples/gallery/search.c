/* The middle of two indices, as it was written for twenty years. */
int middle(int low, int high)
{
	if (low < 0 || high < low)
		return -1;
	return (low + high) / 2;
}
