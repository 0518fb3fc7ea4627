// Models of reading the registry. What is in it is any, of any length that is possible; a value
// that the driver asks for directly is of the type that it names.
#include "model.h"

static NTSTATUS any_failure(void) { return __VERIFIER_nondet_int() ? STATUS_NO_MEMORY : STATUS_OBJECT_NAME_NOT_FOUND; }

// any_length is the length of a value.
static ULONG any_length(void)
{
  ULONG length = __VERIFIER_nondet_uint();
  return length > 0x10000000 ? 0x10000000 : length;
}

// A structure about a value starts with what all of its kind have, behind which the name and the
// data stand. What does not fit is left out; the whole length is told in any case.
static NTSTATUS describe(KEY_VALUE_INFORMATION_CLASS class, ULONG name, PVOID information, ULONG length, PULONG needed)
{
  ULONG start, header, bytes = any_length(), type = __VERIFIER_nondet_uint();
  switch (class) {
  case KeyValueBasicInformation:
    header = __builtin_offsetof(KEY_VALUE_BASIC_INFORMATION, Name);
    start = header + name;
    bytes = 0;
    break;
  case KeyValueFullInformation:
  case KeyValueFullInformationAlign64:
    header = __builtin_offsetof(KEY_VALUE_FULL_INFORMATION, Name);
    start = class == KeyValueFullInformation ? (header + name + 3) & ~3UL : (header + name + 7) & ~7UL;
    break;
  case KeyValuePartialInformation:
    header = start = __builtin_offsetof(KEY_VALUE_PARTIAL_INFORMATION, Data);
    break;
  case KeyValuePartialInformationAlign64:
    header = start = __builtin_offsetof(KEY_VALUE_PARTIAL_INFORMATION_ALIGN64, Data);
    break;
  default:
    return STATUS_INVALID_PARAMETER;
  }
  *needed = start + bytes;
  if (length < header)
    return STATUS_BUFFER_TOO_SMALL;
  yogi_fill(information, length < *needed ? length : *needed);
  switch (class) {
  case KeyValueBasicInformation:
    ((PKEY_VALUE_BASIC_INFORMATION)information)->Type = type;
    ((PKEY_VALUE_BASIC_INFORMATION)information)->NameLength = name;
    break;
  case KeyValueFullInformation:
  case KeyValueFullInformationAlign64:
    ((PKEY_VALUE_FULL_INFORMATION)information)->Type = type;
    ((PKEY_VALUE_FULL_INFORMATION)information)->DataOffset = start;
    ((PKEY_VALUE_FULL_INFORMATION)information)->DataLength = bytes;
    ((PKEY_VALUE_FULL_INFORMATION)information)->NameLength = name;
    break;
  case KeyValuePartialInformation:
    ((PKEY_VALUE_PARTIAL_INFORMATION)information)->Type = type;
    ((PKEY_VALUE_PARTIAL_INFORMATION)information)->DataLength = bytes;
    break;
  default:
    ((PKEY_VALUE_PARTIAL_INFORMATION_ALIGN64)information)->Type = type;
    ((PKEY_VALUE_PARTIAL_INFORMATION_ALIGN64)information)->DataLength = bytes;
  }
  return length < *needed ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS;
}

NTSTATUS ZwQueryValueKey(HANDLE key, PUNICODE_STRING name, KEY_VALUE_INFORMATION_CLASS class, PVOID information, ULONG length, PULONG needed)
{
  if (__VERIFIER_nondet_int())
    return any_failure();
  return describe(class, name->Length, information, length, needed);
}

// The name of a value has up to 16,383 characters.
NTSTATUS ZwEnumerateValueKey(HANDLE key, ULONG index, KEY_VALUE_INFORMATION_CLASS class, PVOID information, ULONG length, PULONG needed)
{
  if (__VERIFIER_nondet_int())
    return STATUS_NO_MORE_ENTRIES;
  if (__VERIFIER_nondet_int())
    return STATUS_NO_MEMORY;
  return describe(class, __VERIFIER_nondet_uint() % 16384 * sizeof(WCHAR), information, length, needed);
}

static int is_string(ULONG type) { return type == REG_SZ || type == REG_EXPAND_SZ || type == REG_MULTI_SZ; }

// string_length is the length of a string with the zero at its end, and of several with the zero
// behind the last one.
static ULONG string_length(PCWSTR string, ULONG type)
{
  ULONG length = 0;
  if (type == REG_MULTI_SZ)
    while (string[length])
      while (string[length++])
        ;
  else
    while (string[length])
      length++;
  return (length + 1) * sizeof *string;
}

// A value of the registry, or the default of an entry, for which there are data.
typedef struct { ULONG type; PVOID data; ULONG length; } VALUE;

static void copy(PVOID to, const VALUE *value)
{
  ULONG i;
  if (value->length == sizeof(ULONG))
    *(PULONG)to = value->data ? *(PULONG)value->data : __VERIFIER_nondet_uint();
  else if (!value->data)
    yogi_fill(to, value->length);
  else
    for (i = 0; i < value->length; i++)
      ((char *)to)[i] = ((char *)value->data)[i];
}

// terminate puts the zeros at the end of what is a string.
static void terminate(PVOID to, const VALUE *value)
{
  PWSTR end = (PWSTR)((char *)to + value->length);
  if (is_string(value->type))
    end[-1] = 0;
  if (value->type == REG_MULTI_SZ && value->length >= 2 * sizeof *end)
    end[-2] = 0;
}

// The driver frees what is allocated. The length of the string is without the zero at its end.
static NTSTATUS store_string(PUNICODE_STRING to, const VALUE *value)
{
  if (value->length > 0xfffe)
    return STATUS_BUFFER_TOO_SMALL;
  if (!to->Buffer) {
    if (__VERIFIER_nondet_int())
      return STATUS_NO_MEMORY;
    to->Buffer = __builtin_malloc(value->length);
    to->MaximumLength = value->length;
  } else if (value->length > to->MaximumLength)
    return STATUS_BUFFER_TOO_SMALL;
  copy(to->Buffer, value);
  terminate(to->Buffer, value);
  to->Length = value->length - sizeof(WCHAR);
  return STATUS_SUCCESS;
}

// What is not longer than a ULONG is written as it is, for more the buffer starts with its size: if
// that is negative the data alone are written, else length and type before them.
static NTSTATUS store(PVOID to, const VALUE *value)
{
  LONG size;
  if (is_string(value->type))
    return store_string(to, value);
  if (value->length <= sizeof(ULONG)) {
    copy(to, value);
    return STATUS_SUCCESS;
  }
  size = *(PLONG)to;
  if (size < 0) {
    if (value->length > 0u - (ULONG)size)
      return STATUS_BUFFER_TOO_SMALL;
    copy(to, value);
    return STATUS_SUCCESS;
  }
  if ((ULONG)size < value->length + 2 * sizeof(ULONG))
    return STATUS_BUFFER_TOO_SMALL;
  ((PULONG)to)[0] = value->length;
  ((PULONG)to)[1] = value->type;
  copy((PULONG)to + 2, value);
  return STATUS_SUCCESS;
}

// A value that is asked for directly has the length that its type gives it.
static VALUE value_of(ULONG type)
{
  VALUE value = {type, NULL, 0};
  if (type == REG_DWORD || type == REG_DWORD_BIG_ENDIAN)
    value.length = sizeof(ULONG);
  else if (type == REG_QWORD)
    value.length = sizeof(ULONGLONG);
  else if (is_string(type))
    value.length = (any_length() + 1) * sizeof(WCHAR);
  else
    value.length = any_length();
  return value;
}

// The value that an entry names, where the driver gets it without a routine. Where it says what
// type it expects another one is refused.
static NTSTATUS query_direct(PRTL_QUERY_REGISTRY_TABLE entry)
{
  VALUE value;
  ULONG type = entry->DefaultType & 0xff;
  if (entry->Flags & RTL_QUERY_REGISTRY_TYPECHECK) {
    type = entry->DefaultType >> RTL_QUERY_REGISTRY_TYPECHECK_SHIFT;
    if (__VERIFIER_nondet_int())
      return STATUS_OBJECT_TYPE_MISMATCH;
  } else if (type == REG_NONE)
    yogi_unsupported("a direct query of the registry that does not say for which type");
  if (type == REG_MULTI_SZ && !(entry->Flags & RTL_QUERY_REGISTRY_NOEXPAND))
    yogi_unsupported("a direct query of the registry for several strings that are to be expanded");
  if (type == REG_DWORD) {
    *(PULONG)entry->EntryContext = __VERIFIER_nondet_uint();
    return STATUS_SUCCESS;
  }
  value = value_of(type);
  return store(entry->EntryContext, &value);
}

static BOOLEAN has_default(PRTL_QUERY_REGISTRY_TABLE entry)
{
  return !(entry->Flags & RTL_QUERY_REGISTRY_REQUIRED) && (entry->DefaultType & 0xff) != REG_NONE;
}

static VALUE default_of(PRTL_QUERY_REGISTRY_TABLE entry)
{
  VALUE value = {entry->DefaultType & 0xff, entry->DefaultData, entry->DefaultLength};
  if (!value.length && is_string(value.type))
    value.length = string_length(value.data, value.type);
  return value;
}

// An error of the routine ends the query, but one.
static NTSTATUS call(PRTL_QUERY_REGISTRY_TABLE entry, PWSTR name, const VALUE *value, PVOID context)
{
  NTSTATUS status = entry->QueryRoutine(name, value->type, value->data, value->length, context, entry->EntryContext);
  return status == STATUS_BUFFER_TOO_SMALL ? STATUS_SUCCESS : status;
}

static NTSTATUS report_one(PRTL_QUERY_REGISTRY_TABLE entry, PWSTR name, ULONG type, PVOID context)
{
  NTSTATUS status;
  VALUE value = {type, NULL, any_length()};
  if (is_string(type))
    value.length = (value.length + 1) * sizeof(WCHAR);
  value.data = __builtin_malloc(value.length);
  yogi_fill(value.data, value.length);
  terminate(value.data, &value);
  status = call(entry, name, &value, context);
  __builtin_free(value.data);
  return status;
}

// The routine gets a value of any type. Without NOEXPAND it is called for each of several strings.
static NTSTATUS report(PRTL_QUERY_REGISTRY_TABLE entry, PWSTR name, PVOID context)
{
  NTSTATUS status = STATUS_SUCCESS;
  ULONG type = __VERIFIER_nondet_uint();
  if (type != REG_MULTI_SZ || entry->Flags & RTL_QUERY_REGISTRY_NOEXPAND)
    return report_one(entry, name, type, context);
  while (NT_SUCCESS(status) && __VERIFIER_nondet_int())
    status = report_one(entry, name, REG_SZ, context);
  return status;
}

// All values of a key: none, or several, with names of up to 16,383 characters.
static NTSTATUS report_all(PRTL_QUERY_REGISTRY_TABLE entry, PVOID context)
{
  NTSTATUS status = STATUS_SUCCESS;
  if (__VERIFIER_nondet_int())
    return entry->Flags & RTL_QUERY_REGISTRY_REQUIRED ? STATUS_OBJECT_NAME_NOT_FOUND : STATUS_SUCCESS;
  do {
    ULONG length = __VERIFIER_nondet_uint() % 16384;
    PWSTR name = __builtin_malloc((length + 1) * sizeof *name);
    yogi_fill(name, length * sizeof *name);
    name[length] = 0;
    status = report(entry, name, context);
    __builtin_free(name);
  } while (NT_SUCCESS(status) && __VERIFIER_nondet_int());
  return status;
}

static NTSTATUS query(PRTL_QUERY_REGISTRY_TABLE entry, PVOID context)
{
  VALUE value = {REG_NONE, NULL, 0};
  BOOLEAN direct = (entry->Flags & RTL_QUERY_REGISTRY_DIRECT) != 0;
  if (direct && (entry->QueryRoutine || !entry->Name || entry->Flags & RTL_QUERY_REGISTRY_SUBKEY))
    return STATUS_INVALID_PARAMETER;
  if (entry->Flags & RTL_QUERY_REGISTRY_SUBKEY && !entry->Name)
    return STATUS_INVALID_PARAMETER;
  if (__VERIFIER_nondet_int())
    return any_failure();
  if (!direct && !entry->QueryRoutine)
    return STATUS_SUCCESS;
  if (!direct && entry->Flags & RTL_QUERY_REGISTRY_NOVALUE)
    return call(entry, NULL, &value, context);
  if (entry->Flags & RTL_QUERY_REGISTRY_SUBKEY || !entry->Name)
    return report_all(entry, context);
  if (__VERIFIER_nondet_int())
    return direct ? query_direct(entry) : report(entry, (PWSTR)entry->Name, context);
  if (entry->Flags & RTL_QUERY_REGISTRY_REQUIRED)
    return STATUS_OBJECT_NAME_NOT_FOUND;
  if (!has_default(entry))
    return STATUS_SUCCESS;
  if (direct && (entry->DefaultType & 0xff) == REG_DWORD && entry->DefaultLength == sizeof(ULONG)) {
    *(PULONG)entry->EntryContext = *(PULONG)entry->DefaultData;
    return STATUS_SUCCESS;
  }
  value = default_of(entry);
  return direct ? store(entry->EntryContext, &value) : call(entry, (PWSTR)entry->Name, &value, context);
}

NTSTATUS RtlQueryRegistryValues(ULONG relative, PCWSTR path, PRTL_QUERY_REGISTRY_TABLE table, PVOID context, PVOID environment)
{
  NTSTATUS status = STATUS_SUCCESS;
  if (__VERIFIER_nondet_int())
    return STATUS_OBJECT_NAME_NOT_FOUND;
  for (; NT_SUCCESS(status) && (table->QueryRoutine || table->Name); table++)
    status = query(table, context);
  return status;
}
