//! The C library: the bodies of its functions, and the programs that get them. `fuzz/library.py` holds the bodies
//! against a real library.

use super::{end, holds, holds_for, holds_with, program, try_run};
use indubit::c::{Arch, End, Numbers, RunOptions};

const STRINGS: &str = "#include <string.h>\n";

#[test]
fn memory_is_copied_filled_and_compared() {
    holds(
        STRINGS,
        "char a[8] = \"abcdefg\", b[8]; int n[3] = {1, -2, 3}, m[3];
         assert(memcpy(b, a, 8) == b && b[6] == 'g' && b[7] == 0);
         assert(mempcpy(m, n, sizeof n) == m + 3 && m[1] == -2);
         assert(memmove(a + 2, a, 4) == a + 2 && a[2] == 'a' && a[5] == 'd' && a[1] == 'b' && a[6] == 'g');
         memcpy(a, b, 8); memmove(a, a + 2, 5); assert(a[0] == 'c' && a[4] == 'g' && a[5] == 'f');
         assert(memset(m, 255, sizeof m) == m && m[2] == -1);
         bzero(m + 1, 4); assert(m[0] == -1 && m[1] == 0 && m[2] == -1);
         bcopy(n, m, 8); assert(m[0] == 1 && m[1] == -2);
         assert(memcmp(\"ab\\200\", \"ab\\1\", 3) > 0 && memcmp(\"abd\", \"abc\", 2) == 0);
         assert(bcmp(\"a\", \"b\", 1) != 0);
         assert(memchr(b, 'c', 8) == b + 2 && memchr(b, 'c', 2) == 0 && memchr(b, 256, 8) == b + 7);",
    );
}

#[test]
fn strings_are_measured_copied_and_compared() {
    holds(
        STRINGS,
        "char a[16] = \"hello\", b[16]; memset(b, 'x', 16);
         assert(strlen(a) == 5 && strlen(\"\") == 0 && strnlen(a, 3) == 3 && strnlen(a, 30) == 5);
         assert(strcpy(b, a) == b && b[4] == 'o' && b[5] == 0 && b[6] == 'x');
         assert(stpcpy(b, \"xy\") == b + 2 && b[3] == 'l');
         assert(strncpy(b, \"ab\", 4) == b && b[3] == 0 && b[4] == 'o' && stpncpy(b, \"abc\", 2) == b + 2);
         assert(strcat(a, \" you\") == a && strlen(a) == 9 && a[8] == 'u');
         assert(strncat(a, \"12345\", 2) == a && strcmp(a, \"hello you12\") == 0);
         assert(strcmp(\"a\", \"b\") < 0 && strcmp(\"a\\200\", \"a\") > 0 && strcmp(\"\", \"a\") < 0);
         assert(strncmp(\"abc\", \"abd\", 2) == 0 && strncmp(\"abc\", \"abd\", 3) < 0 && strncmp(\"a\", \"a\", 9) == 0);
         assert(strcasecmp(\"HeLLo\", \"hEllO\") == 0 && strcasecmp(\"A\", \"b\") < 0 && strcasecmp(\"[\", \"A\") < 0);
         assert(strncasecmp(\"ABx\", \"abY\", 2) == 0 && strncasecmp(\"ABx\", \"abY\", 3) < 0);",
    );
}

#[test]
fn strings_are_searched() {
    holds(
        STRINGS,
        "char *s = \"banana\", t[12] = \",a,,bc;d\";
         assert(strchr(s, 'n') == s + 2 && strchr(s, 0) == s + 6 && strchr(s, 'x') == 0 && strchr(s, 'n' + 256));
         assert(strrchr(s, 'n') == s + 4 && strrchr(s, 0) == s + 6 && strrchr(s, 'x') == 0);
         assert(index(s, 'b') == s && rindex(s, 'a') == s + 5);
         assert(strstr(s, \"nan\") == s + 2 && strstr(s, \"\") == s && strstr(s, \"nab\") == 0);
         assert(strstr(s, \"ana\") == s + 1);
         assert(strspn(s, \"ab\") == 2 && strcspn(s, \"n\") == 2 && strspn(s, \"\") == 0 && strcspn(s, \"x\") == 6);
         assert(strpbrk(s, \"xn\") == s + 2 && strpbrk(s, \"x\") == 0);
         assert(strtok(t, \",;\") == t + 1 && t[2] == 0 && strtok(0, \",;\") == t + 4 && t[6] == 0);
         assert(strtok(0, \",;\") == t + 7 && strtok(0, \",;\") == 0 && strtok(0, \",;\") == 0);",
    );
}

#[test]
fn characters_belong_to_classes() {
    holds(
        "#include <ctype.h>",
        "assert(isdigit('0') && isdigit('9') && !isdigit('a') && !isdigit('/') && !isdigit(':'));
         assert(isxdigit('f') && isxdigit('A') && !isxdigit('g') && isalnum('z') && !isalnum('_') && isalpha('Q'));
         assert(islower('a') && !islower('A') && isupper('Z') && !isupper('[') && !isalpha(-1) && !isalpha(200));
         assert(isspace(' ') && isspace('\\v') && !isspace('x') && isblank('\\t') && !isblank('\\n'));
         assert(iscntrl(127) && iscntrl(0) && !iscntrl(' ') && isprint(' ') && !isgraph(' ') && !isprint(127));
         assert(ispunct('!') && ispunct('_') && ispunct('~') && !ispunct('a') && !ispunct(' ') && !ispunct(127));
         assert(tolower('A') == 'a' && tolower('a') == 'a' && tolower('@') == '@' && tolower(-1) == -1);
         assert(toupper('z') == 'Z' && toupper('{') == '{' && toupper('1') == '1');",
    );
}

#[test]
fn numbers_are_read_from_strings() {
    holds(
        "#include <stdlib.h>\n#include <limits.h>\n#include <errno.h>",
        "char *s, *e;
         assert(atoi(\" \\t-42x\") == -42 && atoi(\"+7\") == 7 && atoi(\"\") == 0);
         assert(atol(\"--1\") == 0 && atoll(\"010\") == 10);
         s = \"0x1Fg\"; assert(strtol(s, &e, 0) == 31 && e == s + 4 && strtol(s, &e, 10) == 0 && e == s + 1);
         s = \"0xg\"; assert(strtol(s, &e, 16) == 0 && e == s + 1);
         s = \"  -\"; assert(strtol(s, &e, 10) == 0 && e == s);
         s = \"0779\"; assert(strtol(s, &e, 0) == 63 && e == s + 3);
         assert(strtol(\"zZ\", 0, 36) == 35 * 37 && strtol(\"12\", 0, 2) == 1);
         assert(strtol(\"-99999999999999999999\", 0, 10) == LONG_MIN && errno == ERANGE);
         assert(strtol(\"99999999999999999999\", 0, 10) == LONG_MAX);
         assert(strtoll(\"9223372036854775807\", 0, 10) == LLONG_MAX);
         assert(strtoll(\"-9223372036854775808\", 0, 10) == LLONG_MIN && strtoul(\"-1\", 0, 10) == ULONG_MAX);
         errno = 0;
         assert(strtoull(\"18446744073709551615\", 0, 10) == ULLONG_MAX && errno == 0);
         assert(strtoull(\"-18446744073709551615\", 0, 10) == 1 && errno == 0);
         assert(strtoull(\"18446744073709551616\", 0, 10) == ULLONG_MAX && errno == ERANGE);
         errno = 0; assert(strtol(\"1\", 0, 1) == 0 && errno == EINVAL);",
    );
}

#[test]
fn numbers_have_absolute_values_quotients_and_bits() {
    holds(
        "#include <stdlib.h>",
        "div_t d = div(-7, 2); ldiv_t l = ldiv(7, -2); lldiv_t m = lldiv(-10000000000ll, 3);
         assert(abs(-5) == 5 && abs(5) == 5 && labs(-6L) == 6 && llabs(-10000000000ll) == 10000000000ll);
         assert(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1 && m.quot == -3333333333ll && m.rem == -1);
         assert(__builtin_clz(1) == 31 && __builtin_clz(-1) == 0 && __builtin_clzl(1) == 8 * sizeof(long) - 1);
         assert(__builtin_clzll(256) == 55 && __builtin_ctz(8) == 3 && __builtin_ctzll(1ull << 63) == 63);
         assert(__builtin_popcount(-1) == 32 && __builtin_popcountll(-1) == 64 && __builtin_popcount(0) == 0);
         assert(__builtin_parity(7) == 1 && __builtin_parityl(3) == 0);
         assert(__builtin_ffs(0) == 0 && ffs(-2147483647 - 1) == 32);
         assert(__builtin_ffsll(6) == 2 && __builtin_abs(-3) == 3);",
    );
}

#[test]
fn arrays_are_sorted_and_searched_through_a_function() {
    let compare = "#include <stdlib.h>
        struct s { char name; short key; };
        int by_key(const void *a, const void *b) { return ((struct s *)a)->key - ((struct s *)b)->key; }
        int number(const void *a, const void *b) { return *(int *)a < *(int *)b ? -1 : *(int *)a > *(int *)b; }";
    holds(
        compare,
        "struct s a[4] = {{'c', 3}, {'a', -1}, {'d', 30}, {'b', 0}}, k = {0, 30}; int n[5] = {5, 1, 4, 1, -9}, x = 4;
         qsort(a, 4, sizeof *a, by_key);
         assert(a[0].name == 'a' && a[1].name == 'b' && a[2].name == 'c' && a[3].name == 'd' && a[3].key == 30);
         assert(bsearch(&k, a, 4, sizeof *a, by_key) == a + 3);
         qsort(n, 5, sizeof *n, number);
         assert(n[0] == -9 && n[1] == 1 && n[2] == 1 && n[3] == 4 && n[4] == 5);
         assert(bsearch(&x, n, 5, sizeof *n, number) == n + 3); x = 2; assert(bsearch(&x, n, 5, 4, number) == 0);",
    );
}

#[test]
fn printed_characters_are_counted_where_the_program_looks() {
    holds(
        "#include <stdio.h>",
        "assert(printf(\"abc\") == 3 && printf(\"100%%\\n\") == 5 && fprintf(stderr, \"\") == 0);",
    );
    holds("#include <stdio.h>", "assert(printf(\"%d\", 3) >= 0 && putchar(300) == 44 && puts(\"x\") >= 0);");
    // Nothing is asked if no result is used.
    let text =
        "int main() { int x = 3; printf(\"%d %s\\n\", x, \"a\"); (void)puts(\"b\"); fflush(0); return 0; }";
    assert!(end(text, &[]).starts_with("no error: main returns"), "{}", end(text, &[]));
    // Compilers know the type of such functions without a declaration.
    holds("", "int x = 30; printf(\"%d%n\", x, &x); assert(x == 2);");
}

#[test]
fn formats_fill_buffers() {
    holds(
        "#include <stdio.h>\n#include <string.h>",
        "char a[20]; memset(a, 'x', 20);
         assert(sprintf(a, \"a%%b\") == 3 && strcmp(a, \"a%b\") == 0 && a[4] == 'x');
         assert(snprintf(a, 3, \"hello\") == 5 && a[1] == 'e' && a[2] == 0 && a[3] == 0);
         a[0] = 'q'; assert(snprintf(a, 0, \"hello\") == 5 && a[0] == 'q');
         a[15] = 'z'; int n = sprintf(a, \"<%d>\", 5);
         assert(n >= 3 && n <= 13 && a[0] == '<' && a[n] == 0 && a[15] == 'z');",
    );
    holds("", "char a[9]; sprintf(a, \"%s\", \"b\"); assert(a[0] == 'b' && a[1] == 0);");
}

#[test]
fn input_is_any_within_bounds() {
    for seed in [-5, -1, 0, 1, 7, 300] {
        let text = "#include <stdio.h>\n#include <stdlib.h>
            int main() { char a[5] = {9, 9, 9, 9, 9}; int c = getchar();
            assert(c >= -1 && c <= 255 && rand() >= 0);
            if (fgets(a, 4, stdin)) assert((!a[0] || !a[1] || !a[2] || !a[3]) && a[4] == 9);
            a[3] = 9; assert(fread(a, 1, 3, stdin) <= 3 && a[3] == 9); return 0; }";
        let program = program(text);
        let mut answers = [seed; 60];
        answers[0] = 1;
        let end = try_run(&program, &RunOptions::default(), &answers).expect("a run").end;
        assert!(
            end.text(&program.lines).starts_with("no error: main returns"),
            "{}",
            end.text(&program.lines)
        );
    }
    holds(
        "#include <unistd.h>\n#include <time.h>",
        "int ends[2] = {-1, -1}, done = pipe(ends); char a[4] = {1, 2, 3, 4}; time_t t = -1, now = time(&t);
         assert(done == -1 ? ends[0] == -1 : ends[0] >= 0 && ends[1] >= 0 && ends[0] != ends[1]);
         int n = read(0, a, 2); assert(n >= -1 && n <= 2 && a[2] == 3); assert(now == t && t >= 0 && time(0) >= 0);
         assert(write(1, a, 3) <= 3 && sleep(3) <= 3 && getpid() > 0);",
    );
}

#[test]
fn a_definition_of_the_program_wins() {
    holds(
        "int strlen(char *s) { return 7; }\nint abs(int x) { return x; }",
        "assert(strlen(\"a\") == 7 && abs(-1) == -1);",
    );
    // A function of the library does not meet the one of the program.
    holds("int strlen(char *s) { return 7; }", "char a[4] = \"a\"; strcat(a, \"b\"); assert(a[1] == 'b');");
    holds(
        "int index, number, text, i, count; typedef int size, to;",
        "assert(strchr(\"abc\", 'b') && atoi(\"12\") == 12);",
    );
}

#[test]
fn declarations_of_other_types_are_met_by_conversions() {
    holds(
        "void memcpy(void *, void *, int);\nunsigned char strlen(char *);",
        "int x = 0, y = 7; memcpy(&x, &y, 4); assert(x == 7 && strlen(\"ab\") == 2);",
    );
    holds(
        "void *strchr();\nint bzero();",
        "char a[3] = \"ab\"; assert(strchr(a, 'b') == a + 1); bzero(a, 2); assert(a[1] == 0);",
    );
    holds(
        "struct s { long rem, quot; } ldiv(long, long);",
        "assert(ldiv(9, 4).quot == 2 && ldiv(9, 4).rem == 1);",
    );
    let text = "char *strcpy(char *);\nint main() { if (0) strcpy(0); return 0; }";
    let found = program(text);
    let message =
        "`strcpy` is declared in another way than in the C library, so its calls are not understood";
    assert_eq!(found.warnings[0].message(), message);
    assert!(end(text, &[]).starts_with("no error"), "{}", end(text, &[]));
    assert!(end(&text.replace("if (0)", ""), &[]).contains("is declared in another way"));
}

#[test]
fn functions_that_compilers_know_have_their_types_without_declaration() {
    holds_for(
        "",
        "char *p = strchr(\"abc\", 'c'); assert(*p == 'c' && sizeof(strlen(p)) == 8);",
        &RunOptions::default(),
        Arch::Lp64,
    );
    let body = "char a[3]; __builtin_memset(a, 1, 3); assert(a[2] == 1);
                __builtin___memcpy_chk(a, \"xy\", 2, 3); assert(*a == 'x');";
    holds("", body);
}

#[test]
fn errno_is_the_object_that_the_program_sees() {
    let set = "strtol(\"99999999999999999999\", 0, 10);";
    holds("extern int errno;", &format!("errno = 0; {} assert(errno == 34);", set));
    let function = "extern int *__errno_location(void);";
    holds(function, &format!("*__errno_location() = 0; {} assert(*__errno_location() == 34);", set));
}

#[test]
fn integers_of_mathematics_do_for_the_library() {
    let options = RunOptions { numbers: Numbers::Integers, ..RunOptions::default() };
    holds_with(
        "#include <string.h>\n#include <stdlib.h>\n#include <ctype.h>",
        "char a[9] = \"abc\", b[9]; strcpy(b, a); strcat(b, \"de\"); assert(strlen(b) == 5 && strcmp(a, b) < 0);
         assert(toupper('c') == 'C' && atoi(\"-12\") == -12 && abs(-3) == 3 && strtoul(\"77\", 0, 8) == 63);
         assert(__builtin_popcount(255) == 8 && __builtin_clz(1) == 31);",
        &options,
    );
}

#[test]
fn errors_in_the_library_say_so() {
    let options = RunOptions { property: indubit::c::Property::NoOverflow, ..RunOptions::default() };
    let program = program("int nd();\nint main() { return abs(nd()); }");
    let run = try_run(&program, &options, &[i128::from(i32::MIN)]).expect("a run");
    assert_eq!(run.end.text(&program.lines), "error: signed overflow in `abs` of the C library");
    let place = match run.end {
        End::Error(_, pos) => pos,
        end => panic!("{:?}", end),
    };
    assert_eq!(program.lines.library_function(place), Some("abs"));
    let main = program.function(program.function_named("main").expect("main")).pos;
    assert_eq!(program.lines.library_function(main), None);
}

#[test]
fn formats_make_exact_texts() {
    let head = "typedef __SIZE_TYPE__ size_t; char b[40]; int n;
extern int sprintf(char *, const char *, ...), strcmp(const char *, const char *);";
    let makes = |call: &str, text: &str| {
        holds(head, &format!("n = {}; assert(n == {} && !strcmp(b, \"{}\"));", call, text.len(), text));
    };
    makes("sprintf(b, \"%-4u|%+d|% i\", 12u, 3, 4)", "12  |+3| 4");
    makes("sprintf(b, \"%05d|%.3d|%#x|%#o\", -12, 5, 255, 8)", "-0012|005|0xff|010");
    makes("sprintf(b, \"%*d|%-*d|%.*s\", 3, 1, 3, 2, 2, \"abc\")", "  1|2  |ab");
    makes("sprintf(b, \"%ld|%zu|%lld\", -5L, (size_t)6, 5000000000LL)", "-5|6|5000000000");
    makes("sprintf(b, \"%hhd|%hu|%X\", 257, 65537, 171)", "1|1|AB");
}

#[test]
fn further_functions_of_strings_and_bytes_are_handled() {
    let strings = "typedef __SIZE_TYPE__ size_t;
extern int strcoll(const char *, const char *), toascii(int);
extern void *memmem(const void *, size_t, const void *, size_t), *memrchr(const void *, int, size_t);
extern void *memccpy(void *, const void *, int, size_t), swab(const void *, void *, __PTRDIFF_TYPE__);
extern char *strtok_r(char *, const char *, char **), *strsep(char **, const char *), *strerror(int);
extern char *strcasestr(const char *, const char *);";
    holds(
        strings,
        "char *t = \"abcb\", d[4] = \"xyz\", e[4] = \"\";
         if (strcoll(t, \"abd\") >= 0 || toascii(353) != 'a') assert(0);
         if (memmem(t, 4, \"cb\", 2) != t + 2 || memrchr(t, 'b', 4) != t + 3) assert(0);
         if (strcasestr(t, \"CB\") != t + 2 || strerror(5) == 0) assert(0);
         if (memccpy(d, t, 'b', 4) != d + 2 || d[2] != 'z') assert(0);
         swab(t, e, 3); if (e[0] != 'b' || e[1] != 'a' || e[2]) assert(0);",
    );
    holds(
        strings,
        "char a[6] = \"a,,b\", *rest = 0, *s = a; if (strtok_r(a, \",\", &rest) != a) assert(0);
         if (strtok_r(0, \",\", &rest) != a + 3) assert(0); a[1] = ',';
         if (strsep(&s, \",\") != a || strsep(&s, \",\") != a + 2 || *strsep(&s, \",\") != 'b' || s) assert(0);",
    );
}

#[test]
fn variable_arguments_are_passed_to_a_list_that_begins_in_a_block() {
    holds(
        "#include <stdarg.h>\n#include <stdio.h>
         int take(va_list list) { return va_arg(list, int); }
         int f(int n, ...) { if (n) { va_list list; va_start(list, n); return take(list); } return 0; }",
        "char *format = \"%d\"; assert(f(1, 4) == 4 && printf(format, 12) == 2);",
    );
}

#[test]
fn a_character_that_is_put_back_is_read_next() {
    holds(
        "#include <stdio.h>",
        "char a[8] = {0}; assert(ungetc('q', stdin) == 'q' && getchar() == 'q' && getchar() == -1);
         assert(ungetc(EOF, stdin) == -1 && getchar() == -1 && ungetc(300, stdin) == 44 && fgetc(stdin) == 44);
         ungetc('\\n', stdin); assert(fgets(a, 8, stdin) == a && a[0] == '\\n' && a[1] == 0);
         ungetc('r', stdin); rewind(stdin); assert(getchar() == -1);",
    );
    let text = "#include <stdio.h>\nint main() { int x; ungetc('1', stdin); scanf(\"%d\", &x); }";
    assert!(
        end(text, &[1, 0, 0, 0, 0]).contains("this call of a function of the C library is not supported"),
        "{}",
        end(text, &[1, 0, 0, 0, 0])
    );
}

#[test]
fn signals_without_handler_end_a_run_or_do_nothing() {
    let head = "extern int raise(int); extern int errno;";
    holds(head, "assert(!raise(0) && !raise(17) && !raise(28) && raise(65) == -1 && errno == 22);");
    let ends = |signal: i32| end(&format!("{} int main() {{ raise({}); assert(0); }}", head, signal), &[]);
    for signal in [1, 6, 9, 11, 15, 64] {
        assert!(ends(signal).starts_with("no error: the program stops"), "{}", ends(signal));
    }
    assert!(ends(19).contains("not supported"), "{}", ends(19));
}

#[test]
fn requests_that_write_no_more_than_a_number_are_followed() {
    let head = "extern int ioctl(int, unsigned long, ...); extern int errno;";
    let text = format!(
        "{} int main() {{ int a[2] = {{1, 2}}, n = ioctl(0, 0x541b, a); assert(n == -1 || a[0] == 7);
         assert(a[1] == 2 && n >= -1 && (n >= 0 || (a[0] == 1 && errno > 0))); }}",
        head
    );
    for answers in [[1, 7, 7], [0, 7, 7]] {
        assert!(end(&text, &answers).starts_with("no error: main returns"), "{}", end(&text, &answers));
    }
    let text = format!("{} int main() {{ static char b[64]; ioctl(0, 0x5401, b); }}", head);
    assert!(
        end(&text, &[0; 9]).contains("this call of a function of the C library is not supported"),
        "{}",
        end(&text, &[0; 9])
    );
}

#[test]
fn formats_are_checked_for_the_room_that_compilers_know() {
    let head = "#include <stdio.h>\n#include <string.h>
        extern int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...);
        extern int __sprintf_chk(char *, int, size_t, const char *, ...);
        extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);";
    holds(
        head,
        "char a[8], *format = \"%d-%s\"; int n = __printf_chk(1, \"%d%%\", 42);
         assert(n == 3 && __fprintf_chk(stderr, 1, format, 7, \"abc\") == 5);
         assert(__sprintf_chk(a, 1, 8, \"%d\", -12) == 3 && strcmp(a, \"-12\") == 0);
         assert(__sprintf_chk(a, 1, 8, format, 1, \"ab\") == 4 && strcmp(a, \"1-ab\") == 0);
         assert(__snprintf_chk(a, 3, 1, 8, \"%s\", \"hello\") == 5 && strcmp(a, \"he\") == 0);
         assert(__builtin___sprintf_chk(a, 1, -1, \"%x\", 255) == 2 && strcmp(a, \"ff\") == 0);",
    );
    let ends = [
        "__sprintf_chk(a, 1, 4, \"%s\", \"abcd\")",
        "__sprintf_chk(a, 1, 4, format, 12345)",
        "__snprintf_chk(a, 5, 1, 4, \"a\")",
        "__snprintf_chk(a, 5, 1, 4, format, 1)",
    ];
    for call in ends {
        let text =
            format!("{} int main() {{ static char a[8], *format = \"%d\"; {}; assert(0); }}", head, call);
        assert!(end(&text, &[]).starts_with("no error: the program stops"), "{}: {}", call, end(&text, &[]));
    }
}

#[test]
fn a_text_of_a_format_gets_an_object_of_its_length() {
    holds(
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>",
        "char *p = 0; int n = asprintf(&p, \"%d-%s\", 12, \"ab\");
         assert(n == 5 && strcmp(p, \"12-ab\") == 0); free(p);",
    );
}

#[test]
fn dates_are_in_their_ranges() {
    holds(
        "#include <time.h>",
        "time_t t = time(0); struct tm d, *p = gmtime_r(&t, &d);
         assert(p == &d && d.tm_mon <= 11 && d.tm_mday >= 1 && d.tm_isdst == 0 && d.tm_zone[0] == 'G');
         assert(localtime(&t)->tm_sec <= 60 && difftime(5, 3) == 2.0); char b[8];
         assert(strftime(b, sizeof b, \"%Y\", &d) < 8 && strftime(b, sizeof b, \"\", &d) == 0 && b[0] == 0);",
    );
    holds(
        "#include <uchar.h>",
        "char16_t a = u'a'; char32_t b = U'b'; assert(sizeof a == 2 && sizeof b == 4 && b == 98);",
    );
}
