#include <bits/endian.h>
typedef long time_t, suseconds_t;
#ifndef __timeval_defined
#define __timeval_defined 1
struct timeval { time_t tv_sec; long tv_usec; };
#endif
struct itimerval { struct timeval it_interval, it_value; };
struct timezone { int tz_minuteswest, tz_dsttime; };
#define FD_SETSIZE 1024
#define ITIMER_PROF 2
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
typedef struct { long fds_bits[1024 / (8 * sizeof(long))]; } fd_set;
#define FD_ZERO(set) do { unsigned int __at; for (__at = 0; __at < sizeof(fd_set) / sizeof(long); ++__at) (set)->fds_bits[__at] = 0; } while (0)
#define FD_SET(fd, set) ((void)((set)->fds_bits[(fd) / (8 * (int)sizeof(long))] |= (long)(1UL << (fd) % (8 * (int)sizeof(long)))))
#define FD_CLR(fd, set) ((void)((set)->fds_bits[(fd) / (8 * (int)sizeof(long))] &= ~(long)(1UL << (fd) % (8 * (int)sizeof(long)))))
#define FD_ISSET(fd, set) (((set)->fds_bits[(fd) / (8 * (int)sizeof(long))] & (long)(1UL << (fd) % (8 * (int)sizeof(long)))) != 0)
extern int gettimeofday(struct timeval *, void *), settimeofday(const struct timeval *, const struct timezone *);
extern int getitimer(int, struct itimerval *), setitimer(int, const struct itimerval *, struct itimerval *);
extern int utimes(const char *, const struct timeval *), select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#ifndef __timespec_defined
#define __timespec_defined 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
