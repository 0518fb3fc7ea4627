struct urb { int status; };
struct urb *usb_alloc_urb(int, unsigned);
void usb_free_urb(struct urb *);
int usb_submit_urb(struct urb *, unsigned);

static int send(void)
{
  struct urb *u = usb_alloc_urb(0, 0x20u);
  if (!u)
    return -12;
  if (usb_submit_urb(u, 0x20u) < 0)
    return -5; /* u is lost */
  usb_free_urb(u);
  return 0;
}

int main(void)
{
  return send() < 0;
}
