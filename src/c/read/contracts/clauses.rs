//! The parts of a file at its outermost level, and the clauses in them.

use super::super::diagnostic::Diagnostics;
use super::super::keywords::Keyword;
use super::super::names::{NameId, Names};
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};

/// The mark of a function that may change anything.
pub(super) const ANY_PLACE: &str = "__indubit_any_place";

/// The words of clauses behind the declarator of a function, or the head of a loop.
pub(super) const CLAUSES: [&str; 8] = [
    ANY_PLACE,
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
    "__CPROVER_requires_contract",
];

/// A declaration or definition, without its clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    pub tokens: Vec<Token>,
    /// The function that it declares.
    pub function: Option<Function>,
    /// The names of the objects that it declares and that may change.
    pub objects: Vec<Token>,
}

/// A function with its contract.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: Token,
    pub text: String,
    /// The tokens of the type of its result, without storage classes and attributes.
    pub result: Vec<Token>,
    /// All tokens before the body.
    pub head: Vec<Token>,
    /// The parameters, none of a list `void`.
    pub parameters: Vec<Vec<Token>>,
    pub clauses: Vec<Clause>,
    /// The body, with its braces.
    pub body: Option<Vec<Token>>,
    /// Whether some declaration of it has a body.
    pub is_defined: bool,
}

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// Its position in [`CLAUSES`].
    pub kind: usize,
    pub pos: Pos,
    /// The tokens between its parentheses.
    pub tokens: Vec<Token>,
}

impl Function {
    pub fn has_contract(&self) -> bool {
        !self.clauses.is_empty()
    }

    /// The clauses of a kind.
    pub fn of(&self, kind: &str) -> impl Iterator<Item = &Clause> {
        let kind = CLAUSES.iter().position(|clause| *clause == kind);
        self.clauses.iter().filter(move |clause| Some(clause.kind) == kind)
    }
}

/// The position behind the bracket that closes the one at `at`.
pub(super) fn behind(tokens: &[Token], at: usize) -> usize {
    let mut open = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            Kind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => open += 1,
            Kind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                open = open.saturating_sub(1);
                if open == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Parts of a list, which a mark at its outermost level divides.
pub(super) fn parts(tokens: &[Token], mark: Punct) -> Vec<&[Token]> {
    let (mut list, mut from, mut at) = (Vec::new(), 0, 0);
    while at < tokens.len() {
        match tokens[at].kind {
            Kind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => at = behind(tokens, at),
            Kind::Punct(punct) if punct == mark => {
                list.push(&tokens[from..at]);
                at += 1;
                from = at;
            }
            _ => at += 1,
        }
    }
    list.push(&tokens[from..]);
    list.retain(|part| !part.is_empty());
    list
}

/// Splits a file into declarations and definitions, and takes the clauses of functions out. Clauses of loops stay.
pub(super) fn split(tokens: &[Token], names: &Names, diagnostics: &mut Diagnostics<'_>) -> Vec<Chunk> {
    let clauses: Vec<Option<NameId>> = CLAUSES.iter().map(|clause| names.find(clause)).collect();
    let clause_at = |at: usize| {
        let name = tokens.get(at)?.name();
        let kind = clauses.iter().position(|clause| clause.is_some() && *clause == name)?;
        tokens.get(at + 1)?.is(Punct::LeftParen).then_some(kind)
    };
    let mut chunks = Vec::new();
    let (mut chunk, mut found) = (Vec::new(), Vec::new());
    let (mut at, mut depth, mut body) = (0, 0usize, None);
    while at < tokens.len() {
        let token = tokens[at];
        if let Some(kind) = clause_at(at).filter(|_| depth == 0) {
            let end = behind(tokens, at + 1);
            let tokens = tokens[at + 2..end - 1].to_vec();
            found.push(Clause { kind, pos: token.pos, tokens });
            at = end;
            continue;
        }
        at += 1;
        if token.kind == Kind::End {
            break;
        }
        let is_behind_declarator = chunk.last().map_or(false, |last: &Token| last.is(Punct::RightParen));
        chunk.push(token);
        match token.kind {
            Kind::Punct(Punct::LeftBrace) => {
                if depth == 0 && (is_behind_declarator || !found.is_empty()) {
                    body = Some(chunk.len() - 1);
                }
                depth += 1;
            }
            Kind::Punct(Punct::RightBrace) => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_end = token.is(Punct::Semicolon) || token.is(Punct::RightBrace) && body.is_some();
        if depth == 0 && is_end {
            let (tokens, found) = (std::mem::take(&mut chunk), std::mem::take(&mut found));
            chunks.push(of(tokens, found, body.take(), names, diagnostics));
        }
    }
    if !chunk.is_empty() {
        chunks.push(Chunk { tokens: chunk, ..Chunk::default() });
    }
    chunks
}

/// The condition and the target of `condition: target` in a clause `assigns`.
pub(super) fn conditional(target: &[Token]) -> (Option<&[Token]>, &[Token]) {
    match parts(target, Punct::Colon)[..] {
        [condition, place] if !target.iter().any(|token| token.is(Punct::Question)) => {
            (Some(condition), place)
        }
        _ => (None, target),
    }
}

/// Words with parentheses that are no declarator.
const WORDS: [&str; 10] = [
    "__attribute__",
    "__attribute",
    "__asm__",
    "__asm",
    "asm",
    "_Alignas",
    "_Static_assert",
    "__typeof__",
    "typeof",
    "__declspec",
];

/// Words before a type that are not part of it.
const BEFORE: [&str; 9] = [
    "static",
    "extern",
    "inline",
    "__inline",
    "__inline__",
    "_Noreturn",
    "__extension__",
    "register",
    "auto",
];

fn of(
    tokens: Vec<Token>,
    clauses: Vec<Clause>,
    body: Option<usize>,
    names: &Names,
    diagnostics: &mut Diagnostics<'_>,
) -> Chunk {
    let text = |token: &Token| token.name().map_or("", |name| names.text(name));
    let head = body.unwrap_or(tokens.len());
    let is_type = tokens.iter().any(|token| text(token) == "typedef");
    let declarator = if is_type { None } else { declarator(&tokens[..head], &text) };
    let (name, list) = match declarator {
        Some(found) => found,
        None => {
            if let Some(clause) = clauses.first() {
                let message =
                    format!("`{}` belongs behind the declarator of a function", CLAUSES[clause.kind]);
                diagnostics.error(clause.pos, message);
            }
            let objects = if is_type { Vec::new() } else { objects(&tokens, &text) };
            return Chunk { tokens, function: None, objects };
        }
    };
    let end = behind(&tokens, list);
    let mut parameters: Vec<Vec<Token>> =
        parts(&tokens[list + 1..end - 1], Punct::Comma).into_iter().map(<[Token]>::to_vec).collect();
    if parameters.len() == 1 && parameters[0].len() == 1 && text(&parameters[0][0]) == "void" {
        parameters.clear();
    }
    let function = Function {
        name: tokens[name],
        text: text(&tokens[name]).to_string(),
        result: result(&tokens[..name], &text),
        head: tokens[..head].iter().filter(|token| !token.is(Punct::Semicolon)).copied().collect(),
        parameters,
        clauses,
        body: body.map(|body| tokens[body..].to_vec()),
        is_defined: body.is_some(),
    };
    Chunk { tokens, function: Some(function), objects: Vec::new() }
}

/// The positions of the name of a function and of the parenthesis behind it; `None` if no function is declared.
fn declarator<'t>(tokens: &[Token], text: &impl Fn(&Token) -> &'t str) -> Option<(usize, usize)> {
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].kind {
            Kind::Punct(Punct::Assign) => return None,
            Kind::Punct(Punct::LeftBrace | Punct::LeftBracket) => at = behind(tokens, at),
            Kind::Punct(Punct::LeftParen) => {
                let before = at.checked_sub(1)?;
                let is_name = tokens[before].name().map_or(false, |name| name.keyword().is_none());
                if WORDS.contains(&text(&tokens[before])) {
                    at = behind(tokens, at);
                } else {
                    return is_name.then_some((before, at));
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// The tokens of a result's type.
fn result<'t>(tokens: &[Token], text: &impl Fn(&Token) -> &'t str) -> Vec<Token> {
    let (mut list, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let word = text(&tokens[at]);
        if matches!(word, "__attribute__" | "__attribute") {
            at = behind(tokens, at + 1);
        } else {
            list.extend(Some(tokens[at]).filter(|_| !BEFORE.contains(&word)));
            at += 1;
        }
    }
    list
}

/// The names that a declaration of objects gives, unless they are constant or volatile.
fn objects<'t>(tokens: &[Token], text: &impl Fn(&Token) -> &'t str) -> Vec<Token> {
    let (mut outer, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let is_attribute = matches!(text(&tokens[at]), "__attribute__" | "__attribute" | "__asm__" | "asm");
        if tokens[at].is(Punct::LeftBrace) || is_attribute {
            at = behind(tokens, at + usize::from(is_attribute));
        } else {
            outer.extend(Some(tokens[at]).filter(|token| !token.is(Punct::Semicolon)));
            at += 1;
        }
    }
    if outer.iter().any(|token| matches!(text(token), "_Static_assert" | "volatile" | "__volatile__")) {
        return Vec::new();
    }
    let is_const = |tokens: &[Token]| tokens.iter().any(|token| matches!(text(token), "const" | "__const"));
    let (mut list, mut first) = (Vec::new(), None);
    for part in parts(&outer, Punct::Comma) {
        let end = part.iter().position(|token| token.is(Punct::Assign)).unwrap_or(part.len());
        let declared: Vec<Token> = first.into_iter().chain(part[..end].iter().copied()).collect();
        let pointer = declared.iter().rposition(|token| token.is(Punct::Star));
        let is_fixed = is_const(&declared[pointer.unwrap_or(0)..])
            || pointer.is_none() && first.is_some() && is_const(&outer[..1]);
        let name = parameter_name(&declared).map(|at| (at, declared[at]));
        let is_tag = |at: usize| {
            let before = declared[at - 1].name().and_then(NameId::keyword);
            matches!(before, Some(Keyword::Struct | Keyword::Union | Keyword::Enum))
        };
        list.extend(name.filter(|&(at, _)| !is_tag(at) && !is_fixed).map(|(_, name)| name));
        first = first.or_else(|| outer.first().copied());
    }
    list
}

/// The name that a parameter or an object declares: the last one outside of brackets, or the one behind `(*`.
pub(super) fn parameter_name(tokens: &[Token]) -> Option<usize> {
    let is_name = |token: &Token| token.name().map_or(false, |name| name.keyword().is_none());
    let inner = tokens.windows(2).position(|two| two[0].is(Punct::LeftParen) && two[1].is(Punct::Star));
    if let Some(at) = inner {
        return (at + 2..tokens.len()).find(|&at| is_name(&tokens[at]));
    }
    let end = tokens.iter().position(|token| token.is(Punct::LeftBracket)).unwrap_or(tokens.len());
    let at = (0..end).rev().find(|&at| is_name(&tokens[at]))?;
    // A type alone, such as `size_t`, is no name.
    (at > 0).then_some(at)
}
