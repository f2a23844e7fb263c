//! Large-block encoding (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, FMCAD 2009; Lange 2018, §5.1.2).
//!
//! An engine has to look at each location, so a program with few locations and long commands is easier than one with
//! many and short ones, as long as the solver can deal with the commands. Three rules are applied until none can be:
//!
//! * *Dead ends*: a location that the initial one does not reach, or that does not reach the error, is removed.
//! * *Sequence*: a location with a single edge in, which is neither the initial nor the error location and has no edge
//!   to itself, is removed; the edge in and each edge out become one.
//! * *Choice*: edges with the same source and target become one.
//!
//! An edge into a removed location is part of several others then. Each of these is a way through original edges, and
//! no way meets an edge twice: else it would go through an edge of some removed location to itself. So each havoc keeps
//! its inputs.
//!
//! The way back is in `lift.rs`: it follows the ways, and gives removed locations formulas.

use crate::base::{Budget, Limit};
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::model::gcl::{Command, CommandId};

/// Settings of [`large_blocks`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockOptions {
    /// Assignments, assumptions and havocs in the command of an edge; edges are joined only up to this. Default 1000.
    pub most_parts: usize,
    /// On the way back, conjuncts of a location inside of a block; where it needs more, they are found in another way.
    /// Default 256.
    pub most_demands: usize,
}

impl Default for BlockOptions {
    fn default() -> BlockOptions {
        BlockOptions { most_parts: 1000, most_demands: 256 }
    }
}

/// A way of original edges through a block.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// An original edge.
    Edge(EdgeId),
    /// The first, then the second one.
    Both(usize, usize),
    /// One of them.
    Either(Vec<usize>),
}

/// A location that was removed.
#[derive(Clone, Debug)]
pub(super) enum Removed {
    /// No run reaches it.
    Unreachable,
    /// No run goes from it to the error.
    Irrelevant,
    /// Its edges were joined: it had this one in, and these out.
    Joined { entering: Joint, leaving: Vec<Joint> },
}

/// An edge at the time when a location was removed, between original locations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub source: LocId,
    pub target: LocId,
    pub command: CommandId,
}

/// A program of large blocks, with the way back.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The program of large blocks.
    pub cfa: Cfa,
    /// By its locations: the original ones.
    pub(super) locations: Vec<LocId>,
    /// By its edges: the place of their way.
    pub(super) roots: Vec<usize>,
    pub(super) ways: Vec<Way>,
    /// In the order in which they were removed.
    pub(super) removed: Vec<(LocId, Removed)>,
    pub(super) most_demands: usize,
}

/// An edge while edges are joined.
#[derive(Clone, Copy)]
struct Block {
    joint: Joint,
    /// The number of assignments, assumptions and havocs.
    size: usize,
    way: usize,
}

struct Joiner<'a> {
    original: &'a Cfa,
    /// With the commands of all blocks.
    cfa: Cfa,
    options: &'a BlockOptions,
    blocks: Vec<Option<Block>>,
    ways: Vec<Way>,
    /// By original location: the blocks that leave and enter it.
    leaving: Vec<Vec<usize>>,
    entering: Vec<Vec<usize>>,
    removed: Vec<(LocId, Removed)>,
    is_removed: Vec<bool>,
}

/// Joins edges as long as the options allow.
///
/// # Errors
///
/// A limit of the budget that was reached.
pub fn large_blocks(cfa: &Cfa, options: &BlockOptions, budget: &Budget) -> Result<Blocks, Limit> {
    let count = cfa.location_count();
    let mut joiner = Joiner {
        original: cfa,
        cfa: cfa.emptied(),
        options,
        blocks: Vec::new(),
        ways: Vec::new(),
        leaving: vec![Vec::new(); count],
        entering: vec![Vec::new(); count],
        removed: Vec::new(),
        is_removed: vec![false; count],
    };
    joiner.start();
    let mut waiting: Vec<LocId> = cfa.locations().collect();
    while let Some(location) = waiting.pop() {
        budget.poll()?;
        if joiner.may_go(location) {
            waiting.extend(joiner.join(location));
        }
    }
    Ok(joiner.finish())
}

impl Blocks {
    /// The program as it is.
    pub fn none(cfa: &Cfa) -> Blocks {
        Blocks {
            cfa: cfa.clone(),
            locations: cfa.locations().collect(),
            roots: (0..cfa.edges().len()).collect(),
            ways: cfa.edge_ids().map(Way::Edge).collect(),
            removed: Vec::new(),
            most_demands: 0,
        }
    }
}

impl Joiner<'_> {
    /// Takes the original edges between locations that some run to the error may go through.
    fn start(&mut self) {
        let forward = reachable(self.original, self.original.initial(), true);
        let backward = reachable(self.original, self.original.error(), false);
        for location in self.original.locations() {
            let reason = match (forward[location.index()], backward[location.index()]) {
                _ if location == self.original.initial() || location == self.original.error() => continue,
                (true, true) => continue,
                (false, _) => Removed::Unreachable,
                (true, false) => Removed::Irrelevant,
            };
            self.is_removed[location.index()] = true;
            self.removed.push((location, reason));
        }
        for id in self.original.edge_ids() {
            let edge = self.original.edge(id);
            let is_kept = |l: LocId| forward[l.index()] && backward[l.index()];
            if is_kept(edge.source) && is_kept(edge.target) {
                let joint = Joint { source: edge.source, target: edge.target, command: edge.command };
                let way = self.way(Way::Edge(id));
                let size = size(self.original, edge.command);
                self.add(Block { joint, size, way });
            }
        }
    }

    fn way(&mut self, way: Way) -> usize {
        self.ways.push(way);
        self.ways.len() - 1
    }

    /// Adds a block; with another one between the same locations it becomes a choice.
    fn add(&mut self, block: Block) {
        let Joint { source, target, .. } = block.joint;
        let twin = self.leaving[source.index()].iter().copied().find(|&i| {
            self.blocks[i].map_or(false, |other| {
                other.joint.target == target && other.size + block.size <= self.options.most_parts
            })
        });
        if let Some((i, other)) = twin.and_then(|i| self.blocks[i].map(|other| (i, other))) {
            let commands = self.cfa.commands_mut();
            let command = commands.add(Command::Choice(vec![other.joint.command, block.joint.command]));
            let way = self.way(Way::Either(vec![other.way, block.way]));
            let joint = Joint { source, target, command };
            self.blocks[i] = Some(Block { joint, size: other.size + block.size, way });
            return;
        }
        let i = self.blocks.len();
        self.blocks.push(Some(block));
        self.leaving[source.index()].push(i);
        self.entering[target.index()].push(i);
    }

    fn of(&self, blocks: &[usize]) -> Vec<Block> {
        blocks.iter().filter_map(|&i| self.blocks[i]).collect()
    }

    /// Whether the sequence rule removes the location.
    fn may_go(&self, location: LocId) -> bool {
        if self.is_removed[location.index()]
            || location == self.original.initial()
            || location == self.original.error()
        {
            return false;
        }
        let (entering, leaving) =
            (self.of(&self.entering[location.index()]), self.of(&self.leaving[location.index()]));
        match entering[..] {
            [only] if only.joint.source != location => {
                leaving.iter().all(|out| only.size + out.size <= self.options.most_parts)
            }
            _ => false,
        }
    }

    /// Joins the edge into a location with those that leave it. Returns the locations that may go now.
    fn join(&mut self, location: LocId) -> Vec<LocId> {
        let entering = self.of(&self.entering[location.index()])[0];
        let leaving = self.of(&self.leaving[location.index()]);
        let gone = [&self.entering[location.index()][..], &self.leaving[location.index()][..]].concat();
        for i in gone {
            if let Some(block) = self.blocks[i].take() {
                self.leaving[block.joint.source.index()].retain(|&other| other != i);
                self.entering[block.joint.target.index()].retain(|&other| other != i);
            }
        }
        for out in &leaving {
            let commands = self.cfa.commands_mut();
            let command = commands.add(Command::Sequence(vec![entering.joint.command, out.joint.command]));
            let way = self.way(Way::Both(entering.way, out.way));
            let joint = Joint { source: entering.joint.source, target: out.joint.target, command };
            self.add(Block { joint, size: entering.size + out.size, way });
        }
        self.is_removed[location.index()] = true;
        let neighbours = leaving.iter().map(|out| out.joint.target).chain([entering.joint.source]).collect();
        let leaving = leaving.iter().map(|out| out.joint).collect();
        self.removed.push((location, Removed::Joined { entering: entering.joint, leaving }));
        neighbours
    }

    fn finish(self) -> Blocks {
        let Joiner { original, mut cfa, blocks, ways, removed, is_removed, .. } = self;
        let mut locations = vec![original.initial(), original.error()];
        let mut place = vec![LocId::new(0); original.location_count()];
        place[original.error().index()] = cfa.error();
        for location in original.locations() {
            if !is_removed[location.index()] && !locations.contains(&location) {
                place[location.index()] = cfa.add_location(original.location_name(location));
                locations.push(location);
            }
        }
        let mut roots = Vec::new();
        for block in blocks.into_iter().flatten() {
            let Joint { source, target, command } = block.joint;
            cfa.add_edge(place[source.index()], place[target.index()], command);
            roots.push(block.way);
        }
        let most_demands = self.options.most_demands;
        Blocks { cfa, locations, roots, ways, removed, most_demands }
    }
}

/// By location: whether edges lead there from this one, or from there to this one.
fn reachable(cfa: &Cfa, from: LocId, forward: bool) -> Vec<bool> {
    let mut seen = vec![false; cfa.location_count()];
    seen[from.index()] = true;
    let mut stack = vec![from];
    while let Some(location) = stack.pop() {
        let edges = if forward { cfa.leaving(location) } else { cfa.entering(location) };
        for &id in edges {
            let edge = cfa.edge(id);
            let next = if forward { edge.target } else { edge.source };
            if !std::mem::replace(&mut seen[next.index()], true) {
                stack.push(next);
            }
        }
    }
    seen
}

/// The number of assignments, assumptions and havocs in a command.
fn size(cfa: &Cfa, command: CommandId) -> usize {
    let parts = cfa.commands().parts(command).into_iter();
    parts
        .filter(|&part| !matches!(cfa.commands().get(part), Command::Sequence(_) | Command::Choice(_)))
        .count()
}
