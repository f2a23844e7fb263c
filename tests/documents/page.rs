//! Documents, and the commands in them.
//!
//! Commands stand in blocks. In a block `text` they stand behind `$ `, and the lines that follow are what they print;
//! a line `...` stands for any lines. In a block `sh` each line is a command, and nothing is said of its output. In the
//! section "To try" of a tutorial, code between backticks that begins with `indubit ` is a command, too.
//!
//! A command ends with 0, 10 or 20, unless `# exit code N` stands behind it. `$ cat FILE` shows a file: if there is
//! none of this name, it is written, with the lines that follow.
//!
//! Comments before a block say how it is run:
//!
//! - `<!-- not run: REASON -->`: it needs what a test does not have, such as a network;
//! - `<!-- run by .ci/run: STEP -->`: that step of `.ci/run` does the same;
//! - `<!-- run with: WORD -->`: it takes long, and is run if the variable `INDUBIT_DOCUMENTS` holds this word;
//! - `<!-- needs: TOOL... -->`: it is run where these tools are installed;
//! - `<!-- run in: FOLDER -->`: this block and all that follow are run in a folder of the project.

/// The way in which the commands of a block are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    Here,
    NotRun,
    ByStep(String),
    With(String),
    Needs(Vec<String>),
}

/// A command, with all of its lines.
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    /// The line of the document.
    pub line: usize,
    pub text: String,
    /// The lines that it prints, if the document says so.
    pub output: Option<Vec<String>>,
}

impl Command {
    /// The exit codes that are allowed.
    pub fn codes(&self) -> Vec<i32> {
        let told = self.text.split("# exit code ").nth(1).and_then(|rest| rest.trim().parse().ok());
        told.map_or(vec![0, 10, 20], |code| vec![code])
    }

    /// The file that the command shows, if it does nothing else.
    pub fn shown_file(&self) -> Option<&str> {
        self.text.strip_prefix("cat ").filter(|file| !file.contains(|c: char| " |<>".contains(c)))
    }
}

/// Commands that are run one after the other by one shell.
#[derive(Debug)]
pub struct Block {
    pub way: Way,
    /// From the root of the project.
    pub folder: String,
    pub commands: Vec<Command>,
}

/// The blocks of a document that have commands.
pub fn blocks(text: &str, is_tutorial: bool) -> Vec<Block> {
    let mut reader = Reader { way: Way::Here, folder: String::new(), blocks: Vec::new() };
    let lines: Vec<&str> = text.lines().collect();
    let (mut at, mut to_try) = (0, !is_tutorial);
    while let Some(line) = lines.get(at) {
        if line.starts_with("## ") && is_tutorial {
            to_try = *line == "## To try";
        }
        // A block in a list is indented.
        let indent = line.len() - line.trim_start().len();
        match line.trim_start().strip_prefix("```") {
            Some(kind) => {
                let body =
                    lines[at + 1..].iter().map(|line| line.get(indent..).unwrap_or("")).collect::<Vec<_>>();
                let end = body.iter().position(|line| *line == "```").expect("the block ends");
                if to_try {
                    reader.block(kind, &body[..end], at + 2);
                }
                at += end + 1;
            }
            None if to_try => {
                reader.mark(line);
                if is_tutorial {
                    reader.spans(line, at + 1);
                }
            }
            None => {}
        }
        at += 1;
    }
    reader.blocks
}

struct Reader {
    way: Way,
    folder: String,
    blocks: Vec<Block>,
}

impl Reader {
    /// A comment that says how the next block is run. Any other text ends what a comment has said.
    fn mark(&mut self, line: &str) {
        let said = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        match said.and_then(|said| said.split_once(": ")) {
            Some(("not run", _)) => self.way = Way::NotRun,
            Some(("run by .ci/run", step)) => self.way = Way::ByStep(step.to_string()),
            Some(("run with", word)) => self.way = Way::With(word.to_string()),
            Some(("needs", tools)) => {
                self.way = Way::Needs(tools.split_whitespace().map(String::from).collect());
            }
            Some(("run in", folder)) => self.folder = folder.to_string(),
            _ if line.is_empty() => {}
            _ => self.way = Way::Here,
        }
    }

    fn block(&mut self, kind: &str, lines: &[&str], first: usize) {
        let commands = match kind {
            "sh" => script(lines, first),
            "text" => dialogue(lines, first),
            _ => Vec::new(),
        };
        self.push(commands);
    }

    /// The commands between backticks of a line.
    fn spans(&mut self, line: &str, number: usize) {
        let spans = line.split('`').skip(1).step_by(2).filter(|span| span.starts_with("indubit "));
        let command = |span: &str| Command { line: number, text: span.to_string(), output: None };
        let commands = spans.map(command).collect();
        self.push(commands);
    }

    fn push(&mut self, commands: Vec<Command>) {
        if !commands.is_empty() {
            let way = std::mem::replace(&mut self.way, Way::Here);
            self.blocks.push(Block { way, folder: self.folder.clone(), commands });
        }
    }
}

/// The commands of a block `sh`. A line that is indented goes on with the command before it.
fn script(lines: &[&str], first: usize) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        match commands.last_mut() {
            Some(last) if line.starts_with(' ') => {
                last.text.push('\n');
                last.text.push_str(line);
            }
            _ => commands.push(Command { line: first + index, text: line.to_string(), output: None }),
        }
    }
    commands
}

/// The commands of a block `text`, and their output.
fn dialogue(lines: &[&str], first: usize) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(text), _) => commands.push(Command {
                line: first + index,
                text: text.to_string(),
                output: Some(Vec::new()),
            }),
            (None, Some(last)) => {
                let is_begun = last.output.as_ref().map_or(false, |output| output.is_empty());
                if is_begun && last.text.ends_with('\\') {
                    last.text.push('\n');
                    last.text.push_str(line);
                } else if let Some(output) = &mut last.output {
                    output.push(line.to_string());
                }
            }
            (None, None) => {}
        }
    }
    commands
}

#[test]
fn commands_are_found() {
    let text = "a\n```sh\none\n  more\ntwo   # exit code 3\n```\n<!-- run in: capi -->\n<!-- not run: a network -->\n\n\
                ```text\n$ three \\\nfour\nout\n...\n$ cat f\n```\n```text\nno command\n```\n";
    let found = blocks(text, false);
    let shown = |block: &Block| -> Vec<String> {
        block
            .commands
            .iter()
            .map(|c| format!("{}: {} {:?} {:?}", c.line, c.text, c.codes(), c.output))
            .collect()
    };
    assert_eq!(shown(&found[0]), ["3: one\n  more [0, 10, 20] None", "5: two   # exit code 3 [3] None"]);
    assert_eq!(
        shown(&found[1]),
        ["11: three \\\nfour [0, 10, 20] Some([\"out\", \"...\"])", "15: cat f [0, 10, 20] Some([])"]
    );
    assert_eq!((found.len(), &found[1].way, found[1].folder.as_str()), (2, &Way::NotRun, "capi"));
    assert_eq!(found[1].commands[1].shown_file(), Some("f"));
    let tutorial = "`indubit a`\n## To try\n\n- `indubit b` and `c`,\n\
                    <!-- needs: x y -->\n```text\n$ d\n```\n";
    let found = blocks(tutorial, true);
    assert_eq!(shown(&found[0]), ["4: indubit b [0, 10, 20] None"]);
    assert_eq!(shown(&found[1]), ["7: d [0, 10, 20] Some([])"]);
    assert_eq!((found.len(), &found[1].way), (2, &Way::Needs(vec!["x".into(), "y".into()])));
}
