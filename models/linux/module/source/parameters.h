// The parameters of a module. They are the objects of a section: whoever loads the module gives each of them a value or none,
// and who is allowed to, by a file of /sys, reads and changes it while the module is there.
static bool yogi_loaded, yogi_unloaded, yogi_refused, yogi_at_parameter;

// A text of any length below a page, of any characters.
static char *yogi_text(void)
{
  size_t n = __VERIFIER_nondet_ulong();
  char *text;
  __VERIFIER_assume(n < PAGE_SIZE);
  text = malloc(n + 1);
  text[n] = 0;
  return text;
}

#define NUMBER(name, type) \
  int MODEL(param_set_##name)(const char *value, const struct kernel_param *p) \
  { \
    if (__VERIFIER_nondet_int()) \
      return -EINVAL; \
    *(type *)p->arg = (type)__VERIFIER_nondet_ulong(); \
    return 0; \
  } \
  int MODEL(param_get_##name)(char *to, const struct kernel_param *p) { return yogi_printed(); } \
  const struct kernel_param_ops param_ops_##name = { .set = MODEL(param_set_##name), .get = MODEL(param_get_##name) };

static int yogi_printed(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < (int)PAGE_SIZE);
  return n;
}

NUMBER(byte, unsigned char)
NUMBER(short, short)
NUMBER(ushort, unsigned short)
NUMBER(int, int)
NUMBER(uint, unsigned int)
NUMBER(long, long)
NUMBER(ulong, unsigned long)
NUMBER(ullong, unsigned long long)
NUMBER(hexint, unsigned int)

int MODEL(param_set_bool)(const char *value, const struct kernel_param *p)
{
  if (__VERIFIER_nondet_int())
    return -EINVAL;
  *(bool *)p->arg = __VERIFIER_nondet_int() != 0;
  return 0;
}
int MODEL(param_get_bool)(char *to, const struct kernel_param *p) { return yogi_printed(); }
const struct kernel_param_ops param_ops_bool = { .flags = KERNEL_PARAM_OPS_FL_NOARG, .set = MODEL(param_set_bool), .get = MODEL(param_get_bool) };

int MODEL(param_set_invbool)(const char *value, const struct kernel_param *p) { return MODEL(param_set_bool)(value, p); }
int MODEL(param_get_invbool)(char *to, const struct kernel_param *p) { return yogi_printed(); }
const struct kernel_param_ops param_ops_invbool = { .set = MODEL(param_set_invbool), .get = MODEL(param_get_invbool) };

int MODEL(param_set_bool_enable_only)(const char *value, const struct kernel_param *p)
{
  if (__VERIFIER_nondet_int())
    return -EINVAL;
  if (__VERIFIER_nondet_int())
    *(bool *)p->arg = true;
  return 0;
}
const struct kernel_param_ops param_ops_bool_enable_only = {
  .flags = KERNEL_PARAM_OPS_FL_NOARG, .set = MODEL(param_set_bool_enable_only), .get = MODEL(param_get_bool),
};

// A truth value that is kept in an int.
int MODEL(param_set_bint)(const char *value, const struct kernel_param *p)
{
  if (__VERIFIER_nondet_int())
    return -EINVAL;
  *(int *)p->arg = __VERIFIER_nondet_int() != 0;
  return 0;
}
const struct kernel_param_ops param_ops_bint = { .flags = KERNEL_PARAM_OPS_FL_NOARG, .set = MODEL(param_set_bint), .get = MODEL(param_get_int) };

int MODEL(param_set_charp)(const char *value, const struct kernel_param *p)
{
  if (__VERIFIER_nondet_int())
    return -ENOMEM;
  *(char **)p->arg = yogi_text();
  return 0;
}
int MODEL(param_get_charp)(char *to, const struct kernel_param *p) { return yogi_printed(); }
void MODEL(param_free_charp)(void *at) { }
const struct kernel_param_ops param_ops_charp = { .set = MODEL(param_set_charp), .get = MODEL(param_get_charp), .free = MODEL(param_free_charp) };

int MODEL(param_set_copystring)(const char *value, const struct kernel_param *p)
{
  const struct kparam_string *s = p->str;
  unsigned i = 0;
  if (__VERIFIER_nondet_int())
    return -ENOSPC;
  while (i + 1 < s->maxlen && MORE)
    s->string[i++] = __VERIFIER_nondet_char();
  s->string[i] = 0;
  return 0;
}
int MODEL(param_get_string)(char *to, const struct kernel_param *p) { return yogi_printed(); }
const struct kernel_param_ops param_ops_string = { .set = MODEL(param_set_copystring), .get = MODEL(param_get_string) };

// The first elements of an array are set, as many as are given; an element that is refused ends it.
static int yogi_set_array(const char *value, const struct kernel_param *p)
{
  const struct kparam_array *a = p->arr;
  struct kernel_param one = { .name = p->name, .mod = p->mod, .ops = a->ops, .perm = p->perm, .level = p->level, .flags = p->flags };
  unsigned n = 0;
  int error;
  do {
    if (n == a->max)
      return -EINVAL;
    one.arg = (char *)a->elem + a->elemsize * n;
    error = a->ops->set(yogi_text(), &one);
    if (error)
      return error;
    n++;
    if (a->num)
      *a->num = n;
  } while (MORE);
  return 0;
}
static int yogi_get_array(char *to, const struct kernel_param *p) { return yogi_printed(); }
const struct kernel_param_ops param_array_ops = { .set = yogi_set_array, .get = yogi_get_array };

// What is done with one parameter. One that is refused when the module is loaded ends that; only one of them is read or changed
// at a time.
void __yogi_section___param(const struct kernel_param *p)
{
  const struct kernel_param_ops *ops = p->ops;
  if (yogi_unloaded) {
    if (ops->free)
      ops->free(p->arg);
    return;
  }
  if (yogi_refused || yogi_at_parameter || !__VERIFIER_nondet_int())
    return;
  yogi_at_parameter = true;
  if (yogi_loaded && (p->perm & S_IRUGO) && ops->get && __VERIFIER_nondet_int())
    ops->get(malloc(PAGE_SIZE), p);
  else if ((!yogi_loaded || (p->perm & S_IWUGO)) && ops->set) {
    const char *value = ops->flags & KERNEL_PARAM_OPS_FL_NOARG && __VERIFIER_nondet_int() ? NULL : yogi_text();
    if (ops->set(value, p) && !yogi_loaded)
      yogi_refused = true;
  }
  yogi_at_parameter = false;
}
// With each parameter.
void __yogi_each___param(void);
