typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
extern int printf(const char *, ...), fprintf(FILE *, const char *, ...);
extern int sprintf(char *, const char *, ...), snprintf(char *, size_t, const char *, ...);
extern int scanf(const char *, ...), fscanf(FILE *, const char *, ...);
extern int sscanf(const char *, const char *, ...);
extern int puts(const char *), putchar(int), getchar(void), fputs(const char *, FILE *);
extern int fputc(int, FILE *), putc(int, FILE *), fgetc(FILE *), getc(FILE *), fflush(FILE *);
extern char *fgets(char *, int, FILE *);
extern void perror(const char *);
extern FILE *fopen(const char *, const char *);
extern int fclose(FILE *), feof(FILE *), ferror(FILE *);
extern size_t fread(void *, size_t, size_t, FILE *), fwrite(const void *, size_t, size_t, FILE *);
extern int vprintf(const char *, __builtin_va_list);
extern int vfprintf(FILE *, const char *, __builtin_va_list);
extern int vsprintf(char *, const char *, __builtin_va_list);
extern int vsnprintf(char *, size_t, const char *, __builtin_va_list);
#ifdef _GNU_SOURCE
extern int asprintf(char **, const char *, ...), vasprintf(char **, const char *, __builtin_va_list);
#endif
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_ctermid 9
#define L_tmpnam 20
#define SEEK_CUR 1
#define SEEK_END 2
#define SEEK_SET 0
#define TMP_MAX 238328
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define P_tmpdir "/tmp"
#define stdin stdin
#define stdout stdout
#define stderr stderr
typedef __builtin_va_list va_list;
typedef long off_t;
typedef __INTPTR_TYPE__ ssize_t;
typedef struct { long __pos; struct { int __count; unsigned int __value; } __state; } fpos_t;
extern int remove(const char *), rename(const char *, const char *), setvbuf(FILE *, char *, int, size_t);
extern FILE *tmpfile(void), *freopen(const char *, const char *, FILE *), *fdopen(int, const char *);
extern FILE *popen(const char *, const char *), *fmemopen(void *, size_t, const char *);
extern FILE *open_memstream(char **, size_t *);
extern char *tmpnam(char *), *tempnam(const char *, const char *), *ctermid(char *);
extern void setbuf(FILE *, char *), rewind(FILE *), clearerr(FILE *), flockfile(FILE *), funlockfile(FILE *);
extern int vscanf(const char *, __builtin_va_list), vfscanf(FILE *, const char *, __builtin_va_list);
extern int vsscanf(const char *, const char *, __builtin_va_list), ungetc(int, FILE *);
extern int fgetpos(FILE *, fpos_t *), fsetpos(FILE *, const fpos_t *), fseek(FILE *, long, int);
extern int fseeko(FILE *, off_t, int), fileno(FILE *), pclose(FILE *), ftrylockfile(FILE *);
extern int getc_unlocked(FILE *), getchar_unlocked(void), putc_unlocked(int, FILE *), putchar_unlocked(int);
extern int dprintf(int, const char *, ...), vdprintf(int, const char *, __builtin_va_list);
extern int renameat(int, const char *, int, const char *);
extern long ftell(FILE *);
extern off_t ftello(FILE *);
extern ssize_t getline(char **, size_t *, FILE *), getdelim(char **, size_t *, int, FILE *);
