// The kit's wdmsec.h, with IoCreateDeviceSecure as a function of that name.
#ifndef YOGI_WDMSEC_H
#define YOGI_WDMSEC_H
#include <wdm.h>
#include_next <wdmsec.h>
#undef IoCreateDeviceSecure
NTSTATUS IoCreateDeviceSecure(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize, PUNICODE_STRING DeviceName, DEVICE_TYPE DeviceType,
  ULONG DeviceCharacteristics, BOOLEAN Exclusive, PCUNICODE_STRING DefaultSDDLString, LPCGUID DeviceClassGuid, PDEVICE_OBJECT *DeviceObject);
#endif
