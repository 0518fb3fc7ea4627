// UNSAFE
// The bytes of a number turn around.
// INPUTS: 16908288
unsigned htonl(unsigned), ntohl(unsigned);
unsigned short htons(unsigned short), ntohs(unsigned short);

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  if (x && htonl(x) < 0x10000 && htons(x >> 16) == 0x0201)
    reach_error();
  return 0;
}
