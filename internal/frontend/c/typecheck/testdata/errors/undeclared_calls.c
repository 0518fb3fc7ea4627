int first(void) { return later(1) + pointer(2) != 0; }
static int later(int x) { return x; } /* ERROR "later is static, and was called at .*:1:26 where nothing declares it" */
char *pointer(int x) { return 0; } /* ERROR "pointer returns char \*, and was called at .*:1:37 where nothing declares it" */
// ----
void cut(char *p) {
  *(strchrnul(p, 46)) = 0; /* ERROR "operand of . has type int, which strchrnul returns since nothing declares it" */
}
