#include "driver.h"
NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction != 0x1b)
    return STATUS_NOT_SUPPORTED;
  switch (irp->Stack->MinorFunction) {
  case 0x17: /* falls through */
  case 2:
    IoDetachDevice(&lower_device);
    IoDeleteDevice(device);
  }
  return STATUS_SUCCESS;
}
