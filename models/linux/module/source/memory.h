// Memory. Any allocation may fail; nothing is given back.
static void *yogi_memory(size_t n) { return __VERIFIER_nondet_int() ? malloc(n) : NULL; }
static void *yogi_cleared(size_t n) { return __VERIFIER_nondet_int() ? calloc(1, n) : NULL; }
static void *yogi_array(size_t n, size_t size, bool cleared)
{
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes))
    return NULL;
  return cleared ? yogi_cleared(bytes) : yogi_memory(bytes);
}
void *MODEL(kmalloc)(size_t n, gfp_t flags) { return flags & __GFP_ZERO ? yogi_cleared(n) : yogi_memory(n); }
void *MODEL(kzalloc)(size_t n, gfp_t flags) { return yogi_cleared(n); }
void *MODEL(kmalloc_array)(size_t n, size_t size, gfp_t flags) { return yogi_array(n, size, (flags & __GFP_ZERO) != 0); }
void *MODEL(kcalloc)(size_t n, size_t size, gfp_t flags) { return yogi_array(n, size, true); }
void *MODEL(devm_kmalloc)(struct device *device, size_t n, gfp_t flags) { return flags & __GFP_ZERO ? yogi_cleared(n) : yogi_memory(n); }
void MODEL(devm_kfree)(struct device *device, const void *p) { }
void *MODEL(vmalloc)(unsigned long n) { return yogi_memory(n); }
void *MODEL(vzalloc)(unsigned long n) { return yogi_cleared(n); }

// Memory of a device, which is mapped or not: what a module writes there goes nowhere else. How much there is the device says, so
// it is as much as is asked for or, where nothing is, as any device has.
#define YOGI_MOST_MAPPED 0x10000000ul
static void *yogi_map(unsigned long n) { return yogi_memory(n && n < YOGI_MOST_MAPPED ? n : YOGI_MOST_MAPPED); }
static void *yogi_map_or_error(void)
{
  int error = yogi_error();
  return error ? ERR_PTR(error) : malloc(YOGI_MOST_MAPPED);
}
void __iomem *MODEL(ioremap)(resource_size_t at, unsigned long n) { return yogi_map(n); }
void __iomem *MODEL(ioremap_uc)(resource_size_t at, unsigned long n) { return yogi_map(n); }
void __iomem *MODEL(ioremap_wc)(resource_size_t at, unsigned long n) { return yogi_map(n); }
void __iomem *MODEL(ioremap_wt)(resource_size_t at, unsigned long n) { return yogi_map(n); }
void __iomem *MODEL(ioremap_cache)(resource_size_t at, unsigned long n) { return yogi_map(n); }
void *MODEL(memremap)(resource_size_t at, size_t n, unsigned long flags) { return yogi_map(n); }
void __iomem *MODEL(devm_ioremap)(struct device *device, resource_size_t at, resource_size_t n) { return yogi_map(n); }
void __iomem *MODEL(devm_ioremap_uc)(struct device *device, resource_size_t at, resource_size_t n) { return yogi_map(n); }
void __iomem *MODEL(devm_ioremap_wc)(struct device *device, resource_size_t at, resource_size_t n) { return yogi_map(n); }
void __iomem *MODEL(devm_ioremap_resource)(struct device *device, const struct resource *of) { return yogi_map_or_error(); }
void __iomem *MODEL(devm_platform_ioremap_resource)(struct platform_device *device, unsigned which) { return yogi_map_or_error(); }
void __iomem *MODEL(devm_platform_ioremap_resource_byname)(struct platform_device *device, const char *name) { return yogi_map_or_error(); }

void MODEL(kfree)(const void *p) { }
void MODEL(vfree)(const void *p) { }

static void yogi_fill(void *to, size_t n)
{
  for (size_t i = 0; i < n; i++)
    ((char *)to)[i] = __VERIFIER_nondet_char();
}
void MODEL(get_random_bytes)(void *to, size_t n) { yogi_fill(to, n); }

// The bytes that could not be copied.
static unsigned long yogi_left(unsigned long n)
{
  unsigned long left = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(left <= n);
  return left;
}
// What is copied to user space nobody looks at, so it is read only where the check is about reads.
unsigned long MODEL(copy_to_user)(void __user *to, const void *from, unsigned long n)
{
#ifdef YOGI_CHECKS_READS
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i < n) {
    volatile char read = ((const char *)from)[i];
    (void)read;
  }
#endif
  return yogi_left(n);
}
unsigned long MODEL(copy_from_user)(void *to, const void __user *from, unsigned long n)
{
  unsigned long left = yogi_left(n);
  for (unsigned long i = 0; i < n; i++)
    ((char *)to)[i] = i < n - left ? __VERIFIER_nondet_char() : 0;
  return left;
}
