//! Steps as objects of JSON.

use super::text::Word;
use super::{At, ChainResult, Detail, EdgeText, Interpolant, PlaceId, PlaceText, Step, TreeNodeId};
use crate::base::{Json, Lit};
use crate::engine::FrameId;
use std::fmt;

/// A frame as a value of JSON: a number, or `null` for the infinite frame, whose lemmas hold in every frame.
pub(in crate::engine) fn frame_value(frame: FrameId) -> String {
    if frame.is_infinite() {
        "null".to_string()
    } else {
        frame.to_string()
    }
}

/// An object in the making.
struct Object<'a> {
    detail: &'a Detail<'a>,
    json: Json,
}

impl Object<'_> {
    fn raw(&mut self, key: &str, value: impl fmt::Display) -> &mut Self {
        self.json.key(key).raw(value);
        self
    }

    fn frame(&mut self, frame: FrameId) -> &mut Self {
        self.raw("frame", frame_value(frame))
    }

    fn index(&mut self, key: &str, index: Option<usize>) -> &mut Self {
        match index {
            Some(index) => self.raw(key, index),
            None => self.raw(key, "null"),
        }
    }

    fn list(&mut self, place: Option<PlaceId>, cube: &[Lit]) {
        self.json.strings(cube.iter().map(|&lit| Word(self.detail, place, lit).to_string()));
    }

    fn cube(&mut self, key: &str, cube: &[Lit]) -> &mut Self {
        self.json.key(key);
        self.list(self.detail.at.place, cube);
        self
    }

    /// The keys that tell the part of the model.
    fn at(&mut self, at: At) {
        let At { place, from, node } = at;
        let indices = [
            ("node", node.map(|node| node.index())),
            ("place", place.map(PlaceId::index)),
            ("from", from.map(PlaceId::index)),
        ];
        for (key, index) in indices {
            if index.is_some() {
                self.index(key, index);
            }
        }
    }

    fn places(&mut self, places: &[PlaceText]) {
        self.json.key("places").open('[');
        for place in places {
            self.json.open('{').key("name").string(&place.name).key("text").string(&place.text);
            for (key, is_one) in [("initial", place.is_initial), ("error", place.is_error)] {
                if is_one {
                    self.raw(key, true);
                }
            }
            self.json.close('}');
        }
        self.json.close(']');
    }

    fn edges(&mut self, edges: &[EdgeText]) {
        self.json.key("edges").open('[');
        for edge in edges {
            self.json.open('{').key("from").raw(edge.from.index()).key("to").raw(edge.to.index());
            self.json.key("text").string(&edge.text).close('}');
        }
        self.json.close(']');
    }

    fn interpolants(&mut self, interpolants: &[Interpolant]) {
        self.json.key("interpolants").open('[');
        for Interpolant { at, cube } in interpolants {
            self.json.open('{');
            self.index("place", at.place.map(PlaceId::index));
            self.index("node", at.node.map(TreeNodeId::index));
            self.json.key("cube");
            self.list(at.place, cube);
            self.json.close('}');
        }
        self.json.close(']');
    }
}

impl Detail<'_> {
    /// The step as an object of JSON, in one line without its end. [`Transcript`](crate::engine::Transcript) has the
    /// table of the keys.
    pub fn json(&self) -> String {
        let mut o = Object { detail: self, json: Json::default() };
        o.json.open('{').key("step").string(self.step.name());
        o.at(self.at);
        match self.step {
            Step::Places { places, edges } => {
                o.places(places);
                o.edges(edges);
                &mut o
            }
            Step::Frame { frame } | Step::Fixpoint { frame } => o.frame(*frame),
            Step::Query { frame, cube, answer, .. } => {
                o.frame(*frame).cube("cube", cube).raw("answer", answer)
            }
            Step::Predecessor { frame, cube, state } | Step::Held { frame, cube, state } => {
                o.frame(*frame).cube("cube", cube).cube("state", state)
            }
            Step::Waits { frame, cube }
            | Step::Returns { frame, cube }
            | Step::Generalise { frame, cube }
            | Step::Lemma { frame, cube }
            | Step::Pushed { frame, cube } => o.frame(*frame).cube("cube", cube),
            Step::Obligation { frame, cube, depth, returns, may } => {
                o.frame(*frame).cube("cube", cube).raw("depth", depth.transitions());
                o.raw("returns", returns).raw("may", may)
            }
            Step::Reached { cube } => o.cube("cube", cube),
            Step::Drop { frame, candidate, smaller } => {
                o.frame(*frame).cube("candidate", candidate);
                match smaller {
                    Some(smaller) => o.cube("smaller", smaller),
                    None => o.raw("smaller", "null"),
                }
            }
            Step::Ctg { frame, cube, blocked } => o.frame(*frame).cube("cube", cube).raw("blocked", blocked),
            Step::Chain { cubes, places, result } => {
                o.json.key("cubes").open('[');
                for (i, cube) in cubes.iter().enumerate() {
                    o.list(places.get(i).copied(), cube);
                }
                o.json.close(']');
                if !places.is_empty() {
                    o.json.key("places").open('[');
                    for place in places {
                        o.json.raw(place.index());
                    }
                    o.json.close(']');
                }
                o.json.key("result").string(match result {
                    ChainResult::Concrete => "concrete",
                    ChainResult::Refined => "refined",
                    ChainResult::Spurious => "spurious",
                });
                &mut o
            }
            Step::Predicates { predicates } => o.cube("predicates", predicates),
            Step::Interpolants { interpolants } => {
                o.interpolants(interpolants);
                &mut o
            }
            Step::Node { parent } => o.index("parent", parent.map(TreeNodeId::index)),
            Step::Covered { by } => o.index("by", by.map(TreeNodeId::index)),
            Step::Uncovered => &mut o,
        };
        o.json.close('}');
        o.json.line()
    }
}
