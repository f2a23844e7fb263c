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
  __INDUBIT_SHOW(({
    if (file == 1 || file == 2) {
      __indubit_print_bytes((void *)(long)file, from, size);
      return (__PTRDIFF_TYPE__)size;
    }
  }));
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

/* Requests of Linux that write nothing or an `int`. A failing one writes nothing. */
int ioctl(int file, unsigned long request, ...)
{
  __builtin_va_list list = {0};
  int *to = 0;
  /* FIONREAD, TIOCOUTQ, TIOCGPGRP, TIOCMGET, SIOCATMARK, and FIOCLEX, FIONCLEX, FIONBIO, FIOASYNC, TCSBRK, TCXONC,
     TCFLSH, TIOCEXCL, TIOCNXCL, TIOCSCTTY, TIOCNOTTY, TIOCSPGRP, TIOCSWINSZ, TIOCMBIS, TIOCMBIC, TIOCMSET, TCSBRKP */
  _Bool writes = request == 0x541b || request == 0x5411 || request == 0x540f || request == 0x5415
                 || request == 0x8905;
  if (!writes && request != 0x5451 && request != 0x5450 && request != 0x5421 && request != 0x5452
      && !(0x5409 <= request && request <= 0x540e) && request != 0x5410 && request != 0x5414
      && !(0x5416 <= request && request <= 0x5418) && request != 0x5422 && request != 0x5425)
    __indubit_unsupported();
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(1 + __indubit_any_byte());
    return -1;
  }
  if (writes) {
    __builtin_va_start(list, request);
    to = __builtin_va_arg(list, int *);
    *to = __indubit_any_int();
    __builtin_va_end(list);
  }
  return __indubit_natural();
}

/* The effect of a signal without handler, for `signal` is not followed. Linux has 64 signals, and 32 and 33 are those of
   threads. Signals that stop a process are not followed. */
int raise(int signal)
{
  if (signal == 0 || signal == 17 || signal == 18 || signal == 23 || signal == 28)
    return 0;
  if (signal < 0 || signal > 64) {
    __INDUBIT_ERRNO(22);
    return -1;
  }
  if ((19 <= signal && signal <= 22) || signal == 32 || signal == 33)
    __indubit_unsupported();
  __builtin_trap();
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
