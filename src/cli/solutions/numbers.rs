//! A file of literals, which chooses the variables on which models are told apart.

use indubit::base::Lit;
use indubit::input::ParseError;

/// Reads numbers between white space, as in a clause of a DIMACS file; `c` opens a comment, and zeros are passed over.
///
/// # Errors
///
/// The first word that is no literal over this many variables, with its line and column.
pub fn read(bytes: &[u8], vars: usize) -> Result<Vec<Lit>, ParseError> {
    let mut lits = Vec::new();
    let mut offset = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let mut at = 0;
        while let Some(start) = line[at..].iter().position(|b| !b.is_ascii_whitespace()).map(|i| at + i) {
            let end =
                line[start..].iter().position(u8::is_ascii_whitespace).map_or(line.len(), |i| start + i);
            let word = String::from_utf8_lossy(&line[start..end]);
            if word.starts_with('c') {
                break;
            }
            let number = word.parse().ok();
            match number.map(|number: i32| (number, Lit::from_dimacs(number))) {
                Some((0, _)) => {}
                Some((_, Some(lit))) if lit.var().index() < vars => lits.push(lit),
                Some(_) | None => {
                    let message = format!("expected a literal over {} variables, found `{}`", vars, word);
                    return Err(ParseError::in_text(bytes, offset + start, message));
                }
            }
            at = end;
        }
        offset += line.len();
    }
    Ok(lits)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_wrong_word_is_refused_with_its_place() {
        let numbers = |text: &str| {
            let lits = read(text.as_bytes(), 5).map_err(|error| error.to_string());
            lits.map(|lits| lits.into_iter().map(|lit| lit.to_dimacs() as i64).collect::<Vec<i64>>())
        };
        assert_eq!(numbers("c inputs\n1 -2 0\n5"), Ok(vec![1, -2, 5]));
        for (text, place) in
            [("1 x", "line 1, column 3"), ("1\n 6 0\n", "line 2, column 2"), ("--1", "line 1, column 1")]
        {
            let error = numbers(text).expect_err("a wrong word");
            assert!(error.starts_with(place), "{}", error);
        }
    }
}
