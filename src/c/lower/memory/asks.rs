//! Arbitrary values, and the questions that they stand for.
//!
//! A program gets an arbitrary value from an undefined function, from an object without initialiser, or from a read out
//! of bounds. In the automaton it is an input of an edge. The interpreter asks an oracle for the same value. So each
//! such edge notes its *asks*: the kind and place of each question, and which bits of its inputs are the answer. This
//! keeps both readings of a program in step, and turns a path of the automaton into answers for the interpreter.

use crate::c::lower::analysis::keys::{Root, TargetKey};
use crate::c::lower::analysis::leaves::{asked, Leaf};
use crate::c::lower::asked::{Asked, Contents, Given, Part, Size, Wanted};
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Cell, Holds};
use crate::c::lower::machine::value::{StoreId, Target, Value};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::{FloatingKind, IntegerKind};
use crate::c::read::property::{Ask, AskKind, Property, LARGE_OBJECT};
use crate::c::read::source::Pos;
use crate::c::read::syntax::BinaryOp;
use crate::c::read::types::{Type, TypeId};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// An arbitrary value of a scalar type, in a temporary.
    pub(in crate::c::lower) fn ask(&mut self, ty: TypeId, kind: AskKind, pos: Pos) -> Result<Value, Stop> {
        let integer = self.program.types.integer_kind(ty);
        if self.builder.at().is_none() {
            return self.value_nowhere(ty);
        }
        let floating = self.program.types.floating_kind(ty);
        let bits = match (integer, floating) {
            (Some(integer), _) => self.numbers.target.integer_bits(integer),
            (None, Some(kind)) => kind.stored_bits(),
            (None, None) => self.pointer_bits(),
        };
        let sort = match integer {
            Some(integer) => self.numbers.sort(integer),
            None => self.numbers.sort_of_bits(bits),
        };
        let variable = self.temporary(sort)?;
        let (havoc, inputs) = self.builder.havoc(&[variable]);
        let mut commands = vec![havoc];
        match integer {
            Some(integer) => commands.extend(self.range_assumption(integer, variable)),
            None if floating == Some(FloatingKind::LongDouble) && self.numbers.is_words() => {
                let is_number = self.is_x87_number(variable);
                commands.push(self.builder.commands().assume(is_number));
            }
            None if floating.is_some() => {}
            None => commands.extend(self.address_assumption(variable)),
        }
        let command = self.builder.commands().sequence(&commands);
        let edge = self.builder.edge(command);
        let asked = Asked {
            ask: Ask { pos, kind, ty },
            wanted: Wanted::Scalar {
                parts: vec![Part {
                    input: inputs[0],
                    element: None,
                    from: 0,
                    width: bits,
                    to: 0,
                    is_code: false,
                }],
                width: bits,
                signed: integer.map_or(false, |integer| self.numbers.target.is_signed(integer)),
            },
        };
        self.builder.note_asks(edge, vec![asked]);
        Ok(match integer {
            Some(IntegerKind::Bool) => Value::Bool(variable),
            Some(_) => Value::Number(variable),
            None if floating.is_some() => Value::Floating(variable),
            None => Value::Pointer(Value::way(Target::Number(variable))),
        })
    }

    /// The assumption that an arbitrary integer is in the range of its type; `None` for words, which always are.
    fn range_assumption(&mut self, kind: IntegerKind, variable: TermId) -> Option<CommandId> {
        if self.numbers.is_words() || kind == IntegerKind::Bool {
            return None;
        }
        let numbers = self.numbers;
        let formula = numbers.is_in_range(self.terms(), kind, variable);
        // Numbers without bounds: whether runs end is asked about the values of `int` and wider types without them.
        let is_wide = numbers.range(kind).1 >= i128::from(i32::MAX);
        if is_wide && self.builder.property() == Property::Termination {
            if numbers.range(kind).0 < 0 {
                return None;
            }
            let terms = self.terms();
            let sort = terms.sort(variable);
            let zero = terms.default_term(sort);
            let formula = terms.ge(variable, zero);
            return Some(self.builder.commands().assume(formula));
        }
        Some(self.builder.commands().assume(formula))
    }

    /// The assumption about an arbitrary pointer, which is a number. Where the program cannot tell numbers apart, it is
    /// null or one other number; otherwise it is in the range of a pointer.
    fn address_assumption(&mut self, variable: TermId) -> Option<CommandId> {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        if !self.known.targets().is_exact {
            let (zero, some) = (self.zero_index(), self.some_number());
            let terms = self.builder.terms_mut();
            let (is_zero, is_some) = (terms.eq(variable, zero), terms.eq(variable, some));
            let formula = terms.or(&[is_zero, is_some]);
            return Some(self.builder.commands().assume(formula));
        }
        if numbers.is_words() {
            return None;
        }
        let terms = self.builder.terms_mut();
        let (zero, most) = (numbers.number(terms, 0, bits), numbers.number(terms, (1 << bits) - 1, bits));
        let above = numbers.compare(terms, BinaryOp::GreaterEqual, false, variable, zero);
        let below = numbers.compare(terms, BinaryOp::LessEqual, false, variable, most);
        let formula = terms.and(&[above, below]);
        Some(self.builder.commands().assume(formula))
    }

    /// Adds an edge that gives a store an arbitrary value, and asks for its scalars in order.
    pub(in crate::c::lower) fn ask_store(
        &mut self,
        store: StoreId,
        kind: AskKind,
        pos: Pos,
    ) -> Result<(), Stop> {
        if self.builder.at().is_none() {
            return Ok(());
        }
        let (command, asks) = self.any_store(store, kind, pos)?;
        let edge = self.builder.edge(command);
        self.builder.note_asks(edge, asks);
        Ok(())
    }

    /// The command that gives a store an arbitrary value, and its asks.
    pub(in crate::c::lower) fn any_store(
        &mut self,
        store: StoreId,
        kind: AskKind,
        pos: Pos,
    ) -> Result<(CommandId, Vec<Asked>), Stop> {
        let (command, inputs) = self.any_cells(store)?;
        let ty = self.objects.store(store).ty;
        let asks = self.asks_of(store, &inputs, Ask { pos, kind, ty })?;
        Ok((command, asks))
    }

    /// The command that gives the cells of a store arbitrary values, and its inputs, one for each cell. A row has one
    /// input.
    pub(in crate::c::lower) fn any_cells(
        &mut self,
        store: StoreId,
    ) -> Result<(CommandId, Vec<TermId>), Stop> {
        let store = self.objects.store(store).clone();
        let number = |cell: &Cell| match cell.holds {
            Holds::Address(_) => cell.value.unwrap_or(cell.variable),
            Holds::Bits | Holds::Truth => cell.variable,
        };
        let row = store.row.map(|row| row.variable);
        let variables: Vec<TermId> = store.cells.iter().map(number).chain(row).collect();
        let (havoc, inputs) = self.builder.havoc(&variables);
        let mut commands = vec![havoc];
        let mut codes = Vec::new();
        for cell in &store.cells {
            match cell.holds {
                Holds::Truth => {}
                // The range depends on the cell and not only on its type, since a bit-field has fewer bits.
                Holds::Bits if self.numbers.is_words() => {
                    let formula = self.word_range(cell, store.root);
                    commands.extend(formula.map(|formula| self.builder.commands().assume(formula)));
                }
                Holds::Bits => {
                    let formula = self.leaf_range(cell.leaf, cell.variable);
                    commands.push(self.builder.commands().assume(formula));
                }
                Holds::Address(class) => {
                    let targets = store.targets.of_class(class).clone();
                    let at = match targets.iter().position(|&key| key == TargetKey::Number) {
                        Some(at) => at,
                        None => {
                            return self.refuse("a pointer may have any value where that was not foreseen")
                        }
                    };
                    let code = self.code(at, targets.len());
                    match cell.value {
                        Some(number) => {
                            commands.extend(self.address_assumption(number));
                            codes.push(Assignment { variable: cell.variable, value: code });
                        }
                        // The pointer is null, or the number that stands for all other numbers.
                        None => {
                            let is_null = self.code_is(cell.variable, 0, targets.len());
                            let is_other = self.code_is(cell.variable, at, targets.len());
                            let either = self.terms().or(&[is_null, is_other]);
                            commands.push(self.builder.commands().assume(either));
                        }
                    }
                }
            }
        }
        if !codes.is_empty() {
            commands.push(self.builder.commands().add(Command::Assign(codes)));
        }
        Ok((self.builder.commands().sequence(&commands), inputs))
    }

    /// The formula that the bits of a cell are a value of its type: a `long double`, or a `_Bool` in a variable, which
    /// is asked for as such. `None` if all are.
    fn word_range(&mut self, cell: &Cell, root: Option<Root>) -> Option<TermId> {
        let types = &self.program.types;
        if cell.leaf.ty.and_then(|ty| types.floating_kind(ty)) == Some(FloatingKind::LongDouble) {
            return Some(self.is_x87_number(cell.variable));
        }
        let kind = cell.leaf.ty.and_then(|ty| types.integer_kind(ty));
        let is_truth = kind == Some(IntegerKind::Bool) && !matches!(root, Some(Root::Heap(..)));
        is_truth.then(|| {
            let terms = self.terms();
            let two = terms.bv(2, cell.leaf.width);
            terms.bv_ult(cell.variable, two)
        })
    }

    /// The formula that an integer, which is no word, is in the range of a part. The part may be a bit-field.
    fn leaf_range(&mut self, leaf: Leaf, variable: TermId) -> TermId {
        let signed = self.is_signed(leaf.ty);
        let is_unbounded = leaf.width >= 32 && self.builder.property() == Property::Termination;
        let (low, high): (i128, i128) = match signed {
            true => (-(1 << (leaf.width - 1)), (1 << (leaf.width - 1)) - 1),
            false => (0, (1 << leaf.width) - 1),
        };
        let numbers = self.numbers;
        let terms = self.terms();
        let (low, high) = (numbers.number(terms, low, 64), numbers.number(terms, high, 64));
        let (above, below) = (terms.le(low, variable), terms.le(variable, high));
        match (is_unbounded, signed) {
            (true, true) => Terms::TRUE,
            (true, false) => above,
            (false, _) => terms.and(&[above, below]),
        }
    }

    /// Whether values of an integer type may be negative.
    pub(in crate::c::lower) fn is_signed(&self, ty: Option<TypeId>) -> bool {
        let kind = ty.and_then(|ty| self.program.types.integer_kind(ty));
        kind.map_or(false, |kind| self.numbers.target.is_signed(kind))
    }

    /// The asks for the scalars of an object whose cells get these inputs. They have the kind and place of `like`,
    /// which is about the whole object.
    fn asks_of(&self, store: StoreId, inputs: &[TermId], like: Ask) -> Result<Vec<Asked>, Stop> {
        let size = self.program.types.size(like.ty).unwrap_or(0);
        if size > LARGE_OBJECT {
            return Ok(vec![self.asked_bytes(store, inputs, Size::Fixed(size), like)]);
        }
        let scalars = asked(&self.program.types, like.ty);
        let scalars = scalars.map_err(|message| Stop::unsupported(like.pos, message))?;
        Ok(scalars.into_iter().map(|scalar| self.asked_scalar(store, inputs, scalar, like)).collect())
    }

    /// The ask for the bytes of an object whose cells get these inputs.
    pub(in crate::c::lower) fn asked_bytes(
        &self,
        store: StoreId,
        inputs: &[TermId],
        size: Size,
        like: Ask,
    ) -> Asked {
        let store = self.objects.store(store);
        let given = |(cell, &input): (&Cell, &TermId)| Given {
            offset: cell.leaf.offset,
            width: cell.leaf.width,
            input,
            is_code: matches!(cell.holds, Holds::Address(_)) && cell.value.is_none(),
        };
        let contents = match (store.row, inputs) {
            (Some(row), &[input]) => Contents::Elements { input, unit: row.unit },
            (_, inputs) => Contents::Scalars(store.cells.iter().zip(inputs).map(given).collect()),
        };
        let byte = self.program.types.integer(IntegerKind::UnsignedChar);
        let position = self.program.types.integer(self.numbers.target.size_kind());
        Asked { ask: Ask { ty: byte, ..like }, wanted: Wanted::Bytes { contents, size, position } }
    }

    /// The ask for one scalar of an object whose cells get these inputs.
    fn asked_scalar(&self, store: StoreId, inputs: &[TermId], scalar: Leaf, like: Ask) -> Asked {
        let found = self.objects.store(store);
        let first = found.cells.partition_point(|cell| cell.leaf.end() <= scalar.offset);
        let mut parts = Vec::new();
        // The bits of an input that begin at a bit of the object, as far as the scalar has them.
        let mut add = |input: TermId, element: Option<u64>, offset: u64, width: u64, is_code: bool| {
            let (low, high) = (offset.max(scalar.offset), (offset + width).min(scalar.end()));
            parts.push(Part {
                input,
                element,
                from: (low - offset) as u32,
                width: (high - low) as u32,
                to: (low - scalar.offset) as u32,
                is_code,
            });
        };
        for (cell, &input) in found.cells.iter().zip(inputs).skip(first) {
            let leaf = cell.leaf;
            if leaf.offset >= scalar.end() {
                break;
            }
            let is_code = matches!(cell.holds, Holds::Address(_)) && cell.value.is_none();
            add(input, None, leaf.offset, u64::from(leaf.width), is_code);
        }
        if let (Some(row), &[input]) = (found.row, inputs) {
            let end = (scalar.end() + row.unit - 1) / row.unit;
            for element in scalar.offset / row.unit..end {
                add(input, Some(element), element * row.unit, row.unit, false);
            }
        }
        Asked {
            ask: Ask { ty: scalar.ty.unwrap_or(like.ty), ..like },
            wanted: Wanted::Scalar { parts, width: scalar.width, signed: self.is_signed(scalar.ty) },
        }
    }

    /// Some value of a type, for a place that no run reaches.
    pub(in crate::c::lower) fn default_value(&mut self, ty: TypeId) -> Result<Value, Stop> {
        let numbers = self.numbers;
        Ok(match self.program.types.get(ty) {
            Type::Void => Value::Void,
            Type::Pointer(_) => Value::Pointer(self.number_pointer(0)),
            Type::Record(_) => {
                let leaves = self.known.leaves(ty);
                let leaves = leaves.map_err(|message| Stop::unsupported(self.builder.pos(), message))?;
                let mut parts = Vec::with_capacity(leaves.len());
                for leaf in leaves {
                    parts.push(self.zero(leaf));
                }
                Value::Record(parts)
            }
            _ => match self.program.types.integer_kind(ty) {
                Some(IntegerKind::Bool) => Value::Bool(Terms::FALSE),
                Some(kind) => Value::Number(numbers.constant(self.terms(), kind, 0)),
                None => match self.program.types.size(ty) {
                    Some(size) => {
                        let kind = self.program.types.floating_kind(ty);
                        let bits = kind.map_or(8 * size as u32, FloatingKind::stored_bits);
                        Value::Floating(numbers.number(self.terms(), 0, bits.max(8)))
                    }
                    None => Value::Void,
                },
            },
        })
    }

    /// The value of a part whose bits are 0.
    pub(in crate::c::lower) fn zero(&mut self, leaf: Leaf) -> Value {
        let numbers = self.numbers;
        let kind = leaf.ty.and_then(|ty| self.program.types.integer_kind(ty));
        match (leaf.ty, kind) {
            (_, Some(IntegerKind::Bool)) => Value::Bool(Terms::FALSE),
            (Some(ty), None) if self.program.types.pointee(ty).is_some() => {
                Value::Pointer(self.number_pointer(0))
            }
            (Some(_), None) => Value::Floating(numbers.number(self.terms(), 0, leaf.width)),
            _ => Value::Number(numbers.number(self.terms(), 0, leaf.width)),
        }
    }
}
