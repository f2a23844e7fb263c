//! The automaton against the interpreter, on paths to all edges.

use super::{program, program_for};
use indubit::base::Budget;
use indubit::c::{Arch, Check, Checks, Integers, LowerOptions, Source, VariableOrigin};
use indubit::evidence::program::{cover, CoverOptions, Coverage, PathEnd};
use indubit::evidence::CheckError;
use indubit::model::cfa::{Cfa, EdgeId, Path};
use indubit::model::gcl::{Assignment, Command, CommandId};
use indubit::solver::term::{Sort, TermId, Terms};
use std::collections::HashSet;

fn source(text: &str) -> Source {
    Source::new(program(text), LowerOptions::default(), &Budget::unlimited()).expect("an automaton")
}

fn check(source: &Source) -> Result<Coverage, CheckError> {
    let found = source.check_paths(&CoverOptions::default(), &Budget::unlimited());
    found.map(|found| found.expect("no reals"))
}

/// The same automaton, with another command at one edge.
fn with_command(cfa: &Cfa, changed: EdgeId, command: Command) -> Cfa {
    let mut mutant = cfa.emptied();
    for location in cfa.locations().skip(2) {
        mutant.add_location(cfa.location_name(location));
    }
    let command = mutant.commands_mut().add(command);
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        mutant.add_edge(edge.source, edge.target, if id == changed { command } else { edge.command });
    }
    mutant
}

/// Each assignment to a variable of the program that is carried out, and each branch.
const WALK: &str = "int __VERIFIER_nondet_int(void); void reach_error(void);
struct pair { int x, y; } g;
int twice(int n) { return n + n; }
int main() {
  int a[2] = {3, 4}, i = 0, n = __VERIFIER_nondet_int();
  int *p = &a[1];
  while (i < 2) { a[i] = a[i] * 10; i++; }
  if (n == 305419896) {
    p = &g.y;
    *p = twice(n);
    g.x = *p - 1;
    if (g.y == 610839792) reach_error();
  }
  n = *p;
  p = 0;
  return n;
}";

/// The variables of objects that an edge assigns.
fn assigned(source: &Source, edge: EdgeId) -> Vec<Assignment> {
    let (cfa, map) = (&source.lowered.cfa, &source.lowered.map);
    match cfa.commands().get(cfa.edge(edge).command) {
        Command::Assign(list) => {
            let is_object =
                |a: &&Assignment| matches!(map.origin(a.variable), Some(VariableOrigin::Object { .. }));
            list.iter().filter(is_object).copied().collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_walk_has_the_same_states_in_both_readings() {
    let found = check(&source(WALK)).expect("no difference");
    // No run takes the index of a loop behind the array, or an address that is not that of the pointer.
    assert!(found.paths >= 2 && found.taken > 30 && found.taken <= found.edges, "{:?}", found);
}

/// A store that the lowering drops is found, wherever it is.
#[test]
fn a_dropped_store_is_found() {
    let source = source(WALK);
    // A store through a pointer names each object to which it may lead, and changes one.
    let mut changed: HashSet<(EdgeId, TermId)> = HashSet::new();
    let cfa = &source.lowered.cfa;
    let mut show = |path: &Path, _: PathEnd| -> Result<(), CheckError> {
        let states = path.states(cfa).expect("a run");
        for (at, step) in path.steps.iter().enumerate() {
            let pairs = cfa.variables().iter().zip(states[at].iter().zip(&states[at + 1]));
            changed.extend(pairs.filter(|(_, (a, b))| a != b).map(|(&variable, _)| (step.edge, variable)));
        }
        Ok(())
    };
    cover(cfa, &CoverOptions::default(), &Budget::unlimited(), &mut show).expect("paths");
    let mut mutants = 0;
    for edge in cfa.edge_ids() {
        for dropped in assigned(&source, edge) {
            if !changed.contains(&(edge, dropped.variable)) {
                continue;
            }
            let others = assigned(&source, edge).into_iter().filter(|a| a.variable != dropped.variable);
            let mut broken = source.clone();
            broken.lowered.cfa = with_command(cfa, edge, Command::Assign(others.collect()));
            let found = check(&broken);
            let name = cfa.name(dropped.variable);
            assert!(
                found.is_err(),
                "the store to {} by edge {} is dropped, and nobody sees it",
                name,
                edge.index()
            );
            mutants += 1;
        }
    }
    assert!(mutants >= 10, "{}", mutants);
}

/// A branch that goes the wrong way is found.
#[test]
fn a_swapped_comparison_is_found() {
    let source = source(WALK);
    let mut mutants = 0;
    for edge in source.lowered.cfa.edge_ids() {
        let mut broken = source.clone();
        let cfa = &mut broken.lowered.cfa;
        let command = cfa.commands().get(cfa.edge(edge).command).clone();
        let is_branch = cfa.leaving(cfa.edge(edge).source).len() == 2;
        if let (Command::Assume(guard), true) = (command, is_branch) {
            let other = cfa.leaving(cfa.edge(edge).source).iter().copied().find(|&e| e != edge).expect("two");
            let negated = cfa.terms_mut().not(guard);
            let swapped = with_command(cfa, edge, Command::Assume(negated));
            broken.lowered.cfa = with_command(&swapped, other, Command::Assume(guard));
            mutants += usize::from(check(&broken).is_err());
        }
    }
    assert!(mutants >= 6, "{}", mutants);
}

/// An address that lost the offset of a member is found.
#[test]
fn a_forgotten_offset_of_a_member_is_found() {
    let text = "struct pair { int x, y; } g; int main() { int *p = &g.x; p = &g.y; return p == 0; }";
    let source = source(text);
    let cfa = &source.lowered.cfa;
    let is_pointer = |a: &Assignment| source.lowered.map.pointees(a.variable).is_some();
    let stores: Vec<(EdgeId, Assignment)> = cfa
        .edge_ids()
        .flat_map(|edge| assigned(&source, edge).into_iter().map(move |a| (edge, a)))
        .filter(|(_, a)| is_pointer(a))
        .collect();
    assert_eq!(stores.len(), 2);
    assert!(check(&source).is_ok());
    let (first, second) = (stores[0].1, stores[1]);
    let forgotten = Command::Assign(vec![Assignment { variable: first.variable, value: first.value }]);
    let mut broken = source.clone();
    broken.lowered.cfa = with_command(cfa, second.0, forgotten);
    let error = check(&broken).expect_err("a difference");
    assert!(error.to_string().contains("`main::p` is"), "{}", error);
}

#[test]
fn both_data_models_integers_and_other_properties_agree() {
    let text = "long __VERIFIER_nondet_long(void); long main() {
        long n = __VERIFIER_nondet_long(), sum = 0; long *p = &sum; long rows[2][2] = {{1, 2}, {3}};
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) *p += rows[i][j];
        do { n--; switch (n) { case 4: *p = 1; case 7: continue; default: *p = 2; } } while (n > 5);
        return n > 3 && *p == 2 ? n : sum; }";
    for arch in [Arch::Ilp32, Arch::Lp64] {
        for integers in [Integers::Words, Integers::Mathematical] {
            let options = LowerOptions { integers, ..LowerOptions::default() };
            let source =
                Source::new(program_for(text, arch), options, &Budget::unlimited()).expect("an automaton");
            let found = check(&source).expect("no difference");
            assert!(found.paths > 1, "{:?}", found);
        }
    }
}

/// A list of nodes whose objects have numbers, and whose parts are arrays.
#[test]
fn objects_without_a_bound_are_the_same_in_both_readings() {
    let text = "int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(__SIZE_TYPE__); void free(void *);
        struct node { int v; struct node *next; } *list; int *last;
        int main() {
            int sum = 0;
            for (int i = 0; i < 20; i++) {
                struct node *p = malloc(sizeof(struct node)); p->v = i; p->next = list; list = p;
                if (i == 3) last = &p->v;
            }
            *last = __VERIFIER_nondet_int();
            while (list) { struct node *t = list->next; sum += list->v; free(list); list = t; }
            if (sum == 1000) reach_error();
            return sum; }";
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let options =
            LowerOptions { heap_objects: 0, checks: Checks::of(&[Check::Memory]), ..LowerOptions::default() };
        let program = program_for(text, arch);
        let source = Source::new(program, options, &Budget::unlimited()).expect("an automaton");
        let found = check(&source).expect("no difference");
        assert!(found.taken > 40, "{:?}", found);
    }
}

/// The search of an automaton that is no program: a path to each edge that can be taken, and none to others.
#[test]
fn the_search_takes_each_edge_that_can_be_taken() {
    let mut cfa = Cfa::new(Terms::new());
    let x = cfa.declare("x", Sort::BitVec(16));
    let places: Vec<_> = ["a", "b", "c", "never"].iter().map(|name| cfa.add_location(name)).collect();
    let (commands, terms) = cfa.parts_mut();
    let any = commands.havoc(terms, &[x]);
    let square = terms.bv_mul(x, x);
    let (wanted, odd) = (terms.bv(0x1fe1, 16), terms.bv(2, 16));
    let (is_wanted, is_odd) = (terms.eq(square, wanted), terms.eq(square, odd));
    let other = terms.not(is_wanted);
    let list: Vec<CommandId> =
        [is_wanted, other, is_odd].iter().map(|&guard| commands.assume(guard)).collect();
    let skip = commands.skip();
    cfa.add_edge(cfa.initial(), places[0], any);
    cfa.add_edge(places[0], places[1], list[0]);
    cfa.add_edge(places[0], places[2], list[1]);
    cfa.add_edge(places[0], places[3], list[2]);
    cfa.add_edge(places[1], cfa.error(), skip);
    let mut ends = Vec::new();
    let mut show = |path: &Path, end: PathEnd| -> Result<(), CheckError> {
        assert!(path.states(&cfa).is_ok());
        ends.push(end);
        Ok(())
    };
    let found = cover(&cfa, &CoverOptions::default(), &Budget::unlimited(), &mut show).expect("paths");
    assert_eq!((found.taken, found.edges), (4, 5));
    assert!(ends.contains(&PathEnd::Error) && ends.contains(&PathEnd::Stuck), "{:?}", ends);
}
