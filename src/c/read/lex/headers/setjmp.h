#ifdef __LP64__
typedef long __jmp_buf[8];
#else
typedef int __jmp_buf[6];
#endif
typedef struct __jmp_buf_tag { __jmp_buf __jmpbuf; int __mask_was_saved; struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __saved_mask; } jmp_buf[1], sigjmp_buf[1];
extern int setjmp(jmp_buf) __attribute__((__returns_twice__)), sigsetjmp(sigjmp_buf, int) __attribute__((__returns_twice__));
extern int _setjmp(jmp_buf) __attribute__((__returns_twice__));
#define setjmp(env) _setjmp(env)
#define sigsetjmp(env, mask) sigsetjmp(env, mask)
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__)), siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
extern void _longjmp(jmp_buf, int) __attribute__((__noreturn__));
