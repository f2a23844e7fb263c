//! The loops of an automaton, and the relations between the states at two visits to their heads.

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::cfa::{Cfa, LocId};
use crate::model::gcl::{Command, CommandId};
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};

/// Terms that the relations of a component may add.
const MOST_TERMS: usize = 400_000;

/// Variables of which facts are found without a choice between them.
const MOST_VARIABLES: usize = 24;
/// Otherwise, variables of a comparison, or of a value.
const MOST_ABOUT: usize = 4;

/// A strongly connected part with loops.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// By location: whether it is a member.
    pub has: Vec<bool>,
    /// The members, each behind those to which its edges lead, but for heads.
    pub order: Vec<LocId>,
    /// The heads of loops.
    pub heads: Vec<LocId>,
    /// The variables that its edges change, of sorts that measures are made of.
    pub changed: Vec<TermId>,
}

impl Component {
    /// The variables that its edges change and of whose next values the relations tell nothing, such as arrays.
    pub fn untold(&self, cfa: &Cfa) -> HashSet<TermId> {
        changed(cfa, &self.has).into_iter().filter(|v| !self.changed.contains(v)).collect()
    }
}

/// A relation between a state at a head and the state at the next visit to a head.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub source: LocId,
    pub target: LocId,
    /// Over the variables, inputs, and the next values of changed variables.
    pub formula: TermId,
}

/// The strongly connected parts with loops that runs may come to.
pub(super) fn components(cfa: &Cfa) -> Vec<Component> {
    components_of(cfa, depth_first(cfa))
}

/// The strongly connected parts with loops of a component without one of its locations, each before those to which
/// its edges lead.
pub(super) fn components_without(cfa: &Cfa, part: &Component, without: LocId) -> Vec<Component> {
    let roots: Vec<LocId> =
        part.order.iter().rev().copied().filter(|&location| location != without).collect();
    components_of(cfa, depth_first_from(cfa, &roots, |l| part.has[l.index()] && l != without))
}

/// The strongly connected parts of the locations that were visited.
fn components_of(cfa: &Cfa, (order, is_head): (Vec<LocId>, Vec<bool>)) -> Vec<Component> {
    let count = cfa.location_count();
    let mut is_reached = vec![false; count];
    order.iter().for_each(|location| is_reached[location.index()] = true);
    let mut part_of = vec![usize::MAX; count];
    let mut parts: Vec<Component> = Vec::new();
    // Kosaraju: from the last location that was left, backwards along edges.
    for &root in order.iter().rev() {
        if part_of[root.index()] != usize::MAX {
            continue;
        }
        let number = parts.len();
        let mut has = vec![false; count];
        let mut open = vec![root];
        part_of[root.index()] = number;
        while let Some(location) = open.pop() {
            has[location.index()] = true;
            for &edge in cfa.entering(location) {
                let source = cfa.edge(edge).source;
                if part_of[source.index()] == usize::MAX && is_reached[source.index()] {
                    part_of[source.index()] = number;
                    open.push(source);
                }
            }
        }
        parts.push(Component { has, order: Vec::new(), heads: Vec::new(), changed: Vec::new() });
    }
    for &location in &order {
        let part = &mut parts[part_of[location.index()]];
        part.order.push(location);
        if is_head[location.index()] {
            part.heads.push(location);
        }
    }
    parts.retain(|part| !part.heads.is_empty());
    let wanted = relevant(cfa, &parts);
    for part in &mut parts {
        let changed = changed(cfa, &part.has);
        part.changed = changed.into_iter().filter(|v| wanted.contains(v)).collect();
    }
    parts
}

/// The variables on whose values the ways through loops depend: those in assumptions, and those from which these get
/// their values.
pub(super) fn relevant(cfa: &Cfa, parts: &[Component]) -> Vec<TermId> {
    relevant_of(cfa, parts, usize::MAX)
}

/// The relevant variables, if they are not too many; then those without comparisons and values that are about many
/// variables, such as the element of an array at an index.
pub(super) fn main_variables(cfa: &Cfa, parts: &[Component]) -> Vec<TermId> {
    let all = relevant(cfa, parts);
    if all.len() > MOST_VARIABLES {
        relevant_of(cfa, parts, MOST_ABOUT)
    } else {
        all
    }
}

fn relevant_of(cfa: &Cfa, parts: &[Component], most: usize) -> Vec<TermId> {
    let mut wanted: HashSet<TermId> = HashSet::default();
    let mut flows: Vec<(TermId, Vec<TermId>)> = Vec::new();
    let about = |t: TermId| -> Vec<TermId> {
        let symbols = cfa.terms().symbols_in(&[t]).into_iter().map(|s| cfa.terms().symbol_term(s));
        symbols.filter(|&t| cfa.is_variable(t)).collect()
    };
    let mut guards: HashSet<TermId> = HashSet::default();
    for edge in cfa.edges() {
        let is_inside = |part: &Component| part.has[edge.source.index()] && part.has[edge.target.index()];
        let in_loop = parts.iter().any(is_inside);
        for part in cfa.commands().parts(edge.command) {
            match cfa.commands().get(part) {
                Command::Assume(formula) if in_loop => {
                    guards.insert(*formula);
                }
                Command::Assign(list) => flows.extend(list.iter().map(|a| (a.variable, about(a.value)))),
                Command::Assume(_) | Command::Havoc(_) | Command::Sequence(_) | Command::Choice(_) => {}
            }
        }
    }
    for atom in cfa.terms().subterms(&guards.into_iter().collect::<Vec<_>>()) {
        let is_part = matches!(cfa.terms().op(atom), Op::Not | Op::And | Op::Ite);
        if cfa.terms().sort(atom) == Sort::Bool && !is_part {
            wanted.extend(Some(about(atom)).filter(|list| list.len() <= most).into_iter().flatten());
        }
    }
    flows.retain(|(_, sources)| sources.len() <= most);
    loop {
        let size = wanted.len();
        for (variable, sources) in &flows {
            if wanted.contains(variable) {
                wanted.extend(sources);
            }
        }
        if wanted.len() == size {
            break;
        }
    }
    let has_sort =
        |v: &TermId| matches!(cfa.terms().sort(*v), Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Bool);
    cfa.variables().iter().copied().filter(|v| wanted.contains(v)).filter(has_sort).collect()
}

/// The variables that edges between these locations change.
fn changed(cfa: &Cfa, has: &[bool]) -> Vec<TermId> {
    let mut seen: HashSet<TermId> = HashSet::default();
    for edge in cfa.edges() {
        if !has[edge.source.index()] || !has[edge.target.index()] {
            continue;
        }
        for part in cfa.commands().parts(edge.command) {
            match cfa.commands().get(part) {
                Command::Assign(list) | Command::Havoc(list) => seen.extend(list.iter().map(|a| a.variable)),
                Command::Assume(_) | Command::Sequence(_) | Command::Choice(_) => {}
            }
        }
    }
    cfa.variables().iter().copied().filter(|v| seen.contains(v)).collect()
}

/// The locations in the order in which a search in depth leaves them, and by location whether an edge leads back to it.
pub(super) fn depth_first(cfa: &Cfa) -> (Vec<LocId>, Vec<bool>) {
    depth_first_from(cfa, &[cfa.initial()], |_| true)
}

/// The same from these locations, on some locations only.
fn depth_first_from(
    cfa: &Cfa,
    roots: &[LocId],
    is_inside: impl Fn(LocId) -> bool,
) -> (Vec<LocId>, Vec<bool>) {
    let count = cfa.location_count();
    let (mut is_seen, mut is_open, mut is_head) =
        (vec![false; count], vec![false; count], vec![false; count]);
    let mut order = Vec::new();
    for &root in roots {
        let mut stack: Vec<(LocId, usize)> = Vec::new();
        if !std::mem::replace(&mut is_seen[root.index()], true) {
            is_open[root.index()] = true;
            stack.push((root, 0));
        }
        while let Some((location, next)) = stack.pop() {
            match cfa.leaving(location).get(next) {
                Some(&edge) => {
                    stack.push((location, next + 1));
                    let target = cfa.edge(edge).target;
                    if is_open[target.index()] {
                        is_head[target.index()] = true;
                    } else if is_inside(target) && !is_seen[target.index()] {
                        is_seen[target.index()] = true;
                        is_open[target.index()] = true;
                        stack.push((target, 0));
                    }
                }
                None => {
                    is_open[location.index()] = false;
                    order.push(location);
                }
            }
        }
    }
    (order, is_head)
}

/// The relations of a component, and the next values of the changed variables.
pub(super) fn relations(
    cfa: &mut Cfa,
    part: &Component,
    budget: &Budget,
) -> Result<(Vec<Relation>, HashMap<TermId, TermId>), Limit> {
    relations_with(cfa, part, &mut Substitution::new(), budget)
}

/// The relations of a component whose inputs have values.
pub(super) fn relations_with(
    cfa: &mut Cfa,
    part: &Component,
    values: &mut Substitution,
    budget: &Budget,
) -> Result<(Vec<Relation>, HashMap<TermId, TermId>), Limit> {
    let mut next: HashMap<TermId, TermId> = HashMap::default();
    let mut same = Vec::new();
    for &variable in &part.changed {
        let name = format!("{}'", cfa.name(variable));
        let terms = cfa.terms_mut();
        let value = terms.declare(&name, terms.sort(variable));
        same.push(terms.eq(variable, value));
        next.insert(variable, value);
    }
    let same = cfa.terms_mut().and(&same);
    let mut found = Vec::new();
    let limit = cfa.terms().len() + MOST_TERMS;
    for &target in &part.heads {
        let mut ends = vec![Terms::FALSE; cfa.location_count()];
        ends[target.index()] = same;
        let before = successors(cfa, part, &ends, values, budget)?.1;
        for &source in &part.heads {
            if before[source.index()] != Terms::FALSE {
                found.push(Relation { source, target, formula: before[source.index()] });
            }
        }
        if cfa.terms().len() > limit {
            return Err(Limit::Incomplete);
        }
    }
    Ok((found, next))
}

/// From formulas at heads: by location, the states and inputs from which a way past no head leads to one of these
/// states. The first list has the formulas of the heads themselves at the heads, the second one the ways from there.
pub(super) fn successors(
    cfa: &mut Cfa,
    part: &Component,
    ends: &[TermId],
    values: &mut Substitution,
    budget: &Budget,
) -> Result<(Vec<TermId>, Vec<TermId>), Limit> {
    let (mut inside, mut from) = (ends.to_vec(), vec![Terms::FALSE; ends.len()]);
    for &location in &part.order {
        budget.poll()?;
        let mut ways = Vec::new();
        for edge in cfa.leaving(location).to_vec() {
            let edge = cfa.edge(edge);
            let after = inside[edge.target.index()];
            if part.has[edge.target.index()] && after != Terms::FALSE {
                let (commands, terms) = cfa.parts_mut();
                let way = commands.wep(terms, edge.command, after);
                ways.push(values.apply(terms, way));
            }
        }
        let way = cfa.terms_mut().or(&ways);
        from[location.index()] = way;
        if !part.heads.contains(&location) {
            let terms = cfa.terms_mut();
            inside[location.index()] = terms.or(&[ends[location.index()], way]);
        }
    }
    Ok((inside, from))
}

/// The variables that the havocs in a command change, each with its input.
pub(super) fn havocs(cfa: &Cfa, command: CommandId) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    for part in cfa.commands().parts(command) {
        match cfa.commands().get(part) {
            Command::Havoc(list) => found.extend(list.iter().map(|a| (a.variable, a.value))),
            Command::Assign(_) | Command::Assume(_) | Command::Sequence(_) | Command::Choice(_) => {}
        }
    }
    found
}
