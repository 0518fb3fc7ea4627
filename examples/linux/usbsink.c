// A driver for a device on USB that takes bytes and gives bytes: one request block reads and one writes, both are made when the
// device is plugged in. What was read waits in a buffer under a spin lock; the file's readers take it from there.
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/usb.h>

#define SINK_SIZE 32
#define SINK_IN 1
#define SINK_OUT 2

struct sink {
  struct usb_device *usb;
  struct urb *in, *out;
  char *in_buffer, *out_buffer;
  spinlock_t lock;
  int filled;  // bytes in in_buffer that nobody has read, under lock
  int writing; // out is the device's, under lock
  int gone;
};

static void sink_read_done(struct urb *urb)
{
  struct sink *s = urb->context;
  unsigned long flags;
  if (urb->status == -ENOENT)
    return;
  spin_lock_irqsave(&s->lock, flags);
  if (urb->status == 0)
    s->filled = urb->actual_length;
  spin_unlock_irqrestore(&s->lock, flags);
}

static void sink_write_done(struct urb *urb)
{
  struct sink *s = urb->context;
  unsigned long flags;
  spin_lock_irqsave(&s->lock, flags);
  s->writing = 0;
  spin_unlock_irqrestore(&s->lock, flags);
}

static int sink_start_reading(struct sink *s)
{
  usb_fill_bulk_urb(s->in, s->usb, usb_rcvbulkpipe(s->usb, SINK_IN), s->in_buffer, SINK_SIZE, sink_read_done, s);
  return usb_submit_urb(s->in, GFP_KERNEL);
}

// sink_write sends n bytes; the request block is in use until they have gone.
static int sink_write(struct sink *s, const char *from, int n)
{
  unsigned long flags;
  int error;
  if (n <= 0 || n > SINK_SIZE)
    return -EINVAL;
  spin_lock_irqsave(&s->lock, flags);
  if (s->writing || s->gone) {
    spin_unlock_irqrestore(&s->lock, flags);
    return s->gone ? -ENODEV : -EBUSY;
  }
  s->writing = 1;
  memcpy(s->out_buffer, from, n);
  usb_fill_bulk_urb(s->out, s->usb, usb_sndbulkpipe(s->usb, SINK_OUT), s->out_buffer, n, sink_write_done, s);
  error = usb_submit_urb(s->out, GFP_ATOMIC);
  if (error)
    s->writing = 0;
  spin_unlock_irqrestore(&s->lock, flags);
  return error;
}

static void sink_free(struct sink *s)
{
  usb_free_urb(s->in);
  usb_free_urb(s->out);
  kfree(s->in_buffer);
  kfree(s->out_buffer);
  usb_put_dev(s->usb);
  kfree(s);
}

static int sink_probe(struct usb_interface *interface, const struct usb_device_id *id)
{
  static const char hello[] = { 1, 2 };
  struct sink *s = kzalloc(sizeof *s, GFP_KERNEL);
  int error = -ENOMEM;
  if (!s)
    return -ENOMEM;
  spin_lock_init(&s->lock);
  s->usb = usb_get_dev(interface_to_usbdev(interface));
  s->in_buffer = kmalloc(SINK_SIZE, GFP_KERNEL);
  s->out_buffer = kmalloc(SINK_SIZE, GFP_KERNEL);
  s->in = usb_alloc_urb(0, GFP_KERNEL);
  s->out = usb_alloc_urb(0, GFP_KERNEL);
  if (!s->in_buffer || !s->out_buffer || !s->in || !s->out)
    goto fail;
  error = sink_start_reading(s);
  if (error)
    goto fail;
  error = sink_write(s, hello, sizeof hello);
  if (error) {
    usb_kill_urb(s->in);
    goto fail;
  }
  usb_set_intfdata(interface, s);
  return 0;
fail:
  sink_free(s);
  return error;
}

static void sink_disconnect(struct usb_interface *interface)
{
  struct sink *s = usb_get_intfdata(interface);
  unsigned long flags;
  usb_set_intfdata(interface, NULL);
  spin_lock_irqsave(&s->lock, flags);
  s->gone = 1;
  spin_unlock_irqrestore(&s->lock, flags);
  usb_kill_urb(s->in);
  usb_kill_urb(s->out);
  sink_free(s);
}

static const struct usb_device_id sink_ids[] = { { USB_DEVICE(0x1234, 0x5678) }, { 0 } };
MODULE_DEVICE_TABLE(usb, sink_ids);

static struct usb_driver sink_driver = { "sink", sink_probe, sink_disconnect, sink_ids };

static int __init sink_init(void)
{
  int error = usb_register(&sink_driver);
  if (error)
    pr_err("sink: not registered: %d\n", error);
  return error;
}

static void __exit sink_exit(void)
{
  usb_deregister(&sink_driver);
}

module_init(sink_init);
module_exit(sink_exit);
MODULE_LICENSE("GPL");
