//! The values of a run as a table.

/// The values of a run.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Table {
    /// The names of the variables.
    pub names: Vec<String>,
    /// By step: the value of each variable.
    pub steps: Vec<Vec<String>>,
}

impl Table {
    /// By step: names and values of the variables that the step changes; of all in the first step.
    pub fn changes(&self) -> Vec<Vec<(&str, &str)>> {
        let changed = |step: usize, i: usize| step == 0 || self.steps[step - 1][i] != self.steps[step][i];
        let of_step = |(step, values): (usize, &Vec<String>)| {
            let pairs = self.names.iter().zip(values).enumerate().filter(|&(i, _)| changed(step, i));
            // The names borrow from the table, not from the loop.
            pairs.map(|(i, (name, _))| (name.as_str(), self.steps[step][i].as_str())).collect()
        };
        self.steps.iter().enumerate().map(of_step).collect()
    }

    /// A line for each value.
    pub fn text(&self) -> String {
        let width = |name: &String| name.chars().count();
        let width = self.names.iter().map(width).max().unwrap_or(0).max("variable".len());
        let mut text = format!("step  {:width$}  value\n", "variable", width = width);
        for (step, changes) in self.changes().iter().enumerate() {
            let mut label = step.to_string();
            if changes.is_empty() {
                text.push_str(&format!("{:>4}  no change\n", label));
            }
            for (name, value) in changes {
                text.push_str(&format!("{:>4}  {:width$}  {}\n", label, name, value, width = width));
                label.clear();
            }
        }
        text
    }
}
