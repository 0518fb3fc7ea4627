// Buses that a module makes, with its own drivers for them, and devices that it makes by itself. A driver is given a device of its
// bus as soon as both are there, or later; whoever may write below /sys takes it away and gives it again.
#include <linux/version.h>

static struct bus_type *yogi_bus;
static struct device_driver *yogi_bus_driver;
static struct device *yogi_made; // by device_initialize
static long yogi_made_uses;      // who refers to it
static struct device_driver *yogi_made_driver; // which was given it
static bool yogi_made_added, yogi_made_on_bus;

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 4, 0)
#define YOGI_BUS_TYPE struct bus_type
#else
#define YOGI_BUS_TYPE const struct bus_type
#endif
int MODEL(bus_register)(YOGI_BUS_TYPE *bus)
{
  int error = yogi_error();
  if (error)
    return error;
  if (bus->bus_groups && *bus->bus_groups)
    yogi_unsupported("a bus has attributes of its own");
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
  bus->p = malloc(1);
#endif
  CHOOSE(yogi_bus, (struct bus_type *)bus);
  return 0;
}
void MODEL(bus_unregister)(YOGI_BUS_TYPE *bus)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
  bus->p = NULL;
#endif
  WITHDRAW(yogi_bus, bus);
}

// User space is told of a device.
static void yogi_tell_of(struct device *device)
{
  struct kobj_uevent_env *environment = GIVEN(struct kobj_uevent_env);
  if (yogi_made_on_bus && yogi_bus && yogi_bus->uevent && yogi_bus->uevent(device, environment))
    return;
  if (device->type && device->type->uevent)
    device->type->uevent(device, environment);
}

// The module's driver is given the device, if it has none and the bus says that they match.
static void yogi_bind(void)
{
  struct device *device = yogi_made;
  struct device_driver *driver = yogi_bus_driver;
  struct bus_type *bus = yogi_bus;
  int error = 0;
  if (!yogi_made_on_bus || yogi_made_driver || !driver || !bus)
    return;
  if (bus->match && bus->match(device, driver) <= 0)
    return;
  device->driver = driver;
  yogi_made_driver = driver;
  if (bus->probe)
    error = bus->probe(device);
  else if (driver->probe)
    error = driver->probe(device);
  if (error) {
    yogi_made_driver = NULL;
    device->driver = NULL;
    device->driver_data = NULL;
    return;
  }
  yogi_show_driver(device, driver);
  yogi_tell_of(device);
}
static void yogi_unbind(void)
{
  struct device *device = yogi_made;
  struct device_driver *driver = yogi_made_driver;
  if (!driver)
    return;
  yogi_made_driver = NULL;
  if (yogi_bus && yogi_bus->remove)
    yogi_bus->remove(device);
  else if (driver->remove)
    driver->remove(device);
  device->driver = NULL;
  device->driver_data = NULL;
  yogi_tell_of(device);
}

int MODEL(driver_register)(struct device_driver *driver)
{
  int error = yogi_error();
  if (error)
    return error;
  yogi_add_driver(driver);
  if (!yogi_bus || driver->bus != yogi_bus)
    return 0;
  CHOOSE(yogi_bus_driver, driver);
  if (__VERIFIER_nondet_int())
    yogi_bind();
  return 0;
}
void MODEL(driver_unregister)(struct device_driver *driver)
{
  if (yogi_made_driver == driver)
    yogi_unbind();
  WITHDRAW(yogi_bus_driver, driver);
  yogi_remove_driver(driver);
}

// Of the devices that the module makes the harness knows one. Who is the last to let it go has it released.
void MODEL(device_initialize)(struct device *device)
{
  if (yogi_made && __VERIFIER_nondet_int())
    return;
  yogi_made = device;
  yogi_made_uses = 1;
  yogi_made_added = yogi_made_on_bus = false;
  yogi_made_driver = NULL;
}
int MODEL(dev_set_name)(struct device *device, const char *format, ...) { return __VERIFIER_nondet_int() ? 0 : -ENOMEM; }
struct device *MODEL(get_device)(struct device *device)
{
  if (device && device == yogi_made)
    yogi_made_uses++;
  return device;
}
void MODEL(put_device)(struct device *device)
{
  if (!device || device != yogi_made || --yogi_made_uses)
    return;
  yogi_made = NULL;
  if (device->release)
    device->release(device);
  else if (device->type && device->type->release)
    device->type->release(device);
  else if (device->class)
    yogi_unsupported("a device that its class releases");
}
int MODEL(device_add)(struct device *device)
{
  int error = yogi_error();
  if (error)
    return error;
  if (device->type)
    yogi_show_groups(device, device->type->groups);
  yogi_show_groups(device, device->groups);
  if (device->bus && device->bus == yogi_bus)
    yogi_show_groups(device, device->bus->dev_groups);
  if (device != yogi_made)
    return 0;
  yogi_made_added = true;
  yogi_made_on_bus = yogi_bus && device->bus == yogi_bus;
  yogi_tell_of(device);
  if (__VERIFIER_nondet_int())
    yogi_bind();
  return 0;
}
void MODEL(device_del)(struct device *device)
{
  if (device == yogi_made && yogi_made_added) {
    yogi_unbind();
    yogi_tell_of(device);
    yogi_made_added = yogi_made_on_bus = false;
  }
  if (yogi_object == &device->kobj)
    yogi_attribute = NULL;
  if (yogi_bytes_of == &device->kobj)
    yogi_bytes = NULL;
}
int MODEL(device_register)(struct device *device)
{
  MODEL(device_initialize)(device);
  return MODEL(device_add)(device);
}
void MODEL(device_unregister)(struct device *device)
{
  MODEL(device_del)(device);
  MODEL(put_device)(device);
}

// On a bus of the module's is the device that the harness knows; on another one any.
static struct device *yogi_device_on(const struct bus_type *bus)
{
  if (bus != yogi_bus)
    return __VERIFIER_nondet_int() ? GIVEN(struct device) : NULL;
  return yogi_made_on_bus ? yogi_made : NULL;
}
struct device *MODEL(bus_find_device)(YOGI_BUS_TYPE *bus, struct device *start, const void *data,
  int (*match)(struct device *, const void *))
{
  struct device *device = yogi_device_on(bus);
  if (!device || device == start || !match(device, data))
    return NULL;
  return MODEL(get_device)(device);
}
int MODEL(bus_for_each_dev)(YOGI_BUS_TYPE *bus, struct device *start, void *data, int (*call)(struct device *, void *))
{
  struct device *device = yogi_device_on(bus);
  return device && device != start ? call(device, data) : 0;
}

void __yogi_others_bus_type(const struct bus_type *, struct device *);
void __yogi_others_device_type(const struct device_type *, struct device *);

static void yogi_sleep_on_bus(struct device *device, const struct bus_type *bus)
{
  const struct device_driver *driver = yogi_made_driver;
  const struct dev_pm_ops *own = device->type && device->type->pm ? device->type->pm : bus ? bus->pm : NULL;
  if (own && driver && driver->pm)
    yogi_unsupported("a driver that sleeps in its own way on a bus that does, too");
  if (bus && (bus->suspend || bus->resume)) {
    if ((!bus->suspend || !bus->suspend(device, PMSG_SUSPEND)) && bus->resume)
      bus->resume(device);
  } else if (own)
    yogi_sleep_as(device, own);
  else if (driver)
    yogi_sleep_as(device, driver->pm);
}

static void yogi_use_bus(void)
{
  struct device *device = yogi_made;
  const struct bus_type *bus = yogi_made_on_bus ? yogi_bus : NULL;
  if (!yogi_made_added || yogi_off)
    return;
  switch (__VERIFIER_nondet_uint()) {
  case 0: yogi_bind(); break;
  case 1: yogi_unbind(); break;
  case 2: yogi_tell_of(device); break;
  case 3: yogi_sleep_on_bus(device, bus); break;
  case 4:
    if (bus && bus->shutdown)
      bus->shutdown(device);
    else if (yogi_made_driver && yogi_made_driver->shutdown)
      yogi_made_driver->shutdown(device);
    yogi_off = true;
    break;
  case 5:
    if (bus)
      __yogi_others_bus_type(bus, device);
    if (device->type)
      __yogi_others_device_type(device->type, device);
    break;
  }
}
