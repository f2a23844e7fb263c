//! Relates the variables of an automaton to scalars of the program's objects, so that a run of the interpreter can give
//! them values.

use crate::base::{HashMap, HashSet};
use crate::c::run::parts::{each_part, Part};
use crate::c::run::watch::View;
use crate::c::{ObjectId, Program, Role, SourceMap, VariableOrigin};
use crate::model::cfa::Cfa;
use crate::solver::term::TermId;

/// A scalar of an object: its first bit and its width.
type Bitwise = (ObjectId, u64, u32);

/// The variables of an automaton that are whole scalars of objects, each with the object and the part of it.
pub(in crate::c) fn scalars(
    program: &Program,
    cfa: &Cfa,
    map: &SourceMap,
) -> HashMap<TermId, (ObjectId, Part)> {
    let mut parts: HashMap<Bitwise, Part> = HashMap::default();
    let mut listed: HashSet<ObjectId> = HashSet::default();
    let mut found = HashMap::default();
    for &variable in cfa.variables() {
        let origin = map.origin(variable);
        if let Some(VariableOrigin::Object { object, offset, width, role: Role::Value }) = origin {
            if listed.insert(object) {
                let types = &program.types;
                let done: Result<(), ()> = each_part(types, program.object(object).ty, 0, &mut |part| {
                    let (from, width) = match part.bits {
                        Some(bits) => (bits.offset, bits.width),
                        None => (8 * part.offset, 8 * types.size(part.ty).unwrap_or(0) as u32),
                    };
                    parts.insert((object, from, width), part);
                    Ok(())
                });
                debug_assert!(done.is_ok());
            }
            if let Some(&part) = parts.get(&(object, offset, width)) {
                if program.types.integer_kind(part.ty).is_some() {
                    found.insert(variable, (object, part));
                }
            }
        }
    }
    found
}

/// The integer variables of a program: objects, their members and elements.
#[derive(Clone, Debug)]
pub struct Scalars {
    list: Vec<(TermId, ObjectId, Part)>,
}

impl Scalars {
    /// The integer variables of a program for which the automaton has variables.
    pub fn new(program: &Program, cfa: &Cfa, map: &SourceMap) -> Scalars {
        let found = scalars(program, cfa, map);
        let whole = |&v: &TermId| found.get(&v).map(|&(object, part)| (v, object, part));
        Scalars { list: cfa.variables().iter().filter_map(whole).collect() }
    }

    /// The variables of the automaton.
    pub fn variables(&self) -> impl Iterator<Item = TermId> + '_ {
        self.list.iter().map(|&(variable, _, _)| variable)
    }

    /// Updates the values of the variables from the present state of a run. Variables of functions that are not active
    /// keep their values.
    pub fn update(&self, view: &View<'_>, values: &mut [Option<i128>]) {
        for (&(_, object, part), value) in self.list.iter().zip(values) {
            let now = view.part(object, part.offset, part.bits, part.ty);
            *value = now.or(*value);
        }
    }
}
