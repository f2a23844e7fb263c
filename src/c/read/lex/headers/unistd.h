#define _POSIX_VERSION 200809L
#define _POSIX2_VERSION 200809L
#define _XOPEN_VERSION 700
#define _POSIX_THREADS 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_MAPPED_FILES 200809L
extern unsigned int sleep(unsigned int);
extern int usleep(unsigned int), close(int), pipe(int *);
extern int getpid(void), getppid(void);
extern void _exit(int) __attribute__((__noreturn__));
extern __INTPTR_TYPE__ read(int, void *, size_t), write(int, const void *, size_t);
#define F_LOCK 1
#define F_OK 0
#define F_TEST 3
#define F_TLOCK 2
#define F_ULOCK 0
#define L_INCR 1
#define L_SET 0
#define L_XTND 2
#define R_OK 4
#define SEEK_CUR 1
#define SEEK_END 2
#define SEEK_SET 0
#define STDERR_FILENO 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define W_OK 2
#define X_OK 1
typedef __INTPTR_TYPE__ ssize_t, intptr_t;
typedef int pid_t;
typedef long off_t;
typedef unsigned int uid_t, gid_t, useconds_t;
extern int access(const char *, int), faccessat(int, const char *, int, int), chdir(const char *), fchdir(int);
extern int chown(const char *, uid_t, gid_t), fchown(int, uid_t, gid_t), lchown(const char *, uid_t, gid_t);
extern int dup(int), dup2(int, int), execl(const char *, const char *, ...), execle(const char *, const char *, ...);
extern int execlp(const char *, const char *, ...), execv(const char *, char *const *);
extern int execve(const char *, char *const *, char *const *), execvp(const char *, char *const *);
extern int fexecve(int, char *const *, char *const *), fsync(int), fdatasync(int), ftruncate(int, off_t);
extern int truncate(const char *, off_t), gethostname(char *, size_t), getlogin_r(char *, size_t), isatty(int);
extern int getopt(int, char *const *, const char *), link(const char *, const char *), symlink(const char *, const char *);
extern int linkat(int, const char *, int, const char *, int), symlinkat(const char *, int, const char *);
extern int lockf(int, int, off_t), nice(int), pause(void), rmdir(const char *), unlink(const char *);
extern int unlinkat(int, const char *, int), setuid(uid_t), seteuid(uid_t), setreuid(uid_t, uid_t), setgid(gid_t);
extern int setegid(gid_t), setregid(gid_t, gid_t), setpgid(pid_t, pid_t), getgroups(int, gid_t *);
extern int tcsetpgrp(int, pid_t), ttyname_r(int, char *, size_t);
extern off_t lseek(int, off_t, int);
extern pid_t fork(void), getpgid(pid_t), getpgrp(void), getsid(pid_t), setpgrp(void), setsid(void), tcgetpgrp(int);
extern uid_t getuid(void), geteuid(void);
extern gid_t getgid(void), getegid(void);
extern long sysconf(int), pathconf(const char *, int), fpathconf(int, int), gethostid(void);
extern size_t confstr(int, char *, size_t);
extern ssize_t pread(int, void *, size_t, off_t), pwrite(int, const void *, size_t, off_t);
extern ssize_t readlink(const char *, char *, size_t), readlinkat(int, const char *, char *, size_t);
extern unsigned int alarm(unsigned int);
extern char *getcwd(char *, size_t), *getlogin(void), *ttyname(int), *optarg, **environ, *crypt(const char *, const char *);
extern int optind, opterr, optopt;
extern void sync(void), swab(const void *, void *, ssize_t), encrypt(char *, int);
extern int fchownat(int, const char *, uid_t, gid_t, int);
typedef unsigned int socklen_t;
