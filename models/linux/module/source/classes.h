// Classes of devices. What a class has for its devices is called when one is made and any number of times while the class is there.
#include <linux/version.h>

static struct class *yogi_class;
static struct class yogi_first_class; // the first one that is made, of which more is known than of what is allocated
static bool yogi_made_class;

static void yogi_ask_class(const struct class *class, struct device *device)
{
  umode_t mode = 0;
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (class->devnode) class->devnode(device, __VERIFIER_nondet_int() ? &mode : NULL); break;
#ifdef YOGI_CLASS_USES
  case 1: if (class->dev_uevent) class->dev_uevent(device, GIVEN(struct kobj_uevent_env)); break;
  case 2: yogi_show_groups(device, class->dev_groups); break;
#endif
  }
}

static struct class *yogi_new_class(const char *name)
{
  int error = yogi_error();
  struct class *class;
  if (error)
    return ERR_PTR(error);
  class = yogi_made_class ? calloc(1, sizeof *class) : &yogi_first_class;
  yogi_made_class = true;
  class->name = name;
  CHOOSE(yogi_class, class);
  return class;
}
static int yogi_add_class(struct class *class)
{
  int error = yogi_error();
  if (error)
    return error;
#ifdef YOGI_CLASS_USES
  if (class->class_groups)
    yogi_unsupported("a class of devices has attributes of its own");
#endif
  CHOOSE(yogi_class, class);
  return 0;
}
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 4, 0)
#define YOGI_CLASS struct class
struct class *MODEL(__class_create)(struct module *owner, const char *name, struct lock_class_key *key) { return yogi_new_class(name); }
int MODEL(__class_register)(struct class *class, struct lock_class_key *key) { return yogi_add_class(class); }
#else
#define YOGI_CLASS const struct class
struct class *MODEL(class_create)(const char *name) { return yogi_new_class(name); }
int MODEL(class_register)(const struct class *class) { return yogi_add_class((struct class *)class); }
#endif
void MODEL(class_unregister)(YOGI_CLASS *class) { WITHDRAW(yogi_class, class); }
void MODEL(class_destroy)(YOGI_CLASS *class)
{
  if (!IS_ERR_OR_NULL(class))
    WITHDRAW(yogi_class, class);
}

struct device *MODEL(device_create)(YOGI_CLASS *class, struct device *parent, dev_t number, void *data, const char *format, ...)
{
  int error = yogi_error();
  struct device *device;
  if (error)
    return ERR_PTR(error);
  device = GIVEN(struct device);
  device->parent = parent;
  device->devt = number;
  device->driver_data = data;
  if (!IS_ERR_OR_NULL(class)) {
    device->class = class;
    yogi_ask_class(class, device);
  }
  return device;
}

#ifdef YOGI_CLASS_USES
void __yogi_others_class(const struct class *, struct device *);
#endif

// A device of a class that the module did not make by device_create is new each time, so that it is released once.
static void yogi_use_class(void)
{
  struct class *class = yogi_class;
  struct device *device;
  if (!class)
    return;
  device = GIVEN(struct device);
  yogi_ask_class(class, device);
#ifdef YOGI_CLASS_USES
  if (class->pm && __VERIFIER_nondet_int())
    yogi_sleep_as(device, class->pm);
  __yogi_others_class(class, device);
#endif
}
