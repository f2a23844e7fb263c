//! An order of the locations in which only ways back to the head of a loop lead backwards.
//!
//! It is a *weak topological order* (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993): a
//! loop is a run of neighbours that begins with its head, and loops are nested. Each edge leads forward, or to the head
//! of a loop that it is inside of. A loop is a strongly connected component; the edges into its head taken away, the
//! rest falls apart into the components of the inner loops.
//!
//! An automaton that is carried out in this order meets a location once in each turn of the loops around it, after all
//! ways into the location that the turn has.

use super::{Cfa, LocId};

/// The locations that edges lead to, in a weak topological order (Bourdoncle, FMPA 1993): only ways back to the head of
/// a loop lead backwards.
#[derive(Clone, Debug)]
pub struct Order {
    locations: Vec<LocId>,
    /// By position: the position behind the loop whose head is here, or 0.
    ends: Vec<usize>,
}

/// The work that is left, the next piece last.
enum Task {
    /// The components among the locations of a part that these ones lead to.
    Part { part: usize, roots: Vec<usize> },
    /// A component; its head comes last.
    Component(Vec<usize>),
    /// The end of the loop whose head is at a position.
    End(usize),
}

impl Order {
    /// The order of an automaton, from its initial location on. Quadratic at worst, if loops are nested deeply.
    pub fn of(cfa: &Cfa) -> Order {
        let mut order = Order { locations: Vec::new(), ends: Vec::new() };
        let successors: Vec<Vec<usize>> = cfa
            .locations()
            .map(|l| cfa.leaving(l).iter().map(|&edge| cfa.edge(edge).target.index()).collect())
            .collect();
        // By location: the innermost part that it belongs to, or no part at all once it has its position.
        let mut part_of = vec![0; successors.len()];
        let mut parts = 1;
        let mut tasks = vec![Task::Part { part: 0, roots: vec![cfa.initial().index()] }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Part { part, roots } => {
                    let components = components(&successors, &part_of, part, &roots);
                    tasks.extend(components.into_iter().map(Task::Component));
                }
                Task::Component(mut members) => {
                    let head = members.pop().expect("a component has a head");
                    let at = order.locations.len();
                    order.locations.push(LocId::new(head));
                    order.ends.push(0);
                    part_of[head] = usize::MAX;
                    if !members.is_empty() || successors[head].contains(&head) {
                        members.iter().for_each(|&member| part_of[member] = parts);
                        tasks.push(Task::End(at));
                        tasks.push(Task::Part { part: parts, roots: successors[head].clone() });
                        parts += 1;
                    }
                }
                Task::End(at) => order.ends[at] = order.locations.len(),
            }
        }
        order
    }

    /// The locations, by position.
    pub fn locations(&self) -> &[LocId] {
        &self.locations
    }

    /// The position behind the loop whose head is at a position; `None` if there is no head.
    ///
    /// # Panics
    ///
    /// If the order is not that long.
    pub fn end_of_loop(&self, position: usize) -> Option<usize> {
        Some(self.ends[position]).filter(|&end| end > 0)
    }
}

/// The strongly connected components of the nodes of a part that the roots lead to, each behind all components that it
/// leads to (Tarjan 1972). The last member of a component is the one at which the search came to it.
fn components(successors: &[Vec<usize>], part_of: &[usize], part: usize, roots: &[usize]) -> Vec<Vec<usize>> {
    /// A node is open as long as its component is not complete.
    #[derive(Clone, Copy)]
    struct Seen {
        number: usize,
        low: usize,
        is_open: bool,
    }
    let mut seen: Vec<Option<Seen>> = vec![None; successors.len()];
    let (mut open, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for &root in roots {
        let mut path = vec![(root, 0)];
        if part_of[root] != part || seen[root].is_some() {
            path.clear();
        }
        while let Some((node, next)) = path.pop() {
            let mut own = seen[node].unwrap_or(Seen { number: count, low: count, is_open: true });
            if next == 0 {
                open.push(node);
                count += 1;
            } else if let Some(child) = seen[successors[node][next - 1]].filter(|child| child.is_open) {
                own.low = own.low.min(child.low);
            }
            seen[node] = Some(own);
            match successors[node].get(next) {
                Some(&child) => {
                    path.push((node, next + 1));
                    if part_of[child] == part && seen[child].is_none() {
                        path.push((child, 0));
                    }
                }
                None if own.low == own.number => {
                    let mut members = Vec::new();
                    while let Some(member) = open.pop() {
                        if let Some(member) = &mut seen[member] {
                            member.is_open = false;
                        }
                        members.push(member);
                        if member == node {
                            break;
                        }
                    }
                    found.push(members);
                }
                None => {}
            }
        }
    }
    found
}
