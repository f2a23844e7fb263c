//! The texts of the library, and a scan that finds the functions and objects that they define.

use std::sync::Arc;

/// A text of the library. Compilers know the functions of some texts without declaration.
struct Text {
    text: &'static str,
    is_known: bool,
}

/// The function that tells an interpreter a character of the output, and the beginning of the names of its callers.
pub(crate) const PRINT: &str = "__indubit_print";

/// All texts, in an order in which each function is behind those that it calls.
const TEXTS: [Text; 17] = [
    Text { text: include_str!("basics.c"), is_known: false },
    Text { text: include_str!("string.c"), is_known: true },
    Text { text: include_str!("checked.c"), is_known: true },
    Text { text: include_str!("ctype.c"), is_known: true },
    Text { text: include_str!("numbers.c"), is_known: true },
    Text { text: include_str!("fenv.c"), is_known: false },
    Text { text: include_str!("math.c"), is_known: true },
    Text { text: include_str!("libm.c"), is_known: true },
    Text { text: include_str!("strtod.c"), is_known: false },
    Text { text: include_str!("strings.c"), is_known: false },
    Text { text: include_str!("stdlib.c"), is_known: false },
    Text { text: include_str!("printf.c"), is_known: false },
    Text { text: include_str!("scanf.c"), is_known: false },
    Text { text: include_str!("stdio.c"), is_known: false },
    Text { text: include_str!("unistd.c"), is_known: false },
    Text { text: include_str!("time.c"), is_known: false },
    Text { text: include_str!("verifiers.c"), is_known: false },
];

/// The form of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) enum ItemKind {
    /// The definition of a function.
    Function,
    /// The definition of an object.
    Object,
    /// The declaration of a function that has no body.
    Declaration,
}

/// A function or an object.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::read) struct Item {
    pub name: &'static str,
    pub text: &'static str,
    pub kind: ItemKind,
    /// The type of the result, as it is spelt.
    pub result: &'static str,
    /// Whether compilers know the type of the function without declaration.
    pub is_known: bool,
    /// The place in the row of all texts.
    pub start: usize,
    /// The place of the name in the text.
    pub name_at: usize,
}

/// All items of all texts, in order.
#[derive(Clone, Debug)]
pub(in crate::c::read) struct Library {
    items: Arc<[Item]>,
    length: usize,
}

impl Library {
    pub fn new() -> Library {
        let (mut items, mut length) = (Vec::new(), 0);
        for text in &TEXTS {
            scan(text, length, &mut items);
            length += text.text.len();
        }
        Library { items: items.into(), length }
    }

    /// The bytes of all texts.
    pub fn len(&self) -> usize {
        self.length
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.items.iter().position(|item| item.name == name)
    }

    /// The definition of a function.
    pub fn function(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.kind == ItemKind::Function && item.name == name)
    }

    /// The items that an item mentions. If output is shown, each may print by a macro.
    pub fn mentioned(&self, at: usize, is_shown: bool) -> Vec<usize> {
        let item = &self.items[at];
        let words = item.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let words = words.filter(|word| is_shown || !word.starts_with(PRINT));
        let all = words.chain(is_shown.then_some(PRINT)).filter(|&word| word != item.name);
        all.filter_map(|word| self.position(word)).collect()
    }

    /// The item around a place in the row of texts.
    pub fn at(&self, place: usize) -> Option<&Item> {
        let behind = self.items.partition_point(|item| item.start <= place);
        self.items.get(behind.checked_sub(1)?)
    }
}

/// Adds the items of a text that begins at this place of the row of texts. The scan is done for every program, so it
/// only looks at beginnings and ends of lines.
fn scan(text: &Text, start: usize, items: &mut Vec<Item>) {
    let bytes = text.text.as_bytes();
    let (mut at, mut open, mut has_body) = (0, None, false);
    while at < bytes.len() {
        let end = text.text[at..].find('\n').map_or(bytes.len(), |length| at + length);
        let first = bytes[at];
        if open.is_none() && (first.is_ascii_alphabetic() || first == b'_') {
            (open, has_body) = (Some(at), false);
        }
        has_body |= first == b'{' || bytes[at..end].last() == Some(&b'{');
        let is_last = first == b'}' || (!has_body && bytes[at..end].last() == Some(&b';'));
        if let Some(from) = open.filter(|_| is_last) {
            items.extend(item_of(&text.text[from..(end + 1).min(bytes.len())], start + from, text.is_known));
            open = None;
        }
        at = end + 1;
    }
}

/// The item with this text. Its name is the first name outside of parentheses that is followed by parentheses; if there
/// is none, it is the last name.
fn item_of(text: &'static str, start: usize, is_known: bool) -> Option<Item> {
    let head = text.split("\n{").next()?.trim_end_matches(&['\n', ';'][..]);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut depth, mut found) = (0usize, None);
    for (at, mark) in head.match_indices(&['(', ')'][..]) {
        let word = head[..at].rfind(|c| !is_word(c)).map_or(0, |before| before + 1);
        match mark {
            "(" if depth == 0 && 0 < word && word < at => {
                found = Some((word, at));
                break;
            }
            "(" => depth += 1,
            _ => depth = depth.saturating_sub(1),
        }
    }
    let kind = match (found, text.contains('{')) {
        (None, _) => ItemKind::Object,
        (Some(_), true) => ItemKind::Function,
        (Some(_), false) => ItemKind::Declaration,
    };
    let (name_at, end) = match found {
        Some(found) => found,
        None => (head.rfind(|c| !is_word(c))? + 1, head.len()),
    };
    Some(Item {
        name: &head[name_at..end],
        text,
        kind,
        result: head[..name_at].trim(),
        is_known,
        start,
        name_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_scan_finds_each_item_once() {
        let library = Library::new();
        let names: BTreeSet<&str> = library.items().iter().map(|item| item.name).collect();
        assert_eq!(names.len(), library.items().len());
        let braces: usize = TEXTS.iter().map(|text| text.text.matches("\n{\n").count()).sum();
        let functions = library.items().iter().filter(|item| item.kind == ItemKind::Function);
        assert_eq!(functions.count(), braces);
        let div = library.function("div").expect("a definition");
        assert_eq!((div.result, &div.text[div.name_at..][..6]), ("__typeof__(div(1, 1))", "div(in"));
        assert_eq!(library.at(div.start + 5).map(|item| item.name), Some("div"));
    }

    #[test]
    fn a_function_calls_only_helpers_before_it() {
        let library = Library::new();
        for (at, item) in library.items().iter().enumerate() {
            for found in library.mentioned(at, true) {
                let callee = &library.items()[found];
                let is_helper = callee.name.starts_with("__indubit_");
                let is_helper = is_helper || callee.kind == ItemKind::Declaration;
                assert!(is_helper && found < at, "{} calls {}", item.name, callee.name);
            }
        }
    }
}
