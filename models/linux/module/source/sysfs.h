// Attributes: files of /sys, of devices and of other objects.
static struct attribute *yogi_attribute;
static struct kobject *yogi_object;

static void yogi_show_attribute(struct kobject *object, struct attribute *attribute)
{
  if (!attribute || yogi_attribute && !__VERIFIER_nondet_int())
    return;
  yogi_attribute = attribute;
  yogi_object = object;
}
static struct bin_attribute *yogi_bytes; // one that is read and written as bytes
static struct kobject *yogi_bytes_of;
static void yogi_show_bytes(struct kobject *object, const struct bin_attribute *attribute)
{
  if (!attribute || yogi_bytes && !__VERIFIER_nondet_int())
    return;
  yogi_bytes = (struct bin_attribute *)attribute;
  yogi_bytes_of = object;
}
// Of a group one attribute of each kind is chosen, of those which it says are there.
static int yogi_show_group(struct kobject *object, const struct attribute_group *group)
{
  int error = yogi_error(), i = 0;
  if (error)
    return error;
  if (group->attrs) {
    while (group->attrs[i] && __VERIFIER_nondet_int())
      i++;
    if (group->attrs[i] && (!group->is_visible || group->is_visible(object, group->attrs[i], i)))
      yogi_show_attribute(object, group->attrs[i]);
  }
  if (group->bin_attrs) {
    for (i = 0; group->bin_attrs[i] && __VERIFIER_nondet_int();)
      i++;
    if (group->bin_attrs[i] && (!group->is_bin_visible || group->is_bin_visible(object, group->bin_attrs[i], i)))
      yogi_show_bytes(object, group->bin_attrs[i]);
  }
  return 0;
}
static void yogi_show_groups(struct device *device, const struct attribute_group **groups)
{
  if (!groups)
    return;
  for (; *groups; groups++)
    if (__VERIFIER_nondet_int())
      yogi_show_group(&device->kobj, *groups);
}
// Attributes of a driver itself are there as long as it is registered.
static struct device_driver *yogi_shown_driver;
static void yogi_add_driver(struct device_driver *driver)
{
  const struct attribute_group **group = driver->groups;
  yogi_shown_driver = driver;
  if (!group)
    return;
  for (; *group; group++)
    if (__VERIFIER_nondet_int())
      yogi_show_group(NULL, *group);
}
static void yogi_remove_driver(struct device_driver *driver)
{
  if (yogi_shown_driver != driver)
    return;
  yogi_shown_driver = NULL;
  if (!yogi_object)
    yogi_attribute = NULL;
  if (!yogi_bytes_of)
    yogi_bytes = NULL;
}
int MODEL(driver_create_file)(struct device_driver *driver, const struct driver_attribute *attribute)
{
  int error = yogi_error();
  if (error)
    return error;
  yogi_shown_driver = driver;
  yogi_show_attribute(NULL, (struct attribute *)&attribute->attr);
  return 0;
}
void MODEL(driver_remove_file)(struct device_driver *driver, const struct driver_attribute *attribute)
{
  WITHDRAW(yogi_attribute, &attribute->attr);
}
// Attributes that a driver has for each of its devices are there once it has accepted one.
static void yogi_show_driver(struct device *device, const struct device_driver *driver) { yogi_show_groups(device, driver->dev_groups); }
int MODEL(sysfs_create_group)(struct kobject *object, const struct attribute_group *group) { return yogi_show_group(object, group); }
void MODEL(sysfs_remove_group)(struct kobject *object, const struct attribute_group *group)
{
  if (yogi_object == object)
    yogi_attribute = NULL;
  if (yogi_bytes_of == object)
    yogi_bytes = NULL;
}
// Of several groups or attributes either all are shown or none.
static int yogi_show_all(struct kobject *object, const struct attribute_group **groups)
{
  int error = yogi_error();
  if (!error && groups)
    for (; *groups; groups++)
      yogi_show_group(object, *groups);
  return error;
}
static void yogi_hide_all(struct kobject *object, const struct attribute_group **groups)
{
  if (groups && *groups)
    MODEL(sysfs_remove_group)(object, *groups);
}
int MODEL(sysfs_create_groups)(struct kobject *object, const struct attribute_group **groups) { return yogi_show_all(object, groups); }
void MODEL(sysfs_remove_groups)(struct kobject *object, const struct attribute_group **groups) { yogi_hide_all(object, groups); }
int MODEL(sysfs_update_groups)(struct kobject *object, const struct attribute_group **groups) { return yogi_show_all(object, groups); }
int MODEL(sysfs_update_group)(struct kobject *object, const struct attribute_group *group) { return yogi_show_group(object, group); }
int MODEL(sysfs_merge_group)(struct kobject *object, const struct attribute_group *group) { return yogi_show_group(object, group); }
void MODEL(sysfs_unmerge_group)(struct kobject *object, const struct attribute_group *group) { MODEL(sysfs_remove_group)(object, group); }
int MODEL(device_add_groups)(struct device *device, const struct attribute_group **groups) { return yogi_show_all(&device->kobj, groups); }
void MODEL(device_remove_groups)(struct device *device, const struct attribute_group **groups) { yogi_hide_all(&device->kobj, groups); }
int MODEL(devm_device_add_groups)(struct device *device, const struct attribute_group **groups) { return yogi_show_all(&device->kobj, groups); }
int MODEL(devm_device_add_group)(struct device *device, const struct attribute_group *group) { return yogi_show_group(&device->kobj, group); }
int MODEL(sysfs_create_files)(struct kobject *object, const struct attribute *const *attributes)
{
  int error = yogi_error();
  if (!error)
    for (; *attributes; attributes++)
      yogi_show_attribute(object, (struct attribute *)*attributes);
  return error;
}
void MODEL(sysfs_remove_files)(struct kobject *object, const struct attribute *const *attributes)
{
  for (; *attributes; attributes++)
    WITHDRAW(yogi_attribute, *attributes);
}
int MODEL(sysfs_add_file_to_group)(struct kobject *object, const struct attribute *attribute, const char *group)
{
  int error = yogi_error();
  if (!error)
    yogi_show_attribute(object, (struct attribute *)attribute);
  return error;
}
void MODEL(sysfs_remove_file_from_group)(struct kobject *object, const struct attribute *attribute, const char *group)
{
  WITHDRAW(yogi_attribute, attribute);
}
int MODEL(sysfs_create_bin_file)(struct kobject *object, const struct bin_attribute *attribute)
{
  int error = yogi_error();
  if (!error)
    yogi_show_bytes(object, attribute);
  return error;
}
void MODEL(sysfs_remove_bin_file)(struct kobject *object, const struct bin_attribute *attribute) { WITHDRAW(yogi_bytes, attribute); }
int MODEL(device_create_bin_file)(struct device *device, const struct bin_attribute *attribute)
{
  return MODEL(sysfs_create_bin_file)(&device->kobj, attribute);
}
void MODEL(device_remove_bin_file)(struct device *device, const struct bin_attribute *attribute) { WITHDRAW(yogi_bytes, attribute); }
int MODEL(sysfs_create_file_ns)(struct kobject *object, const struct attribute *attribute, const void *space)
{
  int error = yogi_error();
  if (!error)
    yogi_show_attribute(object, (struct attribute *)attribute);
  return error;
}
void MODEL(sysfs_remove_file_ns)(struct kobject *object, const struct attribute *attribute, const void *space) { WITHDRAW(yogi_attribute, attribute); }
int MODEL(device_create_file)(struct device *device, const struct device_attribute *attribute)
{
  int error = yogi_error();
  if (!error)
    yogi_show_attribute(&device->kobj, (struct attribute *)&attribute->attr);
  return error;
}
void MODEL(device_remove_file)(struct device *device, const struct device_attribute *attribute) { WITHDRAW(yogi_attribute, &attribute->attr); }

void __yogi_others_bin_attribute(const struct bin_attribute *, struct kobject *, struct bin_attribute *, struct file *);

static void yogi_use_bytes(void)
{
  struct bin_attribute *attribute = yogi_bytes;
  loff_t at = (loff_t)__VERIFIER_nondet_ulong();
  size_t n = __VERIFIER_nondet_ulong();
  if (!attribute)
    return;
  __VERIFIER_assume(at >= 0 && n <= PAGE_SIZE);
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (attribute->read) attribute->read(&yogi_file, yogi_bytes_of, attribute, malloc(PAGE_SIZE), at, n); break;
  case 1: if (attribute->write) attribute->write(&yogi_file, yogi_bytes_of, attribute, malloc(PAGE_SIZE), at, n); break;
  case 2: __yogi_others_bin_attribute(attribute, yogi_bytes_of, attribute, &yogi_file); break;
  }
}

// An attribute is one of a device, of a driver, or of another object: which of them its routines say, by the types of what they take.
static void yogi_use_attribute(void)
{
  struct attribute *attribute = yogi_attribute;
  char *page;
  size_t n = __VERIFIER_nondet_ulong();
  if (!attribute) {
    yogi_use_bytes();
    return;
  }
  page = malloc(PAGE_SIZE);
  __VERIFIER_assume(n < PAGE_SIZE);
  page[n] = 0;
  switch (__VERIFIER_nondet_uint()) {
  case 0: {
    struct device_attribute *of_device = container_of(attribute, struct device_attribute, attr);
    struct device *device = container_of(yogi_object, struct device, kobj);
    if (__VERIFIER_nondet_int()) {
      if (of_device->show)
        of_device->show(device, of_device, page);
    } else if (of_device->store)
      of_device->store(device, of_device, page, n);
    break;
  }
  case 1: {
    struct driver_attribute *of_driver = container_of(attribute, struct driver_attribute, attr);
    if (__VERIFIER_nondet_int()) {
      if (of_driver->show)
        of_driver->show(yogi_shown_driver, page);
    } else if (of_driver->store)
      of_driver->store(yogi_shown_driver, page, n);
    break;
  }
  case 2:
    yogi_use_bytes();
    break;
  default: {
    struct kobj_attribute *of_object = container_of(attribute, struct kobj_attribute, attr);
    if (__VERIFIER_nondet_int()) {
      if (of_object->show)
        of_object->show(yogi_object, of_object, page);
    } else if (of_object->store)
      of_object->store(yogi_object, of_object, page, n);
  }
  }
}
