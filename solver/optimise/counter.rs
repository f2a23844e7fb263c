//! Counters: literals that say how many of some literals are true.
//!
//! A tree adds up numbers in unary (Bailleux and Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints",
//! CP 2003). Outputs are made when they are needed (Martins et al., "Incremental cardinality constraints for MaxSAT",
//! CP 2014). Only one direction is said: if `k` inputs are true, the output `k` is.

use super::oracle::Oracle;

struct Node<L> {
    /// The output `k` has the place `k - 1`.
    outputs: Vec<L>,
    /// The two nodes that are added; none for an input.
    parts: Option<(usize, usize)>,
    /// The number of inputs below.
    size: usize,
}

/// A counter of literals.
pub(super) struct Counter<L> {
    /// Parts come before the nodes that add them; the last one is the root.
    nodes: Vec<Node<L>>,
}

impl<L: Copy> Counter<L> {
    /// A counter of these literals, without outputs.
    pub fn new(inputs: &[L]) -> Counter<L> {
        let mut nodes: Vec<Node<L>> =
            inputs.iter().map(|&lit| Node { outputs: vec![lit], parts: None, size: 1 }).collect();
        let mut row: Vec<usize> = (0..nodes.len()).collect();
        while row.len() > 1 {
            let mut next = Vec::with_capacity(row.len() / 2 + 1);
            for pair in row.chunks(2) {
                match *pair {
                    [a, b] => {
                        next.push(nodes.len());
                        let size = nodes[a].size + nodes[b].size;
                        nodes.push(Node { outputs: Vec::new(), parts: Some((a, b)), size });
                    }
                    _ => next.extend(pair),
                }
            }
            row = next;
        }
        Counter { nodes }
    }

    /// The literal that is true if `k` inputs are; `None` if there are fewer inputs.
    pub fn output<O: Oracle<Literal = L>>(&mut self, oracle: &mut O, k: usize) -> Option<L> {
        let root = self.nodes.len().checked_sub(1)?;
        if k == 0 || k > self.nodes[root].size {
            return None;
        }
        for node in 0..=root {
            while self.nodes[node].outputs.len() < k.min(self.nodes[node].size) {
                self.extend(oracle, node);
            }
        }
        self.nodes[root].outputs.get(k - 1).copied()
    }

    /// Makes the next output of a node.
    fn extend<O: Oracle<Literal = L>>(&mut self, oracle: &mut O, node: usize) {
        let (left, right) = match self.nodes[node].parts {
            Some(parts) => parts,
            None => return,
        };
        let k = self.nodes[node].outputs.len() + 1;
        let output = oracle.fresh();
        for i in 0..=k {
            let j = k - i;
            if i > self.nodes[left].size || j > self.nodes[right].size {
                continue;
            }
            let mut clause = vec![output];
            for (part, count) in [(left, i), (right, j)] {
                if let Some(at) = count.checked_sub(1) {
                    let input = self.nodes[part].outputs[at];
                    clause.push(oracle.negated(input));
                }
            }
            oracle.add(&clause);
        }
        if let Some(&before) = self.nodes[node].outputs.last() {
            let not_output = oracle.negated(output);
            oracle.add(&[not_output, before]);
        }
        self.nodes[node].outputs.push(output);
    }
}
