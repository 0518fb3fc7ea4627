/* Names, linkage, order of evaluation where C fixes it, and lifetimes. */
int x = 1;
typedef int t;
struct s { int a; };
static int f(t t) { return t + x; }
static int g(struct s { char b; } *p) { return sizeof *p; }
static int counter(void) { static int n; static int *p = &n; return ++*p; }
static int nested(int x) { int r = x; { int x = r + 1; r = x; { int x = r + 1; r = x; } } return r + x; }
static int use(int sizeof_x, char x[sizeof_x]) { return sizeof x == sizeof(char *); }
static int order;
static int step(int n) { order = order * 10 + n; return n; }
static int table[3] = { 10, 20, 30 };
static int *pick(int i) { order = order * 10 + i; return &table[i]; }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static binary choose(int c) { return c ? add : sub; }
static int (*returns(int c))(int, int) { return c ? &add : *sub; }
static int apply(int f(int, int), int a, int b) { return (*f)(a, b) + (**f)(0, 0) + f(0, 0); }
struct node { struct node *next; int v; } list[3] = { { &list[1], 1 }, { &list[2], 2 }, { 0, 3 } };
struct ops { int (*op)(int, int); const char *name; } ops[] = { { add, "add" }, { .op = sub, .name = "sub" } };
int main(void) {
  CHECK(f(2) == 3 && g(0) == 1 && sizeof(struct s) == 4 && nested(1) == 4 && use(3, "ab"));
  CHECK(counter() == 1 && counter() == 2);
  enum { x = 5, y = x * 2 };
  CHECK(x == 5 && y == 10);
  { extern int x; CHECK(x == 1); x = 2; }
  struct s { double d; } local;
  CHECK(sizeof local == 8 && sizeof(struct s) == 8);
  step(1) && step(0) && step(3) || step(4);
  CHECK(order == 104);
  order = 0;
  (void)(step(0) ? step(1) : step(2), step(3));
  CHECK(order == 23);
  order = 0;
  *pick(1) += 5;
  CHECK(order == 1 && table[1] == 25);
  (*pick(2))++;
  CHECK(order == 12 && table[2] == 31);
  int i = 0, a[4] = { 0 };
  a[i++] = 3;
  i++;
  CHECK(a[0] == 3 && i == 2);
  i = (i++, i + 1);
  CHECK(i == 4);
  CHECK(fact(6) == 720 && even(10) && !even(7));
  CHECK(choose(1)(5, 3) == 8 && choose(0)(5, 3) == 2 && returns(0)(1, 2) == -1 && (*returns(1))(1, 2) == 3 && apply(add, 1, 2) == 3);
  int total = 0;
  for (struct node *n = list; n; n = n->next) total = total * 10 + n->v;
  CHECK(total == 123 && ops[1].op(7, 2) == 5 && ops[0].name[0] == 'a');
  int *where = 0;
  for (int k = 0; k < 2; k++) { int fresh = k; if (!where) where = &fresh; CHECK(fresh == k); fresh = 9; }
  int (*grid)[3] = (int (*)[3])malloc(2 * sizeof *grid);
  for (int k = 0; k < 6; k++) grid[k / 3][k % 3] = k;
  CHECK(grid[1][2] == 5 && grid[1] - grid[0] == 3);
  free(grid);
  switch (i) { int hidden; case 4: hidden = 6; total = hidden; break; default: total = 0; }
  CHECK(total == 6);
  switch (3) case 3: total = 8;
  CHECK(total == 8);
  goto middle;
  while (total < 20) { total += 100; middle: total += 5; }
  CHECK(total == 118);
  for (;;) { if (total++ > 120) break; else continue; }
  CHECK(total == 122);
  if (0) { inside: total = 1; } else if (total != 1) goto inside;
  CHECK(total == 1);
  const char *text = "a" "b\
c";
  CHECK(!strcmp(text, "abc"));
  return 0;
}
