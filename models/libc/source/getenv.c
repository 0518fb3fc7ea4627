#include <stdlib.h>
#include <string.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
void yogi_unsupported(const char *what);

int __yogi_environment_changes; /* setenv and its relatives count them */

enum { LONGEST = 131072 };
static int asked;
static char first_name[256], second_name[256];
static char *first_value, *second_value;
static char first_text[LONGEST], second_text[LONGEST];

static char *value(char *text)
{
  if (__VERIFIER_nondet_bool())
    return 0;
  int n = 0;
  while (n < LONGEST - 1 && (text[n] = __VERIFIER_nondet_char()) != 0)
    n++;
  text[n] = 0;
  return text;
}

/* Whether the environment has a name, and with which value, is up to the world; asked again, it says the same. */
char *getenv(const char *name)
{
  if (*name == 0) /* nothing in the environment has no name */
    return 0;
  if (__yogi_environment_changes)
    yogi_unsupported("getenv in a program that changes its environment");
  if (strlen(name) >= sizeof first_name)
    yogi_unsupported("getenv of a long name");
  if (asked == 0) {
    asked = 1;
    strcpy(first_name, name);
    return first_value = value(first_text);
  }
  if (strcmp(first_name, name) == 0)
    return first_value;
  if (asked == 1) {
    asked = 2;
    strcpy(second_name, name);
    return second_value = value(second_text);
  }
  if (strcmp(second_name, name) == 0)
    return second_value;
  yogi_unsupported("getenv of more than two names");
  return 0;
}
