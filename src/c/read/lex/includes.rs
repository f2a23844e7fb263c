//! `#include` (C11, 6.10.2). Only the headers that are built in can be included here, since the reader opens no files:
//! others have taken the place of their `#include` before ([`bundle`](super::super::bundle)), or are an error.

use super::super::source::Pos;
use super::headers::{header, HEADERS, OF_GCC};
use super::lexer::Lexer;
use super::state::{Input, Preprocessor};

impl Preprocessor<'_, '_, '_> {
    pub(super) fn include(&mut self, hash: Pos, pos: Pos) {
        let text = self.inputs.last_mut().map_or(Vec::new(), |input| input.lexer.rest_of_line());
        let text = match text.first() {
            Some(b'<' | b'"') | None => text,
            _ => self.replaced_text(&text, pos),
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        let name = text.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(name, _)| name.trim());
        let name = match name {
            Some(name) => name,
            None => {
                let message = if text.starts_with('"') {
                    "this header is not found; -I DIR names a folder of headers"
                } else {
                    "expected a header such as <limits.h>"
                };
                self.error(pos, message);
                return;
            }
        };
        match header(name) {
            // A header has an effect only once. The exception is <assert.h>, which obeys NDEBUG each time (C11, 7.2).
            Some(_) if name != "assert.h" && self.included.contains(&name) => {}
            Some((name, text)) => {
                let gnu = self.tables.names.intern("_GNU_SOURCE");
                self.missing.include(name, self.macros.is_defined(gnu));
                self.included.push(name);
                self.inputs.push(Input::new(Lexer::new(text.as_bytes(), Some(hash))));
                if let (false, Some((name, text))) = (OF_GCC.contains(&name), header("features.h")) {
                    if !self.included.contains(&name) {
                        self.included.push(name);
                        self.inputs.push(Input::new(Lexer::new(text.as_bytes(), Some(hash))));
                    }
                }
            }
            None => {
                let known: Vec<&str> = HEADERS.iter().map(|&(name, _)| name).collect();
                let message = format!(
                    "the header <{}> is not built in; the built-in ones are {}; preprocess the file first, for \
                     example by `gcc -E`",
                    name,
                    known.join(", ")
                );
                self.error(pos, message);
            }
        }
    }

    /// The text that a line becomes when its macros are replaced.
    fn replaced_text(&mut self, text: &[u8], pos: Pos) -> Vec<u8> {
        let tokens = Lexer::new(text, Some(pos)).rest(&mut self.tables);
        let tokens = self.replace_all(tokens);
        self.spelled(&tokens)
    }
}
