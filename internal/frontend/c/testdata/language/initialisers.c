struct point { int x, y; };
struct line { struct point from, to; const char *name; };
struct line lines[] = { [2] = { { 1, 2 }, .to.y = 4, .name = "two" }, { .from = { .y = 9 } }, [0].name = "zero", [0].to = { 5, 6 } };
int ranges[10] = { [1 ... 3] = 7, [3] = 8, [6 ... 9] = 1, 5 - 4 };
int matrix[2][3] = { 1, 2, 3, 4 }, braces[2][3] = { { 1 }, { 2 } };
int last[] = { 1, [5] = 2, [1] = 3, 4 };
char text[] = "abc", exact[3] = "abc", long_text[6] = "ab", braced[] = { "xy" };
const char *joined = "one" " " "two" "\x41" "B\0C";
__WCHAR_TYPE__ wide[] = L"a\x100" L"b";
unsigned short u16[] = u"\u20ac\U0001f600😀";
unsigned u32[] = U"\U0001f600";
char u8[] = u8"\u20ac";
union number { char c; int i; double d; } numbers[] = { { 5 }, { .d = 2.0 }, { .i = -1 } };
struct { int a; struct { int b, c; }; union { int d; char e; }; } unnamed = { 1, { 2, 3 }, { 4 } }, flat = { 1, 2, 3, 4 }, named = { .c = 7, .e = 1, .a = 3 };
struct old { int a, b; } obsolete = { b: 3, a: 4 };
int *pointer = &ranges[3], *end = ranges + 10, *middle = (int[]){ 1, 2, 3 } + 1;
struct point *literal = &(struct point){ .y = 8 };
__SIZE_TYPE__ distance = (char *)&((struct line *)0)->to.y - (char *)0;
static int counter;
static int next(void) { return ++counter; }
static struct point make(int x, int y) { return (struct point){ .y = y, .x = x }; }
int main(void) {
  CHECK(sizeof lines / sizeof *lines == 4 && lines[2].from.y == 2 && lines[2].to.x == 0 && lines[2].to.y == 4 && lines[2].name[1] == 'w');
  CHECK(lines[3].from.x == 0 && lines[3].from.y == 9 && lines[0].to.x == 5 && lines[0].name[0] == 'z' && lines[1].name == 0);
  CHECK(ranges[0] == 0 && ranges[1] == 7 && ranges[2] == 7 && ranges[3] == 8 && ranges[5] == 0 && ranges[9] == 1);
  CHECK(matrix[1][0] == 4 && matrix[1][1] == 0 && braces[1][0] == 2 && braces[0][1] == 0);
  CHECK(sizeof last == 24 && last[0] == 1 && last[1] == 3 && last[2] == 4 && last[5] == 2);
  CHECK(sizeof text == 4 && exact[2] == 'c' && long_text[2] == 0 && long_text[5] == 0 && sizeof braced == 3);
  CHECK(!strcmp(joined, "one twoAB") && joined[10] == 'C');
  CHECK(sizeof wide / sizeof *wide == 4 && wide[1] == 0x100 && wide[2] == 'b');
  CHECK(u16[0] == 0x20ac && u16[1] == 0xd83d && u16[2] == 0xde00 && u16[3] == 0xd83d && u16[4] == 0xde00 && u16[5] == 0 && u32[0] == 0x1f600);
  CHECK(sizeof u8 == 4 && (unsigned char)u8[0] == 0xe2 && (unsigned char)u8[2] == 0xac);
  CHECK(numbers[0].i == 5 && numbers[1].d == 2.0 && numbers[2].c == -1);
  CHECK(unnamed.c == 3 && unnamed.d == 4 && flat.b == 2 && flat.e == 4 && named.a == 3 && named.c == 7 && named.d == 1 && named.b == 0);
  CHECK(obsolete.a == 4 && obsolete.b == 3);
  CHECK(*pointer == 8 && end - pointer == 7 && middle[-1] == 1 && middle[1] == 3 && literal->y == 8 && literal->x == 0);
  CHECK(distance == 12);
  int local[4] = { next(), [2] = next() }, copy[] = { local[2], local[0] };
  CHECK(local[0] + local[2] == 3 && local[1] == 0 && local[3] == 0 && copy[0] == local[2] && counter == 2);
  struct line l = { make(1, 2), make(3, 4) };
  CHECK(l.from.y == 2 && l.to.x == 3 && l.name == 0);
  struct line m = { .from.y = 3, .from.x = 9 };
  CHECK(m.from.x == 9 && m.to.x == 0);
  for (int i = 0; i < 3; i++) {
    int fresh[3] = { i };
    CHECK(fresh[0] == i && fresh[1] == 0);
    fresh[1] = 5;
    struct point *p = &(struct point){ i };
    CHECK(p->x == i && p->y == 0);
    p->y = 3;
  }
  char *writable = (char[]){ "hello" };
  writable[0] = 'j';
  CHECK(!strcmp(writable, "jello"));
  static const struct point table[] = { [1] = { 1, 1 }, [0 ... 0] = { 4, 4 } };
  CHECK(table[0].x == 4 && table[1].y == 1);
  int x = (int){ 3 } + (struct point){ 1, 2 }.y;
  CHECK(x == 5);
  return 0;
}
