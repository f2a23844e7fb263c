//! Events as sentences, and as objects of JSON.

use super::detail::{frame_value, Source};
use super::observer::Event;
use crate::base::{HashMap, Json};

/// The number of the form of the objects.
const VERSION: u32 = 2;

/// Tells the events of a run, each as a sentence and as an object of JSON.
///
/// An engine that tells its steps tells each obligation and each lemma as a step. The shorter events about them say
/// nothing new then, and are left out.
///
/// # Objects
///
/// Each object is one line. The first one of a file is the [head](Transcript::head). The key `step` of all others names
/// the kind. A *frame* is a number, or `null` for the infinite frame, whose lemmas hold in every frame. A *cube* is an
/// array of literals, whose conjunction it is; a lemma is told by the cube that it excludes.
///
/// | `step` | other keys | meaning |
/// | --- | --- | --- |
/// | `depth` | `depth`; `frames`: the number of lemmas of each frame | a new frame, or unrolling step |
/// | `propagated` | `frame` | lemmas were pushed as far as this frame |
/// | `frame` | `frame` | a frame was opened |
/// | `initial?`, `goal?` | `frame`, `cube`, `answer` | whether the cube has an initial state, the frame a bad one |
/// | `inside?` | `frame`, `cube`, `answer` | whether a state of the frame is in the cube |
/// | `consecution?`, `push?` | `frame`, `cube`, `answer` | whether a state of the frame has a step into the cube |
/// | `predecessor` | `frame`, `cube`, `state` | the state of the model, as far as it is told, was lifted to the cube |
/// | `obligation` | `frame`, `cube`, `depth`, `returns`, `may` | the cube is to be excluded from the frame |
/// | `waits` | `frame`, `cube` | the obligation waits for its predecessor |
/// | `returns` | `frame`, `cube` | the obligation is done below this frame, where it comes back |
/// | `reached` | `cube` | the cube has a reachable state; of clauses: all its states are derived |
/// | `generalise` | `frame`, `cube` | a larger cube is looked for |
/// | `drop` | `frame`, `candidate`, `smaller`: a cube or `null` | literals were left out, or have to stay |
/// | `ctg` | `frame`, `cube`, `blocked` | a counterexample to generalisation |
/// | `lemma` | `frame`, `cube` | a lemma was learnt |
/// | `pushed` | `frame`, `cube` | a lemma was moved to the frame |
/// | `held` | `frame`, `cube`, `state` | a lemma stays in the frame; the state, as far as it is told, has a step out |
/// | `fixpoint` | `frame` | the frame equals the next one |
/// | `chain` | `cubes`, `result`: `concrete`, `refined` or `spurious` | a chain of cubes was looked at |
/// | `refinement` | `predicates`: an array of literals | the abstraction has new predicates |
/// | `evidence` | `kind`, `size` | the verdict has evidence: `invariant`, `k-inductive`, `trace`, `path`, … |
/// | `check` | `accepted`; if false also `condition`, `reason` | the evidence was checked |
/// | `member` | `engine` | the turn of a member of a portfolio begins |
///
/// Each step of a search has `site`, a number for the line of the sources that tells such steps. The first step of a
/// site also has `source`, the file from the folder of the crate on, `line`, and `paper`, where the step is described.
///
/// Engines that tell no steps have `obligation` with `frame`, `depth` and `size`, and `lemma` with `frame` and `size`,
/// where the size is the number of literals.
///
/// # Places
///
/// Programs and Horn clauses have *places*: locations, or predicates and falsity. A step about a cube at a place has
/// the key `place`, an index of the array that `places` told. A question about an edge has the key `from`, the place
/// of its source. A `chain` has the array `places` beside `cubes`. If the engine unwinds paths into a tree, a step
/// about a node has the key `node`, the number of the node by age; its frame is the depth of the node.
///
/// | `step` | other keys | meaning |
/// | --- | --- | --- |
/// | `places` | `places`, `edges` | once, before all other steps about places |
/// | `node` | `node`, `place`, `parent`: a node or `null` | the tree has a new node |
/// | `covered` | `node`, `place`, `by`: a node or `null` | another node has all its states; no run reaches it |
/// | `uncovered` | `node`, `place` | the node is no longer covered |
/// | `refinement` | `interpolants` | interpolants were found along a path |
///
/// A member of `places` has the keys `name` and `text`, which is a line of the source or empty, and `initial` or
/// `error` with the value `true` if runs begin there or must not come there. A member of `edges` has `from`, `to` and
/// `text`, the command or constraint, shortened; an edge of clauses is an atom in a body. A member of `interpolants`
/// has `place` and `node`, each an index or `null`, and `cube`, the conjuncts of the formula.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The member of the portfolio whose turn it is; empty if there is no portfolio.
    member: &'static str,
    /// The members that tell their steps, so that their other events say nothing new.
    detailed: Vec<&'static str>,
    /// The lines of the sources that have noted steps, by their numbers.
    sites: HashMap<(Source, &'static str), usize>,
}

impl Transcript {
    /// The head of a file of objects about a model.
    pub fn head(model: &str) -> String {
        let mut json = Json::default();
        json.open('{').key("trace").string(model).key("version").raw(VERSION).close('}');
        json.line()
    }

    /// The event as a sentence. `None` if the steps of the search say the same.
    pub fn sentence(&mut self, event: &Event<'_>) -> Option<String> {
        self.is_new(event).then(|| sentence(event))
    }

    /// The event as an object in one line, without its end. `None` if the steps of the search say the same.
    pub fn json(&mut self, event: &Event<'_>) -> Option<String> {
        if !self.is_new(event) {
            return None;
        }
        let mut text = json(event);
        if let Event::Detail(detail) = event {
            let (source, paper) = (detail.source, detail.paper());
            let next = self.sites.len();
            let site = *self.sites.entry((source, paper)).or_insert(next);
            let mut more = Json::default();
            more.key("site").raw(site);
            if site == next {
                more.key("source").string(source.file()).key("line").raw(source.line());
                more.key("paper").string(paper);
            }
            more.close('}');
            text.pop();
            text.push(',');
            text.push_str(&more.line());
        }
        Some(text)
    }

    /// Whether the event says more than the steps of the search.
    fn is_new(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Detail(_) => {
                if !self.is_detailed() {
                    self.detailed.push(self.member);
                }
            }
            Event::Obligation { .. } | Event::Lemma { .. } => return !self.is_detailed(),
            Event::Member { engine } => self.member = engine,
            Event::Depth { .. } | Event::Propagated { .. } | Event::Evidence { .. } | Event::Check { .. } => {
            }
        }
        true
    }

    fn is_detailed(&self) -> bool {
        self.detailed.contains(&self.member)
    }
}

fn sentence(event: &Event<'_>) -> String {
    match event {
        Event::Detail(detail) => detail.to_string(),
        Event::Depth { depth, .. } => format!("depth {}", depth),
        Event::Obligation { frame, depth, size } => {
            format!("obligation: block a cube of {} literals in {}, {} from a bad step", size, frame, depth)
        }
        Event::Lemma { frame, size } => format!("lemma up to {}, {} literals", frame, size),
        Event::Propagated { frame } => format!("lemmas were pushed up to {}", frame),
        Event::Member { engine } => format!("the turn of {} begins", engine),
        Event::Evidence { kind, size } => format!("evidence: {}, size {}", kind.name(), size),
        Event::Check { refusal: None } => "the evidence passed its check".to_string(),
        Event::Check { refusal: Some(refusal) } => format!("the evidence was refused: {}", refusal.reason),
    }
}

fn json(event: &Event<'_>) -> String {
    let mut json = Json::default();
    json.open('{').key("step");
    match event {
        Event::Detail(detail) => return detail.json(),
        Event::Depth { depth, frames } => {
            json.string("depth").key("depth").raw(depth).key("frames").open('[');
            for size in *frames {
                json.raw(size);
            }
            json.close(']');
        }
        Event::Obligation { frame, depth, size } => {
            json.string("obligation").key("frame").raw(frame_value(*frame));
            json.key("depth").raw(depth).key("size").raw(size);
        }
        Event::Lemma { frame, size } => {
            json.string("lemma").key("frame").raw(frame_value(*frame)).key("size").raw(size);
        }
        Event::Propagated { frame } => {
            json.string("propagated").key("frame").raw(frame_value(*frame));
        }
        Event::Member { engine } => {
            json.string("member").key("engine").string(engine);
        }
        Event::Evidence { kind, size } => {
            json.string("evidence").key("kind").string(kind.name()).key("size").raw(size);
        }
        Event::Check { refusal } => {
            json.string("check").key("accepted").raw(refusal.is_none());
            if let Some(refusal) = refusal {
                json.key("condition");
                match refusal.condition {
                    Some(condition) => json.string(condition),
                    None => json.raw("null"),
                };
                json.key("reason").string(refusal.reason);
            }
        }
    }
    json.close('}');
    json.line()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Lit;
    use crate::engine::{At, Detail, EvidenceKind, FrameId, PlaceId, Refusal, Step, Words};
    use crate::model::Depth;
    use std::fmt;

    struct Numbers;

    impl Words for Numbers {
        fn literal(&self, lit: Lit, _: Option<PlaceId>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{:?}", lit)
        }
    }

    #[test]
    fn an_engine_that_tells_its_steps_tells_nothing_twice() {
        let mut transcript = Transcript::default();
        let lemma = Event::Lemma { frame: FrameId::INFINITY, size: 2 };
        let told = transcript.json(&lemma);
        assert_eq!(told.as_deref(), Some(r#"{"step":"lemma","frame":null,"size":2}"#));
        let step = Step::Frame { frame: FrameId::new(1) };
        let detail =
            Event::Detail(Detail { step: &step, at: At::default(), source: Source::here(), words: &Numbers });
        assert_eq!(transcript.sentence(&detail).as_deref(), Some("F1 is opened"));
        assert_eq!(transcript.json(&lemma), None);
        assert_eq!(transcript.sentence(&lemma), None);
        let depth = Event::Depth { depth: Depth::new(1), frames: &[3, 0] };
        let told = transcript.json(&depth);
        assert_eq!(told.as_deref(), Some(r#"{"step":"depth","depth":1,"frames":[3,0]}"#));
        // Another member of a portfolio need not tell its steps.
        let told = transcript.json(&Event::Member { engine: "bmc" });
        assert_eq!(told.as_deref(), Some(r#"{"step":"member","engine":"bmc"}"#));
        assert!(transcript.json(&lemma).is_some());
        let evidence = Event::Evidence { kind: EvidenceKind::KInductive, size: 3 };
        let told = transcript.json(&evidence);
        assert_eq!(told.as_deref(), Some(r#"{"step":"evidence","kind":"k-inductive","size":3}"#));
        let accepted = transcript.json(&Event::Check { refusal: None });
        assert_eq!(accepted.as_deref(), Some(r#"{"step":"check","accepted":true}"#));
        let refusal = Some(Refusal { condition: Some("initiation"), reason: "no" });
        let refused = r#"{"step":"check","accepted":false,"condition":"initiation","reason":"no"}"#;
        assert_eq!(transcript.json(&Event::Check { refusal }).as_deref(), Some(refused));
        assert_eq!(Transcript::head("a\"b"), r#"{"trace":"a\"b","version":2}"#);
    }
}
