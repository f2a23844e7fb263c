//! The word that was meant, for a message about an unknown one.

/// The word among these that is nearest to a misspelt one, if it is near enough to be meant.
pub fn nearest<'a>(found: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = match found.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    let distances = words.into_iter().map(|word| (distance(found, word), word));
    distances.filter(|&(distance, _)| distance <= allowed).min_by_key(|&(d, _)| d).map(|(_, word)| word)
}

/// The end of a message: `; did you mean `WORD`?`, or nothing.
pub fn hint<'a>(found: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, words).map_or(String::new(), |word| format!("; did you mean `{}`?", word))
}

/// Letters to insert, to remove, to replace, or to swap with their neighbours (Damerau 1964).
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // Row i has the distances of the first i letters of one word to all beginnings of the other.
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            let swaps = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if swaps {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_meant() {
        let words = ["--engine", "--edges", "check", "convert", "ic3", "gpdr"];
        for (found, meant) in
            [("--enigne", "--engine"), ("chekc", "check"), ("cnvert", "convert"), ("gdpr", "gpdr")]
        {
            assert_eq!(nearest(found, words), Some(meant));
        }
        assert_eq!(nearest("--frobnicate", words), None);
        assert_eq!(nearest("ic", words), None);
        assert_eq!(hint("ic4", words), "; did you mean `ic3`?");
    }
}
