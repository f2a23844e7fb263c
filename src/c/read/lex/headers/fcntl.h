#include <bits/endian.h>
typedef unsigned int mode_t;
typedef long off_t;
typedef int pid_t;
#define AT_EACCESS 512
#define AT_FDCWD (-100)
#define AT_REMOVEDIR 512
#define AT_SYMLINK_FOLLOW 1024
#define AT_SYMLINK_NOFOLLOW 256
#define FD_CLOEXEC 1
#define F_DUPFD 0
#define F_DUPFD_CLOEXEC 1030
#define F_EXLCK 4
#define F_GETFD 1
#define F_GETFL 3
#define F_GETLK 5
#define F_GETOWN 9
#define F_LOCK 1
#define F_OK 0
#define F_RDLCK 0
#define F_SETFD 2
#define F_SETFL 4
#define F_SETLK 6
#define F_SETLKW 7
#define F_SETOWN 8
#define F_SHLCK 8
#define F_TEST 3
#define F_TLOCK 2
#define F_ULOCK 0
#define F_UNLCK 2
#define F_WRLCK 1
#define O_ACCMODE 3
#define O_APPEND 1024
#define O_ASYNC 8192
#define O_CLOEXEC 524288
#define O_CREAT 64
#define O_DIRECTORY 65536
#define O_DSYNC 4096
#define O_EXCL 128
#define O_FSYNC 1052672
#define O_NDELAY 2048
#define O_NOCTTY 256
#define O_NOFOLLOW 131072
#define O_NONBLOCK 2048
#define O_RDONLY 0
#define O_RDWR 2
#define O_RSYNC 1052672
#define O_SYNC 1052672
#define O_TRUNC 512
#define O_WRONLY 1
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define SEEK_CUR 1
#define SEEK_END 2
#define SEEK_SET 0
#define S_IFBLK 24576
#define S_IFCHR 8192
#define S_IFDIR 16384
#define S_IFIFO 4096
#define S_IFLNK 40960
#define S_IFMT 61440
#define S_IFREG 32768
#define S_IFSOCK 49152
#define S_IRGRP 32
#define S_IROTH 4
#define S_IRUSR 256
#define S_IRWXG 56
#define S_IRWXO 7
#define S_IRWXU 448
#define S_ISGID 1024
#define S_ISUID 2048
#define S_ISVTX 512
#define S_IWGRP 16
#define S_IWOTH 2
#define S_IWUSR 128
#define S_IXGRP 8
#define S_IXOTH 1
#define S_IXUSR 64
#ifdef __LP64__
#define F_GETLK64 5
#define F_SETLK64 6
#define F_SETLKW64 7
#else
#define F_GETLK64 12
#define F_SETLK64 13
#define F_SETLKW64 14
#endif
struct flock { short l_type, l_whence; off_t l_start, l_len; pid_t l_pid; };
extern int fcntl(int, int, ...), open(const char *, int, ...), openat(int, const char *, int, ...), creat(const char *, mode_t);
extern int posix_fadvise(int, off_t, off_t, int), posix_fallocate(int, off_t, off_t);
typedef long time_t;
#ifndef __timespec_defined
#define __timespec_defined 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
