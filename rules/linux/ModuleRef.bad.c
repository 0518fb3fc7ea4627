struct module { int refs; };
_Bool try_module_get(struct module *);
void module_put(struct module *);
int nondet_int(void);
static struct module owner;

int main(void)
{
  int got = try_module_get(&owner);
  if (nondet_int() > 10) {
    if (got)
      module_put(&owner);
    return 0;
  }
  module_put(&owner); /* whether or not it was got */
  return 0;
}
