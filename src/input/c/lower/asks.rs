//! Arbitrary values.

use super::super::arch::IntegerKind;
use super::super::property::{Ask, AskKind};
use super::super::source::Pos;
use super::super::types::{Type, TypeId};
use super::leaves::{asked, Leaf};
use super::lowering::{Lowering, Stop};
use super::source_map::{Asked, Part};
use super::value::{StoreId, Target, Value, Way};
use crate::model::cfa::EdgeId;
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::solver::term::{Sort, TermId, Terms};

impl Lowering<'_> {
    /// Any value of a scalar type, in a temporary.
    pub(super) fn ask(&mut self, ty: TypeId, kind: AskKind, pos: Pos) -> Result<Value, Stop> {
        let integer = self.program.types.integer_kind(ty);
        if self.at.is_none() {
            return self.default_value(ty);
        }
        // A pointer is null or not.
        let sort = integer.map_or(Sort::Bool, |integer| self.numbers.sort(integer));
        let variable = self.temporary(sort)?;
        let (havoc, inputs) = self.havoc(&[variable]);
        let mut commands = vec![havoc];
        commands.extend(self.range_assumption(integer, variable));
        let command = self.cfa.commands_mut().sequence(&commands);
        let edge = self.edge(command);
        let width = integer.map_or(1, |integer| self.numbers.target.integer_bits(integer));
        let asked = Asked {
            ask: Ask { pos, kind, ty },
            parts: vec![Part { input: inputs[0], from: 0, width, to: 0 }],
            is_pointer: integer.is_none(),
            width,
            signed: integer.map_or(false, |integer| self.numbers.target.is_signed(integer)),
        };
        self.note_asks(edge, vec![asked]);
        Ok(match integer {
            Some(IntegerKind::Bool) => Value::Bool(variable),
            Some(_) => Value::Number(variable),
            None => {
                let is_null = self.terms().not(variable);
                let null = Way { guard: is_null, target: Target::Null };
                Value::Pointer(vec![null, Way { guard: variable, target: Target::Nothing }])
            }
        })
    }

    pub(super) fn note_asks(&mut self, edge: Option<EdgeId>, asks: Vec<Asked>) {
        if let Some(edge) = edge {
            self.map.asks.entry(edge).or_default().extend(asks);
        }
    }

    fn havoc(&mut self, variables: &[TermId]) -> (CommandId, Vec<TermId>) {
        let (commands, terms) = self.cfa.parts_mut();
        let id = commands.havoc(terms, variables);
        let inputs = match commands.get(id) {
            Command::Havoc(list) => list.iter().map(|a| a.value).collect(),
            _ => Vec::new(),
        };
        (id, inputs)
    }

    /// The assumption that a number has a value of its type, where numbers are not words.
    fn range_assumption(&mut self, kind: Option<IntegerKind>, variable: TermId) -> Option<CommandId> {
        let kind = kind.filter(|&kind| !self.numbers.is_words() && kind != IntegerKind::Bool)?;
        let numbers = self.numbers;
        let formula = numbers.is_in_range(self.terms(), kind, variable);
        Some(self.cfa.commands_mut().assume(formula))
    }

    /// Gives a store any value: its scalars are asked in order.
    pub(super) fn ask_store(&mut self, store: StoreId, kind: AskKind, pos: Pos) -> Result<(), Stop> {
        if self.at.is_none() {
            return Ok(());
        }
        let (command, asks) = self.any_store(store, kind, pos)?;
        let edge = self.edge(command);
        self.note_asks(edge, asks);
        Ok(())
    }

    /// The command that gives a store any value, and its asks.
    pub(super) fn any_store(
        &mut self,
        store: StoreId,
        kind: AskKind,
        pos: Pos,
    ) -> Result<(CommandId, Vec<Asked>), Stop> {
        let store = self.stores[store.0 as usize].clone();
        let variables: Vec<TermId> = store.cells.iter().map(|cell| cell.variable).collect();
        let (havoc, inputs) = self.havoc(&variables);
        let mut commands = vec![havoc];
        let mut indices = Vec::new();
        for cell in &store.cells {
            let ty = match cell.leaf.ty {
                Some(ty) => ty,
                None => continue,
            };
            if let Type::Pointer(_) = self.program.types.get(ty) {
                let is_null = self.code_is(cell.variable, 0, store.targets.len());
                let is_nothing = self.code_is(cell.variable, store.targets.len() + 1, store.targets.len());
                let either = self.terms().or(&[is_null, is_nothing]);
                commands.push(self.cfa.commands_mut().assume(either));
                if let Some(index) = cell.index {
                    let bits = self.pointer_bits();
                    let numbers = self.numbers;
                    let value = numbers.number(self.terms(), 0, bits);
                    indices.push(Assignment { variable: index, value });
                }
            } else {
                let integer = self.program.types.integer_kind(ty);
                // A bit-field has fewer bits than its type.
                match self.numbers.is_words() || integer == Some(IntegerKind::Bool) {
                    true => {}
                    false => {
                        let formula = self.leaf_range(cell.leaf, cell.variable);
                        commands.push(self.cfa.commands_mut().assume(formula));
                    }
                }
            }
        }
        if !indices.is_empty() {
            commands.push(self.cfa.commands_mut().add(Command::Assign(indices)));
        }
        let command = self.cfa.commands_mut().sequence(&commands);
        let leaves: Vec<Leaf> = store.cells.iter().map(|cell| cell.leaf).collect();
        let asks = self.asks_of(&leaves, &inputs, Ask { pos, kind, ty: store.ty })?;
        Ok((command, asks))
    }

    /// The range of a part, which may be a bit-field, where numbers are not words.
    fn leaf_range(&mut self, leaf: Leaf, variable: TermId) -> TermId {
        let signed = self.is_signed(leaf.ty);
        let (low, high): (i128, i128) = match signed {
            true => (-(1 << (leaf.width - 1)), (1 << (leaf.width - 1)) - 1),
            false => (0, (1 << leaf.width) - 1),
        };
        let numbers = self.numbers;
        let terms = self.terms();
        let (low, high) = (numbers.number(terms, low, 64), numbers.number(terms, high, 64));
        let (above, below) = (terms.le(low, variable), terms.le(variable, high));
        terms.and(&[above, below])
    }

    /// Whether values of an integer type may be negative.
    pub(super) fn is_signed(&self, ty: Option<TypeId>) -> bool {
        let kind = ty.and_then(|ty| self.program.types.integer_kind(ty));
        kind.map_or(false, |kind| self.numbers.target.is_signed(kind))
    }

    /// The asks for an object, whose parts get these inputs. They are as the given one, which is about the whole
    /// object.
    fn asks_of(&self, cells: &[Leaf], inputs: &[TermId], like: Ask) -> Result<Vec<Asked>, Stop> {
        let mut asks = Vec::new();
        let scalars = asked(&self.program.types, like.ty);
        let scalars = scalars.map_err(|message| Stop { pos: like.pos, message })?;
        for scalar in scalars {
            let first = cells.partition_point(|cell| cell.end() <= scalar.offset);
            let mut parts = Vec::new();
            for (cell, &input) in cells.iter().zip(inputs).skip(first) {
                if cell.offset >= scalar.end() {
                    break;
                }
                let (low, high) = (cell.offset.max(scalar.offset), cell.end().min(scalar.end()));
                parts.push(Part {
                    input,
                    from: (low - cell.offset) as u32,
                    width: (high - low) as u32,
                    to: (low - scalar.offset) as u32,
                });
            }
            let of = scalar.ty.unwrap_or(like.ty);
            asks.push(Asked {
                ask: Ask { ty: of, ..like },
                parts,
                is_pointer: self.program.types.pointee(of).is_some(),
                width: scalar.width,
                signed: self.is_signed(scalar.ty),
            });
        }
        Ok(asks)
    }

    /// A value for a place where no run comes.
    pub(super) fn default_value(&mut self, ty: TypeId) -> Result<Value, Stop> {
        let numbers = self.numbers;
        Ok(match self.program.types.get(ty) {
            Type::Void => Value::Void,
            Type::Pointer(_) => Value::Pointer(Value::way(Target::Null)),
            Type::Record(_) => {
                let leaves = self.members.leaves(&self.program.types, ty);
                let leaves = leaves.map_err(|message| Stop { pos: self.pos, message })?;
                let mut parts = Vec::with_capacity(leaves.len());
                for leaf in leaves {
                    parts.push(self.zero(leaf));
                }
                Value::Record(parts)
            }
            _ => match self.program.types.integer_kind(ty) {
                Some(IntegerKind::Bool) => Value::Bool(Terms::FALSE),
                Some(kind) => Value::Number(numbers.constant(self.terms(), kind, 0)),
                None => Value::Void,
            },
        })
    }

    /// The value of a part whose bits are 0.
    pub(super) fn zero(&mut self, leaf: Leaf) -> Value {
        let numbers = self.numbers;
        let kind = leaf.ty.and_then(|ty| self.program.types.integer_kind(ty));
        match (leaf.ty, kind) {
            (_, Some(IntegerKind::Bool)) => Value::Bool(Terms::FALSE),
            (Some(_), None) => Value::Pointer(Value::way(Target::Null)),
            _ => Value::Number(numbers.number(self.terms(), 0, leaf.width)),
        }
    }
}
