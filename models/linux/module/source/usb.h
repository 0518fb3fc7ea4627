// Drivers of USB devices. Requests are answered at any time after they were submitted, where nothing may sleep.
#include <linux/usb.h>

static struct usb_driver *yogi_usb;
static struct urb *yogi_urb;
static struct usb_interface *yogi_interface;

int MODEL(usb_register_driver)(struct usb_driver *driver, struct module *owner, const char *name)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_usb, driver);
  return error;
}
void MODEL(usb_deregister)(struct usb_driver *driver) { WITHDRAW(yogi_usb, driver); }

int MODEL(usb_register_dev)(struct usb_interface *interface, struct usb_class_driver *class)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_fops, class->fops);
  return error;
}
void MODEL(usb_deregister_dev)(struct usb_interface *interface, struct usb_class_driver *class) { WITHDRAW(yogi_fops, class->fops); }
struct usb_interface *MODEL(usb_find_interface)(struct usb_driver *driver, int minor)
{
  return __VERIFIER_nondet_int() ? yogi_interface : NULL;
}

// Ends of pipes are there or not, and messages go at once, of which those from the device bring any bytes.
static int yogi_find_end(struct usb_endpoint_descriptor **end)
{
  if (!end)
    return 0;
  *end = __VERIFIER_nondet_int() ? GIVEN(struct usb_endpoint_descriptor) : NULL;
  return *end ? 0 : -ENXIO;
}
int MODEL(usb_find_common_endpoints)(struct usb_host_interface *setting, struct usb_endpoint_descriptor **bulk_in, struct usb_endpoint_descriptor **bulk_out,
  struct usb_endpoint_descriptor **int_in, struct usb_endpoint_descriptor **int_out)
{
  int missing = yogi_find_end(bulk_in);
  missing |= yogi_find_end(bulk_out);
  missing |= yogi_find_end(int_in);
  return missing | yogi_find_end(int_out);
}
static int yogi_send_message(unsigned pipe, void *data, int length, int *done, int timeout)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= length);
  if (usb_pipein(pipe))
    yogi_fill(data, (size_t)n);
  if (done)
    *done = n;
  return yogi_error();
}
int MODEL(usb_bulk_msg)(struct usb_device *device, unsigned pipe, void *data, int length, int *done, int timeout)
{
  return yogi_send_message(pipe, data, length, done, timeout);
}
int MODEL(usb_interrupt_msg)(struct usb_device *device, unsigned pipe, void *data, int length, int *done, int timeout)
{
  return yogi_send_message(pipe, data, length, done, timeout);
}
int MODEL(usb_control_msg)(struct usb_device *device, unsigned pipe, __u8 request, __u8 type, __u16 value, __u16 index, void *data, __u16 size, int timeout)
{
  int done, error = yogi_send_message(pipe, data, size, &done, timeout);
  return error ? error : done;
}
int MODEL(usb_control_msg_recv)(struct usb_device *device, __u8 end, __u8 request, __u8 type, __u16 value, __u16 index, void *data, __u16 size, int timeout,
  gfp_t flags)
{
  int error = yogi_error();
  if (!error)
    yogi_fill(data, size);
  return error;
}

struct urb *MODEL(usb_alloc_urb)(int packets, gfp_t flags) { return yogi_cleared(sizeof(struct urb)); }
void MODEL(usb_free_urb)(struct urb *urb) { }
int MODEL(usb_submit_urb)(struct urb *urb, gfp_t flags)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_urb, urb);
  return error;
}

static void yogi_end_urb(struct urb *urb, int status)
{
  yogi_urb = NULL;
  urb->status = status;
  if (!urb->complete)
    return;
  yogi_enter_atomic();
  urb->complete(urb);
  yogi_leave_atomic();
}
static void yogi_complete_urb(void)
{
  struct urb *urb = yogi_urb;
  if (!urb)
    return;
  urb->actual_length = __VERIFIER_nondet_uint();
  __VERIFIER_assume(urb->actual_length <= urb->transfer_buffer_length);
  yogi_end_urb(urb, yogi_error());
}
void MODEL(usb_kill_urb)(struct urb *urb)
{
  if (urb && urb == yogi_urb)
    yogi_end_urb(urb, -ENOENT);
}
int MODEL(usb_unlink_urb)(struct urb *urb)
{
  if (!urb || urb != yogi_urb)
    return -EIDRM;
  yogi_end_urb(urb, -ECONNRESET);
  return -EINPROGRESS;
}

void __yogi_others_usb_driver(struct usb_driver *, struct usb_interface *);

static void yogi_use_usb(void)
{
  struct usb_driver *driver = yogi_usb;
  struct usb_interface *interface = GIVEN(struct usb_interface);
  if (!driver || !driver->probe)
    return;
  interface->cur_altsetting = GIVEN(struct usb_host_interface);
  interface->dev.parent = &GIVEN(struct usb_device)->dev;
  if (driver->probe(interface, GIVEN(struct usb_device_id)))
    return;
  yogi_interface = interface;
  yogi_show_groups(&interface->dev, driver->dev_groups);
  while (MORE) {
    switch (__VERIFIER_nondet_uint()) {
    case 0: yogi_use_registered(); break;
    case 1: yogi_complete_urb(); break;
    case 2:
      if (!driver->suspend || driver->suspend(interface, PMSG_SUSPEND))
        break;
      if (driver->reset_resume && __VERIFIER_nondet_int())
        driver->reset_resume(interface);
      else if (driver->resume)
        driver->resume(interface);
      break;
    case 3:
      if (driver->pre_reset && !driver->pre_reset(interface) && driver->post_reset)
        driver->post_reset(interface);
      break;
    case 4:
      if (driver->unlocked_ioctl) {
        unsigned code = __VERIFIER_nondet_uint();
        driver->unlocked_ioctl(interface, code, malloc(_IOC_SIZE(code)));
      }
      break;
    case 5: __yogi_others_usb_driver(driver, interface); break;
    default: yogi_happen();
    }
  }
  if (driver->disconnect)
    driver->disconnect(interface);
  yogi_interface = NULL;
}
