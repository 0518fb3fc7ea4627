// Caches of objects. Each object of a cache was constructed at some time, in the context of whoever allocated one; freed ones
// are not given out again.
struct yogi_cache {
  struct yogi_cache *next;
  size_t size;
  void (*construct)(void *);
};
static struct yogi_cache *yogi_caches;

static struct kmem_cache *yogi_create_cache(size_t size, void (*construct)(void *))
{
  struct yogi_cache *cache;
  if (__VERIFIER_nondet_int())
    return NULL;
  cache = malloc(sizeof(*cache));
  cache->next = yogi_caches;
  cache->size = size;
  cache->construct = construct;
  yogi_caches = cache;
  return (struct kmem_cache *)cache;
}
struct kmem_cache *MODEL(kmem_cache_create)(const char *name, unsigned size, unsigned align, slab_flags_t flags, void (*construct)(void *))
{
  return yogi_create_cache(size, construct);
}
struct kmem_cache *MODEL(kmem_cache_create_usercopy)(const char *name, unsigned size, unsigned align, slab_flags_t flags, unsigned from, unsigned n,
  void (*construct)(void *))
{
  return yogi_create_cache(size, construct);
}

// A cache of the kernel's has objects of which nothing is known. With a page come several objects, which are constructed at once.
static void *yogi_take(struct kmem_cache *from, bool cleared)
{
  struct yogi_cache *cache = yogi_caches;
  void *object;
  while (cache && (struct kmem_cache *)cache != from)
    cache = cache->next;
  if (!cache)
    return yogi_somewhere();
  object = cleared ? yogi_cleared(cache->size) : yogi_memory(cache->size);
  if (cache->construct) {
    while (MORE)
      cache->construct(malloc(cache->size));
    if (object)
      cache->construct(object);
  }
  return object;
}
void *MODEL(kmem_cache_alloc)(struct kmem_cache *cache, gfp_t flags) { return yogi_take(cache, (flags & __GFP_ZERO) != 0); }
void *MODEL(kmem_cache_alloc_node)(struct kmem_cache *cache, gfp_t flags, int node) { return yogi_take(cache, (flags & __GFP_ZERO) != 0); }
void MODEL(kmem_cache_free)(struct kmem_cache *cache, void *object) { }
void MODEL(kmem_cache_destroy)(struct kmem_cache *cache) { }
