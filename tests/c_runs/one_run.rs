//! Programs that have one run: which run is determined by the program alone, and which is given up.

use super::program;
use indubit::base::Budget;
use indubit::c::{LowerOptions, Property, SomeSource, Source, Target};
use indubit::evidence::{CheckError, OneRun};

fn source(text: &str, property: Property) -> SomeSource {
    let options = LowerOptions { property, ..LowerOptions::default() };
    SomeSource::new(program(text), options, &Budget::unlimited()).expect("a program")
}

/// The run of the program under the default property; its check agrees.
fn found(text: &str) -> Result<OneRun, String> {
    found_for(text, Property::Default)
}

fn found_for(text: &str, property: Property) -> Result<OneRun, String> {
    match source(text, property) {
        SomeSource::Plain(source) => found_of(&source, text),
        SomeSource::Recursive(source) => found_of(&source, text),
    }
}

fn found_of<L: Target>(source: &Source<L>, text: &str) -> Result<OneRun, String> {
    let budget = Budget::unlimited();
    match source.one_run(&budget) {
        Ok(found) => {
            assert_eq!(source.check_one_run(found, &budget), Ok(()), "{}", text);
            for steps in [0, found.steps - 1, found.steps + 1] {
                let forged = source.check_one_run(OneRun { steps }, &budget);
                assert!(matches!(forged, Err(CheckError::OneRun(_))), "{} {}", text, steps);
            }
            Ok(found)
        }
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn values_that_are_stored_before_they_are_read_are_determined() {
    for text in [
        "int main(void) { int x, i; x = 0; for (i = 0; i < 9; i++) x += i; if (x != 36) reach_error(); return 0; }",
        "int main(int argc, char **argv) { return 0; }",
        "struct s { char c; int i; } g; int main(void) { struct s x; x.i = 2; g = x; return g.i; }",
        "int main(void) { int *p = malloc(40); p[3] = 7; int r = p[3]; free(p); return r; }",
        "int main(void) { int *p = malloc(4); *p = 3; p = realloc(p, 8); if (*p != 3) reach_error(); return 0; }",
        "int main(void) { switch (3) { int z; case 3: z = 4; return z; } return 0; }",
        "int main(void) { int k = 3; exit(k); reach_error(); }",
        "void other(void); int main(void) { int k = 3; if (k == 4) other(); return 0; }",
    ] {
        assert!(found(text).is_ok(), "{} {:?}", text, found(text));
    }
}

#[test]
fn a_run_that_rests_on_an_open_value_is_given_up() {
    let (open, unset) = ("does not determine", "has no value yet");
    for (text, reason) in [
        ("int nd(void); int main(void) { nd(); return 0; }", open),
        ("void other(void); int main(void) { other(); return 0; }", open),
        ("extern int x; int main(void) { return x; }", open),
        ("int f(int k) { if (k) return 1; } int main(void) { return f(0); }", open),
        ("int main(void) { int x; if (x) reach_error(); return 0; }", unset),
        ("int main(void) { int x[2]; x[0] = 1; return x[1]; }", unset),
        ("int main(int argc, char **argv) { return argc; }", unset),
        ("int main(void) { int *p = malloc(8); *p = 1; return p[1]; }", unset),
        ("int main(void) { int *p = malloc(4); *p = 3; p = realloc(p, 8); return p[1]; }", unset),
        ("struct s { int i, j; } g; int main(void) { struct s x; x.i = 2; g = x; return g.j; }", unset),
        ("union u { int i; char c[4]; }; int main(void) { union u v; v.c[0] = 1; return v.i; }", unset),
        ("int main(void) { for (int i = 0; i < 2; i++) { int x; if (i) return x; x = 1; } return 0; }", unset),
        ("int f(int k) { goto in; { int z; in: k += z; z = 5; } return k; } int main(void) { return f(1); }", unset),
    ] {
        let error = found(text).expect_err(text);
        assert!(error.contains(reason), "{} {}", text, error);
    }
}

#[test]
fn no_proof_rests_on_what_c_leaves_undefined() {
    for (text, reason) in [
        ("int main(void) { int a[2] = { 1, 2 }, i = 2; a[i] = 5; return 0; }", "out of bounds"),
        ("int main(void) { int x = 0; return 1 / x; }", "division by zero"),
        ("int main(void) { int x = 32; return 1 << x; }", "a shift by"),
        ("int main(void) { int *p = malloc(4); free(p); free(p); return 0; }", "a free of what is no object"),
        ("int main(void) { int *p = 0; return *p; }", "out of bounds"),
    ] {
        let error = found(text).expect_err(text);
        assert!(error.contains(reason), "{} {}", text, error);
    }
}

#[test]
fn the_property_decides_about_errors() {
    let overflow = "int main(void) { int x = 2147483647; x++; return 0; }";
    assert!(found(overflow).is_ok());
    assert!(found_for(overflow, Property::NoOverflow).is_err());
    let error = "int main(void) { reach_error(); return 0; }";
    assert!(found(error).is_err());
    assert!(found_for(error, Property::NoOverflow).is_ok());
    assert!(found("int main(void) { for (;;); }").is_err());
}
