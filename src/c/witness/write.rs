//! Writes a witness as a YAML file.

use super::format::{
    model_name, Content, InvariantEntry, InvariantKind, Location, Metadata, Segment, Waypoint, WaypointKind,
    Witness,
};
use super::yaml::{Document, Kind, NodeId};
use crate::base::sha256;

/// A mapping of a document. Its values are nodes that are added one after the other.
macro_rules! mapping {
    ($document:ident, $($key:literal: $value:expr),* $(,)?) => {{
        let entries = vec![$(($key, $value)),*];
        $document.mapping(entries)
    }};
}

impl Witness {
    /// The text of the file. An empty identifier is replaced by one that is computed from a hash of the rest, so the
    /// same witness always gives the same text.
    pub fn to_text(&self) -> String {
        let text = self.with_uuid(&self.metadata.uuid);
        if self.metadata.uuid.is_empty() {
            self.with_uuid(&uuid(&text))
        } else {
            text
        }
    }

    fn with_uuid(&self, uuid: &str) -> String {
        let mut document = Document::new();
        let (entry_type, content) = match &self.content {
            Content::Violation(segments) => {
                let list = segments.iter().map(|segment| segment_node(&mut document, segment)).collect();
                ("violation_sequence", document.sequence(list))
            }
            Content::Correctness(entries) => {
                let list = entries.iter().map(|entry| invariant_node(&mut document, entry)).collect();
                ("invariant_set", document.sequence(list))
            }
        };
        let entry = mapping!(document,
            "entry_type": document.plain(entry_type),
            "metadata": metadata_node(&mut document, &self.metadata, uuid),
            "content": content,
        );
        let root = document.sequence(vec![entry]);
        document.set_root(root);
        document.to_text()
    }
}

/// A UUID of version 8 (RFC 9562) that is computed from the hash of a text.
fn uuid(text: &str) -> String {
    let mut digits = sha256(text.as_bytes()).into_bytes();
    digits[12] = b'8';
    digits[16] = b'8' + digits[16] % 2;
    let digits = String::from_utf8_lossy(&digits).into_owned();
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..32]].join("-")
}

fn metadata_node(document: &mut Document, metadata: &Metadata, uuid: &str) -> NodeId {
    let files = metadata.input_files.iter().map(|(file, _)| document.quoted(file)).collect();
    let hashes = metadata.input_files.iter();
    let hashes = hashes.map(|(file, hash)| (document.quoted(file), document.quoted(hash))).collect();
    let task = mapping!(document,
        "input_files": document.sequence(files),
        "input_file_hashes": document.add(Kind::Mapping(hashes), 0),
        "specification": document.quoted(&metadata.specification),
        "data_model": document.plain(model_name(metadata.data_model)),
        "language": document.plain("C"),
    );
    mapping!(document,
        "format_version": document.quoted(&metadata.format_version),
        "uuid": document.quoted(uuid),
        "creation_time": document.quoted(&metadata.creation_time),
        "producer": mapping!(document,
            "name": document.quoted(&metadata.producer),
            "version": document.quoted(&metadata.producer_version),
        ),
        "task": task,
    )
}

fn segment_node(document: &mut Document, segment: &Segment) -> NodeId {
    let mut list: Vec<NodeId> =
        segment.avoid.iter().map(|waypoint| waypoint_node(document, waypoint, "avoid")).collect();
    let action = if segment.is_cycle { "cycle" } else { "follow" };
    list.push(waypoint_node(document, &segment.follow, action));
    mapping!(document, "segment": document.sequence(list))
}

fn waypoint_node(document: &mut Document, waypoint: &Waypoint, action: &str) -> NodeId {
    let mut entries =
        vec![("type", document.plain(waypoint.kind.name())), ("action", document.plain(action))];
    if let Some(constraint) = &waypoint.constraint {
        let format = match waypoint.kind {
            WaypointKind::Branching => None,
            WaypointKind::FunctionReturn => Some("acsl_expression"),
            _ => Some("c_expression"),
        };
        // The value is quoted, so that a validator reads it as text even if it looks like a number or a truth value.
        let mut parts = vec![("value", document.quoted(constraint))];
        parts.extend(format.map(|format| ("format", document.plain(format))));
        entries.push(("constraint", document.mapping(parts)));
    }
    entries.push(("location", location_node(document, &waypoint.location)));
    mapping!(document, "waypoint": document.mapping(entries))
}

fn invariant_node(document: &mut Document, entry: &InvariantEntry) -> NodeId {
    let format = match entry.kind {
        InvariantKind::LoopTransition => "ext_c_expression",
        InvariantKind::Loop | InvariantKind::Location => "c_expression",
    };
    let invariant = mapping!(document,
        "type": document.plain(entry.kind.name()),
        "location": location_node(document, &entry.location),
        "value": document.quoted(&entry.value),
        "format": document.plain(format),
    );
    mapping!(document, "invariant": invariant)
}

fn location_node(document: &mut Document, location: &Location) -> NodeId {
    let mut entries = vec![
        ("file_name", document.quoted(&location.file)),
        ("line", document.plain(location.line.to_string())),
    ];
    if let Some(column) = location.column {
        entries.push(("column", document.plain(column.to_string())));
    }
    if let Some(function) = &location.function {
        entries.push(("function", document.plain(function)));
    }
    document.mapping(entries)
}
