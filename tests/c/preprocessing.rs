//! Macros, conditions and headers.

use crate::{program, program_for, refused, returned};
use indubit::c::{Arch, IntegerKind};

#[test]
fn macros_are_replaced() {
    for (text, expected) in [
        ("#define N 3\nint f() { return N; }", "3"),
        ("#define A (2)\n#define B A + A\nint f() { return B * 1; }", "(+ 2 (* 2 1))"),
        ("#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint f() { return MAX(1, 2); }", "(? (> 1 2) 1 2)"),
        ("#define TWICE(x) x x\nint f() { return TWICE(-) 1; }", "(- (- 1))"),
        ("#define f(x) g(x)\n#define g(x) x + 1\nint (f)() { return f(f(2)); }", "(+ (+ 2 1) 1)"),
        ("int x;\n#define x x\nint f() { return x; }", "(load x)"),
        ("#define A B\n#define B A\nint A;\nint f() { return A; }", "(load A)"),
        (
            "#define CALL(f, ...) f(__VA_ARGS__)\nint g(int, int);\nint f() { return CALL(g, 1, 2); }",
            "(call g 1 2)",
        ),
        ("#define NONE()\nint f() { return NONE() 1; }", "1"),
        ("#define PAREN (1)\nint f() { return PAREN; }", "1"),
        ("#define g(x) x\nint g;\nint f() { return g; }", "(load g)"),
        ("#define N 1\n#undef N\n#ifdef N\n#error no\n#endif\nint N;\nint f() { return N; }", "(load N)"),
        ("#define LONG 1 + \\\n  2\nint f() { return LONG; }", "(+ 1 2)"),
        ("int f() {\n  return __LINE__; }", "2"),
        ("#define ADD(a, b) a + b\nint f() { return ADD((1, 2),\n 3); }", "(+ (, 1 2) 3)"),
    ] {
        assert_eq!(returned(&program(text)), expected, "{}", text);
    }
}

#[test]
fn conditions_choose() {
    for (condition, holds) in [
        ("#if 0", false),
        ("#if 1", true),
        ("#ifdef __STDC__", true),
        ("#ifndef __STDC__", false),
        ("#if defined(X) || defined __STDC__", true),
        ("#if X", false),
        ("#if 2 * 3 == 6 && !(1 > 2)", true),
        ("#if 1 - 1 - 1 < 0", true),
        ("#if (1 ? 0 : 1)", false),
        ("#if 0 ? 1 / 0 : 2 ? 3 : 4", true),
        ("#if -1 > 0u", true),
        ("#if (0 ? 1u : -1) > 0", true),
        ("#if 0x80000000 < 0 || '\\xff' > 0", false),
        ("#if __GNUC__ == 12 && defined __linux__ && __INT_MAX__ == 2147483647", true),
        ("#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__", false),
        ("#if __has_include(<stdio.h>) && !__has_include(\"stdio.h\")", true),
        ("#if defined __has_attribute && __has_attribute(__packed__) && !__has_attribute(cleanup)", true),
        ("#if __has_builtin(__builtin_popcount)", true),
    ] {
        let text =
            format!("{}\nint f() {{ return 1; }}\n#else\nint f() {{ return 0; }}\n#endif\n", condition);
        assert_eq!(returned(&program(&text)), u8::from(holds).to_string(), "{}", condition);
    }
}

#[test]
fn text_that_is_left_out_need_not_be_c() {
    let text =
        "#if 0\nit's not C: \"\n#if 1\n#else\n@\n#endif\n#elif 1\nint f() { return 5; }\n#else\n`\n#endif\n";
    assert_eq!(returned(&program(text)), "5");
}

#[test]
fn directives_in_skipped_text_are_those_of_gcc() {
    // Between `#ifdef NONE` and `#endif`; `__STDC__` is defined.
    for (text, expected) in [
        ("#elifdef __STDC__\nint f() { return 2; }\n#else\nint f() { return 3; }", 2),
        ("#elifndef __STDC__\n`\n#elifndef NONE junk\nint f() { return 4; }\n#elifdef __STDC__\n`", 4),
        ("#wibble\n# 33 \"x\n#if )(\n#elif\n#elifdef 7\n#endif\n#else junk\nint f() { return 5; }", 5),
        ("#if 1\n#elifdef __STDC__\n#else\n#endif\n#elif 1\nint f() { return 6; }\n#elif )(\n#elifdef", 6),
    ] {
        assert_eq!(returned(&program(&format!("#ifdef NONE\n{}\n#endif\n", text))), expected.to_string());
    }
    for (text, message) in [
        ("#if 0\n#elifdef\n#endif\n", "line 2, column 2: expected the name of a macro"),
        ("#if 0\n#else\n#elifdef X\n#endif\n", "line 3, column 2: `#elifdef` behind `#else`"),
        ("#if 0\n#if 1\n#else\n#else\n#endif\n#endif\n", "line 4, column 2: `#else` behind `#else`"),
        ("#elifndef X\n", "line 1, column 2: `#elifndef` without `#if`"),
    ] {
        assert_eq!(refused(text).0, message, "{}", text);
    }
}

#[test]
fn headers_define_the_types_and_constants_of_the_target() {
    let text = "#include <limits.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <stddef.h>\n\
                int64_t a; size_t b; bool c; uint8_t d;\nlong f() { return INT_MIN; }\n";
    let kinds = |arch| -> Vec<IntegerKind> {
        let program = program_for(text, arch);
        let kind = |object: &indubit::c::Object| program.types.integer_kind(object.ty).expect("an integer");
        program.objects.iter().map(kind).collect()
    };
    use IntegerKind::{Bool, Long, LongLong, UnsignedChar, UnsignedInt, UnsignedLong};
    assert_eq!(kinds(Arch::Ilp32), [LongLong, UnsignedInt, Bool, UnsignedChar]);
    assert_eq!(kinds(Arch::Lp64), [Long, UnsignedLong, Bool, UnsignedChar]);
    assert_eq!(returned(&program(text)), "(long (- (- 2147483647) 1))");
}

#[test]
fn conditions_know_the_macros_of_gccs_headers() {
    for (header, condition, holds) in [
        ("sys/types.h", "BYTE_ORDER == BIG_ENDIAN", false),
        ("time.h", "__BYTE_ORDER == __LITTLE_ENDIAN && !defined BYTE_ORDER", true),
        ("stdint.h", "__WORDSIZE == __SIZEOF_POINTER__ * 8 && __GLIBC_PREREQ(2, 36)", true),
        ("unistd.h", "_POSIX_VERSION >= 200112L && defined errno", false),
        ("errno.h", "defined errno && _POSIX_C_SOURCE == 200809L && !defined __USE_GNU", true),
        ("stddef.h", "defined __GLIBC__ || defined _POSIX_VERSION || __WORDSIZE", false),
        ("stdio.h", "defined stdin && __GNUC_PREREQ(12, 0) && defined __USE_MISC", true),
        ("stddef.h", "__has_c_attribute(nodiscard) == 202003 && !__has_c_attribute(packed)", true),
        ("stddef.h", "__has_c_attribute(gnu::packed) && __has_attribute(fallthrough) == 201904L", true),
        // The program may decide for itself.
        ("unistd.h", "defined _XOPEN_UNIX || defined _STDIO_H", false),
    ] {
        let text = format!(
            "#include <{}>\n#undef _XOPEN_UNIX\n#if {}\nint f() {{ return 1; }}\n#else
            int f() {{ return 0; }}\n#endif\n",
            header, condition
        );
        assert_eq!(returned(&program(&text)), u8::from(holds).to_string(), "{} {}", header, condition);
    }
    let strict = "#define _POSIX_C_SOURCE 199309L\n#include <sys/types.h>
        #if BYTE_ORDER == BIG_ENDIAN && _POSIX_C_SOURCE == 199309L\nint f() { return 1; }\n#endif\n";
    assert_eq!(returned(&program(strict)), "1");
}

#[test]
fn a_macro_of_gccs_headers_that_is_missing_is_no_zero() {
    for (text, place) in [
        ("#include <stdio.h>\n#ifdef _STDIO_H\n#endif\n", "line 2, column 2: `_STDIO_H`"),
        ("#include <unistd.h>\n#if 1 || defined(_XOPEN_UNIX)\n#endif\n", "line 2, column 18: `_XOPEN_UNIX`"),
        ("#include <unistd.h>\n#if _SC_THREADS > 1\n#endif\n", "line 2, column 5: `_SC_THREADS`"),
        ("#define _GNU_SOURCE\n#include <time.h>\n#ifndef ADJ_TAI\n#endif\n", "line 3, column 2: `ADJ_TAI`"),
    ] {
        let (error, count) = refused(text);
        assert_eq!(
            (error, count),
            (format!("{} is a macro of gcc's headers that is missing here", place), 1)
        );
    }
    program("#include <time.h>\n#ifdef ADJ_TAI\n#error only with _GNU_SOURCE\n#endif\n");
}

#[test]
fn all_headers_can_be_included() {
    let names =
        "alloca.h assert.h ctype.h errno.h fcntl.h float.h inttypes.h limits.h locale.h math.h search.h setjmp.h \
                 signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h \
                 stdnoreturn.h string.h strings.h sys/mman.h sys/time.h sys/types.h time.h unistd.h wchar.h wctype.h";
    let text: String = names.split_whitespace().map(|name| format!("#include <{}>\n", name)).collect();
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let program = program_for(&text.repeat(2), arch);
        assert!(program.warnings.is_empty(), "{}", program.warnings[0]);
        assert!(program.function_named("printf").is_some());
    }
}

#[test]
fn a_comma_in_a_condition_gives_its_right_operand() {
    let text = |condition: &str| format!("#if {}\nint f() {{ return 5; }}\n#else\n`\n#endif\n", condition);
    for condition in ["(1, 2) == 2", "0, 1", "(0 ? 0, 0 : 1)", "!(1, 0)"] {
        assert_eq!(returned(&program(&text(condition))), "5", "{}", condition);
    }
}

#[test]
fn assert_takes_a_number_of_any_size() {
    let text = "#include <assert.h>\nvoid g(long long x) { assert(x); }\nint f() { return 0; }";
    assert!(program(text).function_named("assert").is_some());
    // Without assertions the condition is not even looked at.
    let text = "#define NDEBUG\n#include <assert.h>\nvoid g() { assert(nothing); }";
    assert!(program(text).function_named("assert").is_none());
}

#[test]
fn a_macro_named_assert_is_no_trouble_for_the_header() {
    let text = "#define assert(X) if(!(X)){oops();}\nint f(int x) { assert(x > 0); return x; }";
    assert_eq!(returned(&program(text)), "(load x)");
    let text = format!("{}\n#include <assert.h>\n", text);
    assert!(program(&text).function_named("assert").is_some());
}

#[test]
fn places_are_those_of_the_file_as_it_is() {
    let text = "# 1 \"other.c\"\n#line 70 \"third.c\"\nint x = ;\n";
    assert!(refused(text).0.starts_with("line 3, column 9: "));
    // A token of a macro has the place of the macro's use.
    let text = "#define EMPTY (\nint x = 1;\nint y =\n  EMPTY;\n";
    assert_eq!(refused(text).0, "line 4, column 8: expected an expression, found `;`");
    let text = "#define BAD y\nint x =\n  BAD;\n";
    assert!(refused(text).0.starts_with("line 3, column 3: `y` is not declared"));
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    for (text, expected) in [
        ("#include \"mine.h\"\n", "line 1, column 2: this header is not found"),
        ("#include <complex.h>\n", "line 1, column 2: the header <complex.h> is not built in"),
        ("#define S(x) #y\n", "line 1, column 2: `#` stands before a parameter of the macro"),
        ("#define P a ##\n", "line 1, column 2: `##` stands between two tokens"),
        (
            "#define P(a, b) a ## b\nint x = P(+, 1);\n",
            "line 2, column 9: `##` makes `+1`, which is no token",
        ),
        ("#pragma pack(3)\n", "line 1, column 1: expected `pack(n)`"),
        ("#if 1\n", "line 1, column 2: expected `#endif`"),
        ("#endif\n", "line 1, column 2: `#endif` without `#if`"),
        ("#error stop here\n", "line 1, column 2: the program says: stop here"),
        ("#define M(a) a\nint x = M(1;\n", "line 2, column 9: expected `)`"),
        ("#define M(a) a\nint x = M(1, 2);\n", "line 2, column 9: expected 1 arguments"),
        ("int x = sizeof(u8'a');\n", "line 1, column 16: `u8` is not declared"),
        ("#frobnicate\n", "line 1, column 2: expected a directive"),
    ] {
        let error = refused(text).0;
        assert!(error.starts_with(expected), "{}\n{}", text, error);
    }
}

#[test]
fn operators_of_macros_make_texts_and_names() {
    for (text, expected) in [
        ("#define S(x) #x\nchar *f() { return S(a  +\n b \"\\n\"); }", "(decay \"a + b \\\"\\\\n\\\"\")"),
        ("#define S(...) #__VA_ARGS__\nchar *f() { return S(1 , 'x'); }", "(decay \"1 , 'x'\")"),
        (
            "#define S_(x) #x\n#define S(x) S_(x)\n#define N 3\nchar *f() { return S(N) S_(N); }",
            "(decay \"3N\")",
        ),
        (
            "#define P(a, b) a ## b\nint xy; int f() { return P(x, y) + P(1, 2u); }",
            "(int (+ (unsigned int (load xy)) 12))",
        ),
        (
            "#define P(a, b) a ## b\n#define N 1\nint NN; int f() { return P(N, N) + P(, N) + P(2, ); }",
            "(+ (+ (load NN) 1) 2)",
        ),
        ("#define P(a, b, c) a ## b ## c\nint f() { return P(0x, f, f); }", "255"),
        (
            "#define C(f, a...) f(0, ## a)\nint g(); int f() { return C(g) + C(g, 1, 2); }",
            "(+ (call g 0) (call g 0 1 2))",
        ),
        ("#define C(f, ...) f(0, ## __VA_ARGS__)\nint g(); int f() { return C(g, 5); }", "(call g 0 5)"),
        ("#define X_ 7\n#define U(n) n ## _\nint f() { return U(X); }", "7"),
        ("#define o 1 ## 2\nint f() { return o; }", "12"),
        ("int f() { return __COUNTER__ + __COUNTER__; }", "(+ 0 1)"),
        (
            "#define m 1\n#pragma push_macro(\"m\")\n#undef m\n#define m 2\n#pragma pop_macro(\"m\")
            int f() { return m; }",
            "1",
        ),
        ("#define H <stddef.h>\n#include H\nint f() { return (size_t)1; }", "(int (cast unsigned int 1))"),
    ] {
        assert_eq!(returned(&program(text)), expected, "{}", text);
    }
}

/// The text of the calls of macros after replacement.
fn text_of(definitions: &str, calls: &str) -> String {
    let text = format!(
        "#define S_(...) #__VA_ARGS__\n#define S(...) S_(__VA_ARGS__)\n{}\nchar *f() {{ return S({}); }}",
        definitions, calls
    );
    returned(&program(&text))
}

#[test]
fn tokens_depend_on_the_variable_arguments() {
    for (definitions, calls, expected) in [
        (
            "#define H(...) f(0 __VA_OPT__(,) __VA_ARGS__)\n#define E",
            "H() H(1) H(1,2) H(E) H((E))",
            "f(0 ) f(0 , 1) f(0 , 1,2) f(0 ) f(0 , ())",
        ),
        ("#define H(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__", "H(a,b,c) H(a,b) H(,,c)", "ab, c , c"),
        ("#define H(x, ...) [#__VA_OPT__(x##x x)]", "H(, 0) H(q, 0) H(q)", r#"[\"\"] [\"qq q\"] [\"\"]"#),
        ("#define H(...) a ## __VA_OPT__(x y) ## b", "H() H(1)", "ab ax yb"),
        ("#define H(a, args...) a __VA_OPT__(, ## args)", "H(1) H(1,2)", "1 1 ,2"),
        ("#define T 7\n#define N(x, ...) x ## __VA_OPT__(x)", "N(T,1) N(T) N(,1)", "T7 7"),
        ("#define F(a, ...) a __VA_OPT__(F(__VA_ARGS__))", "F(1,2) F(1,F(2,3),4)", "1 F(2) 1 F(2 F(3),4)"),
        ("#define C(...) __COUNTER__ __VA_OPT__(__VA_ARGS__)", "C(__COUNTER__) C()", "1 0 2"),
        ("#define L(...) (b __VA_OPT__(c) d(e))", "L() L(1)", "(b d(e)) (b c d(e))"),
        ("#define L(x) __VA_OPT__(x)", "L(1)", "__VA_OPT__(1)"),
    ] {
        let expected = format!("(decay \"{}\")", expected);
        assert_eq!(text_of(definitions, calls), expected, "{}", definitions);
    }
}

#[test]
fn mistakes_in_tokens_that_depend_on_the_variable_arguments() {
    for (body, message) in [
        ("__VA_OPT__", "expected `(` behind `__VA_OPT__`"),
        ("__VA_OPT__(a(b)", "expected `)` at the end of `__VA_OPT__`"),
        ("__VA_OPT__(a __VA_OPT__(b))", "`__VA_OPT__` stands inside of another one"),
        ("x __VA_OPT__(##) __VA_ARGS__", "`##` stands between two tokens"),
        ("__VA_OPT__(#b)", "`#` stands before a parameter of the macro"),
        ("a ## __VA_OPT__(x c)", "an empty argument in `__VA_OPT__` beside a `##` is not supported"),
    ] {
        let text = format!("#define L(x, ...) {}\nint y; int f() {{ L(, 1); return 0; }}", body);
        let error = refused(&text).0;
        assert!(error.contains(message), "{}: {}", body, error);
    }
}

#[test]
fn the_largest_size_is_unsigned() {
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let text = "#include <stdint.h>\nint f() { return SIZE_MAX > 0 && UINTPTR_MAX == -1; }";
        let program = program_for(text, arch);
        let value = program.returned(program.function_named("f").expect("f")).expect("a value");
        assert!(!program.text(value).contains("-1)"), "{}", program.text(value));
        program_for("#include <stdint.h>\n_Static_assert(SIZE_MAX > 0 && UINTPTR_MAX == -1, \"\");", arch);
    }
}
