//! Candidate lemmas about clauses, held against all facts.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::{least, random_horn};
use crate::random_term::random_term;
use indubit::base::{Budget, Rng};
use indubit::evidence::horn::{check_interpretation, needed_lemmas, try_lemmas, Lemmas};
use indubit::evidence::CheckOptions;
use indubit::model::horn::PredicateId;
use indubit::solver::term::{Model, Sort};

#[test]
fn good_lemmas_hold_for_all_facts_and_proofs_are_right() {
    let (mut good_ones, mut proofs) = (0, 0);
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let mut horn = random_horn(&mut rng, 2);
        let mut list = Vec::new();
        for _ in 0..5 {
            let predicate = PredicateId::new(rng.below(horn.predicates().len()));
            let places = horn.predicate(predicate).places.clone();
            list.push((predicate, random_term(&mut rng, horn.terms_mut(), &places, Sort::Bool, 2)));
        }
        let lemmas = Lemmas { terms: horn.terms().clone(), list };
        let budget = Budget::unlimited();
        let tried = try_lemmas(&horn, &lemmas, &budget).expect("no limit");
        let facts = least(&horn);
        for &lemma in &tried.good {
            let (predicate, formula) = lemmas.list[lemma];
            for arguments in facts.facts[predicate.index()].keys() {
                let mut model = Model::new();
                model.set_all(horn.terms(), horn.predicate(predicate).places.iter().copied(), arguments);
                assert!(model.evaluate(horn.terms(), formula).is_true(), "{}", seed);
            }
        }
        good_ones += tried.good.len() as u64;
        if let Ok(needed) = &tried.properties[0] {
            assert!(facts.refutation.is_none(), "{}", seed);
            let found = lemmas.interpretation(&horn, needed);
            let checked = check_interpretation(&horn, &found, &CheckOptions::default(), &budget);
            assert_eq!(checked, Ok(()), "{}", seed);
            let only = Lemmas { list: needed.iter().map(|&i| lemmas.list[i]).collect(), ..lemmas.clone() };
            let again = needed_lemmas(&horn, &only, &budget).expect("no limit");
            assert!(again.is_some(), "{}", seed);
            proofs += u64::from(!needed.is_empty());
        }
    }
    assert!(enough(good_ones, 100) && enough(proofs, 5), "{} {}", good_ones, proofs);
}
