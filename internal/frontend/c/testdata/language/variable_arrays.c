static int calls;
static int count(int n) { calls++; return n; }
static int trace(int n, int m[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }
static int last(int n, int a[static n], int (*rows)[n]) { return a[n - 1] + rows[1][0] + sizeof *rows; }
static int open(int n, int a[*]);
static int open(int n, int a[n]) { return a[n - 1]; }
static int side(int n, int a[count(n)]) { return a[0]; }
static int many(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++) {
    char *p = __builtin_alloca(i);
    p[i - 1] = i;
    int v[i];
    v[i - 1] = i;
    sum += v[i - 1] + p[i - 1];
    if (i == 4) goto out;
  }
out:
  return sum;
}
static int *kept;
static int keeps(int n) {
  int *first = 0;
  for (int i = 0; i < n; i++) {
    int *p = __builtin_alloca(sizeof *p);
    *p = i;
    if (!first) first = p;
    kept = p;
  }
  return *first * 10 + *kept;        /* both live until the function returns */
}
/* The lengths in the name of a type are evaluated where the expression around it is. */
static void names(void) {
  static int cells[60];
  int n = 3, z = 0;
  (int (*)[n++]) cells;
  CHECK(n == 4);
  n = (int *) ((int (*)[n++]) cells + 2) - cells;
  CHECK(n == 8);
  calls = 0;
  z = sizeof *(int (*)[count(2)]) cells;
  CHECK(z == 8 && calls == 1);
  int never = !z && (int (*)[count(2)]) cells, order = calls++;
  CHECK(!never && order == 1 && calls == 2);
  int pointer = sizeof(int (*)[count(2)]), aligned = _Alignof(int[count(2)]);
  CHECK(pointer == sizeof(int *) && aligned == 4 && calls == 2);
  int first = calls++, second = sizeof *(int (*)[count(1)]) cells, third = calls++;
  CHECK(first == 2 && second == 4 && third == 4);
  int (*literal)[n] = (int (*[])[count(n)]){(void *) cells, 0}[0];
  CHECK(literal == (void *) cells && calls == 6);
}
/* The operand of typeof is evaluated where its type has a length. */
static void operands(void) {
  int n = 2, m[n][n], (*row)[n] = m, k = 0;
  __typeof__(m[k++]) copy;
  CHECK(k == 1 && sizeof copy == 8);
  __typeof__(row + k++) other = row;
  CHECK(k == 2 && other == m);
  __typeof__(&copy[k++]) none = 0;
  CHECK(k == 2 && !none);
  k = sizeof(__typeof__(*(k++, row)));
  CHECK(k == 8);
}
/* A declaration inside a declaration evaluates its own lengths alone. */
static void nested(void) {
  int n = 2, m[n][n], k = 0;
  calls = 0;
  __typeof__(m[k++]) pair[({ int few[count(3)]; CHECK(k == 1 && calls == 1); (int) (sizeof few / sizeof *few); })];
  CHECK(k == 1 && calls == 1 && sizeof pair == 24);
}
static int lists(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  CHECK((*__builtin_va_arg(list, int (*)[n++]))[0] == 0);
  CHECK(n == 2);
  return n + 1;
}
int main(void) {
  volatile int three = 3;
  int n = three;
  int a[n];
  CHECK(sizeof a == 12 && sizeof a[0] == 4);
  for (int i = 0; i < n; i++) a[i] = i + 1;
  int m[n][n], (*row)[n] = m;
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = 10 * i + j;
  CHECK(trace(n, m) == 33 && row[2][1] == 21 && &m[0] - &m[2] == -2 && (*(row + 1))[2] == 12 && sizeof m == 36 && sizeof *row == 12);
  CHECK((char *)(row + 1) - (char *)row == 12 && &m[2] - &m[0] == 2);
  CHECK(last(n, a, m) == 3 + 10 + 12 && open(n, a) == 3);
  int (*step)[n] = m;
  CHECK((++step)[0][1] == 11 && (*step++)[2] == 12 && (step -= 2) == m && (step += n - 1) - m == 2 && (*--step)[0] == 10);
  struct nothing { } none[3], *empty = none;
  CHECK(++empty == none && empty-- == none && (empty += 2) == none);
  typedef short shorts[n];
  n = 5;
  shorts s;
  CHECK(sizeof s == 6 && sizeof(shorts) == 6 && sizeof a == 12);
  CHECK(sizeof(int[count(2)]) == 8 && calls == 1);
  CHECK(side(2, a) == 1 && calls == 2);
  __typeof__(a) b;
  CHECK(sizeof b == 12);
  memcpy(b, a, sizeof a);
  CHECK(b[2] == 3);
  CHECK(many(3) == 12 && many(9) == 20);
  CHECK(keeps(4) == 3);
  char (*text)[n] = malloc(2 * sizeof *text);
  text[1][4] = 'x';
  CHECK(((char *)text)[9] == 'x' && sizeof *text == 5);
  free(text);
  int x = ({ int v[n]; v[n - 1] = 8; v[n - 1]; });
  CHECK(x == 8);
  names();
  operands();
  nested();
  CHECK(lists(1, m) == 3);
  return 0;
}
