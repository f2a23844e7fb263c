//! The ways through an edge: commands without choices (Lange 2018, Definition 4.8).
//!
//! Along one way the weakest existential precondition of a cube is a cube again: the guard of the way together with the
//! preconditions of the literals, each of which is the literal about the new values. An input that a havoc gives to a
//! variable stays in these formulas under its name. The name is the same for all literals of the cube.

use super::split::{split_words, WordSplit};
use crate::engine::common::program::Edges;
use crate::model::cfa::EdgeId;
use crate::model::system::functional::conjuncts;
use crate::solver::smt::split_equalities;
use crate::solver::term::{Model, Substitution, TermId, Terms};

/// An edge with more ways than this is not taken apart.
const MOST_WAYS: usize = 32;

/// One way through an edge.
pub(super) struct Way {
    /// The literals that it assumes.
    pub guard: Vec<TermId>,
    /// The new values of variables.
    pub now: Substitution,
}

/// The ways of all edges, found when they are first needed.
pub(super) struct Ways {
    /// By edge; the inner option is `None` if there are too many.
    of: Vec<Option<Option<Vec<Way>>>>,
    split: WordSplit,
}

impl Ways {
    /// Nothing is taken apart yet.
    pub fn new(count: usize, split: WordSplit) -> Ways {
        Ways { of: (0..count).map(|_| None).collect(), split }
    }

    /// The ways of an edge, if they are few.
    pub fn get(&mut self, edges: &mut Edges, edge: EdgeId) -> Option<&mut Vec<Way>> {
        let known = &mut self.of[edge.index()];
        known.get_or_insert_with(|| find(edges, edge, self.split)).as_mut()
    }
}

fn find(edges: &mut Edges, edge: EdgeId, split: WordSplit) -> Option<Vec<Way>> {
    let command = edges.cfa.edge(edge).command;
    let (commands, terms) = edges.cfa.parts_mut();
    let mut ways = Vec::new();
    for way in commands.split(terms, command, MOST_WAYS)? {
        let effect = commands.effect(terms, way);
        let mut now = Substitution::new();
        effect.values.iter().for_each(|a| now.insert(a.variable, a.value));
        if effect.guard != Terms::FALSE {
            ways.push(Way { guard: literals(terms, effect.guard, split), now });
        }
    }
    Some(ways)
}

/// The formulas whose conjunction a formula is, equations in parts: the form of literals in cubes.
pub(super) fn literals(terms: &mut Terms, formula: TermId, split: WordSplit) -> Vec<TermId> {
    let mut found = Vec::new();
    for part in conjuncts(terms, formula) {
        if terms.split_not(part).1 {
            found.push(part);
        } else {
            found.extend(split_equalities(terms, &[part], &Model::new()));
        }
    }
    split_words(terms, &found, split)
}
