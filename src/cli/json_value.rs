//! A reader of JSON (RFC 8259).

use indubit::base::Json;

/// How deep values may be nested.
const DEEPEST: usize = 128;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Truth(bool),
    /// A number, as it is written.
    Number(String),
    Text(String),
    List(Vec<Value>),
    /// Names with their values, in the order of the text.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads a whole text.
    ///
    /// # Errors
    ///
    /// The text is no JSON: the line and the column, from 1, and the expected thing.
    pub fn read(text: &str) -> Result<Value, String> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let found = reader.value(0).and_then(|value| match reader.next() {
            None => Ok(value),
            Some(_) => Err("the end of the text"),
        });
        found.map_err(|expected| {
            let before = &text.as_bytes()[..reader.at.min(text.len())];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            format!("{}:{}: expected {}", line, column, expected)
        })
    }

    /// The value of a name in an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            Value::Null | Value::Truth(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => None,
        }
    }

    /// The text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Null | Value::Truth(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => None,
        }
    }

    /// The digits of a number.
    pub fn number(&self) -> Option<&str> {
        match self {
            Value::Number(text) => Some(text),
            Value::Null | Value::Truth(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => None,
        }
    }

    /// Writes the value.
    pub fn write(&self, json: &mut Json) {
        match self {
            Value::Null => drop(json.raw("null")),
            Value::Truth(truth) => drop(json.raw(truth)),
            Value::Number(number) => drop(json.raw(number)),
            Value::Text(text) => drop(json.string(text)),
            Value::List(list) => {
                json.open('[');
                list.iter().for_each(|value| value.write(json));
                json.close(']');
            }
            Value::Object(members) => {
                json.open('{');
                members.iter().for_each(|(name, value)| value.write(json.key(name)));
                json.close('}');
            }
        }
    }

    /// The members of a list.
    pub fn list(&self) -> Option<&[Value]> {
        match self {
            Value::List(list) => Some(list),
            Value::Null | Value::Truth(_) | Value::Number(_) | Value::Text(_) | Value::Object(_) => None,
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is no white space, which stays.
    fn next(&mut self) -> Option<u8> {
        while self.text.get(self.at).map_or(false, |byte| b" \t\r\n".contains(byte)) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Takes a byte if it is the next one.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> Result<Value, &'static str> {
        if depth > DEEPEST {
            return Err("values that are not nested as deep");
        }
        match self.next() {
            Some(b'{') => {
                self.at += 1;
                let mut members = Vec::new();
                while !self.take(b'}') {
                    if !members.is_empty() && !self.take(b',') {
                        return Err("`,` or `}`");
                    }
                    self.next().filter(|&byte| byte == b'"').ok_or("a name in quotes")?;
                    let name = self.string()?;
                    if !self.take(b':') {
                        return Err("`:`");
                    }
                    members.push((name, self.value(depth + 1)?));
                }
                Ok(Value::Object(members))
            }
            Some(b'[') => {
                self.at += 1;
                let mut list = Vec::new();
                while !self.take(b']') {
                    if !list.is_empty() && !self.take(b',') {
                        return Err("`,` or `]`");
                    }
                    list.push(self.value(depth + 1)?);
                }
                Ok(Value::List(list))
            }
            Some(b'"') => self.string().map(Value::Text),
            _ => self.word(),
        }
    }

    /// A number, or a word.
    fn word(&mut self) -> Result<Value, &'static str> {
        let rest = &self.text[self.at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let end = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        let word = std::str::from_utf8(&rest[..end]).unwrap_or("");
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Truth(true),
            "false" => Value::Truth(false),
            _ => {
                let begins = word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
                let number = word.parse::<f64>().ok().filter(|_| begins);
                number.map(|_| Value::Number(word.to_string())).ok_or("a value")?
            }
        };
        self.at += end;
        Ok(value)
    }

    fn string(&mut self) -> Result<String, &'static str> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let byte = *self.text.get(self.at).ok_or("`\"` at the end of the text")?;
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let c = self.escaped()?;
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                0..=31 => return Err("no control character in a text"),
                byte => bytes.push(byte),
            }
        }
        String::from_utf8(bytes).map_err(|_| "UTF-8")
    }

    /// The character of an escape, behind its backslash.
    fn escaped(&mut self) -> Result<char, &'static str> {
        let byte = self.text.get(self.at).copied();
        self.at += 1;
        Ok(match byte {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let mut code = self.unit()?;
                if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    let low = self.unit()?;
                    let low = low.checked_sub(0xdc00).filter(|&low| low < 0x400);
                    code = 0x10000 + ((code - 0xd800) << 10) + low.ok_or("the second half of a character")?;
                }
                char::from_u32(code).ok_or("the number of a character")?
            }
            _ => return Err("a character that may be escaped"),
        })
    }

    /// The four digits of an escape.
    fn unit(&mut self) -> Result<u32, &'static str> {
        let digits = self.text.get(self.at..self.at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        code.ok_or("four hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let read = Value::read(r#" { "a" : [1, -2.5e3, true, null], "b\n": "\u0041\ud83d\ude00\"" } "#);
        let value = match read {
            Ok(value) => value,
            Err(error) => panic!("{}", error),
        };
        let a = value.get("a").and_then(Value::list).map(<[Value]>::len);
        assert_eq!((a, value.get("b\n").and_then(Value::text)), (Some(4), Some("A\u{1f600}\"")));
        assert_eq!(value.get("c"), None);
    }

    #[test]
    fn other_texts_are_refused_with_their_place() {
        let expected = [
            ("", "1:1: expected a value"),
            ("[1 2]", "1:4: expected `,` or `]`"),
            ("{\n  a: 1}", "2:3: expected a name in quotes"),
            ("[\"a", "1:4: expected `\"` at the end of the text"),
            ("[] []", "1:4: expected the end of the text"),
            ("\"\\ud800\"", "1:8: expected the number of a character"),
            ("\"\\u12\"", "1:7: expected four hexadecimal digits"),
        ];
        for (text, message) in expected {
            assert_eq!(Value::read(text), Err(message.to_string()), "{}", text);
        }
        assert!(Value::read(&"[".repeat(1_000_000)).is_err());
    }
}
