//! Types of expressions and the conversions in them. The expectations follow C11, 6.3 to 6.5.

use crate::{program_for, returned};
use indubit::c::Arch::{self, Ilp32, Lp64};
use indubit::c::{ExprKind, Program, StmtKind};

const DECLARATIONS: &str = "
_Bool b; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u;
long l; unsigned long ul; long long ll; unsigned long long ull;
enum colour { RED, GREEN } e; enum signed_one { LOW = -1, HIGH } se;
int *p; char *text; void *v; int a[4]; int m[2][3];
struct point { int x, y; unsigned narrow : 5; unsigned whole : 32; long long wide : 40; } pt, *pp;
int g(int, char); int (*h)(void);
";

/// The program whose function `f` has this expression as its last statement.
fn with(expression: &str, arch: Arch) -> Program {
    program_for(&format!("{}\nvoid f(void) {{ {}; }}\n", DECLARATIONS, expression), arch)
}

/// The type of an expression as a value.
fn type_of(expression: &str, arch: Arch) -> String {
    let program = with(expression, arch);
    let body = program.function(program.function_named("f").expect("a function")).body.expect("a body");
    let last = match program.stmt(body).kind {
        StmtKind::Block(list, _) => program.statements(list)[0],
        kind => panic!("{:?}", kind),
    };
    match program.stmt(last).kind {
        StmtKind::Expression(expr) => program.types.text(program.expr(expr).ty, &program.names),
        kind => panic!("{:?}", kind),
    }
}

#[test]
fn types_of_expressions() {
    // The expression, its type on ILP32, and on LP64.
    let table = [
        // Integer promotions.
        ("+b", "int", "int"),
        ("-c", "int", "int"),
        ("~uc", "int", "int"),
        ("+us", "int", "int"),
        ("-u", "unsigned int", "unsigned int"),
        ("!ull", "int", "int"),
        ("+e", "unsigned int", "unsigned int"),
        ("+se", "int", "int"),
        ("RED", "int", "int"),
        ("e", "enum colour", "enum colour"),
        ("+pt.narrow", "int", "int"),
        ("+pt.whole", "unsigned int", "unsigned int"),
        ("pt.narrow - 6", "int", "int"),
        ("(pt.x, pt.narrow) - 6", "int", "int"),
        ("(unsigned)pt.narrow - 6", "unsigned int", "unsigned int"),
        // Usual arithmetic conversions.
        ("c + sc", "int", "int"),
        ("s * us", "int", "int"),
        ("i + u", "unsigned int", "unsigned int"),
        ("u + l", "unsigned long", "long"),
        ("l + ul", "unsigned long", "unsigned long"),
        ("l + ll", "long long", "long long"),
        ("u + ll", "long long", "long long"),
        ("ul + ll", "long long", "unsigned long long"),
        ("ll % ull", "unsigned long long", "unsigned long long"),
        ("i & ul", "unsigned long", "unsigned long"),
        ("e + i", "unsigned int", "unsigned int"),
        ("b ? c : ll", "long long", "long long"),
        ("i ?: u", "unsigned int", "unsigned int"),
        // Shifts take the type of their left operand; comparisons and logic are ints.
        ("c << ll", "int", "int"),
        ("u >> ll", "unsigned int", "unsigned int"),
        ("ll < ull", "int", "int"),
        ("p == 0", "int", "int"),
        ("ll && p", "int", "int"),
        ("ll, c", "char", "char"),
        // Assignments have the type of their target.
        ("c = ll", "char", "char"),
        ("s += ll", "short", "short"),
        ("uc++", "unsigned char", "unsigned char"),
        ("--p", "int *", "int *"),
        // Pointers and arrays.
        ("a", "int *", "int *"),
        ("&a", "int (*)[4]", "int (*)[4]"),
        ("a + 1", "int *", "int *"),
        ("1 + p", "int *", "int *"),
        ("p - a", "int", "long"),
        ("m[1]", "int *", "int *"),
        ("m[1][2]", "int", "int"),
        ("2[a]", "int", "int"),
        ("*m", "int *", "int *"),
        ("m", "int (*)[3]", "int (*)[3]"),
        ("&m[1]", "int (*)[3]", "int (*)[3]"),
        ("b ? p : 0", "int *", "int *"),
        ("b ? p : v", "void *", "void *"),
        ("b ? (void *)0 : p", "int *", "int *"),
        ("\"ab\"", "char *", "char *"),
        ("L\"ab\"", "long *", "int *"),
        ("&\"ab\"", "char (*)[3]", "char (*)[3]"),
        // Members and calls.
        ("pt", "struct point", "struct point"),
        ("&pp->y", "int *", "int *"),
        ("(*pp).x", "int", "int"),
        ("g(1, 2)", "int", "int"),
        ("g", "int (*)(int, char)", "int (*)(int, char)"),
        ("&g", "int (*)(int, char)", "int (*)(int, char)"),
        ("(***h)()", "int", "int"),
        ("(void)i", "void", "void"),
        // Sizes and constants.
        ("sizeof c", "unsigned int", "unsigned long"),
        ("sizeof(int)", "unsigned int", "unsigned long"),
        ("_Alignof(int)", "unsigned int", "unsigned long"),
        ("'a'", "int", "int"),
        ("L'a'", "long", "int"),
        ("2147483647", "int", "int"),
        ("2147483648", "long long", "long"),
        ("0x80000000", "unsigned int", "unsigned int"),
        ("020000000000", "unsigned int", "unsigned int"),
        ("0xffffffffff", "long long", "long"),
        ("0xffffffffffffffff", "unsigned long long", "unsigned long"),
        ("4294967295UL", "unsigned long", "unsigned long"),
        ("4294967296UL", "unsigned long long", "unsigned long"),
        ("1U", "unsigned int", "unsigned int"),
        ("1ll", "long long", "long long"),
        ("0b101", "int", "int"),
        ("0x1'0000'0000", "long long", "long"),
    ];
    for (expression, ilp32, lp64) in table {
        assert_eq!(type_of(expression, Ilp32), ilp32, "{} on ILP32", expression);
        assert_eq!(type_of(expression, Lp64), lp64, "{} on LP64", expression);
    }
}

/// The tree of an expression that `f` returns.
fn tree(result: &str, expression: &str) -> String {
    let text = format!("{}\n{} f(void) {{ return {}; }}\n", DECLARATIONS, result, expression);
    returned(&program_for(&text, Ilp32))
}

#[test]
fn every_conversion_is_a_node() {
    for (result, expression, expected) in [
        ("int", "c + 1", "(+ (int (load c)) 1)"),
        ("char", "c + 1", "(char (+ (int (load c)) 1))"),
        ("int", "i + u", "(int (+ (unsigned int (load i)) (load u)))"),
        ("int", "u > -1", "(> (load u) (unsigned int (- 1)))"),
        ("int", "(char)i", "(int (cast char (load i)))"),
        ("_Bool", "p", "(_Bool (load p))"),
        ("int", "a[i]", "(load (* (+ (decay a) (load i))))"),
        ("int", "pp->y", "(load (member 1 (* (load pp))))"),
        ("int *", "0", "(int * 0)"),
        ("int", "g(c, i)", "(call g (int (load c)) (char (load i)))"),
        ("int", "h()", "(call (load h))"),
        ("int", "(*h)()", "(call (load h))"),
        ("int", "i = c", "(= i (int (load c)))"),
        ("int", "c += u", "(int (+= unsigned int c (load u)))"),
        ("int", "c <<= ll", "(int (<<= int c (load ll)))"),
        ("int", "i++ - --i", "(- (postfix ++ i) (prefix -- i))"),
        ("int", "!p || ll", "(|| (! (load p)) (load ll))"),
        ("int", "i ? c : s", "(? (load i) (int (load c)) (int (load s)))"),
        ("int", "GREEN", "1"),
        ("int", "i * -2 + 3 * 4", "(+ (* (load i) (- 2)) (* 3 4))"),
        ("int", "i = u = 3", "(= i (int (= u (unsigned int 3))))"),
        ("int", "1 - 2 - 3", "(- (- 1 2) 3)"),
        ("int", "i ? 1 : u ? 2 : 3", "(? (load i) 1 (? (load u) 2 3))"),
        ("int", "i ? i, 1 : 2", "(? (load i) (, (load i) 1) 2)"),
        ("int", "-i * ~i", "(* (- (load i)) (~ (load i)))"),
        ("int", "i | 1 & 2 ^ 3 == 4 << 5 < 6", "(| (load i) (^ (& 1 2) (== 3 (< (<< 4 5) 6))))"),
        ("int", "sizeof(int) * 2", "(int (* 4 (unsigned int 2)))"),
        ("int", "sizeof i++ + 1", "(int (+ 4 (unsigned int 1)))"),
        ("int", "__builtin_bswap16(c)", "(int (call __builtin_bswap16 (unsigned short (load c))))"),
        ("int", "__builtin_expect(i, 0)", "(int (long (load i)))"),
    ] {
        assert_eq!(tree(result, expression), expected, "{}", expression);
    }
}

#[test]
fn a_nonzero_number_as_boolean_is_one() {
    let program = program_for("int a[(_Bool)256 + (_Bool)0];", Ilp32);
    assert_eq!(program.types.text(program.objects[0].ty, &program.names), "int [1]");
}

#[test]
fn constants_are_computed_as_the_target_does() {
    for (expression, value) in [
        ("1 + 2 * 3", 7),
        ("(7 / 2) * 10 + -7 % 3 + 1", 30),
        ("(-7 / 2 == -3) + (-7 >> 1 == -4)", 2),
        ("(unsigned)-1 > 0 ? 5 : 6", 5),
        ("-1 > 0u", 1),
        ("(char)200 < 0 ? 1 : 2", 1),
        ("(unsigned char)300", 44),
        ("2147483647 + 1 < 0", 1),
        ("sizeof(long) + sizeof(char[3])", 7),
        ("'\\x41' - '\\101' + '\\n'", 10),
        ("0 && 1 / 0 ? 3 : 4", 4),
        ("1 || 1 / 0", 1),
        ("1 ? 2 : 1 / 0", 2),
        ("!3 + ~-5 + !0", 5),
        ("1 << 4 | 3 ^ 1", 18),
        ("__builtin_offsetof(struct { char c; int i[3]; }, i[2])", 12),
        ("(int)&((struct { char c; short s; } *)0)->s", 2),
    ] {
        let program = program_for(&format!("enum {{ N = {} }}; int a[N];", expression), Ilp32);
        let size = program.types.size(program.objects[0].ty);
        assert_eq!(size, Some(4 * value), "{}", expression);
    }
}

#[test]
fn calls_know_their_closing_parenthesis() {
    let program = program_for("int g();\nint f(void) {\n  return g(1,\n    (2));\n}\n", Ilp32);
    let value = program.returned(program.function_named("f").expect("f")).expect("a value");
    match program.expr(value).kind {
        ExprKind::Call { close, .. } => assert_eq!(program.lines.line_and_column(close), (4, 8)),
        kind => panic!("{:?}", kind),
    }
    assert_eq!(program.lines.line_and_column(program.expr(value).pos), (3, 10));
}
