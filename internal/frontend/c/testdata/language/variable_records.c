/* GNU: structs with members of variable length. */
#define OFFSET(p, m) ((int)((char *)&(p)->m - (char *)(p)))

static int lengths;
static int length(int n) { lengths++; return n; }

static void local(int n)
{
  struct s { char c; int a[length(n)]; char d; double e; short f[n + 1]; } x, *p = &x;
  CHECK(lengths == 1);
  int size_a = 4 * n, at_e = (4 + size_a + 1 + (int)_Alignof(struct { double e; }) - 1) & -(int)_Alignof(struct { double e; });
  CHECK(OFFSET(p, c) == 0 && OFFSET(p, a) == 4 && OFFSET(p, d) == 4 + size_a);
  CHECK(OFFSET(p, e) == at_e && OFFSET(&x, f) == at_e + 8);
  int whole = at_e + 8 + 2 * (n + 1), align = _Alignof(struct { double e; });
  CHECK(sizeof x == (size_t)((whole + align - 1) / align * align) && sizeof *p == sizeof(struct s));
  CHECK(sizeof x.a == size_a && sizeof p->f == 2 * (n + 1));
  for (int i = 0; i < n; i++) x.a[i] = i * i;
  x.c = 1; p->d = 2; x.e = 2.5; p->f[n] = 7;
  CHECK(p->a[n - 1] == (n - 1) * (n - 1) && x.d == 2 && p->e == 2.5 && x.f[n] == 7 && p->c == 1);
  CHECK((char *)&x.f[n] == (char *)p + at_e + 8 + 2 * n);
  n = 100;
  CHECK(sizeof x.a == size_a && OFFSET(p, d) == 4 + size_a && lengths == 1);
  lengths = 0;
}

static int sum(int n)
{
  int total = 0;
  for (int round = 1; round <= n; round++) {
    typedef struct { long id; unsigned char bytes[round][2]; int tail; } record;
    record r[2], *p = r + 1;
    CHECK((char *)p - (char *)r == sizeof(record) && p - r == 1 && sizeof r == 2 * sizeof(record));
    p->tail = round;
    p[-1].tail = 10 * round;
    p->bytes[round - 1][1] = 5;
    p--;
    CHECK(r[1].bytes[round - 1][1] == 5);
    total += p->tail + r[1].tail;
    p += 1;
    CHECK(p->tail == round);
  }
  return total;
}

static void nested(int n)
{
  struct inner { char text[n]; };
  struct outer { struct inner first; int number; struct { char mark, rest[n]; } second; union { int i; unsigned char b[4]; }; } o, *p = &o;
  struct __attribute__((packed)) tight { char text[n]; int number; } t;
  memset(&o, 0, sizeof o);
  o.number = 0x01020304;
  p->second.rest[n - 1] = 9;
  o.second.mark = 3;
  p->i = 0x0a0b0c0d;
  CHECK(o.b[3] == 10 && OFFSET(p, number) == (n + 3 & -4) && OFFSET(p, second) == OFFSET(p, number) + 4);
  CHECK(OFFSET(&o, second.rest) == OFFSET(p, second) + 1 && OFFSET(p, b) == (OFFSET(p, second) + 1 + n + 3 & -4));
  CHECK(sizeof t == n + 4 && OFFSET(&t, number) == n);
  t.number = 5;
  CHECK(*(int *)((char *)&t + n) == 5);
  struct inner copies[3];
  CHECK(sizeof copies == 3 * n && (char *)&copies[2] - (char *)copies == 2 * n);
  struct inner *heap = malloc(sizeof(struct inner) * 2);
  heap[1].text[0] = 'x';
  CHECK(((char *)heap)[n] == 'x' && __builtin_offsetof(struct outer, number) == (n + 3 & -4));
  free(heap);
}

static int parameter(int n, int a[n])
{
  struct view { int length; int values[n]; char end; };
  struct view *v = malloc(sizeof *v);
  v->length = n;
  memcpy(v->values, a, sizeof v->values);
  v->end = 1;
  int last = v->values[v->length - 1] + v->end;
  free(v);
  return last;
}

int main(void)
{
  int a[] = { 1, 2, 30 };
  for (int n = 1; n < 6; n++) { local(n); nested(n); }
  CHECK(sum(3) == 66);
  CHECK(parameter(3, a) == 31);
  return 0;
}
