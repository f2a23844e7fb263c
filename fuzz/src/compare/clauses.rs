//! An engine's answers about Horn clauses, as problems: its model, the model as an assumption and as queries, the
//! clauses of its refutation alone.

use super::mutants;
use super::question::{opposite, Form, Question};
use super::{any_settings, contradicts, Ask};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::horn::script;
use indubit::input::{self, horn, ClausesFile, InputOptions, Model};
use indubit::model::horn::{Atom, Clause, ClauseId, Horn, Interpretation};
use indubit::portfolio::HornVerifier;

/// All questions about clauses. Here `sat` is safe.
pub fn follow(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let read =
        input::read("problem.smt2", ask.text.as_bytes(), &InputOptions::default(), &Budget::unlimited());
    let horn = match read {
        Ok(Model::Clauses(ClausesFile::Script(script))) => script.horn,
        _ => return Ok(Vec::new()),
    };
    let answer = ask.answer.verdicts.first().copied().unwrap_or("unknown");
    // A command `query` asks whether it can be reached; `check-sat` says whether the clauses have a model.
    let is_query = ask.text.contains("(query ");
    let own = if is_query { opposite(answer).unwrap_or("unknown") } else { answer };
    let mut questions = Vec::new();
    // `unsat` says that false follows, as `sat` of a model says that the error is reached.
    let reached = opposite(own).unwrap_or("unknown");
    let mutant = mutants::horn(&mut Rng::new(ask.seed), &horn, reached);
    if mutant.verdict != "unknown" {
        questions.push(Question::new(Form::Own, horn::write(&mutant.model), mutant.verdict, mutant.change));
    }
    let (options, name) = any_settings(ask.seed);
    let mut verifier = match HornVerifier::new(horn.clone(), options, super::budget()) {
        Ok(verifier) => verifier,
        Err(_) => return Ok(questions),
    };
    let verdict = verifier.verify(&mut ());
    if let Some(refused) = verdict.refused.as_ref().filter(|error| super::is_wrong(error)) {
        return Err(format!("indubit: {}: evidence is refused: {}", name, refused));
    }
    match verdict.outcome {
        Outcome::Safe(interpretation) => {
            contradicts(own, "sat", &name)?;
            let text = script(&horn, &interpretation)
                .map_err(|error| format!("indubit: {}: a model has no script: {}", name, error))?;
            let reason = format!("{}: its model", name);
            questions.push(Question::new(Form::Script, text, "sat", reason).all());
            let assumed = horn::write(&assuming(&horn, interpretation.clone()));
            questions.push(Question::new(
                Form::Own,
                assumed,
                "unsat",
                format!("{}: its model is assumed", name),
            ));
            let asked = horn::write(&asking(&horn, interpretation));
            questions.push(Question::new(
                Form::Own,
                asked,
                "unsat",
                format!("{}: its model as queries", name),
            ));
        }
        Outcome::Unsafe(refutation) => {
            contradicts(own, "unsat", &name)?;
            let mut used: Vec<ClauseId> = refutation.steps.iter().map(|step| step.clause).collect();
            used.sort_by_key(|id| id.index());
            used.dedup();
            let alone = horn::write(&horn.restricted(&used));
            let reason = format!("{}: the clauses of its refutation", name);
            questions.push(Question::new(Form::Own, alone, "sat", reason));
        }
        Outcome::Unknown(_) => {}
    }
    Ok(questions)
}

/// The same predicates over a larger store.
fn empty(horn: &Horn, terms: &indubit::solver::term::Terms) -> Horn {
    let mut copy = Horn::new(terms.clone());
    for predicate in horn.predicates() {
        let sorts: Vec<_> = predicate.places.iter().map(|&place| horn.terms().sort(place)).collect();
        copy.declare(&predicate.name, &sorts);
    }
    copy
}

/// The clauses, whose bodies also say that each atom is in the model.
fn assuming(horn: &Horn, mut model: Interpretation) -> Horn {
    let mut clauses = Vec::new();
    for clause in horn.clauses() {
        let mut parts = vec![clause.constraint];
        parts.extend(clause.body.iter().map(|atom| model.apply(horn, atom)));
        clauses.push(Clause { constraint: model.terms.and(&parts), ..clause.clone() });
    }
    with(horn, &model, clauses)
}

/// The clauses without their queries, and the query of each predicate whether it derives anything that the model does
/// not have.
fn asking(horn: &Horn, mut model: Interpretation) -> Horn {
    let mut clauses: Vec<Clause> = horn.clauses().iter().filter(|c| c.head.is_some()).cloned().collect();
    for id in horn.predicate_ids() {
        let places = horn.predicate(id).places.clone();
        let atom = Atom { predicate: id, arguments: places.clone() };
        let inside = model.apply(horn, &atom);
        let constraint = model.terms.not(inside);
        clauses.push(Clause { variables: places, body: vec![atom], constraint, head: None });
    }
    with(horn, &model, clauses)
}

fn with(horn: &Horn, model: &Interpretation, clauses: Vec<Clause>) -> Horn {
    let mut made = empty(horn, &model.terms);
    clauses.into_iter().for_each(|clause| {
        made.add(clause);
    });
    made
}
