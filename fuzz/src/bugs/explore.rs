//! `fuzz explore`: a target on random inputs, without libFuzzer and on any compiler.

use crate::targets;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: fuzz explore TARGET [--seconds N] [--seed S]
  First come the files of the target's corpus, if it has one. Then half of the inputs are random bytes, and half are
  changed files of the corpus.
";

/// The longest random input.
const LONGEST: u64 = 512;

/// `fuzz explore`. The exit code is 1 after a panic; the input is kept under `found/` then.
pub fn explore(args: &[String]) -> i32 {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (name, rest) = match words.split_first() {
        Some((name, rest)) => (*name, rest),
        None => return usage(),
    };
    let target = match targets::target(name) {
        Some(target) => target,
        None => return usage(),
    };
    let (mut seconds, mut seed) = (60, 1);
    for pair in rest.chunks(2) {
        match pair {
            ["--seconds", n] => seconds = n.parse().unwrap_or(60),
            ["--seed", n] => seed = n.parse().unwrap_or(1),
            _ => return usage(),
        }
    }
    let corpus = corpus(Path::new("corpus").join(name).as_path());
    let mut random = Random(seed);
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < Duration::from_secs(seconds) {
        let unchanged = corpus.get(count).cloned();
        let input = unchanged.unwrap_or_else(|| random.input(&corpus));
        count += 1;
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            let file = format!("found/{}-{}-{}", name, seed, count);
            let kept = std::fs::create_dir_all("found").and_then(|()| std::fs::write(&file, &input));
            let file = kept.map_or_else(|error| format!("nothing, for {}", error), |()| file);
            println!("{}: input {} of seed {}, kept as {}", name, count, seed, file);
            return 1;
        }
    }
    println!("{}: {} inputs of seed {}", name, count, seed);
    0
}

fn usage() -> i32 {
    eprint!("{}", USAGE);
    2
}

/// The files of a folder, in the order of their names.
fn corpus(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    fn bytes(&mut self, count: u64) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }

    fn input(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        if corpus.is_empty() || self.below(2) == 0 {
            let longest = 1 + self.below(LONGEST);
            let length = self.below(longest);
            return self.bytes(length);
        }
        let mut input = corpus[self.below(corpus.len() as u64) as usize].clone();
        for _ in 0..1 + self.below(4) {
            let at = self.below(input.len() as u64 + 1) as usize;
            let end = (at + self.below(8) as usize).min(input.len());
            let count = self.below(4);
            let new = match self.below(3) {
                0 => self.bytes(count),
                1 => input[at..end].repeat(2),
                _ => Vec::new(),
            };
            input.splice(at..end, new);
        }
        input
    }
}
