//! Next values that Trans gives case by case, and the rest of Trans without these equations.
//!
//! Three forms are understood, nested in each other as they like, with conditions that mention no next value:
//!
//! * A conditional, `(ite c (= x' s) (= x' t))`.
//! * A disjunction whose members all say what `x'` is, such as the edges of a program. The conditions among the
//!   conjuncts of a member are its *guards*. Two members must exclude each other by a guard and its negation, or give
//!   `x'` the same value. A step that satisfies some member then gives `x'` the value of each member whose guards hold;
//!   that some member holds remains to be demanded of the step.
//! * Implications that cover all cases and exclude each other, or agree: `(=> c (= x' s))` and `(=> (not c) (= x' t))`.
//!
//! All this is by the look of the guards. A variable for which it cannot be seen has no value here.

use super::cover::{covered, Case};
use super::equation::equation;
use crate::base::{HashMap, HashSet};
use crate::solver::term::{Op, TermId, Terms};

/// Nodes, members, guards and values that may be looked at.
const MOST_EFFORT: usize = 1 << 22;

/// A variable's place in the system.
type Place = usize;

/// A value that a formula gives a next value, whenever the formula holds.
#[derive(Clone, Debug)]
struct Given {
    value: TermId,
    /// The members of the node that say so; `None`: all of them.
    by: Option<Vec<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Mentions no next value, or is not understood.
    Other,
    /// Says what the variable in this place is next.
    Equation(Place),
    /// All members hold.
    All,
    /// Some member holds.
    Any,
    /// The first member holds, or the second, as this condition says.
    Choice(TermId),
}

/// A subformula.
#[derive(Debug)]
struct Node {
    formula: TermId,
    kind: Kind,
    members: Vec<usize>,
    given: HashMap<Place, Given>,
}

/// Functions taken out of Trans.
#[derive(Debug)]
pub(super) struct Found {
    /// By place, ascending: the next value.
    pub functions: Vec<(Place, TermId)>,
    /// The conjuncts without what the functions say.
    pub rest: Vec<TermId>,
}

/// Looks for next values that are given by cases.
pub(super) struct Cases<'a> {
    terms: &'a mut Terms,
    /// By next value.
    places: &'a HashMap<TermId, Place>,
    /// By subterm of the formulas: whether it mentions a next value.
    mentions: &'a HashMap<TermId, bool>,
    /// Members stand before the nodes that they belong to.
    nodes: Vec<Node>,
    known: HashMap<TermId, usize>,
    effort: usize,
}

impl<'a> Cases<'a> {
    pub fn new(
        terms: &'a mut Terms,
        places: &'a HashMap<TermId, Place>,
        mentions: &'a HashMap<TermId, bool>,
    ) -> Cases<'a> {
        Cases { terms, places, mentions, nodes: Vec::new(), known: HashMap::default(), effort: MOST_EFFORT }
    }

    /// Takes the conjunction of formulas apart. `None` if there is nothing to be found, or that takes too much effort.
    pub fn find(mut self, conjuncts: &[TermId]) -> Option<Found> {
        for &conjunct in conjuncts {
            self.build(conjunct)?;
        }
        let members: Vec<usize> = conjuncts.iter().map(|t| self.known[t]).collect();
        let given = self.given_by_all(&members)?;
        if given.is_empty() {
            return None;
        }
        let mut functions: Vec<(Place, TermId)> = given.iter().map(|(&p, g)| (p, g.value)).collect();
        functions.sort_unstable();
        // A root of the conjuncts, which has no formula of its own.
        self.nodes.push(Node { formula: Terms::TRUE, kind: Kind::All, members, given });
        Some(Found { functions, rest: self.rest()? })
    }

    fn spend(&mut self, units: usize) -> Option<()> {
        self.effort = self.effort.checked_sub(units + 1)?;
        Some(())
    }

    fn is_free(&self, t: TermId) -> bool {
        // Negations of subterms are new, but of the same variables.
        self.mentions.get(&self.terms.split_not(t).0) != Some(&true)
    }

    /// Makes the node of a formula.
    fn build(&mut self, formula: TermId) -> Option<()> {
        let mut stack = vec![(formula, None)];
        while let Some((t, parts)) = stack.pop() {
            if self.known.contains_key(&t) {
                continue;
            }
            let (kind, parts) = match parts {
                Some(parts) => parts,
                None => {
                    let (kind, parts) = self.parts(t)?;
                    if !parts.is_empty() {
                        stack.push((t, Some((kind, parts.clone()))));
                        stack.extend(parts.into_iter().map(|part| (part, None)));
                        continue;
                    }
                    (kind, parts)
                }
            };
            let members: Vec<usize> = parts.iter().map(|part| self.known[part]).collect();
            let (kind, given) = self.given(t, kind, &members)?;
            self.known.insert(t, self.nodes.len());
            self.nodes.push(Node { formula: t, kind, members, given });
        }
        Some(())
    }

    /// The connective of a formula, and its members. Conjunctions in conjunctions are taken apart, and likewise
    /// disjunctions.
    fn parts(&mut self, t: TermId) -> Option<(Kind, Vec<TermId>)> {
        if self.is_free(t) {
            self.spend(1)?;
            return Some((Kind::Other, Vec::new()));
        }
        let (inner, negated) = self.terms.split_not(t);
        let args = self.terms.args(inner).to_vec();
        match self.terms.op(inner) {
            Op::And => {
                let members = self.flat(inner, negated)?;
                Some((if negated { Kind::Any } else { Kind::All }, members))
            }
            Op::Ite => {
                let direct = |terms: &mut Terms, t| if negated { terms.not(t) } else { t };
                let members = args[1..].iter().map(|&arg| direct(self.terms, arg)).collect();
                let kind = if self.is_free(args[0]) { Kind::Choice(args[0]) } else { Kind::Other };
                Some(if kind == Kind::Other { (kind, Vec::new()) } else { (kind, members) })
            }
            _ => Some((Kind::Other, Vec::new())),
        }
    }

    /// The members of a conjunction, or the negated ones.
    fn flat(&mut self, conjunction: TermId, negated: bool) -> Option<Vec<TermId>> {
        let mut members = Vec::new();
        let mut seen: HashSet<TermId> = HashSet::default();
        let mut stack = vec![conjunction];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            self.spend(1)?;
            if self.terms.op(t) == Op::And && (t == conjunction || !negated || !self.is_free(t)) {
                stack.extend(self.terms.args(t).iter().rev());
            } else {
                members.push(if negated { self.terms.not(t) } else { t });
            }
        }
        Some(members)
    }

    /// The values that a formula gives, and what kind of formula it then is.
    fn given(&mut self, t: TermId, kind: Kind, members: &[usize]) -> Option<(Kind, HashMap<Place, Given>)> {
        let given = match kind {
            Kind::All => self.given_by_all(members)?,
            Kind::Any => self.given_by_any(members)?,
            Kind::Choice(condition) => self.given_by_choice(condition, members),
            Kind::Other | Kind::Equation(_) => {
                let (places, mentions) = (self.places, self.mentions);
                let is_free = |t: TermId| mentions.get(&t) != Some(&true);
                match equation(self.terms, t, places, is_free) {
                    Some((variable, value)) => {
                        let place = places[&variable];
                        let given = [(place, Given { value, by: None })].into_iter().collect();
                        return Some((Kind::Equation(place), given));
                    }
                    _ => HashMap::default(),
                }
            }
        };
        Some((kind, given))
    }

    /// The values that one of several formulas gives, and those of implications among them that cover all cases.
    fn given_by_all(&mut self, members: &[usize]) -> Option<HashMap<Place, Given>> {
        let mut given: HashMap<Place, Given> = HashMap::default();
        let mut cases: HashMap<Place, Vec<(usize, Case)>> = HashMap::default();
        for &member in members {
            self.spend(self.nodes[member].given.len())?;
            for (&place, from) in &self.nodes[member].given {
                given.entry(place).or_insert_with(|| Given { value: from.value, by: Some(vec![member]) });
            }
            if let Some((condition, conclusion)) = self.implication(member) {
                self.spend(condition.len() + self.nodes[conclusion].given.len())?;
                for (&place, from) in &self.nodes[conclusion].given {
                    let case = Case { guards: condition.clone(), value: from.value };
                    cases.entry(place).or_default().push((member, case));
                }
            }
        }
        let mut cases: Vec<_> = cases.into_iter().filter(|(place, _)| !given.contains_key(place)).collect();
        cases.sort_unstable_by_key(|c| c.0);
        for (place, cases) in cases {
            let (by, cases): (Vec<usize>, Vec<Case>) = cases.into_iter().unzip();
            if let Some(value) = covered(self.terms, &cases) {
                given.insert(place, Given { value, by: Some(by) });
            }
        }
        Some(given)
    }

    /// The condition of an implication, as literals that all hold, and the conclusion.
    fn implication(&mut self, node: usize) -> Option<(Vec<TermId>, usize)> {
        if self.nodes[node].kind != Kind::Any {
            return None;
        }
        let members = self.nodes[node].members.clone();
        let (free, others): (Vec<usize>, Vec<usize>) =
            members.into_iter().partition(|&m| self.is_free(self.nodes[m].formula));
        let condition = free.iter().map(|&m| self.terms.not(self.nodes[m].formula)).collect();
        match others[..] {
            [conclusion] if !free.is_empty() => Some((condition, conclusion)),
            _ => None,
        }
    }

    fn given_by_choice(&mut self, condition: TermId, members: &[usize]) -> HashMap<Place, Given> {
        let (yes, no) = (&self.nodes[members[0]].given, &self.nodes[members[1]].given);
        let mut both: Vec<(Place, TermId, TermId)> =
            yes.iter().filter_map(|(place, s)| no.get(place).map(|t| (*place, s.value, t.value))).collect();
        both.sort_unstable();
        both.into_iter()
            .map(|(place, s, t)| (place, Given { value: self.terms.ite(condition, s, t), by: None }))
            .collect()
    }

    /// The values that all members give, where members that give different ones exclude each other.
    fn given_by_any(&mut self, members: &[usize]) -> Option<HashMap<Place, Given>> {
        let first = match members.split_first() {
            Some((&first, rest)) if !rest.is_empty() => first,
            _ => return Some(HashMap::default()),
        };
        let in_all = |place: &Place| members.iter().all(|&m| self.nodes[m].given.contains_key(place));
        let mut places: Vec<Place> = self.nodes[first].given.keys().copied().filter(in_all).collect();
        self.spend(self.nodes[first].given.len() * members.len())?;
        if places.is_empty() {
            return Some(HashMap::default());
        }
        places.sort_unstable();
        let edges = Edges::new(self, members)?;
        let mut given = HashMap::default();
        for place in places {
            let values: Vec<TermId> = members.iter().map(|m| self.nodes[*m].given[&place].value).collect();
            self.spend(members.len() * (members.len() / 64 + 1))?;
            if let Some(value) = edges.value(self.terms, &values) {
                given.insert(place, Given { value, by: None });
            }
        }
        Some(given)
    }

    /// The conjuncts without what the root's values say. A node that several others share loses only what all of them
    /// can do without.
    fn rest(mut self) -> Option<Vec<TermId>> {
        let root = self.nodes.len() - 1;
        let mut taken: Vec<Option<Vec<Place>>> = vec![None; self.nodes.len()];
        let mut all: Vec<Place> = self.nodes[root].given.keys().copied().collect();
        all.sort_unstable();
        taken[root] = Some(all);
        for node in (0..self.nodes.len()).rev() {
            let own = taken[node].take().unwrap_or_default();
            self.spend(own.len() * self.nodes[node].members.len())?;
            for &member in &self.nodes[node].members {
                let offered: Vec<Place> =
                    own.iter().copied().filter(|p| self.is_taken(node, member, *p)).collect();
                taken[member] = Some(match taken[member].take() {
                    None => offered,
                    Some(before) => before.into_iter().filter(|p| offered.binary_search(p).is_ok()).collect(),
                });
            }
            taken[node] = Some(own);
        }
        let mut left: Vec<TermId> = Vec::with_capacity(self.nodes.len());
        let mut rest = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let own = taken[i].as_deref().unwrap_or(&[]);
            let without = |&member: &usize| match self.nodes[member].kind {
                // An equation that is taken here may still be needed in another place.
                Kind::Equation(place)
                    if own.binary_search(&place).is_ok() && self.is_taken(i, member, place) =>
                {
                    Terms::TRUE
                }
                _ => left[member],
            };
            let members: Vec<TermId> = node.members.iter().map(without).collect();
            left.push(match node.kind {
                Kind::Other | Kind::Equation(_) => node.formula,
                Kind::All => self.terms.and(&members),
                Kind::Any => self.terms.or(&members),
                Kind::Choice(condition) => self.terms.ite(condition, members[0], members[1]),
            });
            if i == root {
                rest = members;
            }
        }
        rest.retain(|&t| t != Terms::TRUE);
        Some(rest)
    }

    /// Whether a member's equation for a variable is not needed, given that the node's one is not.
    fn is_taken(&self, node: usize, member: usize, place: Place) -> bool {
        match self.nodes[node].given.get(&place) {
            Some(Given { by: Some(by), .. }) => by.contains(&member),
            Some(Given { by: None, .. }) => true,
            // An implication, which gives a value only together with others.
            None => self.nodes[member].given.contains_key(&place),
        }
    }
}

/// The members of a disjunction with their guards.
struct Edges {
    /// By member: the conjuncts that mention no next value, as one formula.
    guards: Vec<TermId>,
    /// The number of words in a row of `exclusive`.
    words: usize,
    /// A row of bits a member: the members that have the negation of one of its guards as a guard.
    exclusive: Vec<u64>,
}

impl Edges {
    fn new(cases: &mut Cases<'_>, members: &[usize]) -> Option<Edges> {
        let words = (members.len() + 63) / 64;
        let mut guards = Vec::with_capacity(members.len());
        // By guard: the members that have it.
        let mut rows: HashMap<TermId, Vec<u64>> = HashMap::default();
        let mut literals = Vec::new();
        for (i, &member) in members.iter().enumerate() {
            let parts: Vec<TermId> = match cases.nodes[member].kind {
                Kind::All => cases.nodes[member].members.iter().map(|&m| cases.nodes[m].formula).collect(),
                _ => Vec::new(),
            };
            let free: Vec<TermId> = parts.into_iter().filter(|&part| cases.is_free(part)).collect();
            for &guard in &free {
                cases.spend(words)?;
                rows.entry(guard).or_insert_with(|| vec![0; words])[i / 64] |= 1 << (i % 64);
            }
            guards.push(cases.terms.and(&free));
            literals.push(free);
        }
        let mut exclusive = vec![0; members.len() * words];
        for (row, literals) in exclusive.chunks_mut(words).zip(&literals) {
            for &guard in literals {
                cases.spend(words)?;
                let opposite = cases.terms.not(guard);
                let others = rows.get(&opposite).into_iter().flatten();
                row.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
            }
        }
        Some(Edges { guards, words, exclusive })
    }

    /// The value of a variable to which the members give these values.
    fn value(&self, terms: &mut Terms, values: &[TermId]) -> Option<TermId> {
        let mut groups: Vec<(TermId, Vec<usize>)> = Vec::new();
        let mut places: HashMap<TermId, usize> = HashMap::default();
        for (i, &value) in values.iter().enumerate() {
            let group = *places.entry(value).or_insert(groups.len());
            if group == groups.len() {
                groups.push((value, Vec::new()));
            }
            groups[group].1.push(i);
        }
        for (_, members) in &groups {
            let mut same = vec![0u64; self.words];
            members.iter().for_each(|i| same[i / 64] |= 1 << (i % 64));
            for &i in members {
                let mut met =
                    self.exclusive[i * self.words..][..self.words].iter().zip(&same).map(|(e, s)| e | s);
                let all = (0..self.words).all(|w| {
                    let count = (values.len() - w * 64).min(64);
                    met.next().map_or(0, |word| word.count_ones() as usize) == count
                });
                if !all {
                    return None;
                }
            }
        }
        // The value with the most members needs no guards.
        groups.sort_by_key(|group| group.1.len());
        let (mut value, _) = groups.pop()?;
        for (other, members) in groups.into_iter().rev() {
            let guards: Vec<TermId> = members.iter().map(|&i| self.guards[i]).collect();
            let chosen = terms.or(&guards);
            value = terms.ite(chosen, other, value);
        }
        Some(value)
    }
}
