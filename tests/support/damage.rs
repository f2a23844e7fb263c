//! Damage to files of lines and numbers.

use indubit::base::Rng;

/// Damages a file in up to three places; bytes that are inserted come from the letters.
pub fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, letters: &[u8]) {
    for _ in 0..=rng.below(3) {
        damage_once(rng, bytes, letters);
    }
}

fn damage_once(rng: &mut Rng, bytes: &mut Vec<u8>, letters: &[u8]) {
    // Most of the structure is in the first lines.
    let limit = if rng.one_in(2) { bytes.len().min(40) } else { bytes.len() };
    let at = rng.below(limit + 1).min(bytes.len());
    match rng.below(7) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        1 if at < bytes.len() => bytes[at] = b'0' + rng.below(10) as u8,
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 => bytes.insert(at, letters[rng.below(letters.len())]),
        4 => {
            let end = (at + rng.below(20)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        5 => bytes.truncate(at),
        _ => {
            let mut lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
            let (i, j) = (rng.below(lines.len()), rng.below(lines.len()));
            lines.swap(i, j);
            *bytes = lines.join(&b'\n');
        }
    }
}
