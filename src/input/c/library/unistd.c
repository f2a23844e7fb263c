/* <unistd.h>, <fcntl.h>, <time.h> and little of <sys/time.h> and <sys/socket.h>: each call may fail, and does what the
   standard says as far as a program sees it. */

/* Bytes from outside, at most as many as there is room for. */
__PTRDIFF_TYPE__ __indubit_receive(void *to, __SIZE_TYPE__ size)
{
  unsigned char *bytes = to;
  __SIZE_TYPE__ i = 0, length = __indubit_any_size();
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(1 + __indubit_any_byte());
    return -1;
  }
  if (length > size)
    length = size;
  for (i = 0; i < length; i++)
    bytes[i] = __indubit_any_byte();
  return (__PTRDIFF_TYPE__)length;
}

__PTRDIFF_TYPE__ read(int file, void *to, __SIZE_TYPE__ size)
{
  return __indubit_receive(to, size);
}

__PTRDIFF_TYPE__ recv(int socket, void *to, __SIZE_TYPE__ size, int flags)
{
  return __indubit_receive(to, size);
}

__PTRDIFF_TYPE__ write(int file, const void *from, __SIZE_TYPE__ size)
{
  __SIZE_TYPE__ length = __indubit_any_size();
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(1 + __indubit_any_byte());
    return -1;
  }
  return (__PTRDIFF_TYPE__)(length > size ? size : length);
}

int close(int file)
{
  if (__indubit_any_bool())
    return 0;
  __INDUBIT_ERRNO(1 + __indubit_any_byte());
  return -1;
}

int open(const char *path, int flags, ...)
{
  if (__indubit_any_bool())
    return __indubit_natural();
  __INDUBIT_ERRNO(1 + __indubit_any_byte());
  return -1;
}

int pipe(int *ends)
{
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(1 + __indubit_any_byte());
    return -1;
  }
  ends[0] = __indubit_natural();
  ends[1] = __indubit_natural();
  if (ends[0] == ends[1])
    ends[1] = ends[0] == 0 ? 1 : ends[0] - 1;
  return 0;
}

int getpid(void)
{
  int any = __indubit_natural();
  return any == 0 ? 1 : any;
}

int getppid(void)
{
  return __indubit_natural();
}

unsigned int sleep(unsigned int seconds)
{
  unsigned int rest = (unsigned int)__indubit_any_int();
  return rest > seconds ? seconds : rest;
}

int usleep(unsigned int microseconds)
{
  if (__indubit_any_bool())
    return 0;
  __INDUBIT_ERRNO(1 + __indubit_any_byte());
  return -1;
}

long time(long *to)
{
  long now = __indubit_natural_long();
  if (to != 0)
    *to = now;
  return now;
}

long clock(void)
{
  return __indubit_natural_long();
}

/* The time of day, in seconds and millionths. */
int gettimeofday(void *to, void *zone)
{
  long *parts = to, part = __indubit_any_long();
  if (zone != 0)
    __indubit_unsupported();
  if (to != 0) {
    parts[0] = __indubit_natural_long();
    parts[1] = 0 <= part && part < 1000000 ? part : 0;
  }
  return 0;
}

int clock_gettime(int id, void *to)
{
  long *parts = to, part = __indubit_any_long();
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(1 + __indubit_any_byte());
    return -1;
  }
  parts[0] = __indubit_natural_long();
  parts[1] = 0 <= part && part < 1000000000 ? part : 0;
  return 0;
}
