#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PDEVICE_OBJECT below = IoAttachDeviceToDeviceStack(device, &lower_device);
  if (!below) {
    IoDeleteDevice(device);
    return STATUS_UNSUCCESSFUL;
  }
  if (irp->Stack->MinorFunction == 2) {
    IoDetachDevice(below);
    IoDeleteDevice(device);
  }
  return STATUS_SUCCESS;
}
