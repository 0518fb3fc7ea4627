/* The mean of the samples that are in range. */
int average(const int *sample, int n)
{
	int sum = 0, used = 0;
	for (int i = 0; i < n && i < 4; i++)
		if (sample[i] >= 0 && sample[i] < 1000) {
			sum += sample[i];
			used++;
		}
	return sum / used;
}
