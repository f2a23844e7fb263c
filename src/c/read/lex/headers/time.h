#include <bits/endian.h>
#undef NULL
#define NULL ((void *)0)
typedef __SIZE_TYPE__ size_t;
typedef long time_t, clock_t;
typedef int clockid_t, pid_t;
typedef void *timer_t;
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_BOOTTIME 7
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_MONOTONIC 1
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_REALTIME 0
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_TAI 11
#define CLOCK_THREAD_CPUTIME_ID 3
#define TIMER_ABSTIME 1
#define TIME_UTC 1
#ifndef __timespec_defined
#define __timespec_defined 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
struct itimerspec { struct timespec it_interval, it_value; };
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
struct sigevent;
extern time_t time(time_t *), mktime(struct tm *), timegm(struct tm *);
extern clock_t clock(void);
extern double difftime(time_t, time_t);
extern char *asctime(const struct tm *), *ctime(const time_t *), *asctime_r(const struct tm *, char *), *ctime_r(const time_t *, char *);
extern struct tm *gmtime(const time_t *), *localtime(const time_t *), *gmtime_r(const time_t *, struct tm *);
extern struct tm *localtime_r(const time_t *, struct tm *), *getdate(const char *);
extern size_t strftime(char *, size_t, const char *, const struct tm *);
extern char *strptime(const char *, const char *, struct tm *);
extern int timespec_get(struct timespec *, int), nanosleep(const struct timespec *, struct timespec *);
extern int clock_getres(clockid_t, struct timespec *), clock_gettime(clockid_t, struct timespec *);
extern int clock_settime(clockid_t, const struct timespec *), clock_getcpuclockid(pid_t, clockid_t *);
extern int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
extern int timer_create(clockid_t, struct sigevent *, timer_t *), timer_delete(timer_t), timer_getoverrun(timer_t);
extern int timer_gettime(timer_t, struct itimerspec *), timer_settime(timer_t, int, const struct itimerspec *, struct itimerspec *);
extern void tzset(void);
extern char *tzname[2];
extern int daylight, getdate_err;
extern long timezone;
typedef struct __locale_struct *locale_t;
extern size_t strftime_l(char *, size_t, const char *, const struct tm *, locale_t);
