#include "driver.h"
NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT, PIRP, PVOID, PVOID, BOOLEAN, BOOLEAN, BOOLEAN);
static int done;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoSetCompletionRoutineEx(device, irp, &done, 0, 1, 1, 1);
  if (!NT_SUCCESS(status))
    return status; /* and the request? */
  return IoCallDriver(&lower_device, irp);
}
