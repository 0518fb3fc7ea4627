#include <time.h>

/* The difference, rounded once, as it is rounded at the time: zero has the sign that this gives it. What does not fit
   long long is halved; a bit that is lost is kept in the last one, which decides no more than on which side the rest lies. */
double difftime(time_t end, time_t beginning)
{
  long long difference, half;
  if (!__builtin_sub_overflow((long long)end, (long long)beginning, &difference))
    return (double)difference - 0.0;
  unsigned long long size = end < beginning ? (unsigned long long)beginning - (unsigned long long)end
                                            : (unsigned long long)end - (unsigned long long)beginning;
  half = (long long)(size >> 1 | (size & 1));
  return 2.0 * (double)(end < beginning ? -half : half);
}
