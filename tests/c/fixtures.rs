//! The small programs under `tests/c/programs`: each says in its first lines what is in it.

use crate::paths::in_package;
use indubit::base::Budget;
use indubit::c::{read, COptions, ExprKind, Program, StmtKind, Type};

/// The programs, by name.
pub fn programs() -> Vec<(String, Vec<u8>)> {
    let mut list = Vec::new();
    for entry in std::fs::read_dir(in_package("tests/c/programs")).expect("the folder of programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        list.push((name, std::fs::read(&path).expect("a readable file")));
    }
    list.sort();
    assert!(list.len() >= 5, "the programs are there");
    list
}

/// The words behind a key in the head of a program.
fn expected(text: &str, key: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.trim_start_matches(&['/', '*', ' '][..]).strip_prefix(key));
    let line = line.unwrap_or_else(|| panic!("no line `{}`", key)).trim_end_matches("*/");
    line.split_whitespace().map(str::to_string).collect()
}

#[test]
fn programs_have_the_functions_and_objects_that_they_name() {
    for (name, bytes) in programs() {
        let text = String::from_utf8_lossy(&bytes);
        let program = read(&bytes, &COptions::default(), &Budget::unlimited())
            .unwrap_or_else(|errors| panic!("{}: {}", name, errors[0]));
        let mut functions: Vec<&str> = program.functions.iter().map(|f| program.names.text(f.name)).collect();
        functions.sort_unstable();
        let mut wanted = expected(&text, "functions:");
        wanted.sort_unstable();
        assert_eq!(functions, wanted, "{}", name);
        let names = program.objects.iter().filter_map(|object| object.name);
        let objects: Vec<&str> = names.map(|name| program.names.text(name)).collect();
        assert_eq!(objects, expected(&text, "objects:"), "{}", name);
        assert_eq!(vec![program.warnings.len().to_string()], expected(&text, "warnings:"), "{}", name);
        examine(&program);
    }
}

/// Whether all indices of a program point backward into their arenas, and its types fit together.
pub fn examine(program: &Program) {
    for id in program.exprs() {
        let expr = program.expr(id);
        // Expressions that an error left behind are used nowhere.
        assert!(program.types.get(expr.ty) != Type::Error || matches!(expr.kind, ExprKind::Constant(0)));
        match expr.kind {
            ExprKind::Load(a) => assert_eq!(program.expr(a).ty, expr.ty),
            ExprKind::Convert { operand, .. } => assert_ne!(program.expr(operand).ty, expr.ty),
            ExprKind::Assign(a, b) => {
                assert!(a < id && b < id);
                assert_eq!(program.expr(a).ty, program.expr(b).ty);
            }
            ExprKind::Dereference(a) => {
                assert_eq!(program.types.pointee(program.expr(a).ty), Some(expr.ty));
            }
            _ => {}
        }
        program.lines.line_and_column(expr.pos);
    }
    for id in program.stmts() {
        let stmt = program.stmt(id);
        assert!(stmt.pos <= stmt.end);
        match stmt.kind {
            StmtKind::Block(list, scope) => {
                assert!(program.statements(list).iter().all(|&part| part < id));
                assert!(scope.index() < program.scopes.len());
            }
            StmtKind::Labelled(label, _) => assert_eq!(program.labels[label.index()].stmt, Some(id)),
            StmtKind::Switch { cases, .. } => {
                assert!(program.cases[cases as usize].iter().all(|case| case.stmt < id));
            }
            _ => {}
        }
    }
    for scope in &program.scopes {
        assert!(scope.start <= scope.end);
    }
}
