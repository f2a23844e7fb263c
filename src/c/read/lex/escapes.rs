//! Characters and their escapes in constants and string literals (C11, 6.4.4.4).
//!
//! The source is UTF-8, and narrow strings are UTF-8 when the program runs. So `é` is two units of one byte in a narrow
//! string, and one unit in a wide string. A character that does not fit into 16 bits is two units in a string of 16-bit
//! units.

/// The units between two quotes, one at a time.
#[derive(Clone, Debug)]
pub(super) struct Characters<'a> {
    rest: &'a [u8],
    /// The bits of a unit.
    bits: u32,
    /// Further units of the last character, in reverse order.
    pending: Vec<u32>,
}

impl<'a> Characters<'a> {
    pub fn new(text: &'a [u8], bits: u32) -> Characters<'a> {
        Characters { rest: text, bits, pending: Vec::new() }
    }

    fn take(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    /// The next unit.
    ///
    /// # Errors
    ///
    /// The reason why there is none, although the text goes on.
    pub fn next(&mut self) -> Result<Option<u32>, String> {
        if let Some(unit) = self.pending.pop() {
            return Ok(Some(unit));
        }
        let value = match self.take() {
            None => return Ok(None),
            Some(b'\\') => match self.rest.first() {
                Some(b'u' | b'U') => return self.universal().map(Some),
                _ => self.escape()?,
            },
            Some(byte) if byte >= 0x80 && self.bits > 8 => return Ok(Some(self.decoded(byte))),
            Some(byte) => u32::from(byte),
        };
        let largest = u32::MAX >> (32 - self.bits);
        match value <= largest {
            true => Ok(Some(value)),
            false => Err(format!("expected a character of at most {:#x}, found {:#x}", largest, value)),
        }
    }

    /// `\u00e9` or `\U0001f600`, from behind the backslash.
    fn universal(&mut self) -> Result<u32, String> {
        let digits = if self.take() == Some(b'u') { 4 } else { 8 };
        let value = self.hexadecimal(digits, digits)?;
        match char::from_u32(value) {
            Some(character) => Ok(self.units_of(character)),
            None => Err(format!("{:#x} is no character of Unicode", value)),
        }
    }

    /// The character of several bytes that begins with this one. A byte that is no UTF-8 counts by itself.
    fn decoded(&mut self, first: u8) -> u32 {
        let more = match first {
            0xc0..=0xdf => 1,
            0xe0..=0xef => 2,
            _ => 3,
        };
        let mut bytes = vec![first];
        bytes.extend(self.rest.iter().take(more));
        match std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next()) {
            Some(character) => {
                self.rest = self.rest.get(more..).unwrap_or(&[]);
                self.units_of(character)
            }
            None => u32::from(first),
        }
    }

    /// The first unit of a character; the others wait.
    fn units_of(&mut self, character: char) -> u32 {
        let mut units: Vec<u32> = match self.bits {
            8 => character.encode_utf8(&mut [0; 4]).bytes().map(u32::from).collect(),
            16 => character.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit)).collect(),
            _ => vec![u32::from(character)],
        };
        units.reverse();
        let first = units.pop().unwrap_or(0);
        self.pending = units;
        first
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
            b'e' | b'E' => 27,
            b'\\' | b'\'' | b'"' | b'?' => u32::from(byte),
            b'0'..=b'7' => return Ok(self.octal(u32::from(byte - b'0'))),
            b'x' => return self.hexadecimal(1, usize::MAX),
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
