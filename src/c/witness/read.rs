//! Reads a witness from a YAML file.
//!
//! The content is read strictly: an unknown key may change the meaning of a waypoint or invariant, so it is an error
//! with line and column. Unknown keys in the metadata are skipped.

use super::format::{
    Content, InvariantEntry, InvariantKind, Location, Metadata, Segment, Waypoint, WaypointKind, Witness,
};
use super::yaml::{self, Document, Kind, NodeId};
use crate::c::Arch;
use crate::input::ParseError;

/// The versions of the format that are read. Additions of 2.1 are refused where they occur.
const VERSIONS: [&str; 2] = ["2.0", "2.1"];

impl Witness {
    /// Reads a file with one witness.
    ///
    /// # Errors
    ///
    /// If the file is not in the supported part of YAML, or is no witness; with line and column. Unknown keys are
    /// skipped in the metadata, but are errors in the content, because they may change its meaning.
    pub fn read(bytes: &[u8]) -> Result<Witness, ParseError> {
        let document = yaml::read(bytes)?;
        let reader = Reader { text: bytes, document: &document, files: &[] };
        reader.witness()
    }
}

struct Reader<'a> {
    text: &'a [u8],
    document: &'a Document,
    /// The files of the task, with their hashes.
    files: &'a [(String, String)],
}

/// The name of a file without its folders, which differ from machine to machine.
pub(super) fn base_name(file: &str) -> &str {
    file.rsplit(&['/', '\\'][..]).next().unwrap_or(file)
}

/// A mapping of the document, whose values are found by key.
#[derive(Clone, Copy)]
struct Fields<'a> {
    entries: &'a [(NodeId, NodeId)],
    node: NodeId,
}

impl<'a> Reader<'a> {
    fn error<T>(&self, node: NodeId, message: impl Into<String>) -> Result<T, ParseError> {
        let offset = self.document.node(node).offset.min(self.text.len());
        Err(ParseError::in_text(self.text, offset, message))
    }

    fn fields(&self, node: NodeId, name: &str) -> Result<Fields<'a>, ParseError> {
        match &self.document.node(node).kind {
            Kind::Mapping(entries) => Ok(Fields { entries, node }),
            _ => self.error(node, format!("expected a mapping as {}", name)),
        }
    }

    /// The fields of a mapping. Any other key than these is an error.
    fn exact(&self, node: NodeId, name: &str, keys: &[&str]) -> Result<Fields<'a>, ParseError> {
        let fields = self.fields(node, name)?;
        for &(key, _) in fields.entries {
            let text = self.document.text(key).unwrap_or("");
            if !keys.contains(&text) {
                return self.error(key, format!("the key `{:.60}` of {} is not supported", text, name));
            }
        }
        Ok(fields)
    }

    fn list(&self, node: NodeId, name: &str) -> Result<&'a [NodeId], ParseError> {
        match &self.document.node(node).kind {
            Kind::Sequence(items) => Ok(items),
            _ => self.error(node, format!("expected a list as {}", name)),
        }
    }

    fn find(&self, fields: Fields<'a>, key: &str) -> Option<NodeId> {
        fields.entries.iter().find(|&&(k, _)| self.document.text(k) == Some(key)).map(|&(_, value)| value)
    }

    fn get(&self, fields: Fields<'a>, key: &str) -> Result<NodeId, ParseError> {
        match self.find(fields, key) {
            Some(value) => Ok(value),
            None => self.error(fields.node, format!("expected the key `{}` in this mapping", key)),
        }
    }

    fn scalar(&self, node: NodeId, name: &str) -> Result<&'a str, ParseError> {
        match self.document.text(node) {
            Some(text) if !text.is_empty() => Ok(text),
            _ => self.error(node, format!("expected a text as `{}`", name)),
        }
    }

    fn text(&self, fields: Fields<'a>, key: &str) -> Result<String, ParseError> {
        Ok(self.scalar(self.get(fields, key)?, key)?.to_string())
    }

    fn number(&self, node: NodeId, name: &str) -> Result<usize, ParseError> {
        let text = self.scalar(node, name)?;
        let is_number = text.bytes().all(|b| b.is_ascii_digit());
        match text
            .parse()
            .ok()
            .filter(|&number: &usize| is_number && (1..=u32::MAX as usize).contains(&number))
        {
            Some(number) => Ok(number),
            None => self.error(node, format!("expected a number from 1 on as `{}`", name)),
        }
    }

    /// The value of a mapping's only key, which must be this one.
    fn only(&self, node: NodeId, key: &str) -> Result<NodeId, ParseError> {
        let name = format!("this item, a `{}`,", key);
        self.get(self.exact(node, &name, &[key])?, key)
    }

    fn witness(&self) -> Result<Witness, ParseError> {
        let root = match self.document.root() {
            Some(root) => root,
            None => return Err(ParseError::in_text(self.text, 0, "expected a witness, found an empty file")),
        };
        let entry = match *self.list(root, "the file")? {
            [entry] => entry,
            [] => return self.error(root, "expected a witness, found an empty list"),
            [_, second, ..] => return self.error(second, "a file with several entries is not supported"),
        };
        let fields = self.fields(entry, "the witness")?;
        let metadata = self.metadata(self.get(fields, "metadata")?)?;
        let content = self.get(fields, "content")?;
        let entry_type = self.get(fields, "entry_type")?;
        let reader = Reader { files: &metadata.input_files, ..*self };
        let content = match self.scalar(entry_type, "entry_type")? {
            "violation_sequence" => reader.violation(content)?,
            "invariant_set" => {
                let list = self.list(content, "`content`")?.iter();
                Content::Correctness(list.map(|&item| reader.invariant(item)).collect::<Result<_, _>>()?)
            }
            other => {
                let message = format!("a witness of type `{:.60}` is not supported", other);
                return self.error(entry_type, message);
            }
        };
        Ok(Witness { metadata, content })
    }

    fn metadata(&self, node: NodeId) -> Result<Metadata, ParseError> {
        let fields = self.fields(node, "`metadata`")?;
        let version = self.get(fields, "format_version")?;
        let format_version = self.scalar(version, "format_version")?.to_string();
        if !VERSIONS.contains(&format_version.as_str()) {
            return self
                .error(version, format!("version `{:.60}` of the format is not supported", format_version));
        }
        let producer = self.fields(self.get(fields, "producer")?, "`producer`")?;
        let task = self.fields(self.get(fields, "task")?, "`task`")?;
        let hashes = self.fields(self.get(task, "input_file_hashes")?, "`input_file_hashes`")?;
        let mut input_files = Vec::new();
        for &(file, hash) in hashes.entries {
            let file = self.document.text(file).unwrap_or("").to_string();
            input_files.push((file, self.scalar(hash, "the hash of a file")?.to_string()));
        }
        let files = self.get(task, "input_files")?;
        for &file in self.list(files, "`input_files`")? {
            let name = self.scalar(file, "the name of a file")?;
            if !input_files.iter().any(|(known, _)| known == name) {
                return self
                    .error(file, format!("expected a hash of `{:.200}` in `input_file_hashes`", name));
            }
        }
        let model = self.get(task, "data_model")?;
        let data_model = match self.scalar(model, "data_model")? {
            "ILP32" => Arch::Ilp32,
            "LP64" => Arch::Lp64,
            other => return self.error(model, format!("expected ILP32 or LP64, found `{:.60}`", other)),
        };
        let language = self.get(task, "language")?;
        if self.scalar(language, "language")? != "C" {
            return self.error(language, "a witness of another language than C is not supported");
        }
        Ok(Metadata {
            format_version,
            uuid: self.text(fields, "uuid")?,
            creation_time: self.text(fields, "creation_time")?,
            producer: self.text(producer, "name")?,
            producer_version: self.text(producer, "version")?,
            input_files,
            specification: self.text(task, "specification")?,
            data_model,
        })
    }

    fn violation(&self, content: NodeId) -> Result<Content, ParseError> {
        let items = self.list(content, "`content`")?;
        let mut segments = Vec::new();
        for (at, &item) in items.iter().enumerate() {
            let segment = self.segment(item)?;
            let is_last = at + 1 == items.len();
            if is_last != (segment.follow.kind == WaypointKind::Target) {
                return self.error(item, "expected a target at the end of the last segment and nowhere else");
            }
            segments.push(segment);
        }
        match segments.is_empty() {
            true => self.error(content, "expected a segment, found an empty list"),
            false => Ok(Content::Violation(segments)),
        }
    }

    fn segment(&self, node: NodeId) -> Result<Segment, ParseError> {
        let list = self.only(node, "segment")?;
        let mut avoid = Vec::new();
        let mut follow = None;
        for &item in self.list(list, "`segment`")? {
            if follow.is_some() {
                return self.error(item, "expected nothing behind the waypoint to follow");
            }
            let waypoint = self.only(item, "waypoint")?;
            let keys = ["type", "action", "location", "constraint"];
            let fields = self.exact(waypoint, "a waypoint", &keys)?;
            let action = self.get(fields, "action")?;
            let waypoint = self.waypoint(fields)?;
            match self.scalar(action, "action")? {
                "follow" => follow = Some(waypoint),
                "avoid" if waypoint.kind == WaypointKind::Target => {
                    return self.error(item, "a target is not avoided");
                }
                "avoid" => avoid.push(waypoint),
                other => return self.error(action, format!("the action `{:.60}` is not supported", other)),
            }
        }
        match follow {
            Some(follow) => Ok(Segment { avoid, follow, is_cycle: false }),
            None => self.error(list, "expected a waypoint to follow at the end of this segment"),
        }
    }

    fn waypoint(&self, fields: Fields<'a>) -> Result<Waypoint, ParseError> {
        let node = self.get(fields, "type")?;
        let kind = self.kind(node, &WaypointKind::ALL)?;
        let location = self.location(self.get(fields, "location")?)?;
        let constraint = match self.find(fields, "constraint") {
            Some(constraint) => Some(self.constraint(constraint, kind)?),
            None => None,
        };
        let is_right = match kind {
            WaypointKind::Assumption | WaypointKind::Branching => constraint.is_some(),
            WaypointKind::FunctionEnter | WaypointKind::Target => constraint.is_none(),
            WaypointKind::FunctionReturn => true,
        };
        match is_right {
            true => Ok(Waypoint { kind, location, constraint }),
            false => self
                .error(node, "an assumption or a branching has a constraint, an enter or a target has none"),
        }
    }

    fn constraint(&self, node: NodeId, kind: WaypointKind) -> Result<String, ParseError> {
        let fields = self.exact(node, "a constraint", &["value", "format"])?;
        let known: &[&str] = match kind {
            WaypointKind::FunctionReturn => &["acsl_expression", "ext_c_expression"],
            _ => &["c_expression"],
        };
        if let Some(format) = self.find(fields, "format") {
            let text = self.scalar(format, "format")?;
            if !known.contains(&text) {
                return self.error(format, format!("the format `{:.60}` is not supported here", text));
            }
        }
        self.text(fields, "value")
    }

    fn invariant(&self, node: NodeId) -> Result<InvariantEntry, ParseError> {
        let node = self.only(node, "invariant")?;
        let fields = self.exact(node, "an invariant", &["type", "location", "value", "format"])?;
        let kind = self.kind(self.get(fields, "type")?, &InvariantKind::ALL)?;
        let location = self.location(self.get(fields, "location")?)?;
        let format = self.get(fields, "format")?;
        if !["c_expression", "ext_c_expression"].contains(&self.scalar(format, "format")?) {
            return self.error(format, "expected the format `c_expression`");
        }
        Ok(InvariantEntry { kind, location, value: self.text(fields, "value")? })
    }

    fn kind<T: Copy>(&self, node: NodeId, known: &[(&str, T)]) -> Result<T, ParseError> {
        let text = self.scalar(node, "type")?;
        match known.iter().find(|(name, _)| *name == text) {
            Some(&(_, kind)) => Ok(kind),
            None => self.error(node, format!("the type `{:.60}` is not supported", text)),
        }
    }

    fn location(&self, node: NodeId) -> Result<Location, ParseError> {
        let keys = ["file_name", "line", "column", "function", "identifier"];
        let fields = self.exact(node, "a location", &keys)?;
        let name = self.get(fields, "file_name")?;
        let file = self.scalar(name, "file_name")?;
        if !self.files.iter().any(|(known, _)| base_name(known) == base_name(file)) {
            return self.error(name, format!("expected a file of the task, found `{:.200}`", file));
        }
        let column = self.find(fields, "column");
        let function = self.find(fields, "function").or_else(|| self.find(fields, "identifier"));
        Ok(Location {
            file: file.to_string(),
            line: self.number(self.get(fields, "line")?, "line")?,
            column: column.map(|node| self.number(node, "column")).transpose()?,
            function: function.map(|node| self.scalar(node, "function").map(str::to_string)).transpose()?,
        })
    }
}
