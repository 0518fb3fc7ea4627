#include "driver.h"
void KeEnterGuardedRegion(void);
void KeLeaveGuardedRegion(void);
static int count;

static void clear(void)
{
  KeEnterGuardedRegion();
  count = 0;
  KeLeaveGuardedRegion();
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KeEnterGuardedRegion();
  count += irp->Stack->MinorFunction;
  if (count > 5)
    clear();
  KeLeaveGuardedRegion();
  return STATUS_SUCCESS;
}
