//! The search for a smaller text.

use super::edits::apply;
use super::{Edit, Shape};
use crate::base::{Budget, HashSet, Limit};
use std::hash::{Hash, Hasher};

/// Groups that the edits of a pass are divided into at most, before other passes are tried: of a large file the first
/// pass shall not take all the time. After the last one there is no limit.
const EFFORTS: [usize; 3] = [32, 256, 2048];

/// The smallest file that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How often the judge was asked.
    pub asked: u64,
    /// The limit that ended the search; `None`: no edit helps any more.
    pub limit: Option<Limit>,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress<'a> {
    /// The smallest file so far.
    pub bytes: &'a [u8],
    /// Whether it was found just now.
    pub is_new: bool,
    /// How often the judge was asked.
    pub asked: u64,
}

struct Search<'a> {
    shape: &'a dyn Shape,
    text: Vec<u8>,
    bytes: Vec<u8>,
    weight: (usize, usize),
    threads: usize,
    judge: &'a (dyn Fn(&[u8]) -> bool + Sync),
    observe: &'a mut dyn FnMut(Progress<'_>),
    budget: &'a Budget,
    asked: u64,
    /// Hashes of texts that were refused.
    refused: HashSet<u64>,
}

/// Runs the search. The file is believed to be kept as it is.
pub(super) fn run(
    shape: &dyn Shape,
    bytes: &[u8],
    text: Vec<u8>,
    threads: usize,
    judge: &(dyn Fn(&[u8]) -> bool + Sync),
    observe: &mut dyn FnMut(Progress<'_>),
    budget: &Budget,
) -> Shrunk {
    let weight = (shape.weight(&text), text.len());
    let bytes = bytes.to_vec();
    let refused = HashSet::default();
    let mut search =
        Search { shape, text, bytes, weight, threads, judge, observe, budget, asked: 0, refused };
    let limit = search.rounds().err();
    Shrunk { bytes: search.bytes, asked: search.asked, limit }
}

impl Search<'_> {
    /// All passes, until none helps.
    fn rounds(&mut self) -> Result<(), Limit> {
        // To begin with the text in order, which may be smaller already.
        let text = self.text.clone();
        self.attempt(vec![text])?;
        let mut efforts = EFFORTS.iter().copied();
        let mut effort = efforts.next();
        loop {
            let before = self.weight;
            for pass in 0..self.shape.passes() {
                self.pass(pass, effort.unwrap_or(usize::MAX))?;
            }
            if self.weight == before {
                match effort {
                    Some(_) => effort = efforts.next(),
                    None => return Ok(()),
                }
            }
        }
    }

    /// The edits of a pass, all at once, then in halves, and so on, up to `most_groups` groups.
    fn pass(&mut self, pass: usize, most_groups: usize) -> Result<(), Limit> {
        let mut edits = self.shape.edits(&self.text, pass);
        let mut size = edits.len();
        while size > 0 && size >= edits.len() / most_groups && !edits.is_empty() {
            let mut at = 0;
            while at < edits.len() {
                let groups = edits[at..].chunks(size).take(self.threads);
                let texts: Vec<Vec<u8>> = groups.map(|group| apply(&self.text, group)).collect();
                let count = texts.len();
                match self.attempt(texts)? {
                    // The edits that were made are gone, and those behind them have moved up.
                    Some(kept) => {
                        at += kept * size;
                        edits = self.shape.edits(&self.text, pass);
                    }
                    None => at += count * size,
                }
            }
            size = (size / 2).min(edits.len());
        }
        Ok(())
    }

    /// Tries texts, and takes the first one that is kept; the result is its place.
    fn attempt(&mut self, texts: Vec<Vec<u8>>) -> Result<Option<usize>, Limit> {
        self.budget.check()?;
        let mut candidates: Vec<Option<Candidate>> = Vec::with_capacity(texts.len());
        for text in texts {
            candidates.push(self.candidate(text));
        }
        let asked: Vec<&Candidate> = candidates.iter().flatten().collect();
        let judge = self.judge;
        let kept: Vec<bool> = match asked.as_slice() {
            [] => Vec::new(),
            [only] => vec![judge(&only.bytes)],
            several => std::thread::scope(|scope| {
                let spawn = |candidate: &&Candidate| {
                    let bytes = candidate.bytes.clone();
                    scope.spawn(move || judge(&bytes))
                };
                let threads: Vec<_> = several.iter().map(spawn).collect();
                // A judge that panics has kept nothing.
                threads.into_iter().map(|thread| thread.join().unwrap_or(false)).collect()
            }),
        };
        let mut answers = kept.into_iter();
        for (place, candidate) in candidates.into_iter().enumerate() {
            let candidate = match candidate {
                Some(candidate) => candidate,
                None => continue,
            };
            self.asked += 1;
            let is_kept = answers.next().unwrap_or(false);
            if is_kept {
                self.text = candidate.text;
                self.bytes = candidate.bytes;
                self.weight = candidate.weight;
            } else {
                self.refused.insert(candidate.hash);
            }
            (self.observe)(Progress { bytes: &self.bytes, is_new: is_kept, asked: self.asked });
            if is_kept {
                return Ok(Some(place));
            }
        }
        // A run that was interrupted says nothing.
        self.budget.check()?;
        Ok(None)
    }

    /// A text in order, if it is smaller than the present one and was not refused before.
    fn candidate(&self, text: Vec<u8>) -> Option<Candidate> {
        let text = self.shape.tidy(text)?;
        let weight = (self.shape.weight(&text), text.len());
        let is_smaller = weight < self.weight || weight == self.weight && text < self.text;
        let hash = hash(&text);
        if !is_smaller || self.refused.contains(&hash) {
            return None;
        }
        let bytes = self.shape.bytes(&text);
        Some(Candidate { text, bytes, weight, hash })
    }
}

struct Candidate {
    text: Vec<u8>,
    bytes: Vec<u8>,
    weight: (usize, usize),
    hash: u64,
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// All edits of one kind, each part of which stands alone.
pub(super) fn deletions(ranges: impl IntoIterator<Item = std::ops::Range<usize>>) -> Vec<Edit> {
    ranges.into_iter().map(Edit::delete).collect()
}
