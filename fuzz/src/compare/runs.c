/* Runs of a C program on all inputs: each call for a value gives one of four, in all combinations, one process for a
   run. Prints `sat` if a run reaches the error, `unsat` if all runs end without it and without undefined behaviour,
   else `unknown`. The program is compiled with -Dmain=program and traps for undefined behaviour. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#undef main
#define MOST 12
#define REACHED 107
#define TOO_MANY 108

int program(void);

static struct { int count; unsigned char value[MOST]; } *inputs;
static int asked;

static int value(void) {
    if (asked == MOST) _exit(TOO_MANY);
    if (asked == inputs->count) inputs->value[inputs->count++] = 0;
    return inputs->value[asked++];
}

void reach_error(void) { _exit(REACHED); }
_Bool __VERIFIER_nondet_bool(void) { return value() & 1; }
char __VERIFIER_nondet_char(void) { return value(); }
unsigned char __VERIFIER_nondet_uchar(void) { return value(); }
short __VERIFIER_nondet_short(void) { return value(); }
unsigned short __VERIFIER_nondet_ushort(void) { return value(); }
int __VERIFIER_nondet_int(void) { return value(); }
unsigned __VERIFIER_nondet_uint(void) { return value(); }
long __VERIFIER_nondet_long(void) { return value(); }
unsigned long __VERIFIER_nondet_ulong(void) { return value(); }

int main(void) {
    int is_sure = 1;
    inputs = mmap(0, sizeof *inputs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (;;) {
        int status;
        if (fork() == 0) {
            alarm(1);
            program();
            _exit(0);
        }
        wait(&status);
        if (WIFEXITED(status) && WEXITSTATUS(status) == REACHED) {
            puts("sat");
            return 0;
        }
        is_sure &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
        while (inputs->count > 0 && inputs->value[inputs->count - 1] == 3) inputs->count--;
        if (inputs->count == 0) break;
        inputs->value[inputs->count - 1]++;
    }
    puts(is_sure ? "unsat" : "unknown");
    return 0;
}
