//! Declarations: types, scopes, linkage and old-style functions.

use crate::{program, program_for, refused, returned};
use indubit::c::{Arch, Program, Storage, Type};

/// The types of all objects, by name.
fn objects(program: &Program) -> Vec<String> {
    let show = |object: &indubit::c::Object| {
        let name = object.name.map_or("_", |name| program.names.text(name));
        format!("{}: {}", name, program.types.text(object.ty, &program.names))
    };
    program.objects.iter().map(show).collect()
}

/// The type of the function `f`.
fn type_of_f(text: &str) -> String {
    let program = program(text);
    let function = program.function(program.function_named("f").expect("a function f"));
    program.types.text(function.ty, &program.names)
}

#[test]
fn declarators_read_from_the_inside_out() {
    for (text, expected) in [
        ("int *a[3];", "a: int *[3]"),
        ("int (*a)[3];", "a: int (*)[3]"),
        ("int (*a[2])(void);", "a: int (*[2])(void)"),
        ("char *(*(*a)(int))[4];", "a: char *(*(*)(int))[4]"),
        ("int a[2][3];", "a: int [2][3]"),
        ("void (*a(int))(char);\nint b;", "b: int"),
        ("unsigned a, *b;", "a: unsigned int"),
        ("long unsigned int long a;", "a: unsigned long long"),
        ("const char *const a;", "a: char *"),
        ("typedef int T[2]; T a[3];", "a: int [3][2]"),
        ("typedef int T; struct { T T; } a;", "a: struct without tag"),
        ("int x; __typeof__(&x) a;", "x: int"),
        ("int a __attribute__((unused)) = 1;", "a: int"),
        ("extern int a __asm__(\"b\");", "a: int"),
        ("_Noreturn __extension__ static __inline int f(int); int a;", "a: int"),
        ("unsigned a __attribute__((__mode__(__DI__)));", "a: unsigned long long"),
        ("typedef int word __attribute__((mode(HI))); word a;", "a: short"),
        ("struct s *a;", "a: struct s *"),
        ("int a[sizeof(int[3])];", "a: int [12]"),
        ("int (a), (*(b));", "a: int"),
    ] {
        assert_eq!(objects(&program(text))[0], expected, "{}", text);
    }
}

#[test]
fn declarations_of_one_name_are_composed() {
    assert_eq!(objects(&program("extern int a[]; int a[3]; extern int a[];")), ["a: int [3]"]);
    assert_eq!(objects(&program("int a; int a; int a = 1;")), ["a: int"]);
    assert_eq!(objects(&program("int a[];")), ["a: int [1]"]);
    assert_eq!(type_of_f("int f(); int f(int, char *); int f();"), "int (int, char *)");
    assert_eq!(objects(&program("int f(void) { extern int a; return a; } int a;")), ["a: int"]);
    let program = program("int g(void) { int f(); return f(); } int f() { return 1; }");
    assert_eq!(program.functions.len(), 2);
}

#[test]
fn functions_may_be_called_before_any_declaration() {
    let program = program("main() { later(1); undefined(2); }\nint later(int x) { return x; }");
    assert!(!program.function(program.function_named("later").expect("later")).is_implicit);
    assert!(program.function(program.function_named("undefined").expect("undefined")).is_implicit);
    assert_eq!(program.warnings.len(), 3);
    // The call had the type int, the definition has the last word.
    assert_eq!(type_of_f("int main() { f(); return 0; } void f(int x) { }"), "void (int)");
}

#[test]
fn old_style_definitions_have_typed_parameters() {
    let text = "int f(a, b, c) char a; int *b; { return a + *b + c; }";
    assert_eq!(type_of_f(text), "int ()");
    assert_eq!(objects(&program(text)), ["a: char", "b: int *", "c: int"]);
    assert_eq!(returned(&program(text)), "(+ (+ (int (load a)) (load (* (load b)))) (load c))");
}

#[test]
fn parameters_are_adjusted() {
    assert_eq!(
        type_of_f("void f(int a[3], int b(char), int c[][2]);"),
        "void (int *, int (*)(char), int (*)[2])"
    );
    assert_eq!(type_of_f("void f(int n, int a[n]);"), "void (int, int *)");
    assert_eq!(type_of_f("typedef int T; void f(T, T x, int (T));"), "void (int, int, int (*)(int))");
    assert_eq!(type_of_f("int f(const char *, ...);"), "int (char *, ...)");
}

#[test]
fn scopes_hide_and_end() {
    let text = "int x; int f(int p) { char x; { long x; { x; } x; } for (short x;;) x; return p; }";
    let program = program(text);
    let storages: Vec<Storage> = program.objects.iter().map(|object| object.storage).collect();
    let [g, p, l] = [Storage::Global, Storage::Parameter, Storage::Local];
    assert_eq!(storages, [g, p, l, l, l]);
    assert!(refused("int f() { { int x; } return x; }").0.contains("`x` is not declared"));
}

#[test]
fn visible_objects_leave_hidden_ones_out() {
    let text =
        "int x, y;\nint f(int p) {\n  char x = 1;\n  {\n    long z = 2;\n    return p;\n  }\n}\nint w;\n";
    let program = program(text);
    let value = program.exprs().find(|&e| program.lines.line_and_column(program.expr(e).pos) == (6, 12));
    let pos = program.expr(value.expect("the returned p")).pos;
    let known: Vec<String> = program
        .visible_objects(pos)
        .into_iter()
        .map(|id| {
            let object = program.object(id);
            let name = program.names.text(object.name.expect("a name"));
            format!("{} {}", program.types.text(object.ty, &program.names), name)
        })
        .collect();
    assert_eq!(known, ["long z", "int p", "char x", "int y"]);
}

#[test]
fn tags_and_labels_and_members_are_names_of_their_own() {
    let text = "struct x { int x; } x; enum y { z }; int f() { struct x x; goto x; x: x.x = z; return x.x; }";
    assert_eq!(returned(&program(text)), "(load (member 0 x))");
    // An inner tag is another type.
    let text = "struct s { int a; } g; int f() { struct s { char b; } l; return sizeof l; }";
    assert_eq!(returned(&program(text)), "(int 1)");
    let text =
        "struct s { int a; }; int f() { struct s; struct s *p; struct s { char b, c; }; return sizeof *p; }";
    assert_eq!(returned(&program(text)), "(int 2)");
}

#[test]
fn anonymous_members_count_as_members() {
    let text = "struct { int a; union { char b; struct { short c, d; }; }; } s; int f() { return s.d; }";
    assert_eq!(returned(&program(text)), "(int (load (member 1 (member 1 (member 1 s)))))");
}

#[test]
fn floating_point_is_read() {
    program("double sqrt(double); struct { float x; } s; const double pi = 3.14;");
    program("int f() { double d; return sizeof d + sizeof(float); }");
    let program = program("double g(double); int f(int x) { return g(x) > -1.5f; }");
    assert_eq!(returned(&program), "(> (call g (double (load x))) -1.5)");
}

#[test]
fn functions_tell_whether_they_return() {
    let text =
        "extern void a(void) __attribute__((__noreturn__)); _Noreturn void b(void); static void c(void) {}";
    let program = program(text);
    let of = |name: &str| program.function(program.function_named(name).expect("a function"));
    assert!(of("a").is_noreturn && of("b").is_noreturn && !of("c").is_noreturn);
    assert!(of("c").is_static && of("c").body.is_some() && of("a").body.is_none());
}

#[test]
fn objects_have_their_storage() {
    let text = "int a; static int b = 1; extern int c; int f(int d) { int e; static int g; extern int c; return c; }";
    let program = program(text);
    let shown: Vec<(Storage, bool)> =
        program.objects.iter().map(|object| (object.storage, object.is_defined)).collect();
    use Storage::{Global, Local, Parameter, StaticLocal};
    let expected = [
        (Global, true),
        (Global, true),
        (Global, false),
        (Parameter, true),
        (Local, true),
        (StaticLocal, true),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn records_may_contain_pointers_to_themselves() {
    let program =
        program_for("struct node { struct node *next; int value; } n; union u *later; ", Arch::Lp64);
    let size = program.types.size(program.objects[0].ty);
    assert_eq!(size, Some(16));
    let to = program.types.pointee(program.objects[1].ty).expect("a pointer");
    assert!(matches!(program.types.get(to), Type::Record(id) if program.types.record(id).fields.is_none()));
}
