/* The network mask of a prefix length, 0 to 32. */
unsigned mask(int prefix)
{
	if (prefix < 0 || prefix > 32)
		return 0;
	return ~0u << (32 - prefix);
}
