//! Propagators of the caller's own: rows with exactly one queen, graphs without a cycle, against all assignments.

use crate::cases::try_random;
use crate::cnf::{random_clause, satisfiable};
use crate::watch::{random_options, Watchers};
use indubit::base::{Lit, Rng, Var};
use indubit::solver::propagators::{Observed, Propagator};
use indubit::solver::sat::{Answer, SatOptions, Solver};

/// The assignment as both propagators keep it.
#[derive(Clone, Default)]
struct Seen {
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// Literals named since the last change.
    said: Vec<Lit>,
}

impl Seen {
    fn is_true(&self, lit: Lit) -> bool {
        self.trail.contains(&lit)
    }

    fn assigned(&mut self, lits: &[Lit]) {
        for lit in lits {
            assert!(!self.is_true(*lit) && !self.is_true(!*lit), "assigned twice");
            self.trail.push(*lit);
        }
        self.said.clear();
    }

    fn backtracked(&mut self, level: usize) {
        self.trail.truncate(self.levels[level]);
        self.levels.truncate(level);
        self.said.clear();
    }

    /// The trail before a literal; all of it if the literal is open or false.
    fn before(&self, lit: Lit) -> &[Lit] {
        let place = self.trail.iter().position(|&other| other == lit);
        &self.trail[..place.unwrap_or(self.trail.len())]
    }

    /// The first of these literals that is news.
    fn news(&mut self, lits: impl IntoIterator<Item = Lit>) -> Option<Lit> {
        let lit = lits.into_iter().find(|lit| !self.is_true(*lit) && !self.said.contains(lit))?;
        self.said.push(lit);
        Some(lit)
    }
}

/// In each row exactly one literal is true.
#[derive(Clone, Default)]
struct ExactlyOne {
    seen: Seen,
    rows: Vec<Vec<Lit>>,
    /// Clauses about a model that was refused.
    clauses: Vec<Vec<Lit>>,
}

impl Propagator for ExactlyOne {
    fn assigned(&mut self, lits: &[Lit]) {
        self.seen.assigned(lits);
    }

    fn new_level(&mut self) {
        self.seen.levels.push(self.seen.trail.len());
    }

    fn backtracked(&mut self, level: usize) {
        self.seen.backtracked(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        for row in &self.rows {
            let mut follow = Vec::new();
            if let Some(&queen) = row.iter().find(|&&lit| self.seen.is_true(lit)) {
                follow.extend(row.iter().filter(|&&lit| lit != queen).map(|&lit| !lit));
            } else if let Some((last, others)) = row.split_last() {
                if others.iter().all(|&lit| self.seen.is_true(!lit)) {
                    follow.push(*last);
                }
            }
            let news = self.seen.news(follow);
            if news.is_some() {
                return news;
            }
        }
        None
    }

    fn reason(&mut self, lit: Lit) -> Vec<Lit> {
        let before = self.seen.before(lit);
        for row in &self.rows {
            let mut others = row.iter().filter(|&&other| other != lit && other != !lit);
            if row.contains(&lit) && others.clone().all(|&other| before.contains(&!other)) {
                return row.clone();
            }
            if let Some(&queen) = others.find(|queen| row.contains(&!lit) && before.contains(queen)) {
                return vec![lit, !queen];
            }
        }
        panic!("{:?} does not follow", lit)
    }

    fn decide(&mut self) -> Option<Lit> {
        self.rows.iter().flatten().copied().find(|&lit| !self.seen.is_true(lit) && !self.seen.is_true(!lit))
    }

    fn accepts(&mut self, model: &[Lit]) -> bool {
        for row in &self.rows {
            let queens: Vec<Lit> = row.iter().copied().filter(|lit| model.contains(lit)).collect();
            match queens[..] {
                [] => self.clauses.push(row.clone()),
                [_] => {}
                [a, b, ..] => self.clauses.push(vec![!a, !b]),
            }
        }
        self.clauses.is_empty()
    }

    fn clause(&mut self) -> Option<Vec<Lit>> {
        self.clauses.pop()
    }
}

#[test]
fn sixteen_queens_have_a_place() {
    let size = 16;
    let mut solver = Solver::with_theory(SatOptions::default(), Observed::new(ExactlyOne::default()));
    let board: Vec<Vec<Lit>> =
        (0..size).map(|_| (0..size).map(|_| solver.new_var().positive()).collect()).collect();
    for lit in board.iter().flatten() {
        solver.freeze(lit.var());
        solver.theory_mut().observe(lit.var());
    }
    let rows = &mut solver.theory_mut().propagator_mut().rows;
    rows.extend(board.iter().cloned());
    rows.extend((0..size).map(|column| board.iter().map(|row| row[column]).collect::<Vec<Lit>>()));
    let threatens = |a: (usize, usize), b: (usize, usize)| a.0 + a.1 == b.0 + b.1 || a.0 + b.1 == b.0 + a.1;
    let places: Vec<(usize, usize)> = (0..size * size).map(|i| (i / size, i % size)).collect();
    for (i, &a) in places.iter().enumerate() {
        for &b in places[..i].iter().filter(|&&b| threatens(a, b)) {
            solver.add_clause(&[!board[a.0][a.1], !board[b.0][b.1]]);
        }
    }
    assert_eq!(solver.solve(&[]), Answer::Sat);
    let queens: Vec<(usize, usize)> =
        places.iter().copied().filter(|p| solver.value(board[p.0][p.1]) == Some(true)).collect();
    assert_eq!(queens.len(), size);
    for (i, &a) in queens.iter().enumerate() {
        assert!(queens[..i].iter().all(|&b| a.0 != b.0 && a.1 != b.1 && !threatens(a, b)));
    }
}

/// Edges between few places, one for each literal; those of true literals make no cycle.
#[derive(Clone, Default)]
struct Acyclic {
    seen: Seen,
    /// By variable: the ends of its edge.
    edges: Vec<(usize, usize)>,
    clauses: Vec<Vec<Lit>>,
}

impl Acyclic {
    /// True edges on a way between two places, taken from the first ones that became true.
    fn way(&self, from: usize, to: usize, trail: &[Lit]) -> Option<Vec<Lit>> {
        let mut reached: Vec<(usize, Vec<Lit>)> = vec![(from, Vec::new())];
        let mut next = 0;
        while let Some((place, way)) = reached.get(next).cloned() {
            next += 1;
            if place == to {
                return Some(way);
            }
            for lit in trail.iter().filter(|lit| !lit.is_negative()) {
                let (a, b) = self.edges[lit.var().index()];
                if a == place && reached.iter().all(|r| r.0 != b) {
                    let mut way = way.clone();
                    way.push(*lit);
                    reached.push((b, way));
                }
            }
        }
        None
    }
}

impl Propagator for Acyclic {
    fn assigned(&mut self, lits: &[Lit]) {
        self.seen.assigned(lits);
    }

    fn new_level(&mut self) {
        self.seen.levels.push(self.seen.trail.len());
    }

    fn backtracked(&mut self, level: usize) {
        self.seen.backtracked(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        let mut wrong = Vec::new();
        for (v, &(from, to)) in self.edges.iter().enumerate() {
            if self.way(to, from, &self.seen.trail).is_some() {
                wrong.push(Var::new(v).negative());
            }
        }
        self.seen.news(wrong)
    }

    fn reason(&mut self, lit: Lit) -> Vec<Lit> {
        let (from, to) = self.edges[lit.var().index()];
        let mut clause = vec![lit];
        let way = self.way(to, from, self.seen.before(lit)).expect("a way back");
        clause.extend(way.into_iter().map(|lit| !lit));
        clause
    }

    fn accepts(&mut self, model: &[Lit]) -> bool {
        for lit in model.iter().filter(|lit| !lit.is_negative()) {
            let (from, to) = self.edges[lit.var().index()];
            if let Some(way) = self.way(to, from, &self.seen.trail) {
                self.clauses.push(way.into_iter().chain([*lit]).map(|lit| !lit).collect());
                return false;
            }
        }
        true
    }

    fn clause(&mut self) -> Option<Vec<Lit>> {
        self.clauses.pop()
    }
}

/// Whether the edges of these bits make no cycle: one after the other loses a place without edges into it.
fn is_acyclic(edges: &[(usize, usize)], bits: u32) -> bool {
    let mut left: Vec<(usize, usize)> =
        edges.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &edge)| edge).collect();
    loop {
        let before = left.len();
        let targets: Vec<usize> = left.iter().map(|edge| edge.1).collect();
        left.retain(|edge| targets.contains(&edge.0));
        if left.len() == before {
            return left.is_empty();
        }
    }
}

fn graphs(seed: u64) {
    let mut rng = Rng::new(seed);
    let (places, vars) = (2 + rng.below(4), 3 + rng.below(8));
    let edges: Vec<(usize, usize)> = (0..vars).map(|_| (rng.below(places), rng.below(places))).collect();
    let propagator = Acyclic { edges: edges.clone(), ..Acyclic::default() };
    let mut solver = Solver::with_theory(random_options(&mut rng), Observed::new(propagator));
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(vars);
    for v in (0..vars).map(Var::new) {
        solver.freeze(v);
        solver.theory_mut().observe(v);
    }
    let mut clauses = Vec::new();
    for _ in 0..3 {
        let in_scope = rng.one_in(3);
        let kept = clauses.len();
        if in_scope {
            solver.push();
        }
        for _ in 0..rng.below(2 * vars) {
            let clause = random_clause(&mut rng, vars);
            solver.add_clause(&clause);
            clauses.push(clause);
        }
        let wanted = satisfiable(vars, &clauses, &[], |bits| is_acyclic(&edges, bits));
        let answer = solver.solve(&[]);
        assert_eq!(answer, if wanted { Answer::Sat } else { Answer::Unsat }, "{:?} {:?}", edges, clauses);
        proof.demand();
        if in_scope {
            solver.pop();
            clauses.truncate(kept);
        }
    }
    // The axioms of the propagator are true of all graphs without a cycle.
    for axiom in solver.theory().axioms() {
        let false_ones: Vec<Lit> = axiom.iter().map(|&lit| !lit).collect();
        assert!(!satisfiable(vars, &[], &false_ones, |bits| is_acyclic(&edges, bits)), "{:?}", axiom);
    }
}

#[test]
fn graphs_without_a_cycle_are_found_and_refuted() {
    try_random(1000, graphs);
}
