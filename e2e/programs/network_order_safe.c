// SAFE
// The bytes of a number turn around, and back.
unsigned htonl(unsigned), ntohl(unsigned);
unsigned short htons(unsigned short), ntohs(unsigned short);

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
  unsigned x = __VERIFIER_nondet_uint();
  unsigned short y = __VERIFIER_nondet_ushort();
  if (ntohl(htonl(x)) != x || ntohs(htons(y)) != y)
    reach_error();
  if (htonl(x) != (x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24))
    reach_error();
  if (htons(0xfff0 + (y & 0xf)) >> 8 < 0xf0 || htons(0xff) != 0xff00)
    reach_error();
  return 0;
}
