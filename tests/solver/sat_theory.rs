//! A toy theory through the trait: atoms that say "at most k of these literals". It is eager with lazy explanations, or
//! speaks only by lemmas with new variables in the final check. The oracle counts.

use crate::cases::try_random;
use crate::cnf::{random_clause, random_lit, satisfiable};
use crate::watch::{demand_answer, random_options, Watchers};
use indubit::base::{Lit, Rng, Var};
use indubit::solver::sat::{Answer, Check, Choice, Open, SatOptions, Solver, Theory, TheoryOutput};

#[derive(Clone)]
struct Group {
    /// The atom that demands it. The lemmas about it are valid with or without the scope that asserts it.
    atom: Lit,
    lits: Vec<Lit>,
    most: usize,
    eager: bool,
    /// Whether the theory finds nothing out before the first decision: consequences of level 0 come late then.
    late: bool,
}

#[derive(Clone, Default)]
struct AtMost {
    /// The variables below are atoms: a variable must not become one after it was assigned.
    atoms: usize,
    groups: Vec<Group>,
    scopes: Vec<usize>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// Implied literals: each with its group, and with the length of the trail at that time.
    implied: Vec<(Lit, usize, usize)>,
}

impl AtMost {
    fn true_ones(&self, group: &Group, until: usize) -> Vec<Lit> {
        self.trail[..until].iter().copied().filter(|l| group.lits.contains(l)).collect()
    }
}

impl Theory for AtMost {
    fn is_atom(&self, var: Var) -> bool {
        var.index() < self.atoms || self.groups.iter().any(|g| g.atom.var() == var)
    }

    fn assign(&mut self, lit: Lit) {
        assert!(!self.trail.contains(&lit) && !self.trail.contains(&!lit), "assigned twice");
        self.trail.push(lit);
    }

    fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
        for (index, group) in self.groups.iter().enumerate() {
            let too_early = group.late && self.levels.is_empty();
            if !group.eager || too_early || !self.trail.contains(&group.atom) {
                continue;
            }
            let truths = self.true_ones(group, self.trail.len());
            if truths.len() > group.most {
                out.conflict.extend(&truths[..group.most + 1]);
                out.conflict.push(group.atom);
                return Check::Conflict;
            }
            if truths.len() == group.most {
                for &l in &group.lits {
                    if !self.trail.contains(&l) && !self.trail.contains(&!l) {
                        out.implied.push(!l);
                        self.implied.push((!l, index, self.trail.len()));
                    }
                }
            }
        }
        Check::Consistent
    }

    fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        let found = self.implied.iter().rev().find(|i| i.0 == lit).expect("it was implied");
        reason.extend(self.true_ones(&self.groups[found.1], found.2));
        reason.push(self.groups[found.1].atom);
    }

    fn final_check(&mut self, out: &mut TheoryOutput) -> Check {
        for group in &self.groups {
            let truths = self.true_ones(group, self.trail.len());
            if truths.len() > group.most && self.trail.contains(&group.atom) {
                let d = out.new_var();
                let mut lemma: Vec<Lit> = truths[..group.most + 1].iter().map(|&l| !l).collect();
                lemma.extend([!group.atom, d.positive()]);
                out.lemma(&lemma);
                lemma.pop();
                lemma.insert(0, d.negative());
                out.lemma(&lemma);
            }
        }
        Check::Consistent
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        if let Some(&len) = self.levels.get(level) {
            self.trail.truncate(len);
            self.levels.truncate(level);
            self.implied.retain(|i| i.2 <= len);
        }
    }

    fn push(&mut self) {
        self.scopes.push(self.groups.len());
    }

    fn pop(&mut self) {
        let groups = self.scopes.pop().expect("balanced");
        self.groups.truncate(groups);
        self.trail.clear();
        self.implied.clear();
    }
}

fn holds(groups: &[Group], assignment: u32) -> bool {
    groups.iter().all(|g| {
        let mut lits = g.lits.clone();
        lits.sort_unstable();
        lits.dedup();
        let truths = lits.iter().filter(|l| (assignment >> l.var().index() & 1 == 1) != l.is_negative());
        truths.count() <= g.most
    })
}

fn session(seed: u64) {
    let mut rng = Rng::new(seed);
    let options = if rng.one_in(8) { SatOptions::default() } else { random_options(&mut rng) };
    let vars = 4 + rng.below(7);
    let mut solver = Solver::with_theory(options, AtMost { atoms: vars, ..AtMost::default() });
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(vars);
    let (mut clauses, mut groups): (Vec<Vec<Lit>>, Vec<Group>) = Default::default();
    let mut scopes = Vec::new();
    for _ in 0..8 {
        match rng.below(6) {
            0 if scopes.len() < 2 => {
                solver.push();
                scopes.push((clauses.len(), groups.len()));
            }
            1 if !scopes.is_empty() => {
                solver.pop();
                let (c, g) = scopes.pop().expect("there is one");
                clauses.truncate(c);
                groups.truncate(g);
            }
            2 => solver.simplify(),
            _ => {}
        }
        if rng.one_in(2) && groups.len() < 3 {
            let mut lits: Vec<Lit> = (0..2 + rng.below(4)).map(|_| random_lit(&mut rng, vars)).collect();
            lits.sort_unstable();
            lits.dedup();
            let atom = solver.new_var().positive();
            let (most, eager) = (rng.below(lits.len()), rng.one_in(2));
            let group = Group { atom, most, lits, eager, late: rng.one_in(3) };
            for l in group.lits.iter().chain([&group.atom]) {
                solver.freeze(l.var());
            }
            solver.theory_mut().groups.push(group.clone());
            solver.add_clause(&[group.atom]);
            groups.push(group);
        }
        for _ in 0..rng.below(vars) {
            let clause = random_clause(&mut rng, vars);
            solver.add_clause(&clause);
            clauses.push(clause);
        }
        let assumptions: Vec<Lit> = (0..rng.below(3)).map(|_| random_lit(&mut rng, vars)).collect();
        let answer = solver.solve(&assumptions);
        demand_answer(&solver, answer, &clauses, &assumptions, |fixed| {
            satisfiable(vars, &clauses, fixed, |a| holds(&groups, a))
        });
        if answer == Answer::Sat {
            let value = |v: usize| solver.value(Var::new(v).positive()) == Some(true);
            let model = (0..vars).filter(|&v| value(v)).fold(0, |m, v| m | 1 << v);
            assert!(holds(&groups, model), "the model violates a group");
        }
        proof.demand();
        if !solver.is_consistent() {
            break;
        }
    }
}

#[test]
fn counting_theory_against_counting() {
    try_random(4000, session);
}

/// A theory with one variable that needs no value, and that it may choose.
struct Idle {
    optional: Var,
    chosen: bool,
}

impl Theory for Idle {
    fn is_atom(&self, _: Var) -> bool {
        false
    }

    fn assign(&mut self, _: Lit) {}

    fn propagate(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn explain(&mut self, _: Lit, _: &mut Vec<Lit>) {}

    fn final_check(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn choose(&mut self, open: &Open<'_>) -> Choice {
        let lit = self.optional.positive();
        if self.chosen && open.value(lit) == 0 {
            Choice::Literal(lit)
        } else {
            Choice::Any
        }
    }

    fn is_optional(&self, var: Var) -> bool {
        var == self.optional
    }

    fn new_level(&mut self) {}

    fn backtrack(&mut self, _: usize) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}
}

#[test]
fn optional_variables_are_decided_only_if_the_theory_chooses_them() {
    for chosen in [false, true] {
        let theory = Idle { optional: Var::new(1), chosen };
        let mut solver = Solver::with_theory(SatOptions::default(), theory);
        solver.reserve_vars(4);
        (0..4).for_each(|v| solver.freeze(Var::new(v)));
        let lit = |v: usize| Var::new(v).positive();
        solver.add_clause(&[lit(0), lit(2), lit(3)]);
        for _ in 0..2 {
            assert_eq!(solver.solve(&[]), Answer::Sat);
            assert_eq!(solver.value(lit(1)), if chosen { Some(true) } else { None });
            assert!([0, 2, 3].iter().all(|&v| solver.value(lit(v)).is_some()));
        }
        // Clauses give it a value all the same.
        solver.add_clause(&[!lit(1)]);
        assert_eq!(solver.solve(&[]), Answer::Sat);
        assert_eq!(solver.value(lit(1)), Some(false));
    }
}
