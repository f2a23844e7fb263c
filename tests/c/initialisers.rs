//! Initialisers: the elements that values go to.

use crate::{program, refused};
use indubit::c::Program;

/// The elements of the first value of the last object: offset, bits, and value.
fn elements(text: &str) -> Vec<String> {
    let program: Program = program(text);
    let object = program.objects.last().expect("an object");
    let initialiser = program.initialiser(object.initialiser.expect("a value"));
    let show = |element: &indubit::c::Element| {
        let bits = element.bits.map_or(String::new(), |bits| format!(" bits {}+{}", bits.offset, bits.width));
        format!("{}{}: {}", element.offset, bits, program.text(element.value))
    };
    initialiser.elements.iter().map(show).collect()
}

/// The type of the last object.
fn type_of(text: &str) -> String {
    let program = program(text);
    program.types.text(program.objects.last().expect("an object").ty, &program.names)
}

#[test]
fn values_go_to_elements() {
    for (text, expected) in [
        ("int x = 3;", vec!["0: 3"]),
        ("int x = { 3 };", vec!["0: 3"]),
        ("char x = 300;", vec!["0: (char 300)"]),
        ("int a[3] = { 1, 2 };", vec!["0: 1", "4: 2"]),
        ("int a[2][2] = { { 1 }, { 3, 4 } };", vec!["0: 1", "8: 3", "12: 4"]),
        // Inner braces may be left out.
        ("int a[2][2] = { 1, 2, 3 };", vec!["0: 1", "4: 2", "8: 3"]),
        (
            "struct { int a; struct { int b, c; } d; int e; } s = { 1, 2, 3, 4 };",
            vec!["0: 1", "4: 2", "8: 3", "12: 4"],
        ),
        (
            "struct { int a; struct { int b, c; } d; int e; } s = { 1, { 2 }, 4 };",
            vec!["0: 1", "4: 2", "12: 4"],
        ),
        // Designators, and what follows them.
        ("int a[5] = { [3] = 1, 2, [0] = 7 };", vec!["12: 1", "16: 2", "0: 7"]),
        ("struct { int a, b, c; } s = { .c = 1, .a = 2, 3 };", vec!["8: 1", "0: 2", "4: 3"]),
        ("struct { int a[2], b; } s[2] = { [1].a[1] = 5, 6 };", vec!["16: 5", "20: 6"]),
        ("struct { int a, b; } s = { b: 1 };", vec!["4: 1"]),
        ("union { int a; char b; } u = { .b = 1 };", vec!["0: (char 1)"]),
        ("union { int a; char b; } u = { 2 };", vec!["0: 2"]),
        ("struct { int a; union { int b; char c; }; } s = { .c = 1 };", vec!["4: (char 1)"]),
        ("struct { int a : 3, b : 4; } s = { 1, 2 };", vec!["0 bits 0+3: 1", "0 bits 3+4: 2"]),
        (
            "struct { int x; struct { int a : 3, b : 4; } y[2]; } s = { 0, { {}, { 1, 2 } } };",
            vec!["0: 0", "8 bits 64+3: 1", "8 bits 67+4: 2"],
        ),
        // Text.
        ("char a[4] = \"abc\";", vec!["0: \"abc\""]),
        ("char a[2][4] = { \"abc\", { \"de\" } };", vec!["0: \"abc\"", "4: \"de\""]),
        ("char *a = \"abc\" \"def\";", vec!["0: (decay \"abcdef\")"]),
        // Addresses are constants.
        ("int x; int *p = &x;", vec!["0: (address x)"]),
        ("int a[3]; int *p = a + 1;", vec!["0: (+ (decay a) 1)"]),
        ("int g(void); int (*p)(void) = g;", vec!["0: (decay g)"]),
        ("struct { int a[2]; } s; int *p = &s.a[1];", vec!["0: (address (* (+ (decay (member 0 s)) 1)))"]),
    ] {
        assert_eq!(elements(text), expected, "{}", text);
    }
}

#[test]
fn values_tell_the_length() {
    for (text, expected) in [
        ("int a[] = { 1, 2, 3 };", "int [3]"),
        ("int a[] = { [7] = 1, [2] = 2 };", "int [8]"),
        ("int a[][2] = { 1, 2, 3 };", "int [2][2]"),
        ("int a[][2] = { { 1 }, { 2 }, { 3 } };", "int [3][2]"),
        ("char a[] = \"abc\";", "char [4]"),
        ("char a[] = { \"abc\" };", "char [4]"),
        ("int a[] = { };", "int [0]"),
        ("int a[] = { [1000000] = 1 };", "int [1000001]"),
    ] {
        assert_eq!(type_of(text), expected, "{}", text);
    }
}

#[test]
fn a_record_is_a_value_for_a_record() {
    let text = "struct p { int x, y; }; int f(struct p a) { struct p b[2] = { a, 1, 2 }; return b[0].x; }";
    let program = program(text);
    let offsets: Vec<u64> = program.initialisers[0].elements.iter().map(|element| element.offset).collect();
    assert_eq!(offsets, [0, 8, 12]);
}

#[test]
fn wrong_values_are_refused() {
    for (text, expected) in [
        ("int a[2] = { 1, 2, 3 };", "line 1, column 20: there are more values than elements"),
        ("int x; int y = x;", "line 1, column 16: expected a constant as first value"),
        ("int a[2] = 1;", "line 1, column 12: expected a list in braces"),
        ("struct { int a; } s = { .b = 1 };", "line 1, column 26: `struct without tag` has no member `b`"),
        ("int a[2] = { [2] = 1 };", "line 1, column 14: this index is not one of the object's"),
        ("int a[3] = { [0 ... 3] = 1 };", "line 1, column 14: this range is none of the object's"),
        (
            "int *p = 1.5;",
            "line 1, column 10: expected a value of type `int *` for this value, found `double`",
        ),
    ] {
        let error = refused(text).0;
        assert!(error.starts_with(expected), "{}\n{}", text, error);
    }
}

/// As for gcc.
#[test]
fn the_end_of_a_longer_string_is_dropped_with_a_warning() {
    let program = program("char a[2] = \"abc\"; char b[3] = \"abc\";");
    let warnings: Vec<&str> = program.warnings.iter().map(|warning| warning.message()).collect();
    assert_eq!(warnings, ["the array has no place for the end of the string literal"]);
}
