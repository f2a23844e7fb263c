//! Input that is deep, huge, endless or damaged: read or refused, never a panic, an overflow or a hang.

use crate::cases::{scaled, try_random};
use crate::counts::enough;
use crate::damage::damage;
use crate::fixtures::{examine, programs};
use indubit::base::{Budget, Rng};
use indubit::c::{read, COptions, Program};
use indubit::input::Diagnostic;
use indubit::input::Place;

const DEEP: usize = 1_000_000;

fn try_read(bytes: &[u8]) -> Result<Program, Vec<Diagnostic>> {
    let budget = Budget::unlimited().with_memory(1 << 30);
    let result = read(bytes, &COptions::default(), &budget);
    assert_eq!(budget.memory_used(), 0, "all that was booked is given back");
    match &result {
        Ok(program) => examine(program),
        Err(list) => list.iter().for_each(|diagnostic| check_place(bytes, diagnostic)),
    }
    result
}

/// The place is in the file, and the diagnostic can be shown.
fn check_place(bytes: &[u8], diagnostic: &Diagnostic) {
    let lines = bytes.iter().filter(|&&b| b == b'\n').count() + 1;
    match diagnostic.place() {
        Place::Line { line, column } => {
            assert!((1..=lines).contains(&line) && (1..=bytes.len() + 1).contains(&column), "{}", diagnostic);
        }
        Place::Byte(_) => panic!("{}", diagnostic),
    }
    assert!(!diagnostic.message().is_empty() && !diagnostic.to_string().is_empty());
}

fn message(text: &str) -> String {
    let list = try_read(text.as_bytes()).expect_err("an error");
    list[0].message().to_string()
}

#[test]
fn deep_statements_and_expressions_are_read() {
    for (open, inner, close) in [
        ("{", "", "}"),
        ("if (x) ", ";", ""),
        ("if (x) ; else ", ";", ""),
        ("while (x) ", ";", ""),
        ("do ", ";", " while (x);"),
        ("for (;;) ", ";", ""),
        ("switch (x) ", ";", ""),
        ("switch (x) case 1: ", ";", ""),
        ("{ int x; ", "", "}"),
    ] {
        let count = DEEP / 4;
        let text = format!("int f(int x) {{ {}{}{} }}", open.repeat(count), inner, close.repeat(count));
        let program = try_read(text.as_bytes()).unwrap_or_else(|errors| panic!("{}: {}", open, errors[0]));
        assert!(program.stmt_count() >= count, "{}", open);
    }
    for (open, inner, close) in [
        ("(", "x", ")"),
        ("- ", "x", ""),
        ("!", "x", ""),
        ("x + ", "x", ""),
        ("x = ", "x", ""),
        ("x ? x : ", "x", ""),
        ("x ? ", "x", " : x"),
        ("x ?: ", "x", ""),
        ("(int)", "x", ""),
        ("f(", "x", ")"),
        ("sizeof ", "x", ""),
        ("x, ", "x", ""),
        ("p[", "0", "]"),
        ("(x + ", "x", ")"),
    ] {
        let count = DEEP / 4;
        let text =
            format!("int *p; int f(int x) {{ {}{}{}; }}", open.repeat(count), inner, close.repeat(count));
        let program = try_read(text.as_bytes()).unwrap_or_else(|errors| panic!("{}: {}", open, errors[0]));
        assert!(program.expr_count() >= 1, "{}", open);
    }
}

#[test]
fn deep_brackets_without_end_are_refused() {
    for text in
        ["{", "(", "[", "*", "if (", "int f() {", "int f() { (", "int x = (", "int x = {", "int (", "int a["]
    {
        let deep = format!("{}{}", text, text.chars().last().expect("a mark").to_string().repeat(DEEP));
        assert!(try_read(deep.as_bytes()).is_err(), "{}", text);
        assert!(try_read(text.repeat(DEEP / 10).as_bytes()).is_err(), "{}", text);
    }
    for text in
        ["if", "else", "do", "x", "int", "int *", "struct s {", "enum {", "sizeof(int (", "(int){", "typeof("]
    {
        let deep = format!("int f() {{ {}", format!("{} ", text).repeat(DEEP / 10));
        assert!(try_read(deep.as_bytes()).is_err(), "{}", text);
    }
}

#[test]
fn types_nest_up_to_a_limit() {
    let limit = "types nest deeper than 100 levels";
    assert_eq!(message(&format!("int {}x;", "*".repeat(DEEP))), limit);
    assert_eq!(message(&format!("int x{};", "[1]".repeat(DEEP))), limit);
    let records = format!("{} int x; {}", "struct { ".repeat(DEEP), "} y; ".repeat(DEEP));
    assert!(message(&records).starts_with("this nests deeper than 100 levels"));
    let parentheses = format!("int {}x{};", "(".repeat(DEEP), ")".repeat(DEEP));
    assert!(message(&parentheses).starts_with("this nests deeper than 100 levels"));
    let parameters = format!("int f{}{};", "(int g".repeat(DEEP), ")".repeat(DEEP));
    assert!(message(&parameters).starts_with("this nests deeper than 100 levels"));
    let braces = format!("int x = {}1{};", "{".repeat(DEEP), "}".repeat(DEEP));
    assert!(message(&braces).starts_with("this nests deeper than 100 levels"));
    let chain: String =
        (1..DEEP / 100).map(|i| format!("struct s{} {{ struct s{} s; }};\n", i, i - 1)).collect();
    assert_eq!(message(&format!("struct s0 {{ int x; }};\n{}", chain)), limit);
    let chain: String = (1..DEEP / 100).map(|i| format!("typedef t{} *t{};\n", i - 1, i)).collect();
    assert_eq!(message(&format!("typedef int t0;\n{}", chain)), limit);
    // The standard asks for 63 levels of records and of parentheses, and for 12 of types.
    let fine = format!("{} int x; {}", "struct { ".repeat(63), "} y; ".repeat(63));
    assert!(try_read(fine.as_bytes()).is_ok());
    assert!(try_read(format!("int {}x{};", "(".repeat(63), ")".repeat(63)).as_bytes()).is_ok());
    assert!(try_read(format!("int {}x;", "*".repeat(90)).as_bytes()).is_ok());
}

#[test]
fn large_types_are_refused() {
    let larger = "the array is larger than the memory; make it smaller";
    assert_eq!(message("int a[1000000000];"), larger);
    assert_eq!(message("char a[65536][65536];"), larger);
    assert_eq!(message("int a[18446744073709551615ULL];"), larger);
    assert_eq!(message("int a[-1];"), "expected a length that is not negative");
    let record = "struct { char a[2000000000]; char b[2000000000]; } s;";
    assert_eq!(message(record), "the record is larger than the memory; make it smaller");
    assert!(message("char a[] = { [2147483647] = 1 };").starts_with("this index is not one"));
    assert!(try_read(b"char a[2147483647];").is_ok());
}

#[test]
fn text_without_end_is_refused() {
    assert!(message("/* no end").starts_with("expected `*/` at the end of this comment"));
    assert!(message("char *p = \"no end").starts_with("expected `\"` at the end of this string literal"));
    assert!(message("int x = 'a").starts_with("expected `'` at the end of this character constant"));
    assert!(message("int x = '';").starts_with("expected a character between the quotes"));
    assert!(message("int x = '\\q';").starts_with("`\\q` is no escape"));
    assert!(message("#define M(a\nint x;").starts_with("expected the parameters of a macro"));
    assert!(message("#define\n").starts_with("expected the name of a macro"));
    assert!(message("#define M(a) a\nint x = M(").starts_with("expected `)` at the end of the arguments"));
    assert!(message("int x = 08;").starts_with("expected digits of base 8"));
    assert!(message("int x = 1x;").starts_with("expected a number"));
    assert!(message("int x = 99999999999999999999;").contains("does not fit 64 bits"));
    assert!(message("int @ x;").starts_with("`@` does not belong in a program"));
    assert!(try_read(b"").is_ok());
    assert!(try_read(b"int x; // no end of line").is_ok());
    assert!(try_read(b"int x; \\").is_err());
}

#[test]
fn macros_that_grow_are_stopped() {
    let mut text = "#define m0 1 + 1\n".to_string();
    for i in 1..40 {
        text.push_str(&format!("#define m{} m{} + m{}\n", i, i - 1, i - 1));
    }
    assert!(message(&format!("{}int x = m39;\n", text)).starts_with("macros make more than"));
    let text = format!("#define f(x) x x\nint x = {}1{};", "f(".repeat(90), ")".repeat(90));
    assert!(message(&text).starts_with("macros make more than"));
    let text = format!("#define f(x) x\nint x = {}1{};", "f(".repeat(DEEP / 10), ")".repeat(DEEP / 10));
    assert!(message(&text).starts_with("macro calls nest deeper than 100 levels"));
    let chain: String = (1..10_000).map(|i| format!("#define m{} m{}\n", i, i - 1)).collect();
    assert!(try_read(format!("#define m0 1\n{}int x = m9999;", chain).as_bytes()).is_ok());
    assert!(try_read(b"#define f(x) f(x)\nint f(int x) { return f(f(x)); }").is_ok());
    assert!(
        try_read(format!("{}{}", "#if 1\n".repeat(100_000), "#endif\n".repeat(100_000)).as_bytes()).is_ok()
    );
    assert!(message(&format!("#if {}1\n#endif\n", "(".repeat(DEEP))).starts_with("expected a condition"));
}

/// A file costs memory in proportion to its size.
#[test]
fn memory_is_limited() {
    let text = format!("int f(int x) {{ return {}x; }}", "x + ".repeat(DEEP));
    let budget = Budget::unlimited().with_memory(1 << 20);
    let list = read(text.as_bytes(), &COptions::default(), &budget).expect_err("a limit");
    assert!(list[0].message().starts_with("memory limit reached"), "{}", list[0]);
}

#[test]
fn files_may_end_anywhere() {
    for (_, bytes) in programs() {
        (0..bytes.len()).for_each(|length| drop(try_read(&bytes[..length])));
    }
}

#[test]
fn mutations_of_programs_are_read_or_refused() {
    let programs = programs();
    let mut rng = Rng::new(1);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..scaled(4_000) {
        let mut bytes = programs[round % programs.len()].1.clone();
        for _ in 0..=rng.below(3) {
            damage(&mut rng, &mut bytes, b"0123456789 \n(){}[];,*&#\"'\\/=:?.x\xff");
        }
        match try_read(&bytes) {
            Ok(_) => accepted += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(enough(accepted, 300) && enough(refused, 1_000), "{} read, {} refused", accepted, refused);
}

/// Words in any order reach places that damage to good programs does not.
#[test]
fn words_in_any_order_are_read_or_refused() {
    let words = [
        "(",
        "(",
        ")",
        ")",
        "{",
        "}",
        "{",
        "}",
        "[",
        "]",
        ";",
        ";",
        ",",
        "*",
        "&",
        "=",
        "==",
        "?",
        ":",
        "+",
        "-",
        ".",
        "->",
        "++",
        "int",
        "char",
        "unsigned",
        "struct s",
        "union u",
        "enum e",
        "typedef",
        "T",
        "static",
        "extern",
        "const",
        "x",
        "y",
        "f",
        "m",
        "if",
        "else",
        "while",
        "do",
        "for",
        "switch",
        "case",
        "default",
        "break",
        "continue",
        "goto l",
        "l:",
        "return",
        "sizeof",
        "0",
        "1",
        "'a'",
        "\"text\"",
        "...",
        "void",
        "_Bool",
        "__attribute__((packed))",
        "\n#define m 1\n",
        "\n#if 1\n",
        "\n#else\n",
        "\n#endif\n",
        "int f() {",
        "} }",
        "(T)",
        "_Alignof",
        "_Static_assert(1);",
        "typeof(x)",
        "double",
        "1.5",
        ".m =",
        "[1] =",
        "m(",
        "\n#undef m\n",
    ];
    let mut rng = Rng::new(2);
    let mut accepted = 0;
    for _ in 0..scaled(6_000) {
        let head = "typedef int T; struct s { int m, n; } x; int y[3]; int f(int a, char *b) {";
        let tail: Vec<&str> = (0..rng.below(12)).map(|_| words[rng.below(words.len())]).collect();
        let close = if rng.one_in(2) { ";}" } else { "" };
        accepted += u64::from(try_read(format!("{} {} {}", head, tail.join(" "), close).as_bytes()).is_ok());
    }
    assert!(enough(accepted, 100), "{} read", accepted);
}

#[test]
fn any_bytes_are_read_or_refused_with_a_place() {
    try_random(200, |bytes: Vec<u8>| try_read(&bytes).map_or_else(|errors| !errors.is_empty(), |_| true));
    // Behind a beginning that is right, more of them are looked at as a statement.
    try_random(200, |bytes: Vec<u8>| {
        let text = [b"int main() { ", &bytes[..]].concat();
        try_read(&text).map_or_else(|errors| !errors.is_empty(), |_| true)
    });
}
