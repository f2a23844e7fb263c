//! The laws of guarded commands, held against all runs of random ones.

use crate::cases::{scaled, try_random};
use crate::random_command::{ends, models, random_command, symbol, text, variables};
use crate::random_term::random_term;
use indubit::base::Rng;
use indubit::model::gcl::{Command, CommandId, Commands};
use indubit::solver::term::{Sort, TermId, Terms};
use std::collections::BTreeSet;

struct Case {
    rng: Rng,
    terms: Terms,
    commands: Commands,
    variables: Vec<TermId>,
    command: CommandId,
}

fn case(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let mut commands = Commands::new();
    let variables = variables(&mut terms);
    let command = random_command(&mut rng, &mut terms, &mut commands, &variables, 3, &mut 2);
    Case { rng, terms, commands, variables, command }
}

impl Case {
    fn formula(&mut self) -> TermId {
        random_term(&mut self.rng, &mut self.terms, &self.variables, Sort::Bool, 2)
    }

    /// The variables and the inputs of the command.
    fn constants(&self) -> Vec<TermId> {
        self.variables.iter().copied().chain(self.commands.inputs(self.command)).collect()
    }
}

#[test]
fn preconditions_are_those_of_the_runs() {
    for seed in 0..scaled(60) as u64 {
        let mut case = case(seed);
        let post = case.formula();
        let Case { ref commands, ref mut terms, command, .. } = case;
        let wep = commands.wep(terms, command, post);
        let wp = commands.wp(terms, command, post);
        for model in models(&case.terms, &case.constants()) {
            let ends = ends(&case.terms, &case.commands, case.command, &model, &case.variables);
            let mut good = ends.iter().map(|(_, end)| end.evaluate(&case.terms, post).is_true());
            assert_eq!(model.evaluate(&case.terms, wep).is_true(), good.clone().any(|good| good), "{}", seed);
            assert_eq!(model.evaluate(&case.terms, wp).is_true(), good.all(|good| good), "{}", seed);
        }
    }
}

#[test]
fn the_effect_is_that_of_the_runs() {
    for seed in 0..scaled(60) as u64 {
        let mut case = case(seed);
        let effect = case.commands.effect(&mut case.terms, case.command);
        let constants = case.constants();
        for model in models(&case.terms, &constants) {
            let ends = ends(&case.terms, &case.commands, case.command, &model, &case.variables);
            let ends: BTreeSet<String> = ends.into_iter().map(|(shown, _)| shown).collect();
            let after: Vec<TermId> = case
                .variables
                .iter()
                .map(|&v| effect.values.iter().find(|a| a.variable == v).map_or(v, |a| a.value))
                .collect();
            let mut found = BTreeSet::new();
            for choices in models(&case.terms, &effect.choices) {
                let mut both = model.clone();
                effect
                    .choices
                    .iter()
                    .for_each(|&c| both.set(symbol(&case.terms, c), choices.evaluate(&case.terms, c)));
                if both.evaluate(&case.terms, effect.guard).is_true() {
                    found.insert(text(&case.terms, &both, &after));
                }
            }
            assert_eq!(found, ends, "{}", seed);
        }
    }
}

#[test]
fn conditional_statements_need_no_input() {
    let mut terms = Terms::new();
    let mut commands = Commands::new();
    let variables = variables(&mut terms);
    let (a, x, y) = (variables[0], variables[2], variables[3]);
    let not_a = terms.not(a);
    let (yes, no) = (commands.assume(a), commands.assume(not_a));
    let (to_x, to_y) = (commands.assign(x, y), commands.assign(y, x));
    let parts = [commands.sequence(&[yes, to_x]), commands.sequence(&[no, to_y])];
    let both = commands.choice(&parts);
    let effect = commands.effect(&mut terms, both);
    assert_eq!((effect.guard, effect.choices.len()), (Terms::TRUE, 0));
    let texts: Vec<String> = effect.values.iter().map(|v| terms.text(v.value)).collect();
    assert_eq!(texts, ["(ite a y x)", "(ite a y x)"]);
}

#[test]
fn the_strongest_postcondition_is_that_of_the_runs() {
    for seed in 0..scaled(40) as u64 {
        let mut case = case(seed);
        let pre = case.formula();
        let image = case.commands.sp(&mut case.terms, case.command, pre);
        let mut reached = BTreeSet::new();
        for model in models(&case.terms, &case.constants()) {
            if model.evaluate(&case.terms, pre).is_true() {
                let ends = ends(&case.terms, &case.commands, case.command, &model, &case.variables);
                reached.extend(ends.into_iter().map(|(shown, _)| shown));
            }
        }
        if image.hidden.len() > 5 {
            continue;
        }
        let all: Vec<TermId> = case.variables.iter().chain(&image.hidden).copied().collect();
        let mut found = BTreeSet::new();
        for model in models(&case.terms, &all) {
            if model.evaluate(&case.terms, image.formula).is_true() {
                found.insert(text(&case.terms, &model, &case.variables));
            }
        }
        assert_eq!(found, reached, "{}", seed);
    }
}

#[test]
fn a_command_is_split_into_its_ways() {
    let mut split = 0;
    for seed in 0..scaled(60) as u64 {
        let mut case = case(seed);
        let post = case.formula();
        let ways = match case.commands.split(&mut case.terms, case.command, 40) {
            Some(ways) => ways,
            None => continue,
        };
        split += 1;
        for &way in &ways {
            let parts = case.commands.parts(way);
            assert!(!parts.iter().any(|&part| matches!(case.commands.get(part), Command::Choice(_))));
        }
        let weps: Vec<TermId> =
            ways.iter().map(|&way| case.commands.wep(&mut case.terms, way, post)).collect();
        let any = case.terms.or(&weps);
        let wep = case.commands.wep(&mut case.terms, case.command, post);
        for model in models(&case.terms, &case.constants()) {
            let values = [any, wep].map(|t| model.evaluate(&case.terms, t).is_true());
            assert_eq!(values[0], values[1], "{}", seed);
        }
    }
    assert!(split > 0);
}

/// The precondition of a conjunction is the conjunction of the preconditions only for commands without choices; that
/// of a disjunction is the disjunction always.
#[test]
fn preconditions_distribute() {
    try_random(60, |seed: u64| {
        let mut case = case(seed);
        let (p, q) = (case.formula(), case.formula());
        let ways = case.commands.split(&mut case.terms, case.command, 40).unwrap_or_default();
        let both = case.terms.and(&[p, q]);
        let either = case.terms.or(&[p, q]);
        let mut pairs = Vec::new();
        for id in ways.iter().copied().chain([case.command]) {
            let terms = &mut case.terms;
            let [p, q, both, either] = [p, q, both, either].map(|post| case.commands.wep(terms, id, post));
            pairs.push((either, terms.or(&[p, q])));
            if id != case.command {
                pairs.push((both, terms.and(&[p, q])));
            }
        }
        for model in models(&case.terms, &case.constants()) {
            for &(a, b) in &pairs {
                assert_eq!(model.evaluate(&case.terms, a), model.evaluate(&case.terms, b), "{}", seed);
            }
        }
    });
}

#[test]
fn a_nesting_of_any_depth_is_no_problem() {
    let mut terms = Terms::new();
    let mut commands = Commands::new();
    let variables = variables(&mut terms);
    let (a, x) = (variables[0], variables[2]);
    let one = terms.bv(1, 2);
    let next = terms.bv_add(x, one);
    let mut command = commands.assign(x, next);
    for _ in 0..scaled(20_000) {
        let guard = commands.assume(a);
        let inner = commands.sequence(&[guard, command]);
        command = commands.choice(&[inner, guard]);
    }
    let effect = commands.effect(&mut terms, command);
    assert_eq!(effect.values.len(), 1);
    let wep = commands.wep(&mut terms, command, a);
    assert_eq!(terms.text(wep), "a");
}
