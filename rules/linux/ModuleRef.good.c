struct module { int refs; };
_Bool try_module_get(struct module *);
void module_put(struct module *);
int nondet_int(void);
static struct module owner;

static int attach(void)
{
  if (!try_module_get(&owner))
    return -19;
  if (nondet_int() < 0) {
    module_put(&owner);
    return -5;
  }
  return 0;
}

int main(void)
{
  if (attach() == 0)
    module_put(&owner);
  return 0;
}
