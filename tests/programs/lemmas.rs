//! Candidate lemmas about programs, held against all their states.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{ends, models, random_cfa, search, symbol};
use crate::random_term::random_term;
use indubit::base::{Budget, Rng};
use indubit::evidence::program::{try_lemmas, Lemmas};
use indubit::model::cfa::{Cfa, LocId};
use indubit::solver::term::{Model, Sort, TermId};

type Lemma = (LocId, TermId);

fn random_lemmas(rng: &mut Rng, cfa: &mut Cfa) -> Vec<Lemma> {
    let inner: Vec<LocId> = cfa.locations().filter(|&l| l != cfa.initial() && l != cfa.error()).collect();
    let variables = cfa.variables().to_vec();
    let mut lemma = || {
        let depth = 1 + rng.below(2);
        (inner[rng.below(inner.len())], random_term(rng, cfa.terms_mut(), &variables, Sort::Bool, depth))
    };
    (0..5).map(|_| lemma()).collect()
}

/// Whether a state satisfies the lemmas at a location.
fn satisfies(cfa: &Cfa, lemmas: &[Lemma], location: LocId, state: &Model) -> bool {
    let mut here = lemmas.iter().filter(|&&(l, _)| l == location);
    here.all(|&(_, formula)| state.evaluate(cfa.terms(), formula).is_true())
}

/// Whether no edge from these locations leads from states that satisfy some lemmas out of a lemma.
fn preserved(cfa: &Cfa, from: impl Fn(LocId) -> bool, assumed: &[Lemma], lemma: Lemma) -> bool {
    let mut edges = cfa.edges().iter().filter(|edge| edge.target == lemma.0 && from(edge.source));
    edges.all(|edge| {
        let variables = cfa.variables();
        let states = models(cfa.terms(), variables).into_iter();
        states.filter(|state| satisfies(cfa, assumed, edge.source, state)).all(|state| {
            models(cfa.terms(), &cfa.commands().inputs(edge.command)).into_iter().all(|mut start| {
                for &v in variables {
                    start.set(symbol(cfa.terms(), v), state.evaluate(cfa.terms(), v));
                }
                let ends = ends(cfa.terms(), cfa.commands(), edge.command, &start, variables);
                ends.iter().all(|(_, end)| satisfies(cfa, &[lemma], lemma.0, end))
            })
        })
    })
}

#[test]
fn lemmas_edge_by_edge_are_answered_as_by_all_steps() {
    let mut good_ones = 0;
    for seed in 0..scaled(60) as u64 {
        let mut rng = Rng::new(seed);
        let mut cfa = random_cfa(&mut rng);
        let lemmas = random_lemmas(&mut rng, &mut cfa);
        // Lemmas at places that no run comes to are not asked about.
        let mut met = vec![false; cfa.location_count()];
        met[cfa.initial().index()] = true;
        for _ in cfa.locations() {
            for edge in cfa.edges() {
                met[edge.target.index()] |= met[edge.source.index()];
            }
        }
        let is_first = |l: LocId| l == cfa.initial();
        let is_later = |l: LocId| l != cfa.initial() && met[l.index()];
        let list = lemmas.iter().map(|&lemma| vec![lemma]).collect();
        let asked = Lemmas { terms: cfa.terms().clone(), list, by_edge: true };
        let tried = try_lemmas(&cfa, &asked, &Budget::unlimited()).expect("no limit");
        for (&lemma, found) in lemmas.iter().zip(&tried.lemmas) {
            assert_eq!(found.initially.is_ok(), preserved(&cfa, is_first, &[], lemma), "{}", seed);
            assert_eq!(found.alone.is_ok(), preserved(&cfa, is_later, &[lemma], lemma), "{}", seed);
            assert_eq!(found.together.is_ok(), preserved(&cfa, is_later, &lemmas, lemma), "{}", seed);
            for piece in
                [&found.initially, &found.alone, &found.together].iter().filter_map(|a| a.as_ref().err())
            {
                let mut end = Model::new();
                end.set_all(
                    cfa.terms(),
                    cfa.variables().iter().copied(),
                    piece.states.last().expect("a state"),
                );
                assert!(!satisfies(&cfa, &[lemma], lemma.0, &end), "{}", seed);
            }
        }
        let chosen = |good: &[usize]| -> Vec<Lemma> { good.iter().map(|&i| lemmas[i]).collect() };
        let mut good: Vec<usize> =
            (0..lemmas.len()).filter(|&i| preserved(&cfa, is_first, &[], lemmas[i])).collect();
        while let Some(at) = good.iter().position(|&i| !preserved(&cfa, is_later, &chosen(&good), lemmas[i]))
        {
            good.remove(at);
        }
        assert_eq!(tried.good, good, "{}", seed);
        good_ones += good.len() as u64;
        // Between cuts more is known.
        let between = try_lemmas(&cfa, &Lemmas { by_edge: false, ..asked }, &Budget::unlimited());
        let between = between.expect("no limit").good;
        assert!(good.iter().all(|lemma| between.contains(lemma)), "{}", seed);
    }
    assert!(enough(good_ones, 30), "{}", good_ones);
}

#[test]
fn good_lemmas_hold_in_all_states_that_runs_come_to_and_proofs_are_right() {
    let (mut good_ones, mut proofs) = (0, 0);
    for seed in 0..scaled(150) as u64 {
        let mut rng = Rng::new(seed);
        let mut cfa = random_cfa(&mut rng);
        let lemmas = random_lemmas(&mut rng, &mut cfa);
        let list = lemmas.iter().map(|&lemma| vec![lemma]).collect();
        let asked = Lemmas { terms: cfa.terms().clone(), list, by_edge: false };
        let tried = try_lemmas(&cfa, &asked, &Budget::unlimited()).expect("no limit");
        let good: Vec<Lemma> = tried.good.iter().map(|&i| lemmas[i]).collect();
        let mut is_reached = false;
        search(&cfa, |location, state, _| {
            is_reached |= location == cfa.error();
            assert!(satisfies(&cfa, &good, location, state), "{}", seed);
        });
        good_ones += good.len() as u64;
        if let Ok(needed) = &tried.properties[0] {
            assert!(!is_reached && needed.iter().all(|lemma| tried.good.contains(lemma)), "{}", seed);
            proofs += 1;
        }
    }
    assert!(enough(good_ones, 80) && enough(proofs, 10), "{} {}", good_ones, proofs);
}
