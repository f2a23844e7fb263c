//! Characters and their escapes in constants and string literals (C11, 6.4.4.4).

/// The characters between two quotes, one at a time.
#[derive(Clone, Debug)]
pub(super) struct Characters<'a> {
    rest: &'a [u8],
    /// The largest value of a character.
    largest: u32,
}

impl<'a> Characters<'a> {
    pub fn new(text: &'a [u8], largest: u32) -> Characters<'a> {
        Characters { rest: text, largest }
    }

    fn take(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// The next character.
    ///
    /// # Errors
    ///
    /// The reason why there is none, although the text goes on.
    pub fn next(&mut self) -> Result<Option<u32>, String> {
        let value = match self.take() {
            None => return Ok(None),
            Some(b'\\') => self.escape()?,
            Some(byte) => u32::from(byte),
        };
        match value <= self.largest {
            true => Ok(Some(value)),
            false => Err(format!("expected a character of at most {:#x}, found {:#x}", self.largest, value)),
        }
    }

    fn escape(&mut self) -> Result<u32, String> {
        let byte = self.take().ok_or("expected a character behind `\\`")?;
        let value = match byte {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' => 27,
            b'\\' | b'\'' | b'"' | b'?' => u32::from(byte),
            b'0'..=b'7' => return Ok(self.octal(u32::from(byte - b'0'))),
            b'x' => return self.hexadecimal(1, usize::MAX),
            b'u' => return self.hexadecimal(4, 4),
            b'U' => return self.hexadecimal(8, 8),
            _ => {
                let shown: String = std::ascii::escape_default(byte).map(char::from).collect();
                return Err(format!("`\\{}` is no escape; write `\\\\` for a backslash", shown));
            }
        };
        Ok(value)
    }

    /// At most two more digits.
    fn octal(&mut self, first: u32) -> u32 {
        let mut value = first;
        for _ in 0..2 {
            match self.rest.first() {
                Some(&digit @ b'0'..=b'7') => {
                    value = 8 * value + u32::from(digit - b'0');
                    self.take();
                }
                _ => break,
            }
        }
        value
    }

    fn hexadecimal(&mut self, least: usize, most: usize) -> Result<u32, String> {
        let (mut value, mut count) = (0u32, 0);
        while count < most {
            let digit = self.rest.first().and_then(|&b| (b as char).to_digit(16));
            match digit {
                Some(digit) => {
                    let next = value.checked_mul(16).and_then(|v| v.checked_add(digit));
                    value = next.ok_or("an escape of base 16 is above 32 bits")?;
                    self.take();
                    count += 1;
                }
                None => break,
            }
        }
        match count >= least {
            true => Ok(value),
            false => Err(format!("expected {} digits of base 16 in an escape", least)),
        }
    }
}
