//! Texts in parentheses.

/// A word, or a list.
pub enum Tree<'a> {
    /// A symbol, number or string.
    Word(&'a str),
    /// Its members.
    List(Vec<Tree<'a>>),
}

impl Tree<'_> {
    /// The word, or nothing.
    pub fn word(&self) -> &str {
        match self {
            Tree::Word(word) => word,
            Tree::List(_) => "",
        }
    }

    /// The members, or none.
    pub fn list(&self) -> &[Tree<'_>] {
        match self {
            Tree::Word(_) => &[],
            Tree::List(list) => list,
        }
    }

    /// The text, with a blank between members.
    pub fn text(&self) -> String {
        match self {
            Tree::Word(word) => word.to_string(),
            Tree::List(list) => {
                let texts: Vec<String> = list.iter().map(Tree::text).collect();
                format!("({})", texts.join(" "))
            }
        }
    }
}

/// The commands of a text; `None` if its parentheses do not match.
pub fn parse(text: &str) -> Option<Vec<Tree<'_>>> {
    let mut open = vec![Vec::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '|' | '"' => rest[1..].find(c)? + 2,
            '(' | ')' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            _ => rest.find(|c: char| c.is_whitespace() || "();|\"".contains(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match c {
            '(' => open.push(Vec::new()),
            ')' => {
                let list = open.pop()?;
                open.last_mut()?.push(Tree::List(list));
            }
            ';' => {}
            c if c.is_whitespace() => {}
            // `|x|` is `x`.
            '|' if is_plain(&token[1..length - 1]) => {
                open.last_mut()?.push(Tree::Word(&token[1..length - 1]))
            }
            _ => open.last_mut()?.push(Tree::Word(token)),
        }
    }
    open.pop().filter(|_| open.is_empty())
}

/// Whether a symbol needs no bars.
fn is_plain(symbol: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    !symbol.is_empty() && !symbol.starts_with(|c: char| c.is_ascii_digit()) && symbol.chars().all(is_part)
}
