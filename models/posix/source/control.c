// What is asked of devices, terminals and sockets by number, of those numbers whose argument is known. What <sys/ioctl.h>
// and <net/if.h> call them is not everywhere the same, and not all is declared everywhere.
#include "system.h"
#include <stdarg.h>
#include <sys/socket.h>

void yogi_unsupported(const char *);

// The settings of a terminal as Linux has them, and its size.
#define YOGI_SETTINGS 36
#define YOGI_WINDOW 8

// An interface of the network: its name, of which the last character is zero, and what is known of it.
#define YOGI_NAME 16
struct yogi_interface {
  char name[YOGI_NAME];
  union {
    struct sockaddr address;
    struct {
      unsigned long from, to;
      unsigned short numbers[4];
    } map;
  } of;
};
struct yogi_interfaces {
  int length;
  char *list;
};

// A name that is no name any more is still the one that was asked for.
static void yogi_tell_interface(struct yogi_interface *of, int tellsName)
{
  if (tellsName)
    yogi_fill(of->name, YOGI_NAME);
  of->name[YOGI_NAME - 1] = 0;
  yogi_fill((char *)&of->of, sizeof of->of);
}

// As many whole ones as there is room for; without a list it is told how much room they need.
static void yogi_list_interfaces(struct yogi_interfaces *all)
{
  int length = __VERIFIER_nondet_int();
  __VERIFIER_assume(length >= 0 && length % sizeof(struct yogi_interface) == 0);
  if (all->list) {
    __VERIFIER_assume(length <= all->length);
    yogi_fill(all->list, length);
  }
  all->length = length;
}

YOGI_WEAK int ioctl(int descriptor, unsigned long request, ...)
{
  va_list arguments;
  void *argument;
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  if (yogi_fails())
    return -1;
  va_start(arguments, request);
  switch ((unsigned)request) {
  case 0x5401: // TCGETS
    yogi_fill(va_arg(arguments, char *), YOGI_SETTINGS);
    break;
  case 0x5413: // TIOCGWINSZ
    yogi_fill(va_arg(arguments, char *), YOGI_WINDOW);
    break;
  case 0x540f: // TIOCGPGRP
  case 0x5411: // TIOCOUTQ
  case 0x5415: // TIOCMGET
  case 0x541b: // FIONREAD
  case 0x5424: // TIOCGETD
  case 0x5429: // TIOCGSID
  case 0x8905: // SIOCATMARK
  case 0x80045430: // TIOCGPTN
    *va_arg(arguments, int *) = __VERIFIER_nondet_int();
    break;
  case 0x5402: // TCSETS
  case 0x5403: // TCSETSW
  case 0x5404: // TCSETSF
  case 0x5409: // TCSBRK
  case 0x540a: // TCXONC
  case 0x540b: // TCFLSH
  case 0x540c: // TIOCEXCL
  case 0x540d: // TIOCNXCL
  case 0x540e: // TIOCSCTTY
  case 0x5410: // TIOCSPGRP
  case 0x5412: // TIOCSTI
  case 0x5414: // TIOCSWINSZ
  case 0x5416: // TIOCMBIS
  case 0x5417: // TIOCMBIC
  case 0x5418: // TIOCMSET
  case 0x5421: // FIONBIO
  case 0x5422: // TIOCNOTTY
  case 0x5423: // TIOCSETD
  case 0x5427: // TIOCSBRK
  case 0x5428: // TIOCCBRK
  case 0x5450: // FIONCLEX
  case 0x5451: // FIOCLEX
  case 0x5452: // FIOASYNC
  case 0x40045431: // TIOCSPTLCK
  case 0x8914: // SIOCSIFFLAGS
  case 0x8916: // SIOCSIFADDR
  case 0x8918: // SIOCSIFDSTADDR
  case 0x891a: // SIOCSIFBRDADDR
  case 0x891c: // SIOCSIFNETMASK
  case 0x891e: // SIOCSIFMETRIC
  case 0x8922: // SIOCSIFMTU
  case 0x8924: // SIOCSIFHWADDR
  case 0x8943: // SIOCSIFTXQLEN
    break; // which write nothing
  case 0x8910: // SIOCGIFNAME
  case 0x8913: // SIOCGIFFLAGS
  case 0x8915: // SIOCGIFADDR
  case 0x8917: // SIOCGIFDSTADDR
  case 0x8919: // SIOCGIFBRDADDR
  case 0x891b: // SIOCGIFNETMASK
  case 0x891d: // SIOCGIFMETRIC
  case 0x8921: // SIOCGIFMTU
  case 0x8927: // SIOCGIFHWADDR
  case 0x8933: // SIOCGIFINDEX
  case 0x8942: // SIOCGIFTXQLEN
  case 0x8970: // SIOCGIFMAP
    yogi_tell_interface(va_arg(arguments, struct yogi_interface *), (unsigned)request == 0x8910);
    break;
  case 0x8912: // SIOCGIFCONF
    yogi_list_interfaces(va_arg(arguments, struct yogi_interfaces *));
    break;
  default:
    yogi_unsupported("a call of ioctl whose number says nothing of its argument");
  }
  va_end(arguments);
  return 0;
}
