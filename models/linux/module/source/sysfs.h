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
// Of a group one attribute is chosen.
static int yogi_show_group(struct kobject *object, const struct attribute_group *group)
{
  int error = yogi_error(), i = 0;
  if (error || !group->attrs)
    return error;
  while (group->attrs[i] && __VERIFIER_nondet_int())
    i++;
  yogi_show_attribute(object, group->attrs[i]);
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
// Attributes that a driver has for each of its devices are there once it has accepted one.
static void yogi_show_driver(struct device *device, const struct device_driver *driver) { yogi_show_groups(device, driver->dev_groups); }
int MODEL(sysfs_create_group)(struct kobject *object, const struct attribute_group *group) { return yogi_show_group(object, group); }
void MODEL(sysfs_remove_group)(struct kobject *object, const struct attribute_group *group)
{
  if (yogi_object == object)
    yogi_attribute = NULL;
}
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

// An attribute is one of a device, or one of another object: which of them its routines say, by the types of what they take.
static void yogi_use_attribute(void)
{
  struct attribute *attribute = yogi_attribute;
  char *page;
  size_t n = __VERIFIER_nondet_ulong();
  if (!attribute)
    return;
  page = malloc(PAGE_SIZE);
  __VERIFIER_assume(n < PAGE_SIZE);
  page[n] = 0;
  if (__VERIFIER_nondet_int()) {
    struct device_attribute *of_device = container_of(attribute, struct device_attribute, attr);
    struct device *device = container_of(yogi_object, struct device, kobj);
    if (__VERIFIER_nondet_int()) {
      if (of_device->show)
        of_device->show(device, of_device, page);
    } else if (of_device->store)
      of_device->store(device, of_device, page, n);
  } else {
    struct kobj_attribute *of_object = container_of(attribute, struct kobj_attribute, attr);
    if (__VERIFIER_nondet_int()) {
      if (of_object->show)
        of_object->show(yogi_object, of_object, page);
    } else if (of_object->store)
      of_object->store(yogi_object, of_object, page, n);
  }
}
