//! The bytes of a proof, a piece at a time, with the place of the next one.

use std::io::{self, BufRead};

/// Bytes that are taken from the reader at a time.
const PIECE: usize = 1 << 16;

/// A place in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Bytes before it.
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Bytes before its line.
    pub line_start: usize,
}

/// Bytes that come from a reader. Where the reader fails, they end.
#[derive(Clone, Debug)]
pub(super) struct Source<R> {
    reader: R,
    /// The piece that was taken last; before the first byte is skipped, all that was looked at.
    piece: Vec<u8>,
    /// The next byte, in the piece.
    at: usize,
    /// Bytes before the piece.
    before: usize,
    line: usize,
    line_start: usize,
    has_ended: bool,
    /// The error of the reader, in words.
    failure: Option<String>,
}

impl<R: BufRead> Source<R> {
    pub fn new(reader: R) -> Source<R> {
        Source {
            reader,
            piece: Vec::new(),
            at: 0,
            before: 0,
            line: 1,
            line_start: 0,
            has_ended: false,
            failure: None,
        }
    }

    /// The next byte; `None` at the end, and where the reader failed.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        match self.piece.get(self.at) {
            Some(&byte) => Some(byte),
            None => self.peek_next_piece(),
        }
    }

    /// Goes on behind the next byte, which is there and ends no line.
    #[inline]
    pub fn skip(&mut self) {
        self.at += 1;
    }

    /// Goes on behind the end of a line.
    pub fn skip_line_end(&mut self) {
        self.skip();
        self.line += 1;
        self.line_start = self.before + self.at;
    }

    /// The place of the next byte.
    #[inline]
    pub fn place(&self) -> Place {
        Place { offset: self.before + self.at, line: self.line, line_start: self.line_start }
    }

    /// The byte at this distance, for looking at the first bytes: all before it stay in memory.
    pub fn ahead(&mut self, distance: usize) -> Option<u8> {
        while self.piece.len() <= self.at + distance && !self.has_ended {
            self.take_piece();
        }
        self.piece.get(self.at + distance).copied()
    }

    /// The error of the reader, once.
    pub fn take_failure(&mut self) -> Option<String> {
        match self.piece.get(self.at) {
            // Bytes that came before the error are read before.
            Some(_) => None,
            None => self.failure.take(),
        }
    }

    #[cold]
    fn peek_next_piece(&mut self) -> Option<u8> {
        self.before += self.piece.len();
        self.piece.clear();
        self.at = 0;
        if !self.has_ended {
            self.take_piece();
        }
        self.piece.first().copied()
    }

    /// Appends the bytes that the reader has.
    fn take_piece(&mut self) {
        loop {
            match self.reader.fill_buf() {
                Ok(bytes) => {
                    let piece = bytes.get(..PIECE).unwrap_or(bytes);
                    self.piece.extend_from_slice(piece);
                    let count = piece.len();
                    self.reader.consume(count);
                    self.has_ended = count == 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.failure = Some(error.to_string());
                    self.has_ended = true;
                }
            }
            return;
        }
    }
}
