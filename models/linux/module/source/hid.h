// Drivers of human interface devices.
#include <linux/hid.h>
#include <linux/input.h>

static struct hid_driver *yogi_hid;

int MODEL(__hid_register_driver)(struct hid_driver *driver, struct module *owner, const char *name)
{
  int error = yogi_error();
  if (!error) {
    CHOOSE(yogi_hid, driver);
    yogi_add_driver(&driver->driver);
  }
  return error;
}
void MODEL(hid_unregister_driver)(struct hid_driver *driver)
{
  WITHDRAW(yogi_hid, driver);
  yogi_remove_driver(&driver->driver);
}

// The driver may change the description of the reports when it is read, and how inputs are mapped when the device is started.
int MODEL(hid_open_report)(struct hid_device *device)
{
  struct hid_driver *driver = yogi_hid;
  if (driver && driver->report_fixup) {
    unsigned size = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size > 0 && size <= HID_MAX_DESCRIPTOR_SIZE);
    driver->report_fixup(device, malloc(size), &size);
  }
  return yogi_error();
}
int MODEL(hid_hw_start)(struct hid_device *device, unsigned mask)
{
  struct hid_driver *driver = yogi_hid;
  if (driver && driver->input_mapping && MORE) {
    unsigned long *bit = NULL;
    int max = __VERIFIER_nondet_int();
    driver->input_mapping(device, GIVEN(struct hid_input), GIVEN(struct hid_field), GIVEN(struct hid_usage), &bit, &max);
  }
  if (driver && driver->input_configured && MORE)
    driver->input_configured(device, GIVEN(struct hid_input));
  return yogi_error();
}

static void yogi_report(struct hid_driver *driver, struct hid_device *device)
{
  int size = __VERIFIER_nondet_int();
  __VERIFIER_assume(size >= 0 && size <= HID_MAX_BUFFER_SIZE);
  if (driver->raw_event && driver->raw_event(device, GIVEN(struct hid_report), malloc(size), size) < 0)
    return;
  if (driver->event && __VERIFIER_nondet_int())
    driver->event(device, GIVEN(struct hid_field), GIVEN(struct hid_usage), __VERIFIER_nondet_int());
}

void __yogi_others_hid_driver(struct hid_driver *, struct hid_device *);

static void yogi_use_hid(void)
{
  struct hid_driver *driver = yogi_hid;
  struct hid_device *device = GIVEN(struct hid_device);
  if (!driver)
    return;
  if (driver->probe ? driver->probe(device, GIVEN(struct hid_device_id)) : MODEL(hid_open_report)(device) || MODEL(hid_hw_start)(device, 0))
    return;
  while (MORE) {
    switch (__VERIFIER_nondet_uint()) {
    case 0: yogi_report(driver, device); break;
    case 1: yogi_use_registered(); break;
#ifdef CONFIG_PM
    case 2: if (driver->suspend) driver->suspend(device, PMSG_SUSPEND); break;
    case 3: if (driver->resume) driver->resume(device); break;
    case 4: if (driver->reset_resume) driver->reset_resume(device); break;
#endif
    case 5: __yogi_others_hid_driver(driver, device); break;
    case 6: yogi_sleep_as(&device->dev, driver->driver.pm); break;
    default: yogi_happen();
    }
  }
  if (driver->remove)
    driver->remove(device);
}
