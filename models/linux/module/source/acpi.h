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

// What the tables of the machine say: any number or object, in memory that the caller has or asks for.
static void yogi_answer(struct acpi_buffer *to, acpi_size least)
{
  acpi_size n = __VERIFIER_nondet_ulong();
  if (!to)
    return;
  if (to->length == ACPI_ALLOCATE_BUFFER || to->length == ACPI_ALLOCATE_LOCAL_BUFFER) {
    __VERIFIER_assume(n >= least && n <= PAGE_SIZE);
    to->pointer = malloc(n);
  } else {
    __VERIFIER_assume(n <= to->length);
    yogi_fill(to->pointer, n);
  }
  to->length = n;
}
acpi_status MODEL(acpi_evaluate_object)(acpi_handle of, acpi_string path, struct acpi_object_list *arguments, struct acpi_buffer *to)
{
  if (__VERIFIER_nondet_int())
    return AE_ERROR;
  yogi_answer(to, sizeof(union acpi_object));
  return AE_OK;
}
acpi_status MODEL(acpi_get_name)(acpi_handle of, u32 kind, struct acpi_buffer *to)
{
  if (__VERIFIER_nondet_int())
    return AE_ERROR;
  yogi_answer(to, 1);
  if (to && to->length)
    ((char *)to->pointer)[to->length - 1] = 0;
  return AE_OK;
}
acpi_status MODEL(acpi_evaluate_integer)(acpi_handle of, acpi_string path, struct acpi_object_list *arguments, unsigned long long *number)
{
  if (__VERIFIER_nondet_int())
    return AE_ERROR;
  *number = __VERIFIER_nondet_ulong();
  return AE_OK;
}
acpi_status MODEL(acpi_get_handle)(acpi_handle of, acpi_string path, acpi_handle *handle)
{
  if (__VERIFIER_nondet_int())
    return AE_NOT_FOUND;
  *handle = malloc(1);
  return AE_OK;
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
    case 0: yogi_use_registered(); break;
    case 1: if (driver->ops.notify) driver->ops.notify(device, __VERIFIER_nondet_uint()); break;
    case 2: yogi_sleep_as(&device->dev, driver->drv.pm); break;
    case 3: __yogi_others_acpi_device_ops(&driver->ops, device); break;
    default: yogi_happen();
    }
  }
  if (driver->ops.remove)
    driver->ops.remove(device);
}
