//! The part of YAML in which witnesses are written.

use indubit::c::witness::yaml::read;

/// The text of a document in block style.
fn again(text: &str) -> String {
    match read(text.as_bytes()) {
        Ok(document) => document.to_text(),
        Err(error) => panic!("{}\n{}", error, text),
    }
}

fn refused(text: &str) -> String {
    match read(text.as_bytes()) {
        Ok(document) => panic!("{}\nis read as\n{}", text, document.to_text()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn collections_in_block_style() {
    assert_eq!(again("a: 1\nb:\n  c: 2\n  d:\n    - 3\n    - 4\n"), "a: 1\nb:\n  c: 2\n  d:\n  - 3\n  - 4\n");
    assert_eq!(again("a:\n- 1\n- 2\nb: 3\n"), "a:\n- 1\n- 2\nb: 3\n");
    assert_eq!(again("- - 1\n  - 2\n- - 3\n"), "- - 1\n  - 2\n- - 3\n");
    assert_eq!(again("-   a: 1\n    b: 2\n-\n  a: 3\n"), "- a: 1\n  b: 2\n- a: 3\n");
    assert_eq!(again("- a:\n  - b: 1\n    c: 2\n  - b: 3\n"), "- a:\n  - b: 1\n    c: 2\n  - b: 3\n");
    assert_eq!(again("---\n- 1\n...\n"), "- 1\n");
    assert_eq!(again("a:\nb:\n-\n- 1\n"), "a: \"\"\nb:\n- \"\"\n- 1\n");
}

#[test]
fn collections_in_flow_style() {
    assert_eq!(again("{a: 1, b: [2, 3], c: {}}"), "a: 1\nb:\n- 2\n- 3\nc: {}\n");
    assert_eq!(
        again("[{\"a\":1,\"b\":\"x\"},[],\n  # comment\n  y,]"),
        "- \"a\": 1\n  \"b\": \"x\"\n- []\n- y\n"
    );
    assert_eq!(again("a: [1,\n2]\nb: 3\n"), "a:\n- 1\n- 2\nb: 3\n");
    assert_eq!(again("- [[1], [2, [3]]]\n- x\n"), "- - - 1\n  - - 2\n    - - 3\n- x\n");
}

#[test]
fn scalars_with_and_without_quotes() {
    assert_eq!(again("a: x >= 1 && y != 'c'  # comment\n"), "a: x >= 1 && y != 'c'\n");
    assert_eq!(again("a: 'it''s'\nb: \"t\\tq\\\"\\u00e9\\\\\"\n"), "a: \"it's\"\nb: \"t\\tq\\\"é\\\\\"\n");
    assert_eq!(again("a: x#y:z\nb: http://c\n"), "a: x#y:z\nb: http://c\n");
    assert_eq!(again("a: one\n  two\n\n  three\nb: 4\n"), "a: \"one two\\nthree\"\nb: 4\n");
    assert_eq!(again("a: 'one\n  two\n\n  three'\n"), "a: \"one two\\nthree\"\n");
    assert_eq!(again("a: \"one \\\n   two\"\n"), "a: \"one two\"\n");
}

#[test]
fn block_scalars() {
    assert_eq!(again("a: |\n  x\n   y\n\n  z\nb: 1\n"), "a: \"x\\n y\\n\\nz\\n\"\nb: 1\n");
    assert_eq!(again("a: >-\n  x\n  y\n\n  z\n"), "a: \"x y\\nz\"\n");
    assert_eq!(again("- |+\n  x\n\n- |2\n   y\n"), "- \"x\\n\\n\"\n- \" y\\n\"\n");
    assert_eq!(again("a: |\nb: 1\n"), "a: \"\"\nb: 1\n");
}

#[test]
fn lines_may_end_as_in_other_systems() {
    assert_eq!(again("\u{feff}a:\r\n  - 1 # c\r\n  - |\r\n    x\r\n"), "a:\n- 1\n- \"x\\n\"\n");
}

#[test]
fn other_parts_of_yaml_are_refused_by_name() {
    assert_eq!(
        refused("a: *b\n"),
        "line 1, column 4: aliases are not supported; put a text that begins with `*` in quotes"
    );
    assert_eq!(
        refused("- !!str x\n"),
        "line 1, column 3: tags are not supported; put a text that begins with `!` in quotes"
    );
    assert_eq!(refused("- 1\n---\n- 2\n"), "line 2, column 1: several documents are not supported");
    assert_eq!(refused("%YAML 1.2\n---\n"), "line 1, column 1: directives are not supported");
    assert_eq!(refused("? a\n: b\n"), "line 1, column 1: keys marked by `?` are not supported");
    assert_eq!(refused("{[a]: 1}"), "line 1, column 2: keys that are no scalars are not supported");
}

#[test]
fn malformed_texts_are_refused_with_their_place() {
    assert_eq!(refused("a: 1\na: 2\n"), "line 2, column 1: the key `a` stands in this mapping twice");
    assert_eq!(refused("a: 1\n  b: 2\n"), "line 2, column 4: expected the rest of the value, found `:`");
    assert_eq!(
        refused("a:\n    b: 1\n  c: 2\n"),
        "line 3, column 3: this fits no collection around it; its indentation may be wrong"
    );
    assert_eq!(
        refused("a: b: c\n"),
        "line 1, column 4: expected the value on a line of its own, found another key or dash"
    );
    assert_eq!(
        refused("a: - 1\n"),
        "line 1, column 4: expected the value on a line of its own, found another key or dash"
    );
    assert_eq!(refused("a: [1, 2\n"), "line 1, column 4: expected the end of this list, found end of file");
    assert_eq!(refused("a: {b: 1]\n"), "line 1, column 9: expected another value, found `]`");
    assert_eq!(refused("[1 2]x"), "line 1, column 6: expected end of line, found `x`");
    assert_eq!(
        refused("a: 'x\n"),
        "line 1, column 4: expected `'` at the end of this scalar, found end of file"
    );
    assert_eq!(refused("a: \"\\q\"\n"), "line 1, column 5: this escape is none of YAML");
    assert_eq!(refused("a:\n\t- 1\n"), "line 2, column 1: a tab does not indent; use blanks");
    assert_eq!(refused("a: x\0\n"), "line 1, column 5: expected a text, found a control character");
    assert_eq!(refused("a: 1\nb\n"), "line 2, column 1: expected `:` behind a key");
    assert_eq!(
        read(b"a: \xff\n").expect_err("no UTF-8").to_string(),
        "line 1, column 4: expected UTF-8, found another byte"
    );
    assert!(refused(&"[".repeat(1000)).contains("deeper than 100 levels"));
    assert!(refused(&"- ".repeat(1000)).contains("deeper than 100 levels"));
}
