//! Lines with a sort and a value: constants, operators on words, operators on arrays.

use super::line::Line;
use super::operators::{binary, unary, Shape};
use super::read::{Kind, Node, Reader};
use super::vectors::{constant, vector, width_of, word};
use super::{arrays, literals};
use crate::input::ParseError;
use crate::solver::term::TermId;
use crate::theories::bv::Bits;
use std::sync::Arc;

impl Reader<'_> {
    /// Any line with a sort and a value.
    pub fn operation(
        &mut self,
        line: &mut Line<'_>,
        operator: &str,
        place: usize,
        kind: Kind,
    ) -> Result<Node, ParseError> {
        let width = match (kind, operator) {
            (Kind::Array { index, cell }, "ite" | "write") => {
                let terms = self.array_operation(line, operator, (kind, index, cell))?;
                return Ok(Node { kind, terms, state: None });
            }
            (Kind::Array { .. }, _) => {
                return Err(line.error(place, format!("`{}` does not make arrays", operator)));
            }
            (Kind::Word(width), _) => width,
        };
        let term = match operator {
            "const" | "constd" | "consth" => {
                let bits = literals::constant(line, operator, width)?;
                constant(&mut self.terms, bits)
            }
            "zero" => constant(&mut self.terms, Bits::zero(width)),
            "one" => constant(&mut self.terms, Bits::new(1, width)),
            "ones" => constant(&mut self.terms, Bits::ones(width)),
            "uext" | "sext" => self.extension(line, operator, width)?,
            "slice" => self.slice(line, width)?,
            "ite" => {
                let condition = self.operand_of(line, Kind::Word(1))?.term();
                let yes = self.operand_of(line, kind)?.term();
                let no = self.operand_of(line, kind)?.term();
                self.terms.ite(condition, yes, no)
            }
            "read" => self.read_cell(line, width)?,
            _ => match (unary(operator), binary(operator)) {
                (Some((shape, f)), _) => {
                    let arg_place = line.offset();
                    let (a, found) = self.word_operand(line)?;
                    self.check_shape(line, (place, operator), arg_place, shape, &[found], width)?;
                    f(&mut self.terms, a)
                }
                (_, Some((shape, f))) => {
                    let arg_place = line.offset();
                    let a = self.operand(line)?;
                    if let (Kind::Array { .. }, "eq" | "neq") = (a.kind, operator) {
                        let same = self.compare_arrays(line, operator, (place, width), a)?;
                        return Ok(Node::word(width, same));
                    }
                    let a_width = match a.kind {
                        Kind::Word(width) => width,
                        kind => return Err(line.error(arg_place, format!("expected a word, found {}", kind))),
                    };
                    let (b, b_width) = self.word_operand(line)?;
                    self.check_shape(line, (place, operator), arg_place, shape, &[a_width, b_width], width)?;
                    f(&mut self.terms, a.term(), b)
                }
                _ => return Err(line.error(place, format!("there is no operator `{}`", shown(operator)))),
            },
        };
        debug_assert!(self.terms.is_over() || width_of(&self.terms, term) == width);
        Ok(Node::word(width, term))
    }

    /// Checks the widths of an operator's arguments and result.
    fn check_shape(
        &self,
        line: &Line<'_>,
        (place, operator): (usize, &str),
        arg_place: usize,
        shape: Shape,
        args: &[u32],
        width: u32,
    ) -> Result<(), ParseError> {
        let first = args.first().copied().unwrap_or(0);
        let last = args.last().copied().unwrap_or(0);
        let result = match shape {
            Shape::Same => u64::from(first),
            Shape::Bit | Shape::Bits => 1,
            Shape::Sum => u64::from(first) + u64::from(last),
        };
        if shape != Shape::Sum && first != last {
            let message = format!("the arguments of `{}` have {} and {} bits", operator, first, last);
            return Err(line.error(arg_place, message));
        }
        if shape == Shape::Bits && first != 1 {
            let message = format!("the arguments of `{}` have 1 bit, these have {}", operator, first);
            return Err(line.error(arg_place, message));
        }
        if result != u64::from(width) {
            let message =
                format!("`{}` gives {}, the sort has {}", operator, bits(result), bits(width.into()));
            return Err(line.error(place, message));
        }
        Ok(())
    }

    /// `uext` and `sext`; the number is that of the bits added.
    fn extension(&mut self, line: &mut Line<'_>, operator: &str, width: u32) -> Result<TermId, ParseError> {
        let (a, from) = self.word_operand(line)?;
        let place = line.offset();
        let by = line.number("the number of bits added")?;
        if u64::from(from).checked_add(by) != Some(width.into()) {
            let message = format!(
                "{} and {} more are not the {} of the sort",
                bits(from.into()),
                by,
                bits(width.into())
            );
            return Err(line.error(place, message));
        }
        if by == 0 {
            return Ok(a);
        }
        let vector = vector(&mut self.terms, a);
        Ok(match operator {
            "uext" => self.terms.zero_extend(vector, by as u32),
            _ => self.terms.sign_extend(vector, by as u32),
        })
    }

    fn slice(&mut self, line: &mut Line<'_>, width: u32) -> Result<TermId, ParseError> {
        let (a, from) = self.word_operand(line)?;
        let place = line.offset();
        let high = line.number("the highest bit")?;
        let low = line.number("the lowest bit")?;
        if high >= u64::from(from) || low > high {
            let message = format!("bits {} to {} are not within {}", high, low, bits(from.into()));
            return Err(line.error(place, message));
        }
        if high - low + 1 != u64::from(width) {
            let message = format!("bits {} to {} are not the {} of the sort", high, low, bits(width.into()));
            return Err(line.error(place, message));
        }
        let vector = vector(&mut self.terms, a);
        let slice = self.terms.extract(vector, high as u32, low as u32);
        Ok(word(&mut self.terms, slice))
    }

    fn read_cell(&mut self, line: &mut Line<'_>, width: u32) -> Result<TermId, ParseError> {
        let place = line.offset();
        let array = self.operand(line)?;
        let index = match array.kind {
            Kind::Array { index, cell } if cell == width => index,
            Kind::Array { cell, .. } => {
                let message = format!("a cell has {}, the sort {}", bits(cell.into()), bits(width.into()));
                return Err(line.error(place, message));
            }
            kind => return Err(line.error(place, format!("expected an array, found {}", kind))),
        };
        if arrays::is_wide(index) {
            let index = self.operand_of(line, Kind::Word(index))?.term();
            return Ok(self.terms.select(array.term(), index));
        }
        self.spend_cells(line, place, 1 << index)?;
        let index = self.operand_of(line, Kind::Word(index))?.term();
        Ok(arrays::read(&mut self.terms, &array.terms, index))
    }

    /// `ite` and `write` on arrays.
    fn array_operation(
        &mut self,
        line: &mut Line<'_>,
        operator: &str,
        (kind, index, cell): (Kind, u32, u32),
    ) -> Result<Arc<[TermId]>, ParseError> {
        let is_wide = arrays::is_wide(index);
        if !is_wide {
            self.spend_cells(line, line.offset(), 1 << index)?;
        }
        if operator == "write" {
            let array = self.operand_of(line, kind)?;
            let index = self.operand_of(line, Kind::Word(index))?.term();
            let value = self.operand_of(line, Kind::Word(cell))?.term();
            return Ok(match is_wide {
                true => Arc::new([self.terms.store(array.term(), index, value)]),
                false => arrays::write(&mut self.terms, &array.terms, index, value).into(),
            });
        }
        let condition = self.operand_of(line, Kind::Word(1))?.term();
        let yes = self.operand_of(line, kind)?;
        let no = self.operand_of(line, kind)?;
        Ok(arrays::choose(&mut self.terms, condition, &yes.terms, &no.terms).into())
    }

    /// `eq` and `neq` on arrays.
    fn compare_arrays(
        &mut self,
        line: &mut Line<'_>,
        operator: &str,
        (place, width): (usize, u32),
        a: Node,
    ) -> Result<TermId, ParseError> {
        let b = self.operand_of(line, a.kind)?;
        self.spend_cells(line, place, a.terms.len())?;
        self.check_shape(line, (place, operator), place, Shape::Bit, &[1], width)?;
        let same = arrays::equal(&mut self.terms, &a.terms, &b.terms);
        Ok(if operator == "eq" { same } else { self.terms.not(same) })
    }
}

fn bits(count: u64) -> String {
    format!("{} {}", count, if count == 1 { "bit" } else { "bits" })
}

/// An operator in a message, cut to a readable length.
fn shown(operator: &str) -> String {
    operator.chars().take(24).flat_map(char::escape_default).collect()
}
