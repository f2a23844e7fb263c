//! The papers' pseudo-code beside ours.
//!
//! One table an engine. Its rows follow the paper from line to line: the algorithm or figure, the function that does it
//! here, and the difference with its reason. Public items are links; private functions are named by their file below
//! `src/engine/`, for the reader who has the sources open.
//!
//! Papers print the idea, and leave out what would hide it; some printed lines are slips. "Wrong as printed" marks
//! those that must not be copied. "Lange" is T. Lange, "IC3 Software Model Checking" (dissertation, 2018), "Wolff" is
//! S. Wolff's survey, "Model Checking with IC3", "CAV'12" is Cimatti, Griggio, "Software Model Checking via IC3"
//! (2012).
#![doc = include_str!("pseudo_code.md")]
