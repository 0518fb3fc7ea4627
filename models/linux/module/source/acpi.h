// Drivers of ACPI devices.
#include <linux/acpi.h>

static struct acpi_driver *yogi_acpi;

int MODEL(acpi_bus_register_driver)(struct acpi_driver *driver)
{
  int error = yogi_error();
  if (!error) {
    CHOOSE(yogi_acpi, driver);
    yogi_add_driver(&driver->drv);
  }
  return error;
}
void MODEL(acpi_bus_unregister_driver)(struct acpi_driver *driver)
{
  WITHDRAW(yogi_acpi, driver);
  yogi_remove_driver(&driver->drv);
}

void __yogi_others_acpi_device_ops(const struct acpi_device_ops *, struct acpi_device *);

static void yogi_use_acpi(void)
{
  struct acpi_driver *driver = yogi_acpi;
  struct acpi_device *device = GIVEN(struct acpi_device);
  if (!driver || driver->ops.add && driver->ops.add(device))
    return;
  while (MORE) {
    switch (__VERIFIER_nondet_uint()) {
    case 0: yogi_use_file(); break;
    case 1: yogi_use_attribute(); break;
    case 2: if (driver->ops.notify) driver->ops.notify(device, __VERIFIER_nondet_uint()); break;
    case 3: yogi_sleep_as(&device->dev, driver->drv.pm); break;
    case 4: __yogi_others_acpi_device_ops(&driver->ops, device); break;
    default: yogi_happen();
    }
  }
  if (driver->ops.remove)
    driver->ops.remove(device);
}
