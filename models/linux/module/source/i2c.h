// Drivers of devices on an I2C bus.
#include <linux/i2c.h>

static struct i2c_driver *yogi_i2c;

int MODEL(i2c_register_driver)(struct module *owner, struct i2c_driver *driver)
{
  int error = yogi_error();
  if (!error) {
    CHOOSE(yogi_i2c, driver);
    yogi_add_driver(&driver->driver);
  }
  return error;
}
void MODEL(i2c_del_driver)(struct i2c_driver *driver)
{
  WITHDRAW(yogi_i2c, driver);
  yogi_remove_driver(&driver->driver);
}

void __yogi_others_i2c_driver(struct i2c_driver *, struct i2c_client *);

static void yogi_use_i2c(void)
{
  struct i2c_driver *driver = yogi_i2c;
  struct i2c_client *client = GIVEN(struct i2c_client);
  int error = 0;
  if (!driver)
    return;
  yogi_accompany(&client->dev);
  if (driver->detect && __VERIFIER_nondet_int() && driver->detect(client, GIVEN(struct i2c_board_info)))
    return;
  if (driver->probe_new)
    error = driver->probe_new(client);
  else if (driver->probe)
    error = driver->probe(client, GIVEN(struct i2c_device_id));
  if (error)
    return;
  yogi_show_driver(&client->dev, &driver->driver);
  while (MORE) {
    yogi_use_registered();
    if (__VERIFIER_nondet_int())
      yogi_sleep_as(&client->dev, driver->driver.pm);
    MAY_SHUT_DOWN(driver, client);
    __yogi_others_i2c_driver(driver, client);
  }
  if (driver->remove)
    driver->remove(client);
}
