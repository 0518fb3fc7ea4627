// The kernel around a module: it loads the module, uses what the module registered, any number of times and in any order, and
// unloads the module. Interrupts, timers and work come between these, and where the module sleeps.
#include "model.h"
#include "locks.h"
#include "memory.h"
#include "events.h"
#include "files.h"
#include "devices.h"

__attribute__((weak)) void cleanup_module(void) { }

int main(void)
{
  if (init_module())
    return 1;
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_uint()) {
    case 0: yogi_use_file(); break;
    case 1: yogi_use_proc(); break;
    case 2: yogi_use_platform(); break;
    case 3: yogi_use_pci(); break;
    case 4: yogi_change_power(); break;
    default: yogi_happen();
    }
  }
  cleanup_module();
  return 0;
}
