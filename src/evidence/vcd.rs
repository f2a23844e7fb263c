//! Value change dumps (VCD, IEEE 1364, section 18), the form of traces that waveform viewers read.

use crate::base::{HashMap, HashSet};
use crate::theories::bv::Bits;
use std::fmt::Write;

/// The levels of modules in a name at most; a name with more of them is a word.
const MOST_SCOPES: usize = 32;

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
    /// `m[3]` becomes `m(3)`. Points and slashes between identifiers stand for modules: `core.alu/sum` is the signal
    /// `sum` in the scope `alu` in the scope `core`.
    ///
    /// ```
    /// use indubit::evidence::Waves;
    /// use indubit::theories::bv::Bits;
    ///
    /// let signals = vec![("go".to_string(), 1), ("count".to_string(), 3)];
    /// let step = |go, count| vec![Bits::new(go, 1), Bits::new(count, 3)];
    /// let waves = Waves { signals, steps: vec![step(1, 0), step(1, 1)] };
    /// let text = waves.vcd();
    /// assert!(text.contains("$var wire 1 ! go $end\n$var wire 3 \" count [2:0] $end\n"));
    /// assert!(text.ends_with("#0\n$dumpvars\n1!\nb000 \"\n$end\n#1\nb001 \"\n#2\n"));
    /// ```
    ///
    /// # Panics
    ///
    /// If a step has not one value for each signal.
    pub fn vcd(&self) -> String {
        let mut out = String::from("$version indubit $end\n$timescale 1 ns $end\n$scope module model $end\n");
        self.declare(&mut out);
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

    /// The declarations of all signals, each in its scope. A scope has its signals first, then the scopes within it,
    /// both in the order of the signals.
    fn declare(&self, out: &mut String) {
        let names: Vec<(Vec<&str>, &str)> = self.signals.iter().map(|(name, _)| scopes(name)).collect();
        // The scopes by their order; a scope is known by the one around it and its name.
        let mut known: HashMap<(usize, &str), usize> = HashMap::default();
        let mut order: Vec<(Vec<usize>, usize)> = Vec::with_capacity(names.len());
        for (signal, (path, _)) in names.iter().enumerate() {
            let mut around = 0;
            let mut numbers = Vec::with_capacity(path.len());
            for &scope in path {
                let next = known.len() + 1;
                around = *known.entry((around, scope)).or_insert(next);
                numbers.push(around);
            }
            order.push((numbers, signal));
        }
        order.sort();
        let mut open: &[usize] = &[];
        for (numbers, signal) in &order {
            let (path, last) = &names[*signal];
            let shared = open.iter().zip(numbers).take_while(|(a, b)| a == b).count();
            out.push_str(&"$upscope $end\n".repeat(open.len() - shared));
            for scope in &path[shared..] {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "$scope module {} $end", reference(scope, 1));
            }
            open = numbers;
            let width = self.signals[*signal].1;
            let range = if width > 1 { format!(" [{}:0]", width - 1) } else { String::new() };
            let (short, name) = (identifier(*signal), reference(last, width));
            let _ = writeln!(out, "$var wire {} {} {}{} $end", width, short, name, range);
        }
        out.push_str(&"$upscope $end\n".repeat(open.len()));
    }

    /// Bits as words: where `gnt[0]`, `gnt[1]` and so on are there without a gap, each once, `gnt` takes the place of
    /// the first of them.
    ///
    /// # Panics
    ///
    /// If a step has not one value for each signal.
    #[must_use]
    pub fn with_words(&self) -> Waves {
        // By name: the signal of each bit.
        let mut bits: HashMap<&str, Vec<(u32, usize)>> = HashMap::default();
        for (signal, (name, width)) in self.signals.iter().enumerate() {
            if let (Some((word, bit)), 1) = (bit_of(name), *width) {
                bits.entry(word).or_default().push((bit, signal));
            }
        }
        for places in bits.values_mut() {
            places.sort_unstable();
        }
        let names: HashSet<&str> = self.signals.iter().map(|(name, _)| name.as_str()).collect();
        let is_whole = |word: &str, places: &[(u32, usize)]| {
            let is_each = |(i, &(bit, _)): (usize, &(u32, usize))| bit as usize == i;
            places.len() > 1 && places.iter().enumerate().all(is_each) && !names.contains(word)
        };
        let mut signals = Vec::new();
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for (signal, (name, width)) in self.signals.iter().enumerate() {
            let word = bit_of(name).filter(|_| *width == 1);
            match word.and_then(|(word, _)| Some((word, bits.get(word)?))) {
                Some((word, places)) if is_whole(word, places) => {
                    if places.iter().all(|&(_, other)| other >= signal) {
                        signals.push((word.to_string(), places.len() as u32));
                        columns.push(places.iter().map(|&(_, bit)| bit).collect());
                    }
                }
                Some(_) | None => {
                    signals.push((name.clone(), *width));
                    columns.push(vec![signal]);
                }
            }
        }
        let value = |step: &Vec<Bits>, column: &Vec<usize>| match column[..] {
            [signal] => step[signal].clone(),
            _ => Bits::from_fn(column.len() as u32, |i| step[column[i as usize]].is_one()),
        };
        let steps = self.steps.iter().map(|step| columns.iter().map(|column| value(step, column)).collect());
        Waves { signals, steps: steps.collect() }
    }

    /// Adds the word `loop` to the waves of a lasso whose loop is run through twice: 0 in the stem, then 1 and 2. The
    /// first round has the steps from `start` to `end`.
    pub(crate) fn add_rounds(&mut self, start: usize, end: usize) {
        let round = |step: usize| u64::from(step >= start) + u64::from(step >= end);
        let steps = (0..self.steps.len()).map(|step| vec![Bits::new(round(step), 2)]).collect();
        self.add(&Waves { signals: vec![("loop".to_string(), 2)], steps });
    }

    /// Adds further signals of the same run. A signal with the name and the values of one before it is left out; one
    /// with the name alone gets a number behind it.
    ///
    /// # Panics
    ///
    /// If the steps are not as many, or a step has not one value for each signal.
    pub fn add(&mut self, further: &Waves) {
        assert_eq!(self.steps.len(), further.steps.len(), "signals of the same run");
        let mut names: HashMap<String, Vec<usize>> = HashMap::default();
        for (signal, (name, _)) in self.signals.iter().enumerate() {
            names.entry(name.clone()).or_default().push(signal);
        }
        for (signal, (name, width)) in further.signals.iter().enumerate() {
            let same = names.get(name).cloned().unwrap_or_default();
            let is_equal = |other: &usize| {
                self.steps.iter().zip(&further.steps).all(|(old, new)| old[*other] == new[signal])
            };
            if same.iter().any(is_equal) {
                continue;
            }
            let shown = if same.is_empty() {
                name.clone()
            } else {
                let numbered = (2..).map(|n: usize| format!("{}_{}", name, n));
                numbered.into_iter().find(|n| !names.contains_key(n)).unwrap_or_default()
            };
            let place = self.signals.len();
            names.entry(name.clone()).or_default().push(place);
            names.entry(shown.clone()).or_default().push(place);
            self.signals.push((shown, *width));
            for (old, new) in self.steps.iter_mut().zip(&further.steps) {
                old.push(new[signal].clone());
            }
        }
    }
}

/// The word and the index of a bit's name, such as `gnt` and 3 of `gnt[3]`.
fn bit_of(name: &str) -> Option<(&str, u32)> {
    let (word, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    let is_plain = !index.is_empty()
        && index.bytes().all(|b| b.is_ascii_digit())
        && (index == "0" || !index.starts_with('0'));
    let index = index.parse().ok().filter(|_| is_plain && !word.is_empty())?;
    Some((word, index))
}

/// The modules of a name and the rest of it, if it consists of identifiers with points or slashes between them.
fn scopes(name: &str) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = name.split(&['.', '/'][..]).collect();
    // An identifier may have indices behind it: instances in a loop have them.
    let is_identifier = |part: &&str| {
        let plain = part.split('[').next().unwrap_or("");
        let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
        plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && plain.chars().all(is_inner)
    };
    match parts.pop() {
        Some(last) if parts.len() <= MOST_SCOPES && parts.iter().chain([&last]).all(is_identifier) => {
            (parts, last)
        }
        Some(_) | None => (Vec::new(), name),
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
