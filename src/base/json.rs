//! A writer of JSON (RFC 8259), for reports and transcripts. The caller closes the objects and arrays that it opens.

use std::fmt::Write;

/// A text of JSON under construction.
///
/// ```
/// use indubit::base::Json;
///
/// let mut json = Json::default();
/// json.open('{').key("name").string("a \"latch\"").key("sizes").open('[').raw(1).raw(2).close(']').close('}');
/// assert_eq!(json.line(), r#"{"name":"a \"latch\"","sizes":[1,2]}"#);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Json {
    text: String,
    /// A value has been written where a comma would have to follow.
    filled: bool,
}

impl Json {
    fn separate(&mut self) {
        if std::mem::replace(&mut self.filled, true) {
            self.text.push(',');
        }
    }

    /// Begins an object or array with its bracket.
    pub fn open(&mut self, bracket: char) -> &mut Json {
        self.separate();
        self.text.push(bracket);
        self.filled = false;
        self
    }

    /// Ends one.
    pub fn close(&mut self, bracket: char) -> &mut Json {
        self.text.push(bracket);
        self.filled = true;
        self
    }

    /// The key of the value that follows.
    pub fn key(&mut self, key: &str) -> &mut Json {
        self.string(key);
        self.text.push(':');
        self.filled = false;
        self
    }

    /// A string.
    pub fn string(&mut self, value: &str) -> &mut Json {
        self.separate();
        self.text.push('"');
        for c in value.chars() {
            // Writing to a string cannot fail.
            let _ = match c {
                '"' | '\\' => write!(self.text, "\\{}", c),
                c if (c as u32) < 0x20 => write!(self.text, "\\u{:04x}", c as u32),
                c => write!(self.text, "{}", c),
            };
        }
        self.text.push('"');
        self
    }

    /// A number, or true, false, null.
    pub fn raw(&mut self, value: impl std::fmt::Display) -> &mut Json {
        self.separate();
        let _ = write!(self.text, "{}", value);
        self
    }

    /// An array of strings.
    pub fn strings<T: AsRef<str>>(&mut self, values: impl IntoIterator<Item = T>) -> &mut Json {
        self.open('[');
        for value in values {
            self.string(value.as_ref());
        }
        self.close(']')
    }

    /// The whole, without a line end.
    pub fn line(self) -> String {
        self.text
    }

    /// The whole, with a line end.
    pub fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}
