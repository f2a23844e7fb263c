//! The DIMACS reader: the files that it reads, and its messages about those that it refuses.

use crate::cases::try_random;
use crate::cnf::lits;
use indubit::base::{Lit, Var};
use indubit::input::dimacs::{self, Cnf};

fn clauses(text: &str) -> Vec<Vec<Lit>> {
    let cnf = dimacs::read(text.as_bytes()).unwrap();
    assert_eq!(cnf.clauses().len(), cnf.len());
    cnf.clauses().map(<[Lit]>::to_vec).collect()
}

fn error(text: &str) -> String {
    dimacs::read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn plain_files() {
    assert_eq!(clauses("p cnf 3 2\n1 -3 0\n-2 0\n"), [lits(&[1, -3]), lits(&[-2])]);
    assert_eq!(dimacs::read(b"p cnf 7 0").unwrap(), Cnf::new(7));
    assert!(dimacs::read(b"p cnf 0 0").unwrap().is_empty());
    assert_eq!(clauses("p cnf 0 1 \n 0"), [lits(&[])]);
    assert_eq!(clauses("p cnf 2 1\n1 1 -1 2 0"), [lits(&[1, 1, -1, 2])], "literals stay as they are");
}

#[test]
fn comments_line_ends_and_spaces_anywhere() {
    let text = "c first\r\nc\n\n  p   cnf\t3  2\r\nc p cnf 1 1\n1\n-3\n0 -2 c rest of the line 0\n0\nc last";
    assert_eq!(clauses(text), [lits(&[1, -3]), lits(&[-2])]);
    assert_eq!(clauses("p cnf 3 2\n1 -3 0 -2 0"), [lits(&[1, -3]), lits(&[-2])]);
}

#[test]
fn satlib_trailers_end_the_formula() {
    assert_eq!(clauses("p cnf 1 1\n1 0\n%\n0\n\n"), [lits(&[1])]);
    assert_eq!(
        error("p cnf 1 2\n1 0\n%\n0\n"),
        "line 3, column 1: expected 2 clauses as in the header, found 1"
    );
}

#[test]
fn wrong_headers() {
    let expected = "expected the header `p cnf VARIABLES CLAUSES`, found";
    assert_eq!(error(""), format!("line 1, column 1: {} the end of the file", expected));
    assert_eq!(error("c x\n1 2 0\n"), format!("line 2, column 1: {} `1`", expected));
    assert_eq!(error("p wcnf 1 1\n"), format!("line 1, column 3: {} `wcnf`", expected));
    assert_eq!(error("pcnf 1 1\n"), format!("line 1, column 1: {} `pcnf`", expected));
    assert_eq!(error("p cnf x 1\n"), "line 1, column 7: expected the number of variables, found `x`");
    assert_eq!(error("p cnf 3 -1\n"), "line 1, column 9: expected the number of clauses, found `-1`");
    assert_eq!(
        error("p cnf 3\n1 0"),
        "line 1, column 8: expected the number of clauses, found the end of the line"
    );
    assert_eq!(error("p cnf 3 1 2\n"), "line 1, column 11: expected the end of the header's line, found `2`");
    assert!(error("p cnf 99999999999 1\n").contains("are too many; at most"));
    assert!(error("p cnf 99999999999999999999 1\n").contains("a number of more than 64 bits"));
    assert_eq!(error("p cnf 1 1\np cnf 1 1\n1 0").split(", found").last(), Some(" `p`"), "a second header");
}

#[test]
fn wrong_clauses() {
    let literal = "expected a literal or the 0 that ends the clause, found";
    assert_eq!(error("p cnf 2 1\n1 x 0"), format!("line 2, column 3: {} `x`", literal));
    assert_eq!(error("p cnf 2 1\n1 2x 0"), format!("line 2, column 3: {} `2x`", literal));
    assert_eq!(error("p cnf 2 1\n1 - 0"), format!("line 2, column 3: {} `-`", literal));
    assert_eq!(error("p cnf 2 1\n1 2\n"), format!("line 3, column 1: {} the end of the file", literal));
    assert_eq!(error("p cnf 2 1\n1 -0"), "line 2, column 3: expected a literal, found `-0`");
    assert_eq!(
        error("p cnf 2 1\n1 -12 0"),
        "line 2, column 3: literal `-12` is beyond the 2 variables of the header; raise its first number to at least 12"
    );
    assert!(error("p cnf 2 1\n99999999999999999999 0").contains("a number of more than 64 bits"));
    assert_eq!(
        error("p cnf 2 3\n1 0\n2 0"),
        "line 3, column 4: expected 3 clauses as in the header, found 2"
    );
    assert_eq!(
        error("p cnf 2 1\n1 0\n2 0"),
        "line 3, column 1: the header promises 1 clauses, but more follow; correct its last number"
    );
}

#[test]
fn headers_alone_allocate_nothing() {
    let cnf = dimacs::read(format!("p cnf {} 0", Var::LIMIT).as_bytes()).unwrap();
    assert_eq!(cnf.vars(), Var::LIMIT);
    assert!(error("p cnf 1000000000 18446744073709551615").contains("found 0"));
}

#[test]
fn clauses_declare_their_variables() {
    let mut cnf = Cnf::new(1);
    cnf.push(&lits(&[-4, 2]));
    cnf.push(&[]);
    assert_eq!(cnf.to_dimacs(), "p cnf 4 2\n-4 2 0\n0\n");
}

#[test]
fn what_is_written_is_read_again() {
    try_random(100, |numbers: Vec<Vec<i16>>| {
        let mut cnf = Cnf::new(0);
        for clause in &numbers {
            let clause: Vec<i32> = clause.iter().map(|&n| i32::from(n)).filter(|&n| n != 0).collect();
            cnf.push(&lits(&clause));
        }
        dimacs::read(cnf.to_dimacs().as_bytes()) == Ok(cnf)
    });
}

#[test]
fn any_bytes_are_survived() {
    try_random(100, |bytes: Vec<u8>| {
        let _ = dimacs::read(&bytes);
        let mut after_header = b"p cnf 9 3\n".to_vec();
        after_header.extend(&bytes);
        let _ = dimacs::read(&after_header);
    });
}

#[test]
fn damaged_files_are_survived() {
    try_random(100, |(place, byte): (usize, u8)| {
        let mut text = b"c x\np cnf 3 3\n1 -2 0\n2 3 -1 0 c y\n%\n0\n".to_vec();
        let length = text.len();
        text[place % length] = byte;
        let _ = dimacs::read(&text);
    });
}
