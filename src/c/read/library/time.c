/* The calendar. What depends on the place and the day is any value in its range. */

static struct {
  int parts[9];
  long offset;
  const char *zone;
} __indubit_calendar;
static struct {
  char name[4];
} __indubit_zone;

/* A number from 0 to `most`. */
int __indubit_up_to(int most)
{
  int any = __indubit_any_int();
  return 0 <= any && any <= most ? any : 0;
}

/* Seconds, minutes, hours, the day of the month, the month, the year, the day of the week, and that of the year. */
void __indubit_date(int *parts)
{
  parts[0] = __indubit_up_to(60);
  parts[1] = __indubit_up_to(59);
  parts[2] = __indubit_up_to(23);
  parts[3] = 1 + __indubit_up_to(30);
  parts[4] = __indubit_up_to(11);
  parts[5] = __indubit_any_int();
  parts[6] = __indubit_up_to(6);
  parts[7] = __indubit_up_to(365);
}

/* Whether the year of a time does not fit `int`. */
_Bool __indubit_is_far(long at)
{
  return at > 67767976233532799LL || at < -67768040609740800LL;
}

void *__indubit_of_greenwich(const long *at, void *to)
{
  int *parts = to;
  long *offset = (long *)((char *)to + __builtin_offsetof(__typeof__(__indubit_calendar), offset));
  const char **zone = (const char **)((char *)to + __builtin_offsetof(__typeof__(__indubit_calendar), zone));
  if (__indubit_is_far(*at) && __indubit_any_bool()) {
    __INDUBIT_ERRNO(75);
    return 0;
  }
  __indubit_date(parts);
  parts[8] = 0;
  *offset = 0;
  *zone = "GMT";
  return to;
}

/* Whether it is summer, the distance from Greenwich, and the name of the zone: any. */
void __indubit_place(void *to)
{
  int *parts = to;
  long *offset = (long *)((char *)to + __builtin_offsetof(__typeof__(__indubit_calendar), offset));
  const char **zone = (const char **)((char *)to + __builtin_offsetof(__typeof__(__indubit_calendar), zone));
  parts[8] = __indubit_up_to(1);
  *offset = __indubit_any_long();
  __indubit_zone.name[0] = (char)__indubit_any_int();
  __indubit_zone.name[1] = (char)__indubit_any_int();
  __indubit_zone.name[2] = (char)__indubit_any_int();
  *zone = __indubit_zone.name;
}

void *__indubit_of_here(const long *at, void *to)
{
  if (__indubit_is_far(*at) && __indubit_any_bool()) {
    __INDUBIT_ERRNO(75);
    return 0;
  }
  __indubit_date(to);
  __indubit_place(to);
  return to;
}

void *gmtime_r(const long *at, void *to)
{
  return __indubit_of_greenwich(at, to);
}

void *gmtime(const long *at)
{
  return __indubit_of_greenwich(at, &__indubit_calendar);
}

void *localtime_r(const long *at, void *to)
{
  return __indubit_of_here(at, to);
}

void *localtime(const long *at)
{
  return __indubit_of_here(at, &__indubit_calendar);
}

/* The members get their ranges unless the time cannot be told. */
long mktime(void *date)
{
  if (__indubit_any_bool()) {
    __INDUBIT_ERRNO(75);
    return -1;
  }
  __indubit_date(date);
  __indubit_place(date);
  return __indubit_any_long();
}

double difftime(long later, long earlier)
{
  return (double)((long double)later - (long double)earlier);
}

/* A text of any length that fits, or 0 and any bytes. */
__SIZE_TYPE__ strftime(char *to, __SIZE_TYPE__ room, const char *format, const void *date)
{
  __SIZE_TYPE__ length = (__SIZE_TYPE__)__indubit_natural(), i = 0;
  char any = 0;
  if (format[0] == 0 || length >= room)
    length = 0;
  for (i = 0; i < length; i++) {
    any = (char)__indubit_any_int();
    to[i] = any == 0 ? ' ' : any;
  }
  if (room > 0)
    to[length] = 0;
  return length;
}
