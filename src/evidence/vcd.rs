//! Value change dumps (VCD, IEEE 1364, section 18), the form of traces that waveform viewers read.

use crate::theories::bv::Bits;
use std::fmt::Write;

/// The signals of a run and their values, bits and words alike.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waves {
    /// The name and the width of each signal; a bit has width 1.
    pub signals: Vec<(String, u32)>,
    /// By step: the value of each signal, of its width.
    pub steps: Vec<Vec<Bits>>,
}

impl Waves {
    /// The run as a value change dump: step `k` is time `k`, and one more time closes the last step.
    ///
    /// A name becomes a word without blanks. A word's name ends in no index, which would mean one of its bits: there
    /// `m[3]` becomes `m(3)`.
    ///
    /// ```
    /// use indubit::evidence::Waves;
    /// use indubit::theories::bv::Bits;
    ///
    /// let signals = vec![("go".to_string(), 1), ("count".to_string(), 3)];
    /// let step = |go, count| vec![Bits::new(go, 1), Bits::new(count, 3)];
    /// let waves = Waves { signals, steps: vec![step(1, 0), step(1, 1)] };
    /// let text = waves.vcd();
    /// assert!(text.contains("$var wire 1 ! go $end\n$var wire 3 \" count $end\n"));
    /// assert!(text.ends_with("#0\n$dumpvars\n1!\nb000 \"\n$end\n#1\nb001 \"\n#2\n"));
    /// ```
    ///
    /// # Panics
    ///
    /// If a step has not one value for each signal.
    pub fn vcd(&self) -> String {
        let mut out = String::from("$version indubit $end\n$timescale 1 ns $end\n$scope module model $end\n");
        for (i, (name, width)) in self.signals.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "$var wire {} {} {} $end", width, identifier(i), reference(name, *width));
        }
        out.push_str("$upscope $end\n$enddefinitions $end\n");
        for (step, values) in self.steps.iter().enumerate() {
            assert_eq!(values.len(), self.signals.len(), "a step has one value for each signal");
            let before = step.checked_sub(1).and_then(|before| self.steps.get(before));
            let _ = writeln!(out, "#{}", step);
            if before.is_none() {
                out.push_str("$dumpvars\n");
            }
            for (i, value) in values.iter().enumerate() {
                if before.map_or(true, |before| before[i] != *value) {
                    change(&mut out, i, value);
                }
            }
            if before.is_none() {
                out.push_str("$end\n");
            }
        }
        let _ = writeln!(out, "#{}", self.steps.len());
        out
    }
}

fn change(out: &mut String, signal: usize, value: &Bits) {
    let digits: String = (0..value.width()).rev().map(|i| if value.bit(i) { '1' } else { '0' }).collect();
    let _ = match value.width() {
        1 => writeln!(out, "{}{}", digits, identifier(signal)),
        _ => writeln!(out, "b{} {}", digits, identifier(signal)),
    };
}

/// The short name of a signal: digits of base 94, from `!` to `~`.
fn identifier(mut signal: usize) -> String {
    let mut text = String::new();
    loop {
        text.push(char::from(b'!' + (signal % 94) as u8));
        signal /= 94;
        if signal == 0 {
            return text;
        }
    }
}

/// A name as one word that is no keyword.
fn reference(name: &str, width: u32) -> String {
    let mut word: String = name.chars().map(|c| if c.is_ascii_graphic() { c } else { '_' }).collect();
    if word.is_empty() || word.starts_with('$') {
        word.insert(0, '_');
    }
    if width > 1 && word.ends_with(']') {
        word = word.replace('[', "(").replace(']', ")");
    }
    word
}
