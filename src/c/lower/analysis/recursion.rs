//! Finds the recursive functions of a program: those that call themselves, directly or through others.
//!
//! A function is recursive if it is on a cycle of the graph of calls, in which a call by pointer leads to each function
//! that the pointer may point to. Any other function has at most one active call at any time, so its objects exist
//! once. If the address of such an object is stored somewhere, a recursive function may change the object, so the
//! object is *shared* like one that lives for the whole run.
//!
//! An object of a recursive function exists once for each active call. Its address may be used in the same call. If the
//! address may get into another call, by a parameter, a result or a shared object, the call becomes an unsupported
//! point.

use super::keys::TargetKey;
use super::reach::Reach;
use super::targets::{Lists, Targets};
use crate::base::HashMap;
use crate::c::read::source::Pos;
use crate::c::read::syntax::{ExprKind, FunctionId, ObjectId, Program, Storage};
use crate::model::cfa::LocId;
use crate::solver::term::TermId;

/// A call of a recursive function: from the location `source` to the location `target` behind it.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Called {
    pub source: LocId,
    pub target: LocId,
    pub function: FunctionId,
    /// The variables of the parameters, each with its value.
    pub arguments: Vec<(TermId, TermId)>,
    pub pos: Pos,
}

/// The variables of the parameters of a recursive function, and of its result.
pub(in crate::c::lower) type Interface = (Vec<TermId>, Vec<TermId>);

/// The first and the last location of a recursive function.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Ends {
    pub entry: LocId,
    pub exit: LocId,
}

/// The recursive functions of a program, and the calls of them that were lowered.
#[derive(Clone, Default, Debug)]
pub(in crate::c::lower) struct Recursion {
    /// By function: whether it is recursive.
    is_recursive: Vec<bool>,
    /// By object: whether all calls share it.
    is_shared: Vec<bool>,
    /// By recursive function: an object whose address may get into another call.
    escaping: HashMap<FunctionId, ObjectId>,
    pub ends: HashMap<FunctionId, Ends>,
    /// The functions of `ends`, in the order in which they were met.
    pub met: Vec<FunctionId>,
    pub calls: Vec<Called>,
    /// By function of `met`: the variables of its parameters and of its result.
    pub interfaces: Vec<Interface>,
}

impl Recursion {
    /// The recursive functions among the reachable ones.
    pub fn of(program: &Program, reach: &Reach, targets: &Targets) -> Recursion {
        let is_recursive = recursive(&graph(program, reach, targets));
        let mut recursion = Recursion {
            is_shared: shared(program, reach, targets, &is_recursive),
            is_recursive,
            escaping: HashMap::default(),
            ends: HashMap::default(),
            met: Vec::new(),
            calls: Vec::new(),
            interfaces: Vec::new(),
        };
        let mut crossing: Vec<TargetKey> = Vec::new();
        for at in (0..program.objects.len()).filter(|&at| reach.mentioned[at]) {
            let object = program.object(ObjectId(at as u32));
            let is_parameter = object.storage == Storage::Parameter
                && object.function.map_or(false, |function| recursion.is_recursive(function));
            if recursion.is_shared[at] || is_parameter {
                crossing.extend(keys(&targets.in_object(ObjectId(at as u32))));
            }
        }
        for at in (0..program.functions.len()).map(|at| FunctionId(at as u32)) {
            if recursion.is_recursive(at) {
                crossing.extend(keys(&targets.in_result(at)));
            }
        }
        for key in crossing {
            if let Some(object) = key.object() {
                let function = program.object(object).function.filter(|&f| recursion.is_recursive(f));
                if let Some(function) = function.filter(|_| !recursion.is_shared[object.index()]) {
                    recursion.escaping.entry(function).or_insert(object);
                }
            }
        }
        recursion
    }

    /// Whether a function is recursive.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.is_recursive[function.index()]
    }

    /// Whether any function is recursive.
    pub fn is_any_recursive(&self) -> bool {
        self.is_recursive.contains(&true)
    }

    /// Whether all calls share an object.
    pub fn is_shared(&self, object: ObjectId) -> bool {
        self.is_shared[object.index()]
    }

    /// Pairs of locations between which calls lead, although there is no edge: into the function, behind the call, and
    /// from the entry of a function to its exit. The last pair keeps the exit even if the function never returns, since
    /// a procedure needs one.
    pub fn links(&self) -> Vec<(LocId, LocId)> {
        let mut links: Vec<_> = self.calls.iter().map(|call| (call.source, call.target)).collect();
        let entered = |call: &Called| Some((call.source, self.ends.get(&call.function)?.entry));
        links.extend(self.calls.iter().filter_map(entered));
        links.extend(self.met.iter().filter_map(|f| self.ends.get(f)).map(|ends| (ends.entry, ends.exit)));
        links
    }

    /// An object of a recursive function whose address may get into another call.
    pub fn escaping(&self, function: FunctionId) -> Option<ObjectId> {
        self.escaping.get(&function).copied()
    }
}

/// All targets in the lists of a store.
fn keys(lists: &Lists) -> impl Iterator<Item = TargetKey> + '_ {
    lists.pointers.iter().chain(lists.integers.iter()).copied()
}

/// Whether an object lives for the whole run.
fn lives_long(program: &Program, object: ObjectId) -> bool {
    let declared = program.object(object);
    match declared.storage {
        Storage::Global | Storage::StaticLocal => true,
        Storage::Literal => declared.function.is_none(),
        Storage::Local | Storage::Parameter => false,
    }
}

/// By object: whether all calls share it. They share objects that live for the whole run, and objects of functions that
/// are not recursive if their address is stored somewhere.
fn shared(program: &Program, reach: &Reach, targets: &Targets, is_recursive: &[bool]) -> Vec<bool> {
    let objects = (0..program.objects.len()).map(|at| ObjectId(at as u32));
    let mut is_shared: Vec<bool> = objects.map(|object| lives_long(program, object)).collect();
    let mut keep = |lists: &Lists| {
        for key in keys(lists) {
            if let Some(object) = key.object() {
                let owner = program.object(object).function;
                is_shared[object.index()] |= owner.map_or(true, |owner| !is_recursive[owner.index()]);
            }
        }
    };
    for at in (0..program.objects.len()).filter(|&at| reach.mentioned[at]) {
        keep(&targets.in_object(ObjectId(at as u32)));
    }
    for at in 0..program.functions.len() {
        keep(&targets.in_result(FunctionId(at as u32)));
    }
    is_shared
}

/// By function: the functions that it may call.
fn graph(program: &Program, reach: &Reach, targets: &Targets) -> Vec<Vec<usize>> {
    let calls = |body: &Option<super::reach::Body>| {
        let mut list = Vec::new();
        for &id in body.iter().flat_map(|body| &body.exprs) {
            if let ExprKind::Call { callee, .. } = program.expr(id).kind {
                let called = targets.called(program, callee).into_iter().map(FunctionId::index);
                list.extend(called.filter(|&callee| reach.bodies[callee].is_some()));
            }
        }
        list.sort_unstable();
        list.dedup();
        list
    };
    reach.bodies.iter().map(calls).collect()
}

/// By node of a graph: whether it is on a cycle. Tarjan's algorithm (1972) finds the components.
fn recursive(graph: &[Vec<usize>]) -> Vec<bool> {
    const NONE: usize = usize::MAX;
    let mut order = vec![NONE; graph.len()];
    let mut low = vec![NONE; graph.len()];
    let mut on_cycle: Vec<bool> = (0..graph.len()).map(|at| graph[at].contains(&at)).collect();
    let (mut component, mut is_open) = (Vec::new(), vec![false; graph.len()]);
    let mut count = 0;
    for root in 0..graph.len() {
        let mut path = Vec::new();
        if order[root] == NONE {
            path.push((root, 0));
        }
        while let Some((node, next)) = path.pop() {
            if next == 0 {
                order[node] = count;
                low[node] = count;
                count += 1;
                component.push(node);
                is_open[node] = true;
            } else {
                let child = graph[node][next - 1];
                if is_open[child] {
                    low[node] = low[node].min(low[child]);
                }
            }
            match graph[node].get(next) {
                Some(&child) => {
                    path.push((node, next + 1));
                    if order[child] == NONE {
                        path.push((child, 0));
                    }
                }
                None if low[node] == order[node] => {
                    let from = component.iter().position(|&member| member == node).unwrap_or(0);
                    let members = component.split_off(from);
                    for &member in &members {
                        is_open[member] = false;
                        on_cycle[member] |= members.len() > 1;
                    }
                }
                None => {}
            }
        }
    }
    on_cycle
}
