//! Observers.

use super::program;
use indubit::base::Budget;
use indubit::c::{run, Moment, RunOptions, View};

#[test]
fn an_observer_sees_statements_with_the_values_of_variables() {
    let text =
        "int g = 1;\nint twice(int x) {\n  return 2 * x;\n}\nint main() {\n  int i = 0;\n  while (i < 2) \
            {\n    i = i + g;\n  }\n  g = twice(i);\n}";
    let program = program(text);
    let mut seen = Vec::new();
    let mut watch = |view: &View<'_>| {
        let line = program.lines.line_and_column(view.pos()).0;
        let shown = program.visible_objects(view.pos()).into_iter().filter_map(|object| {
            let name = program.object(object).name.map(|name| program.names.text(name))?;
            Some(format!("{}={}", name, view.number(object)?))
        });
        let mark = if view.moment() == Moment::Condition { "?" } else { "" };
        seen.push(format!("{}{}/{} {}", line, mark, view.depth(), shown.collect::<Vec<_>>().join(" ")));
    };
    run(&program, &RunOptions::default(), &mut |_| None, &mut watch, &Budget::unlimited()).expect("a run");
    let expected = [
        "5/1 g=1",
        "6/1 g=1",
        "7?/1 i=0 g=1",
        "7/1 i=0 g=1",
        "8/1 i=0 g=1",
        "7?/1 i=1 g=1",
        "7/1 i=1 g=1",
        "8/1 i=1 g=1",
        "7?/1 i=2 g=1",
        "10/1 i=2 g=1",
        "2/2 x=2 g=1",
        "3/2 x=2 g=1",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn parts_of_objects_are_seen() {
    let text = "struct s { char c; int x; unsigned b : 3; } s = {1, -2, 5};\nint main() { s.x--; return 0; }";
    let program = program(text);
    let object = program.visible_objects(program.functions[0].pos).into_iter().next().expect("an object");
    let fields = match program.types.get(program.object(object).ty) {
        indubit::c::Type::Record(id) => program.types.fields(id).to_vec(),
        other => panic!("{:?}", other),
    };
    let mut seen = Vec::new();
    let mut watch = |view: &View<'_>| {
        let values = fields.iter().map(|f| view.part(object, f.offset, f.bits, f.ty)).collect::<Vec<_>>();
        seen.push(values);
        assert_eq!(view.number(object), None);
        assert_eq!(view.part(object, 100, None, fields[1].ty), None);
    };
    run(&program, &RunOptions::default(), &mut |_| None, &mut watch, &Budget::unlimited()).expect("a run");
    assert_eq!(seen[1], [Some(1), Some(-2), Some(5)]);
    assert_eq!(seen.last().expect("a statement"), &[Some(1), Some(-3), Some(5)]);
}
