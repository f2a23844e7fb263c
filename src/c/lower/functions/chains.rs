//! Chains of pointers to the objects of families, for the claim that no object is lost.
//!
//! No formula over the variables says that a chain of pointers of any length leads to an object. But it is enough that
//! each object of the heap that is alive has a *holder*: a variable of an object that exists, or an object of the heap
//! that is alive and *above* it in some order without cycles. Then each chain of holders ends at a variable, for only
//! finitely many objects are alive. So a run reaches an unsupported point only if some object has no such holder:
//!
//! ```text
//! k is any number, alive[k], and not (head = k, or alive[k + 1] and next[k + 1] = k, or ...)
//! ```
//!
//! Families and slots are above those to which their pointers lead, and to which pointers lead from there, but not
//! back. In a group whose pointers lead to each other, later objects are above earlier ones, or earlier ones above
//! later ones: a list that grows at its head has the first order, a queue the second. One of the two has to do for all
//! objects of the group at a time.
//!
//! The holder of an object is looked for among a few objects of each family: the one with the next number or the one
//! before, those to which the variables of existing objects lead, and those to which the object itself leads, as a
//! node leads to its parent.
//!
//! # Left out
//!
//! All other holders. A tree without pointers to parents has some, and so has a sorted list. There the point is
//! reached, and the verdict is unknown.

use crate::base::HashMap;
use crate::c::lower::analysis::keys::{Root, TargetKey};
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Holds, Store};
use crate::c::lower::source_map::VariableOrigin;
use crate::solver::term::{Sort, TermId, Terms};

/// Objects of a family among which a holder is looked for, at most.
const MOST_HOLDERS: usize = 12;

/// Families and slots that are compared, at most.
const MOST_NODES: usize = 48;

/// A family, or a slot.
struct Node {
    store: Store,
    root: Root,
    /// The number of objects that were made, of a family.
    made: Option<TermId>,
    /// The formula that variables lead to the object in a slot, directly or through other slots.
    reached: TermId,
}

/// Families and slots, and the objects that exist.
struct Graph<'s> {
    nodes: Vec<Node>,
    /// By two nodes: a chain of pointers may lead from the first one to the second one.
    leads: Vec<Vec<bool>>,
    existing: &'s [Store],
}

impl Graph<'_> {
    fn is_mutual(&self, a: usize, b: usize) -> bool {
        self.leads[a][b] && self.leads[b][a]
    }

    /// The nodes, in groups whose pointers lead to each other.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in 0..self.nodes.len() {
            match groups.iter_mut().find(|group| self.is_mutual(group[0], at)) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        groups
    }
}

/// The positions of a root in the list of targets of an address, and the number of targets.
fn positions(store: &Store, holds: Holds, root: Root) -> (Vec<usize>, usize) {
    let targets = match holds {
        Holds::Address(class) => store.targets.of_class(class),
        Holds::Bits | Holds::Truth => return (Vec::new(), 0),
    };
    let is_it = |key: &TargetKey| key.root() == Some(root);
    ((0..targets.len()).filter(|&at| is_it(&targets[at])).collect(), targets.len())
}

fn points_to(store: &Store, root: Root) -> bool {
    store.cells.iter().any(|cell| !positions(store, cell.holds, root).0.is_empty())
}

impl Lowering<'_> {
    /// Adds unsupported points for objects of the heap for which no holder is found, if `existing` are the other
    /// objects that exist, and `reached` says which slots they lead to.
    pub(super) fn look_for_holders(
        &mut self,
        (slots, existing): (&[Root], &[Store]),
        reached: &HashMap<Root, TermId>,
        reason: &str,
    ) {
        let mut nodes = Vec::new();
        for store in self.objects.all().to_vec() {
            let root = match store.root {
                Some(root @ Root::Heap(..)) => root,
                Some(Root::Object(_) | Root::Text(_)) | None => continue,
            };
            let made = self.heap.made_of(root);
            if made.is_some() || slots.contains(&root) {
                let reached = reached.get(&root).copied().unwrap_or(Terms::FALSE);
                nodes.push(Node { store, root, made, reached });
            }
        }
        if nodes.len() > MOST_NODES {
            let alive = self.alive_objects();
            let any = self.terms().or(&alive);
            return self.builder.unsupported_if(any, reason);
        }
        nodes.sort_by_key(|node| node.root);
        let mut leads: Vec<Vec<bool>> = Vec::new();
        leads.extend(nodes.iter().map(|a| nodes.iter().map(|b| points_to(&a.store, b.root)).collect()));
        for via in 0..nodes.len() {
            let onward = leads[via].clone();
            for row in leads.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&onward).for_each(|(leads, &further)| *leads |= further);
            }
        }
        let graph = Graph { nodes, leads, existing };
        let numbers = [self.any_object(0), self.any_object(1)];
        for group in graph.groups() {
            let mut orders = vec![true];
            orders.extend(graph.is_mutual(group[0], group[0]).then_some(false));
            let mut open = Vec::new();
            for (is_later_above, number) in orders.into_iter().zip(numbers) {
                let some: Vec<TermId> =
                    group.iter().map(|&at| self.without_holder(&graph, at, number, is_later_above)).collect();
                open.push(self.terms().or(&some));
            }
            let any = self.terms().and(&open);
            self.builder.unsupported_for_any(&numbers, any, reason);
        }
    }

    /// A variable for the number of any object.
    fn any_object(&mut self, at: usize) -> TermId {
        while self.heap.any.len() <= at {
            let variable = self.new_variable("heap:any", Sort::Int, VariableOrigin::Temporary, None);
            self.heap.any.push(variable);
        }
        self.heap.any[at]
    }

    /// The formula that the object of a node, which has this number in a family, is alive and has no holder.
    fn without_holder(
        &mut self,
        graph: &Graph<'_>,
        at: usize,
        number: TermId,
        is_later_above: bool,
    ) -> TermId {
        let node = &graph.nodes[at];
        let own = node.made.map(|_| number);
        let mut held = vec![node.reached];
        for store in graph.existing {
            held.push(self.leads_to(store, None, node.root, own));
        }
        for (above, holder) in graph.nodes.iter().enumerate().filter(|(above, _)| graph.leads[*above][at]) {
            let is_mutual = graph.is_mutual(above, at);
            let numbers = match holder.made {
                Some(_) => self.candidates(graph, (above, at), own, is_later_above),
                None => vec![number],
            };
            for candidate in numbers {
                let alive = self.is_alive(holder, candidate);
                let is_above = match holder.made {
                    None if is_mutual => holder.reached,
                    None => Terms::TRUE,
                    Some(_) if above == at && is_later_above => self.terms().lt(number, candidate),
                    Some(_) if above == at => self.terms().lt(candidate, number),
                    Some(_) if is_mutual && (above > at) != is_later_above => Terms::FALSE,
                    Some(_) => Terms::TRUE,
                };
                let by = holder.made.map(|_| candidate);
                let leads = self.leads_to(&holder.store, by, node.root, own);
                held.push(self.terms().and(&[alive, is_above, leads]));
            }
        }
        let alive = self.is_alive(node, number);
        let held = self.terms().or(&held);
        let not_held = self.terms().not(held);
        self.terms().and(&[alive, not_held])
    }

    /// Numbers of objects of the family `above` that may hold the object `own` of the node `at`.
    fn candidates(
        &mut self,
        graph: &Graph<'_>,
        (above, at): (usize, usize),
        own: Option<TermId>,
        is_later_above: bool,
    ) -> Vec<TermId> {
        let (root, node) = (graph.nodes[above].root, &graph.nodes[at]);
        let mut found: Vec<TermId> = Vec::new();
        if let Some(own) = own {
            let step = if above != at {
                0
            } else if is_later_above {
                1
            } else {
                -1
            };
            let step = self.object_number(step);
            found.push(self.terms().add(&[own, step]));
            for cell in &node.store.cells {
                if let (Some(numbers), false) =
                    (cell.number, positions(&node.store, cell.holds, root).0.is_empty())
                {
                    found.push(self.terms().select(numbers, own));
                }
            }
        }
        let slots = graph.nodes.iter().filter(|node| node.made.is_none()).map(|node| &node.store);
        for store in graph.existing.iter().chain(slots) {
            let leading = store.cells.iter().filter(|cell| !positions(store, cell.holds, root).0.is_empty());
            found.extend(leading.filter_map(|cell| cell.number));
        }
        let mut seen = Vec::new();
        found.retain(|number| {
            !seen.contains(number) && {
                seen.push(*number);
                true
            }
        });
        found.truncate(MOST_HOLDERS);
        found
    }

    /// The formula that the object of a node is alive, which has this number in a family.
    fn is_alive(&mut self, node: &Node, number: TermId) -> TermId {
        let alive = node.store.alive.unwrap_or(Terms::TRUE);
        let made = match node.made {
            Some(made) => made,
            None => return alive,
        };
        let zero = self.object_number(0);
        let mut parts = vec![self.terms().le(zero, number), self.terms().lt(number, made)];
        if let Some(alive) = node.store.alive {
            parts.push(self.terms().select(alive, number));
        }
        self.terms().and(&parts)
    }

    /// The formula that an address in a store leads to an object, which has the number `to` in a family; `by` is the
    /// number of the object of the store, if that is a family.
    fn leads_to(&mut self, store: &Store, by: Option<TermId>, root: Root, to: Option<TermId>) -> TermId {
        let mut ways = Vec::new();
        for &cell in &store.cells {
            let (positions, targets) = positions(store, cell.holds, root);
            for at in positions {
                let cell = match by {
                    Some(by) => self.cell_of(by, cell),
                    None => cell,
                };
                let leads = self.code_is(cell.variable, at, targets);
                let is_number = match (cell.number, to) {
                    (Some(number), Some(to)) => self.terms().eq(number, to),
                    (None, _) | (_, None) => Terms::TRUE,
                };
                ways.push(self.terms().and(&[leads, is_number]));
            }
        }
        self.terms().or(&ways)
    }
}
