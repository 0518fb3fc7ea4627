// SAFE
// The bytes of a number turn around, and back.
unsigned htonl(unsigned), ntohl(unsigned);
unsigned short htons(unsigned short), ntohs(unsigned short);

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  unsigned short y = (unsigned short)__VERIFIER_nondet_int();
  if (ntohl(htonl(x)) != x || ntohs(htons(y)) != y)
    reach_error();
  if (htonl(x) != (x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24))
    reach_error();
  if (htons(0xfff0 + (y & 0xf)) >> 8 < 0xf0 || htons(0xff) != 0xff00)
    reach_error();
  return 0;
}
