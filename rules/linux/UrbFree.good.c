struct urb { int status; };
struct urb *usb_alloc_urb(int, unsigned);
struct urb *usb_get_urb(struct urb *);
void usb_free_urb(struct urb *);
int usb_submit_urb(struct urb *, unsigned);

static int send(void)
{
  int result;
  struct urb *u = usb_alloc_urb(0, 0x20u);
  if (!u)
    return -12;
  usb_get_urb(u); /* whoever waits for the answer has a reference, too */
  result = usb_submit_urb(u, 0x20u);
  usb_free_urb(u);
  usb_free_urb(u);
  return result;
}

int main(void)
{
  if (send() < 0)
    return 1;
  return send() < 0;
}
