extern void *alloca(size_t);
