// Serial ports. The core calls routines that move data with the lock of the port held.
#include <linux/serial_core.h>

static struct uart_port *yogi_port;

int MODEL(uart_register_driver)(struct uart_driver *driver) { return yogi_error(); }
int MODEL(uart_add_one_port)(struct uart_driver *driver, struct uart_port *port)
{
  int error = yogi_error();
  if (!error) {
    port->state = GIVEN(struct uart_state);
    port->state->uart_port = port;
    CHOOSE(yogi_port, port);
  }
  return error;
}
void MODEL(uart_remove_one_port)(struct uart_driver *driver, struct uart_port *port) { WITHDRAW(yogi_port, port); }

#define LOCKED(call) do { \
  unsigned long flags; \
  spin_lock_irqsave(&port->lock, flags); \
  call; \
  spin_unlock_irqrestore(&port->lock, flags); \
} while (0)

// What waits to be sent when a port is used: a character before all others, and some in a ring of one page.
static void yogi_fill_port(struct uart_port *port)
{
  struct circ_buf *ring = &port->state->xmit;
  port->x_char = __VERIFIER_nondet_char();
  ring->buf = malloc(UART_XMIT_SIZE);
  ring->head = (int)(__VERIFIER_nondet_uint() % UART_XMIT_SIZE);
  ring->tail = (int)(__VERIFIER_nondet_uint() % UART_XMIT_SIZE);
}

void __yogi_others_uart_ops(const struct uart_ops *, struct uart_port *);

static void yogi_use_open_port(struct uart_port *port, const struct uart_ops *ops)
{
  yogi_fill_port(port);
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (ops->tx_empty) ops->tx_empty(port); break;
  case 1: if (ops->set_mctrl) LOCKED(ops->set_mctrl(port, __VERIFIER_nondet_uint())); break;
  case 2: if (ops->get_mctrl) LOCKED(ops->get_mctrl(port)); break;
  case 3: if (ops->start_tx) LOCKED(ops->start_tx(port)); break;
  case 4: if (ops->stop_tx) LOCKED(ops->stop_tx(port)); break;
  case 5: if (ops->stop_rx) LOCKED(ops->stop_rx(port)); break;
  case 6: if (ops->enable_ms) LOCKED(ops->enable_ms(port)); break;
  case 7: if (ops->break_ctl) ops->break_ctl(port, __VERIFIER_nondet_int()); break;
  case 8: if (ops->set_termios) ops->set_termios(port, GIVEN(struct ktermios), GIVEN(struct ktermios)); break;
  case 9: if (ops->ioctl) ops->ioctl(port, __VERIFIER_nondet_uint(), __VERIFIER_nondet_ulong()); break;
  case 10: if (ops->throttle) ops->throttle(port); break;
  case 11: if (ops->unthrottle) ops->unthrottle(port); break;
  case 12: if (ops->flush_buffer) LOCKED(ops->flush_buffer(port)); break;
  case 13: __yogi_others_uart_ops(ops, port); break;
  default: yogi_happen();
  }
}

static void yogi_use_serial(void)
{
  struct uart_port *port = yogi_port;
  const struct uart_ops *ops;
  if (!port || !port->ops)
    return;
  ops = port->ops;
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (ops->type) ops->type(port); return;
  case 1: if (ops->config_port) ops->config_port(port, __VERIFIER_nondet_int()); return;
  case 2: if (ops->verify_port) ops->verify_port(port, GIVEN(struct serial_struct)); return;
  case 3: if (ops->request_port && !ops->request_port(port) && ops->release_port) ops->release_port(port); return;
  case 4: if (ops->pm) ops->pm(port, __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()); return;
  }
  if (!ops->startup || ops->startup(port))
    return;
  while (MORE)
    yogi_use_open_port(port, ops);
  if (ops->shutdown)
    ops->shutdown(port);
}
