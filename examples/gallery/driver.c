/* Part of a driver: nobody knows its callers. One check says that the pointer may be null. */
struct device { int open; int *registers; };

int start(struct device *d)
{
	d->open = 1;
	return d->registers[0];
}

int stop(struct device *d)
{
	int was = d->open;
	if (d)
		d->open = 0;
	return was;
}
