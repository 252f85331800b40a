//! What the measurements are held against. A goal that is missed is reported; it does not fail the command.

use serde_json::{Value, json};

/// A measured value for each subject, and what it should be.
pub struct Goal {
    what: String,
    limit: Limit,
    measured: Vec<(String, f64)>,
}

#[derive(Clone, Copy)]
pub enum Limit {
    AtMost(f64),
    AtLeast(f64),
    Below(f64),
}

impl Limit {
    fn holds(self, value: f64) -> bool {
        match self {
            Limit::AtMost(limit) => value <= limit,
            Limit::AtLeast(limit) => value >= limit,
            Limit::Below(limit) => value < limit,
        }
    }

    fn shown(self) -> String {
        match self {
            Limit::AtMost(limit) => format!("<= {limit}"),
            Limit::AtLeast(limit) => format!(">= {limit}"),
            Limit::Below(limit) => format!("< {limit}"),
        }
    }
}

impl Goal {
    pub fn new(what: impl Into<String>, limit: Limit) -> Goal {
        Goal {
            what: what.into(),
            limit,
            measured: Vec::new(),
        }
    }

    pub fn measured(&mut self, subject: &str, value: f64) {
        self.measured.push((subject.to_string(), value));
    }

    fn held(&self) -> usize {
        let held = |(_, value): &&(String, f64)| self.limit.holds(*value);
        self.measured.iter().filter(held).count()
    }

    fn shown(&self) -> String {
        let verdict = match (self.held(), self.measured.len()) {
            (_, 0) => "not measured".to_string(),
            (held, all) if held == all => "held".to_string(),
            (held, all) => format!("missed ({held} of {all} hold)"),
        };
        let values: Vec<String> = self
            .measured
            .iter()
            .map(|(subject, value)| format!("{subject} {value:.3}"))
            .collect();
        let limit = self.limit.shown();
        format!("{verdict}: {} {limit}: {}", self.what, values.join(", "))
    }

    fn json(&self) -> Value {
        let measured: serde_json::Map<String, Value> = self
            .measured
            .iter()
            .map(|(subject, value)| (subject.clone(), json!(value)))
            .collect();
        json!({
            "what": self.what,
            "limit": self.limit.shown(),
            "held": self.held() == self.measured.len() && !self.measured.is_empty(),
            "measured": measured,
        })
    }
}

pub fn print(goals: &[Goal]) {
    for goal in goals {
        println!("{}", goal.shown());
    }
}

pub fn json(goals: &[Goal]) -> Value {
    goals.iter().map(Goal::json).collect()
}

#[cfg(test)]
mod tests {
    use super::{Goal, Limit};

    #[test]
    fn one_miss_is_a_miss() {
        let mut goal = Goal::new("ours / theirs", Limit::AtMost(0.65));
        assert!(goal.shown().starts_with("not measured"));
        goal.measured("a", 0.5);
        assert_eq!(goal.shown(), "held: ours / theirs <= 0.65: a 0.500");
        goal.measured("b", 0.7);
        assert!(goal.shown().starts_with("missed (1 of 2 hold)"));
    }
}
