// What kernels with CONFIG_DEBUG_LIST ask of a list before they change it: one that is not intact stays as it is.
#ifdef CONFIG_DEBUG_LIST
bool MODEL(__list_add_valid)(struct list_head *added, struct list_head *previous, struct list_head *next)
{
  return previous && next && next->prev == previous && previous->next == next && added != previous && added != next;
}
bool MODEL(__list_del_entry_valid)(struct list_head *entry)
{
  struct list_head *previous = entry->prev, *next = entry->next;
  return previous && next && next != LIST_POISON1 && previous != LIST_POISON2 && previous->next == entry && next->prev == entry;
}
#endif
