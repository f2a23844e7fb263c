//! The first line of an AIGER file.

use super::scanner::Scanner;
use crate::input::ParseError;
use crate::model::circuit::NodeId;

/// Inputs that a binary file may have without a byte that could refer to them.
const UNUSED_INPUTS: usize = 1 << 20;

/// The counts that the file declares. Invariant: `inputs + latches + ands <= variables < NodeId::LIMIT`.
pub(super) struct Header {
    /// `aig` rather than `aag`.
    pub(super) binary: bool,
    /// `M`, the largest variable.
    pub(super) variables: u32,
    /// `I`.
    pub(super) inputs: u32,
    /// `L`.
    pub(super) latches: u32,
    /// `O`.
    pub(super) outputs: u32,
    /// `A`.
    pub(super) ands: u32,
    /// `B`.
    pub(super) bads: u32,
    /// `C`.
    pub(super) constraints: u32,
    /// `J`.
    pub(super) justice: u32,
    /// `F`.
    pub(super) fairness: u32,
}

const FIELDS: [&str; 9] = [
    "the largest variable (M)",
    "the number of inputs (I)",
    "the number of latches (L)",
    "the number of outputs (O)",
    "the number of and-gates (A)",
    "the number of bad states (B)",
    "the number of constraints (C)",
    "the number of justice properties (J)",
    "the number of fairness constraints (F)",
];

impl Header {
    /// Reads the first line; afterwards the scanner gives places in the way of the format.
    pub(super) fn parse(s: &mut Scanner) -> Result<Header, ParseError> {
        let binary = s.skip(b"aig");
        if !binary && !s.skip(b"aag") {
            return Err(s.unexpected(0, "expected `aag` or `aig`"));
        }
        let mut fields = [0u32; 9];
        let mut places = [0usize; 9];
        for (i, field) in fields.iter_mut().enumerate() {
            if i >= 5 && s.at_end_of_line() {
                break;
            }
            s.blank()?;
            places[i] = s.position();
            *field = s.number(FIELDS[i])?;
        }
        s.end_of_line()?;
        let [variables, inputs, latches, outputs, ands, bads, constraints, justice, fairness] = fields;
        let header = Header {
            binary,
            variables,
            inputs,
            latches,
            outputs,
            ands,
            bads,
            constraints,
            justice,
            fairness,
        };
        header.check(s, places[0], places[1])?;
        s.binary = binary;
        Ok(header)
    }

    fn check(&self, s: &Scanner, variables: usize, inputs: usize) -> Result<(), ParseError> {
        if self.variables as usize >= NodeId::LIMIT {
            return Err(s.unexpected(variables, &format!("expected M below {}", NodeId::LIMIT)));
        }
        let sum = self.inputs as u64 + self.latches as u64 + self.ands as u64;
        if sum > self.variables as u64 || (self.binary && sum != self.variables as u64) {
            let relation = if self.binary { "" } else { "at least " };
            let expected = format!("expected {}I + L + A = {} as the largest variable (M)", relation, sum);
            return Err(s.unexpected(variables, &expected));
        }
        // The inputs of a binary file take no bytes: bound them by the references that the file has room for.
        if self.binary && self.inputs as usize > UNUSED_INPUTS.saturating_add(s.length()) {
            let message = format!("{} inputs in a file of {} bytes cannot be meant", self.inputs, s.length());
            return Err(s.error(inputs, message));
        }
        Ok(())
    }

    pub(super) fn largest_literal(&self) -> u32 {
        2 * self.variables + 1
    }
}
