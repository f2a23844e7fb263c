#include <bits/endian.h>
typedef int sig_atomic_t, pid_t;
typedef unsigned int uid_t;
typedef unsigned long pthread_t;
typedef long time_t, clock_t;
typedef __SIZE_TYPE__ size_t;
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } sigset_t;
#ifndef __timespec_defined
#define __timespec_defined 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
#ifndef __have_pthread_attr_t
#define __have_pthread_attr_t 1
typedef union pthread_attr_t { char __size[sizeof(long) == 8 ? 56 : 36]; long __align; } pthread_attr_t;
#endif
typedef void (*__sighandler_t)(int);
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_HOLD ((__sighandler_t)2)
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_MCEERR_AO 5
#define BUS_MCEERR_AR 4
#define BUS_OBJERR 3
#define CLD_CONTINUED 6
#define CLD_DUMPED 3
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_STOPPED 5
#define CLD_TRAPPED 4
#define FPE_CONDTRAP 15
#define FPE_FLTDIV 3
#define FPE_FLTINV 7
#define FPE_FLTOVF 4
#define FPE_FLTRES 6
#define FPE_FLTSUB 8
#define FPE_FLTUND 5
#define FPE_FLTUNK 14
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define ILL_BADIADDR 9
#define ILL_BADSTK 8
#define ILL_COPROC 7
#define ILL_ILLADR 3
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define MINSIGSTKSZ 2048
#define POLL_ERR 4
#define POLL_HUP 6
#define POLL_IN 1
#define POLL_MSG 3
#define POLL_OUT 2
#define POLL_PRI 5
#define SA_INTERRUPT 536870912
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_NODEFER 1073741824
#define SA_NOMASK 1073741824
#define SA_ONESHOT 2147483648U
#define SA_ONSTACK 134217728
#define SA_RESETHAND 2147483648U
#define SA_RESTART 268435456
#define SA_SIGINFO 4
#define SA_STACK 134217728
#define SEGV_ACCADI 5
#define SEGV_ACCERR 2
#define SEGV_ADIDERR 6
#define SEGV_ADIPERR 7
#define SEGV_BNDERR 3
#define SEGV_MAPERR 1
#define SEGV_MTEAERR 8
#define SEGV_MTESERR 9
#define SEGV_PKUERR 4
#define SIGABRT 6
#define SIGALRM 14
#define SIGBUS 7
#define SIGCHLD 17
#define SIGCLD 17
#define SIGCONT 18
#define SIGEV_NONE 1
#define SIGEV_SIGNAL 0
#define SIGEV_THREAD 2
#define SIGEV_THREAD_ID 4
#define SIGFPE 8
#define SIGHUP 1
#define SIGILL 4
#define SIGINT 2
#define SIGIO 29
#define SIGIOT 6
#define SIGKILL 9
#define SIGPIPE 13
#define SIGPOLL 29
#define SIGPROF 27
#define SIGPWR 30
#define SIGQUIT 3
#define SIGSEGV 11
#define SIGSTKFLT 16
#define SIGSTKSZ 8192
#define SIGSTOP 19
#define SIGSYS 31
#define SIGTERM 15
#define SIGTRAP 5
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGUSR1 10
#define SIGUSR2 12
#define SIGVTALRM 26
#define SIGWINCH 28
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIG_BLOCK 0
#define SIG_SETMASK 2
#define SIG_UNBLOCK 1
#define SI_ASYNCIO (-4)
#define SI_ASYNCNL (-60)
#define SI_DETHREAD (-7)
#define SI_KERNEL 128
#define SI_MESGQ (-3)
#define SI_QUEUE (-1)
#define SI_SIGIO (-5)
#define SI_TIMER (-2)
#define SI_TKILL (-6)
#define SI_USER 0
#define SS_DISABLE 2
#define SS_ONSTACK 1
#define TRAP_BRANCH 3
#define TRAP_BRKPT 1
#define TRAP_HWBKPT 4
#define TRAP_TRACE 2
#define TRAP_UNK 5
extern int __libc_current_sigrtmin(void), __libc_current_sigrtmax(void);
#define SIGRTMIN (__libc_current_sigrtmin())
#define SIGRTMAX (__libc_current_sigrtmax())
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval __sigval_t;
typedef struct {
  int si_signo, si_errno, si_code;
#ifdef __LP64__
  int __pad0;
#endif
  union {
    int _pad[128 / sizeof(int) - (sizeof(long) == 8 ? 4 : 3)];
    struct { pid_t si_pid; uid_t si_uid; } _kill;
    struct { int si_tid; int si_overrun; union sigval si_sigval; } _timer;
    struct { pid_t si_pid; uid_t si_uid; union sigval si_sigval; } _rt;
    struct { pid_t si_pid; uid_t si_uid; int si_status; clock_t si_utime, si_stime; } _sigchld;
    struct { void *si_addr; short si_addr_lsb; } _sigfault;
    struct { long si_band; int si_fd; } _sigpoll;
  } _sifields;
} siginfo_t;
#define si_pid _sifields._kill.si_pid
#define si_uid _sifields._kill.si_uid
#define si_status _sifields._sigchld.si_status
#define si_value _sifields._rt.si_sigval
#define si_addr _sifields._sigfault.si_addr
#define si_band _sifields._sigpoll.si_band
struct sigaction {
  union { __sighandler_t sa_handler; void (*sa_sigaction)(int, siginfo_t *, void *); } __sigaction_handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
typedef struct sigevent {
  union sigval sigev_value;
  int sigev_signo, sigev_notify;
  union { int _pad[64 / sizeof(int) - (sizeof(long) == 8 ? 4 : 3)];
    struct { void (*_function)(union sigval); pthread_attr_t *_attribute; } _sigev_thread; } _sigev_un;
} sigevent_t;
#define sigev_notify_function _sigev_un._sigev_thread._function
#define sigev_notify_attributes _sigev_un._sigev_thread._attribute
extern __sighandler_t signal(int, __sighandler_t);
extern int raise(int), kill(pid_t, int), killpg(pid_t, int), sigaction(int, const struct sigaction *, struct sigaction *);
extern int sigemptyset(sigset_t *), sigfillset(sigset_t *), sigaddset(sigset_t *, int), sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int), sigprocmask(int, const sigset_t *, sigset_t *), sigpending(sigset_t *);
extern int sigsuspend(const sigset_t *), sigwait(const sigset_t *, int *), sigwaitinfo(const sigset_t *, siginfo_t *);
extern int sigtimedwait(const sigset_t *, siginfo_t *, const struct timespec *), sigqueue(pid_t, int, union sigval);
extern int sigaltstack(const stack_t *, stack_t *), siginterrupt(int, int), pthread_kill(pthread_t, int);
extern int pthread_sigmask(int, const sigset_t *, sigset_t *);
extern void psignal(int, const char *), psiginfo(const siginfo_t *, const char *);
