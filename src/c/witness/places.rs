//! Checks that the locations of a witness are in the program that it is about, and in the functions that they name.

use super::format::{Content, Location, TaskMismatch, Witness};
use super::read::base_name;
use crate::base::sha256;
use crate::c::{FunctionId, Program};

impl Witness {
    /// Checks that all locations are in this program, whose text this is, and in the functions that they name.
    ///
    /// # Errors
    ///
    /// The first location that is elsewhere.
    pub fn check_places(&self, program: &Program, text: &[u8]) -> Result<(), TaskMismatch> {
        let hash = sha256(text);
        let files = self.metadata.input_files.iter().filter(|(_, known)| known.eq_ignore_ascii_case(&hash));
        let files: Vec<&str> = files.map(|(file, _)| base_name(file)).collect();
        for location in self.locations() {
            if !files.contains(&base_name(&location.file)) {
                return Err(TaskMismatch::File(location.clone()));
            }
            let name = match &location.function {
                Some(name) => name,
                None => continue,
            };
            if !program.function_named(name).map_or(false, |id| is_around(program, id, location)) {
                return Err(TaskMismatch::Function(location.clone()));
            }
        }
        Ok(())
    }

    fn locations(&self) -> Vec<&Location> {
        match &self.content {
            Content::Violation(segments) => {
                let waypoints =
                    segments.iter().flat_map(|segment| segment.avoid.iter().chain(Some(&segment.follow)));
                waypoints.map(|waypoint| &waypoint.location).collect()
            }
            Content::Correctness(entries) => entries.iter().map(|entry| &entry.location).collect(),
        }
    }
}

/// Whether the text of a function has the line of a location.
fn is_around(program: &Program, id: FunctionId, location: &Location) -> bool {
    let function = program.function(id);
    function.body.map_or(false, |body| {
        let line = |pos| program.lines.line_and_column(pos).0;
        (line(function.pos)..=line(program.stmt(body).end)).contains(&location.line)
    })
}
