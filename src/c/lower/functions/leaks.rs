//! Objects of the heap that are not freed at the end of a run, and those that are lost before.
//!
//! An object is *lost* if it is alive and no pointer leads to it from an object that exists, directly or through other
//! objects of the heap that are alive. It stays lost, for no pointer comes from nowhere. So it is enough to look where
//! runs end, and where a run that never ends comes again and again: at the conditions of loops and at `goto`.
//!
//! A value in the middle of an expression is no holder in the formulas. The interpreter, which confirms each
//! counterexample, counts it; where the two differ there is no verdict.
//!
//! # Left out
//!
//! Chains of pointers through families, whose objects no formula names one by one, and through objects of recursive
//! calls: runs are not followed behind a place at which such an object is alive, unless the place is in a loop whose
//! condition is an arbitrary value. Such a loop may be left in each turn, and the object is found behind it.

use crate::base::HashMap;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::machine::leaks::Gap;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Holds, Key, Store};
use crate::c::lower::source_map::NO_CHAIN;
use crate::c::lower::stop::Stop;
use crate::c::read::property::{Failure, EXITS};
use crate::c::read::source::Pos;
use crate::c::read::syntax::{BinaryOp, ExprKind, FunctionId, ObjectId, StmtId, StmtKind};
use crate::model::cfa::LocId;
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// Ends the run by a call of a function.
    pub(super) fn end_run(&mut self, function: FunctionId) {
        let name = self.program.names.text(self.program.function(function).name);
        self.look_at_end(Some(self.builder.pos()), EXITS.contains(&name));
        self.builder.end();
    }

    /// Looks for objects that are not freed where `main` is left and the run ends. Its objects end with it.
    pub(super) fn look_behind_main(&mut self) {
        let main = self.agenda.frame().map(|frame| frame.function);
        let body = main.and_then(|main| self.program.function(main).body);
        body.into_iter().for_each(|body| self.builder.turn_to(self.program.stmt(body).end));
        self.look_at_end(None, true);
    }

    fn look_at_end(&mut self, place: Option<Pos>, is_end: bool) {
        if let (Some(from), true) = (self.builder.at(), self.options.checks_leaks()) {
            self.note_gap((from, None), place, is_end, false);
        }
    }

    /// Looks for lost objects at a loop's condition or at a `goto`, where the present location is.
    pub(in crate::c::lower) fn look_at_turn(&mut self, stmt: StmtId) {
        if let (Some(from), true) = (self.builder.at(), self.options.checks(Failure::Lost)) {
            let to = self.builder.location();
            let is_left_at_will = self.is_left_at_will(stmt);
            self.note_gap((from, Some(to)), Some(self.builder.pos()), false, is_left_at_will);
            self.builder.stand_at(to);
        }
    }

    /// Whether the condition of a loop is the result of a function that the program does not define.
    fn is_left_at_will(&self, stmt: StmtId) -> bool {
        let condition = match self.program.stmt(stmt).kind {
            StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => condition,
            StmtKind::For { condition: Some(condition), .. } => condition,
            _ => return false,
        };
        let mut at = condition;
        loop {
            at = match self.program.expr(at).kind {
                ExprKind::Convert { operand, .. } => operand,
                ExprKind::Binary(BinaryOp::NotEqual, a, b) if self.known.constant(b) == Some(0) => a,
                _ => return self.known.is_arbitrary(at) && !self.known.assumes(),
            };
        }
    }

    /// Notes a gap. `place` is where the innermost call is; without one no local object exists.
    fn note_gap(
        &mut self,
        (from, to): (LocId, Option<LocId>),
        place: Option<Pos>,
        is_end: bool,
        is_left_at_will: bool,
    ) {
        let call = match self.agenda.frame() {
            Some(frame) => (frame.function, frame.instance),
            None => return,
        };
        let mut locals = Vec::new();
        let mut at = place;
        for frame in self.agenda.frames().iter().rev() {
            let place = match at {
                Some(place) => place,
                None => break,
            };
            let exists = |&object: &ObjectId| {
                let is_its_own = self.program.object(object).function == Some(frame.function);
                is_its_own && !self.is_static(object) && self.program.lives_at(object, place)
            };
            locals.extend(self.program.object_ids().filter(exists));
            at = frame.call.map(|call| self.program.expr(call).pos);
        }
        let pos = self.builder.pos();
        self.gaps.push(Gap { from, to, pos, call, locals, is_end, is_left_at_will });
    }

    /// Fills the gaps.
    pub(in crate::c::lower) fn look_for_leaks(&mut self) -> Result<(), Stop> {
        for gap in std::mem::take(&mut self.gaps) {
            self.builder.check_limits(0)?;
            self.builder.set_call(Some(gap.call));
            self.builder.turn_to(gap.pos);
            self.builder.enter(gap.from);
            if self.builder.at().is_some() {
                self.fill(&gap);
            }
        }
        self.builder.set_call(None);
        Ok(())
    }

    fn fill(&mut self, gap: &Gap) {
        if gap.is_end && self.options.checks(Failure::Leak) {
            let alive = self.alive_objects();
            let any = self.terms().or(&alive);
            self.builder.fail_if(any, Failure::Leak);
        }
        if self.options.checks(Failure::Lost) {
            let lost = self.lost_objects(gap);
            self.builder.fail_if(lost, Failure::Lost);
        }
        match gap.to {
            Some(to) => self.builder.jump(to),
            None => self.builder.end(),
        }
    }

    /// For each slot, and for each family, the formula that it has an object that is alive and has to be freed.
    pub(super) fn alive_objects(&mut self) -> Vec<TermId> {
        let slots: Vec<Root> = self.slot_roots();
        let mut alive: Vec<TermId> = slots.iter().filter_map(|&root| self.objects.alive_of(root)).collect();
        let zero = self.object_number(0);
        for left in self.heap.all_left() {
            let none = self.terms().eq(left, zero);
            let some = self.terms().not(none);
            alive.push(some);
        }
        alive
    }

    /// The slots for objects that a program has to free, in order.
    fn slot_roots(&self) -> Vec<Root> {
        let stores = self.objects.all().iter().filter(|store| store.alive.is_some());
        let mut roots: Vec<Root> = stores.filter_map(|store| store.root).collect();
        roots.retain(|&root| {
            matches!(root, Root::Heap(call, _) if !self.need_not_free(call)) && !self.is_family(root)
        });
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// The formula that an object in a slot is lost. Objects for which that is not known make an unsupported point.
    fn lost_objects(&mut self, gap: &Gap) -> TermId {
        if self.has_procedures() {
            let alive = self.alive_objects();
            let any = self.terms().or(&alive);
            if !gap.is_left_at_will {
                self.builder.unsupported_if(any, NO_CHAIN);
            }
            return Terms::FALSE;
        }
        let roots = self.slot_roots();
        let statics = (0..self.program.objects.len()).map(|at| ObjectId(at as u32));
        let statics = statics.filter(|&object| self.is_static(object));
        let stores: Vec<Store> = statics
            .chain(gap.locals.iter().copied())
            .filter_map(|object| self.objects.of(Key::Object(object)))
            .map(|id| self.objects.store(id).clone())
            .collect();
        let mut reached: HashMap<Root, TermId> = HashMap::default();
        for store in &stores {
            self.reach_from(Terms::TRUE, store, &mut reached);
        }
        let on_heap: Vec<Store> =
            self.objects.all().iter().filter(|store| store.alive.is_some()).cloned().collect();
        for _ in 0..roots.len() {
            let before = reached.clone();
            for store in &on_heap {
                let from = store.root.and_then(|root| Some(*before.get(&root)?));
                if let (Some(from), Some(alive)) = (from, store.alive) {
                    let from = self.terms().and(&[from, alive]);
                    self.reach_from(from, store, &mut reached);
                }
            }
            if reached == before {
                break;
            }
        }
        if self.options.has_families() {
            if !gap.is_left_at_will {
                self.look_for_holders((&roots, &stores), &reached, NO_CHAIN);
            }
            return Terms::FALSE;
        }
        let mut lost = Vec::new();
        for &root in &roots {
            if let Some(alive) = self.objects.alive_of(root) {
                let held = reached.get(&root).copied().unwrap_or(Terms::FALSE);
                let not_held = self.terms().not(held);
                lost.push(self.terms().and(&[alive, not_held]));
            }
        }
        self.terms().or(&lost)
    }

    /// Adds the slots to which the addresses in a store lead, if a formula holds.
    fn reach_from(&mut self, from: TermId, store: &Store, reached: &mut HashMap<Root, TermId>) {
        for cell in &store.cells {
            let targets = match cell.holds {
                Holds::Address(class) => store.targets.of_class(class).clone(),
                Holds::Bits | Holds::Truth => continue,
            };
            for (at, key) in targets.iter().enumerate() {
                if let Some(root @ Root::Heap(..)) = key.root() {
                    let leads = self.code_is(cell.variable, at, targets.len());
                    let leads = self.terms().and(&[from, leads]);
                    let before = reached.get(&root).copied().unwrap_or(Terms::FALSE);
                    let after = self.terms().or(&[before, leads]);
                    reached.insert(root, after);
                }
            }
        }
    }
}
