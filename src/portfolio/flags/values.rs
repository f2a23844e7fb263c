//! The words of the values of engines' options.

use crate::base::OptionValue;
use crate::engine::bmc::Start;
use crate::engine::car::Direction;
use crate::engine::ctigar::Refinement;
use crate::engine::fsis::Implicate;
use crate::engine::horn::{HornLemmas, ModelCube};
use crate::engine::ic3::circuit::Lifting;
use crate::engine::ic3::{Generalisation, ObligationOrder, Propagation};
use crate::engine::ic3_smt::{FrameSolvers, Implicant, Lemmas, Preimage};
use crate::engine::ic3cfa::{Dropping, EdgeApproach, Interpolation as Between, WayBack, WordSplit};
use crate::engine::itp::Form as Interpolation;
use crate::engine::options::Engine;
use crate::engine::pred_abs::Abstraction;
use crate::engine::tree_ic3::{Beyond, Strengthening};
use crate::model::Depth;
use crate::portfolio::options::Shortest;
use crate::route::options::Words;
use crate::solver::models::Blocking;
use crate::solver::smt::Strength;

impl OptionValue for Engine {
    fn form() -> String {
        let names: Vec<&str> = std::iter::once(Engine::Auto).chain(Engine::ALL).map(Engine::name).collect();
        names.join("|")
    }
    fn read(text: &str) -> Option<Engine> {
        Engine::named(text)
    }
    fn show(&self) -> String {
        self.name().to_string()
    }
}

impl OptionValue for Option<Depth> {
    fn form() -> String {
        Option::<usize>::form()
    }
    fn read(text: &str) -> Option<Option<Depth>> {
        text.parse().ok().map(Depth::new).map(Some)
    }
    fn show(&self) -> String {
        self.map_or("none".to_string(), |depth| depth.to_string())
    }
}

option_words!(Start: "initial" => Start::Initial, "bad" => Start::Bad);
option_words!(Direction: "forward" => Direction::Forward, "backward" => Direction::Backward);
option_words!(Words: "bits" => Words::Kept, "integers" => Words::Integers, "no-wraps" => Words::WithoutWraps);
option_words!(Lifting: "off" => Lifting::Off, "justification" => Lifting::Justification, "core" => Lifting::Core,
    "ternary" => Lifting::Ternary);
option_words!(Preimage: "point" => Preimage::Point, "projection" => Preimage::Projection,
    "first-cube" => Preimage::FirstCube, "exact" => Preimage::Exact);
option_words!(Implicant: "justified" => Implicant::Justified, "core" => Implicant::Core,
    "dual-rail" => Implicant::DualRail);
option_words!(Lemmas: "core" => Lemmas::Core, "interpolant" => Lemmas::Interpolant, "farkas" => Lemmas::Farkas);
option_words!(FrameSolvers: "shared" => FrameSolvers::Shared, "per-frame" => FrameSolvers::PerFrame);
option_words!(Interpolation: "mcmillan" => Interpolation::McMillan, "sequence" => Interpolation::Sequence,
    "avy" => Interpolation::Avy);
option_words!(Strength: "strong" => Strength::Strong, "symmetric" => Strength::Symmetric, "weak" => Strength::Weak);
option_words!(Blocking: "exact" => Blocking::Exact, "cubes" => Blocking::Cubes, "disjoint" => Blocking::Disjoint);
option_words!(Beyond: "blocking" => Beyond::Blocking, "whole" => Beyond::Whole);
option_words!(Strengthening: "off" => Strengthening::Off, "each" => Strengthening::Each, "all" => Strengthening::All);
option_words!(Dropping: "off" => Dropping::Off, "core" => Dropping::Core, "linear" => Dropping::Linear,
    "binary" => Dropping::Binary, "ctg" => Dropping::Ctg);
option_words!(EdgeApproach: "multi" => EdgeApproach::Multi, "single" => EdgeApproach::Single,
    "incremental" => EdgeApproach::Incremental);
option_words!(WayBack: "climb" => WayBack::Climb, "climb-and-drop" => WayBack::ClimbAndDrop,
    "restart" => WayBack::Restart);
option_words!(WordSplit: "off" => WordSplit::Off, "unsigned" => WordSplit::Unsigned, "signed" => WordSplit::Signed,
    "bounds" => WordSplit::Bounds, "bits" => WordSplit::Bits);
option_words!(Between: "off" => Between::Off, "loops" => Between::Loops, "numbers" => Between::Numbers,
    "all" => Between::All);
option_words!(ObligationOrder: "nearest" => ObligationOrder::Nearest, "farthest" => ObligationOrder::Farthest,
    "smallest" => ObligationOrder::Smallest, "largest" => ObligationOrder::Largest,
    "random" => ObligationOrder::Random);
option_words!(ModelCube: "point" => ModelCube::Point, "projection" => ModelCube::Projection);
option_words!(HornLemmas: "core" => HornLemmas::Core, "farkas" => HornLemmas::Farkas,
    "interpolant" => HornLemmas::Interpolant);
option_words!(Abstraction: "boolean" => Abstraction::Boolean, "cartesian" => Abstraction::Cartesian);
option_words!(Refinement: "eager" => Refinement::Eager, "lazy" => Refinement::Lazy);
option_words!(Generalisation: "core" => Generalisation::Core, "interpolant" => Generalisation::Interpolant,
    "linear" => Generalisation::Linear, "binary" => Generalisation::Binary, "ctg" => Generalisation::Ctg,
    "dynamic" => Generalisation::Dynamic,
    "learnt" => Generalisation::Learnt);
option_words!(Propagation: "plain" => Propagation::Plain, "eager" => Propagation::Eager,
    "triggered" => Propagation::Triggered);
option_words!(Implicate: "linear" => Implicate::Linear, "binary" => Implicate::Binary);
option_words!(Shortest: "on" => Shortest::On, "off" => Shortest::Off, "auto" => Shortest::Auto);
