//! Facts about all objects that one call of `malloc` makes, in the words of the program.
//!
//! The automaton has an array for each member, from the numbers of the objects to the values (see
//! `lower/memory/families.rs`), and a fact about all of them is
//! `for all k: k < 0 || made <= k || v[k] == 5`. A person wrote `struct node { int v; … }` and reads
//!
//! ```text
//! each struct node of line 9: v == 5
//! ```
//!
//! Left out are facts about members that are pointers, and those that compare numbers of objects.

use crate::c::run::parts::leaves;
use crate::c::{ExprKind, Program, TypeId};
use crate::model::cfa::Cfa;
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};

/// A variable of a family: the names are `heap:9#1.4` for the member at byte 4, and `heap:9#1.0.made` for the number of
/// objects.
struct Part<'a> {
    /// The line of the call, and the number of the call in it.
    call: &'a str,
    /// The member's first byte, and the rest of the name.
    member: &'a str,
}

fn symbol_name(terms: &Terms, t: TermId) -> Option<&str> {
    match terms.op(t) {
        Op::Symbol(symbol) => Some(terms.name(symbol)),
        _ => None,
    }
}

fn part(name: &str) -> Option<Part<'_>> {
    let (line, rest) = name.strip_prefix("heap:")?.split_once('#')?;
    let (slot, member) = rest.split_once('.')?;
    Some(Part { call: &name[..name.len() - rest.len() + slot.len()], member }).filter(|_| !line.is_empty())
}

/// The number of objects that were made by the call to which a variable belongs; `None` if it is no family.
fn made(cfa: &Cfa, terms: &Terms, call: &str) -> Option<TermId> {
    let is_made = |t: &TermId| {
        let known = part(cfa.name(*t));
        known.map_or(false, |known| known.call == call && known.member.ends_with(".made"))
    };
    cfa.variables().iter().copied().filter(|&t| terms.sort(t) == Sort::Int).find(is_made)
}

/// Whether a variable is an array from the numbers of objects to values.
pub(in crate::c) fn is_of_family(cfa: &Cfa, terms: &Terms, variable: TermId) -> bool {
    part(cfa.name(variable)).map_or(false, |known| made(cfa, terms, known.call).is_some())
}

/// A fact about each object of a family.
pub(in crate::c) struct Each {
    /// The words before the fact: `each struct node of line 9`.
    pub words: String,
    /// The fact.
    pub claim: TermId,
    /// The variables that stand for members in it, with their names and whether they are signed.
    pub members: Vec<(TermId, String, bool)>,
}

/// A fact about one element of families, for all values of a constant, as a fact about an object. `None` if it is no
/// such fact.
pub(in crate::c) fn about_each(
    (program, cfa): (&Program, &Cfa),
    terms: &mut Terms,
    index: TermId,
    fact: TermId,
) -> Option<Each> {
    let array = terms.subterms(&[fact]).into_iter().find(|&t| terms.op(t) == Op::Select)?;
    let name = symbol_name(terms, terms.args(array)[0])?.to_string();
    let call = part(&name)?.call;
    let made = made(cfa, terms, call)?;
    let (zero, minus) = (terms.int(0), terms.int(-1));
    let ends = [terms.le(index, minus), terms.le(made, index), terms.lt(index, zero)];
    // The rest of the fact where the number is that of an object.
    let mut inside = Substitution::new();
    ends.iter().for_each(|&end| inside.insert(end, Terms::FALSE));
    let claim = inside.apply(terms, fact);
    let ty = type_of(program, call)?;
    let (mut members, mut known_members) = (Substitution::new(), Vec::new());
    for read in terms.subterms(&[claim]) {
        if terms.op(read) != Op::Select {
            continue;
        }
        let (array, at) = (terms.args(read)[0], terms.args(read)[1]);
        let known = part(symbol_name(terms, array)?).filter(|known| known.call == call && at == index)?;
        let offset: u64 = known.member.parse().ok()?;
        let leaf = leaves(program, ty, offset).into_iter().find(|leaf| leaf.offset == offset)?;
        let name = leaf.path.strip_prefix('.').unwrap_or(&leaf.path).to_string();
        if leaf.bits.is_some() || program.types.pointee(leaf.ty).is_some() {
            return None;
        }
        let member = terms.declare(&format!("each.{}", offset), terms.sort(read));
        members.insert(read, member);
        let kind = program.types.integer_kind(leaf.ty);
        let is_signed = kind.map_or(false, |kind| program.types.options().is_signed(kind));
        known_members.push((member, name, is_signed));
    }
    let claim = members.apply(terms, claim);
    let (line, _) = call.strip_prefix("heap:")?.split_once('#')?;
    let words = format!("each {} of line {}", program.types.text(ty, &program.names), line);
    let left = terms.subterms(&[claim]);
    let is_told = !left.iter().any(|&t| t == index || t == made || terms.op(t) == Op::Select);
    is_told.then_some(Each { words, claim, members: known_members })
}

/// The type of the objects that a call makes: that to which a pointer to them is converted.
fn type_of(program: &Program, call: &str) -> Option<TypeId> {
    let line = call.strip_prefix("heap:")?.split_once('#')?.0.parse().ok();
    let pointee = |ty: TypeId| program.types.pointee(ty).filter(|&ty| program.types.size(ty).is_some());
    program.exprs().map(|id| program.expr(id)).find_map(|expr| match expr.kind {
        ExprKind::Convert { operand, .. } => {
            let made = program.expr(operand);
            let is_call = matches!(made.kind, ExprKind::Call { .. } | ExprKind::Convert { .. });
            let is_here = is_call && Some(program.lines.line_and_column(made.pos).0) == line;
            pointee(expr.ty).filter(|_| is_here && pointee(made.ty).is_none())
        }
        _ => None,
    })
}
