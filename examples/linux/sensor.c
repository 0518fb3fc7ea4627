// A driver for a sensor on a platform bus. Its clock runs while the device is awake; an interrupt says that there is a value, and
// work that may sleep takes it over.
#include <linux/clk.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

struct sensor {
  struct clk *clock;
  int irq;
  spinlock_t lock;
  u32 raw;           // what the interrupt read, under lock
  struct mutex busy; // of what follows
  u32 value;
  u32 samples;
  struct work_struct work;
};

static struct sensor *the_sensor;

static u32 sensor_convert(u32 raw)
{
  return raw > 4000 ? 4000 : raw;
}

static void sensor_work(struct work_struct *work)
{
  struct sensor *s = container_of(work, struct sensor, work);
  u32 raw;
  mutex_lock(&s->busy);
  spin_lock_irq(&s->lock);
  raw = s->raw;
  spin_unlock_irq(&s->lock);
  s->value = sensor_convert(raw);
  s->samples++;
  mutex_unlock(&s->busy);
}

static irqreturn_t sensor_interrupt(int irq, void *data)
{
  struct sensor *s = data;
  spin_lock(&s->lock);
  s->raw++;
  spin_unlock(&s->lock);
  schedule_work(&s->work);
  return IRQ_HANDLED;
}

// sensor_wake lets the clock run and waits until it is stable.
static int sensor_wake(struct sensor *s)
{
  int error = clk_prepare_enable(s->clock);
  if (error)
    return error;
  msleep(2);
  return 0;
}

static int sensor_probe(struct platform_device *device)
{
  int error;
  struct sensor *s = kzalloc(sizeof *s, GFP_KERNEL);
  if (!s)
    return -ENOMEM;
  spin_lock_init(&s->lock);
  mutex_init(&s->busy);
  INIT_WORK(&s->work, sensor_work);
  s->clock = clk_get(&device->dev, "sensor");
  if (IS_ERR(s->clock)) {
    error = PTR_ERR(s->clock);
    goto free_sensor;
  }
  error = sensor_wake(s);
  if (error)
    goto put_clock;
  s->irq = platform_get_irq(device, 0);
  if (s->irq < 0) {
    error = s->irq;
    goto stop_clock;
  }
  error = request_irq(s->irq, sensor_interrupt, 0, "sensor", s);
  if (error)
    goto stop_clock;
  platform_set_drvdata(device, s);
  the_sensor = s;
  return 0;
stop_clock:
  clk_disable_unprepare(s->clock);
put_clock:
  clk_put(s->clock);
free_sensor:
  kfree(s);
  return error;
}

static int sensor_remove(struct platform_device *device)
{
  struct sensor *s = platform_get_drvdata(device);
  the_sensor = NULL;
  free_irq(s->irq, s);
  cancel_work_sync(&s->work);
  clk_disable_unprepare(s->clock);
  clk_put(s->clock);
  kfree(s);
  return 0;
}

static int sensor_suspend(struct platform_device *device)
{
  struct sensor *s = platform_get_drvdata(device);
  flush_work(&s->work);
  mutex_lock(&s->busy);
  s->samples = 0;
  mutex_unlock(&s->busy);
  clk_disable_unprepare(s->clock);
  return 0;
}

static int sensor_resume(struct platform_device *device)
{
  struct sensor *s = platform_get_drvdata(device);
  int tries;
  for (tries = 0; tries < 2; tries++)
    if (sensor_wake(s) == 0)
      return 0;
  // A device whose clock does not start is gone: the clock counts as running, as remove expects.
  while (clk_prepare_enable(s->clock))
    msleep(100);
  return 0;
}

static struct platform_driver sensor_driver = { sensor_probe, sensor_remove, sensor_suspend, sensor_resume };

static int __init sensor_init(void)
{
  return platform_driver_register(&sensor_driver);
}

static void __exit sensor_exit(void)
{
  platform_driver_unregister(&sensor_driver);
}

module_init(sensor_init);
module_exit(sensor_exit);
MODULE_LICENSE("GPL");
