//! Statements: their structure and their places.

use crate::{program, refused};
use indubit::c::{Program, StmtId, StmtKind};

/// A statement as text; deep ones are not tried here.
fn shape(program: &Program, id: StmtId) -> String {
    let list =
        |list| program.statements(list).iter().map(|&s| shape(program, s)).collect::<Vec<_>>().join(" ");
    let text = |expr| program.text(expr);
    match program.stmt(id).kind {
        StmtKind::Empty => ";".to_string(),
        StmtKind::Expression(expr) => text(expr),
        StmtKind::Declaration(object, initialiser) => {
            let name = program.object(object).name.map_or("_", |name| program.names.text(name));
            format!("{} {}", if initialiser.is_some() { "init" } else { "var" }, name)
        }
        StmtKind::Block(statements, _) => format!("{{{}}}", list(statements)),
        StmtKind::If(condition, then, None) => format!("if {} {}", text(condition), shape(program, then)),
        StmtKind::If(condition, then, Some(other)) => {
            format!("if {} {} else {}", text(condition), shape(program, then), shape(program, other))
        }
        StmtKind::While(condition, body) => format!("while {} {}", text(condition), shape(program, body)),
        StmtKind::DoWhile(body, condition) => format!("do {} {}", shape(program, body), text(condition)),
        StmtKind::For { init, condition, step, body, .. } => {
            let part = |expr: Option<_>| expr.map_or("-".to_string(), text);
            format!("for ({}) {} {} {}", list(init), part(condition), part(step), shape(program, body))
        }
        StmtKind::Switch { value, body, cases } => {
            let show = |case: &indubit::c::SwitchCase| match case.values {
                None => "default".to_string(),
                Some(range) if range.low == range.high => range.low.to_string(),
                Some(range) => format!("{}..{}", range.low, range.high),
            };
            let cases: Vec<String> = program.cases[cases as usize].iter().map(show).collect();
            format!("switch {} [{}] {}", text(value), cases.join(" "), shape(program, body))
        }
        StmtKind::Case(inner) => format!("case: {}", shape(program, inner)),
        StmtKind::Labelled(label, inner) => {
            let name = program.names.text(program.labels[label.index()].name);
            format!("{}: {}", name, shape(program, inner))
        }
        StmtKind::Goto(label) => format!("goto {}", program.names.text(program.labels[label.index()].name)),
        StmtKind::Break => "break".to_string(),
        StmtKind::Continue => "continue".to_string(),
        StmtKind::Return(value) => format!("return {}", value.map_or("-".to_string(), text)),
    }
}

/// The shape of the body of `f`, which has the parameters a, b and c.
fn body(statements: &str) -> String {
    let text = format!("int f(int a, int b, int c) {{ {} }}", statements);
    let program = program(&text);
    let function = program.function_named("f").expect("a function");
    shape(&program, program.function(function).body.expect("a body"))
}

#[test]
fn statements_nest_as_in_c() {
    let long = "if (load a) 1 else if (load b) 2 else 3";
    for (statements, expected) in [
        ("", "{}"),
        (";", "{;}"),
        ("a;", "{(load a)}"),
        ("if (a) if (b) 1; else 2;", "{if (load a) if (load b) 1 else 2}"),
        ("if (a) { if (b) 1; } else 2;", "{if (load a) {if (load b) 1} else 2}"),
        ("if (a) 1; else if (b) 2; else 3;", &format!("{{{}}}", long)),
        (
            "if (a) while (b) if (c) 1; else 2; else 3;",
            "{if (load a) while (load b) if (load c) 1 else 2 else 3}",
        ),
        ("do a; while (b); c;", "{do (load a) (load b) (load c)}"),
        ("do do a; while (b); while (c);", "{do do (load a) (load b) (load c)}"),
        ("for (;;) break;", "{for () - - break}"),
        ("for (a = 0; b; c) continue;", "{for ((= a 0)) (load b) (load c) continue}"),
        ("for (int i = 0, j; i;) ;", "{for (init i var j) (load i) - ;}"),
        ("int x, y = 1; x = y;", "{var x init y (= x (load y))}"),
        ("static int x = 1; return x;", "{return (load x)}"),
        ("l: a; goto l;", "{l: (load a) goto l}"),
        ("goto l; { l: }", "{goto l {l: ;}}"),
        ("l: m: ;", "{l: m: ;}"),
        // A label before a declaration.
        ("l: ; int x; m: int y; return 1;", "{l: ; var x m: ; var y return 1}"),
        ("return;", "{return -}"),
        ("if (a) l: return 1; else return 2;", "{if (load a) l: return 1 else return 2}"),
        ("__attribute__((unused)) int x;", "{var x}"),
        ("__extension__ a;", "{(load a)}"),
    ] {
        assert_eq!(body(statements), expected, "{}", statements);
    }
}

#[test]
fn labels_of_a_switch_stand_anywhere_in_it() {
    for (statements, expected) in [
        (
            "switch (a) { case 1: b; case 2: break; default: c; }",
            "{switch (load a) [1 2 default] {case: (load b) case: break case: (load c)}}",
        ),
        ("switch (a) case 1: case 2: b;", "{switch (load a) [2 1] case: case: (load b)}"),
        // Duff's device.
        (
            "switch (a % 2) { case 0: do { b; case 1: c; } while (--a); }",
            "{switch (% (load a) 2) [1 0] {case: do {(load b) case: (load c)} (prefix -- a)}}",
        ),
        (
            "switch (a) { case 1: switch (b) { case 1: break; } break; case 'b' ... 'd': ; }",
            "{switch (load a) [1 98..100] {case: switch (load b) [1] {case: break} break case: ;}}",
        ),
        // Values have the type of the promoted value.
        (
            "switch ((unsigned)a) { case -1: ; }",
            "{switch (cast unsigned int (load a)) [4294967295] {case: ;}}",
        ),
        ("switch ((char)a) { case 300: ; }", "{switch (int (cast char (load a))) [300] {case: ;}}"),
        ("switch (a) { case 1: }", "{switch (load a) [1] {case: ;}}"),
    ] {
        assert_eq!(body(statements), expected, "{}", statements);
    }
}

#[test]
fn statements_have_places() {
    let text =
        "int f(int a) {\n  while (a)\n\t{ a--; }\n  if (a) return\n    1;\n  do a++; while\n (a);\n}\n";
    let program = program(text);
    let mut places: Vec<_> = program
        .stmts()
        .map(|id| {
            let stmt = program.stmt(id);
            (program.lines.line_and_column(stmt.pos), program.lines.line_and_column(stmt.end))
        })
        .collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            ((1, 14), (8, 1)),
            ((2, 3), (3, 9)),
            ((3, 2), (3, 9)),
            ((3, 4), (3, 7)),
            ((4, 3), (5, 6)),
            ((4, 10), (5, 6)),
            ((6, 3), (7, 5)),
            ((6, 6), (6, 9)),
        ]
    );
}

#[test]
fn wrong_statements_are_refused() {
    for (statements, expected) in [
        ("break;", "`break` stands in no loop and no `switch`"),
        ("continue;", "`continue` stands in no loop"),
        ("switch (a) { continue; }", "`continue` stands in no loop"),
        ("case 1: ;", "`case` and `default` stand in no `switch`"),
        ("switch (a) { case 1: case 1: ; }", "has the same value"),
        ("switch (a) { case 1 ... 5: case 3: ; }", "has the same value"),
        ("switch (a) { default: default: ; }", "has the same value"),
        ("switch (a) { case b: ; }", "expected a constant for a `case`"),
        ("goto nowhere;", "the label `nowhere` stands nowhere in this function"),
        ("l: ; l: ;", "the label `l` stands in this function already"),
        ("else a;", "`else` without `if`"),
        ("if (a) int x;", "expected a statement; write braces around this declaration"),
        ("int x = ({ 1; );", "expected an expression, found `)`"),
        ("void *p = &&nowhere;", "the label `nowhere` stands nowhere in this function"),
        ("int x = (int[a])b; int y;", "cannot be cast to `int []`"),
        ("struct { int v[a]; } s;", "arrays of variable length are supported as local objects only"),
        ("struct { int v[a]; } s;", "arrays of variable length are supported as local objects only"),
        ("static int v[a];", "the length of this array is no constant"),
        ("int v __attribute__((cleanup(f)));", "the attribute `cleanup` is not supported"),
        ("struct s x;", "an object cannot have the incomplete type `struct s`"),
        ("int a;", "`a` is declared before this in the same scope"),
        ("1 = a;", "expected an object that can be assigned to, found a value"),
        ("(a + b)++;", "expected an object that can be assigned to"),
        ("a.x;", "expected a structure or union before the member, found `int`"),
        ("*a;", "expected a pointer behind `*`, found `int`"),
        ("a(1);", "expected a function before `(`, found `int`"),
        ("f(1);", "expected 3 arguments, found 1"),
        ("&1;", "expected an object or a function behind `&`"),
        ("a[b];", "expected an array and an integer as index"),
        ("int *p; p * 2;", "expected numbers around `*`, found `int *` and `int`"),
        ("struct { int x; } s; if (s) ;", "expected a number or a pointer as condition"),
    ] {
        let text = format!("int f(int a, int b, int c) {{ {} }}", statements);
        let error = refused(&text).0;
        assert!(error.contains(expected), "{}\n{}", statements, error);
    }
}
