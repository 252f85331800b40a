//! How much has to be reached.

use fz_base::{error::Error, numbers};

use super::gate::Gate;
use crate::measure::Named;

/// `lines=60%`, or a number of them: `functions=120`.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    text: String,
    what: String,
    least: Least,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Least {
    /// Of what can be reached, in hundredths of a per cent.
    Share(u64),
    Number(u64),
}

/// A hundredth of a per cent is as exact as anybody wants it.
const EXACT: u64 = 10_000;

impl Minimum {
    pub fn parse(text: &str) -> Result<Minimum, String> {
        let wrong = || "a minimum is WHAT=N% or WHAT=N, such as lines=60%".to_owned();
        let (what, least) = text.split_once('=').ok_or_else(wrong)?;
        let least = match least.strip_suffix('%') {
            Some(share) => {
                let share: f64 = share.trim().parse().map_err(|_| wrong())?;
                if !(0.0..=100.0).contains(&share) {
                    return Err("a share is between 0% and 100%".to_owned());
                }
                Least::Share((share * 100.0).round() as u64)
            }
            None => Least::Number(least.trim().parse().map_err(|_| wrong())?),
        };
        Ok(Minimum {
            text: text.to_owned(),
            what: what.trim().to_owned(),
            least,
        })
    }

    pub(super) fn check(&self, counts: &[Named]) -> Result<Gate, Error> {
        let found = counts.iter().find(|c| c.key() == self.what);
        let found = found.ok_or_else(|| Error::Unknown {
            what: "name of what is counted",
            name: self.what.clone(),
            known: counts.iter().map(Named::key).collect(),
        })?;
        let (reached, of) = (found.count.reached as u64, found.count.reachable as u64);
        let (passed, least) = match self.least {
            Least::Share(least) => (
                reached * EXACT >= least * of,
                format!("{} %", least as f64 / 100.0),
            ),
            Least::Number(least) => (reached >= least, numbers::count(least as usize)),
        };
        // Nothing has all of nothing. What is below the gate is not shown as the gate.
        let share = match (of, passed) {
            (0, _) => 100.0,
            (_, true) => found.count.percent(),
            (_, false) => (found.count.percent() * 10.0).floor() / 10.0,
        };
        Ok(Gate {
            gate: self.text.clone(),
            passed,
            said: format!(
                "{}: {}, {}; the gate is at {least}",
                found.name,
                found.count.said(),
                numbers::share(share),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Count, WHOLE};

    fn count(reached: usize, reachable: usize) -> [Named; 1] {
        let count = Count {
            reached,
            reachable,
            all: 9000,
        };
        [Named { name: WHOLE, count }]
    }

    #[test]
    fn a_share_is_of_what_can_be_reached_and_is_not_rounded_up() {
        let gate = |text: &str, reached, reachable| {
            let minimum = Minimum::parse(text).unwrap();
            minimum.check(&count(reached, reachable)).unwrap()
        };
        let just = gate("both-outcomes=60%", 600, 1000);
        assert!(just.passed, "{}", just.said);
        let below = gate("both-outcomes=60%", 5_999_999, 10_000_000);
        assert!(
            !below.passed && below.said.contains("59.9 %"),
            "{}",
            below.said
        );
        assert!(gate("both-outcomes=33.3%", 333, 1000).passed);
        assert!(!gate("both-outcomes=33.31%", 333, 1000).passed);
        assert!(gate("both-outcomes=5", 5, 1000).passed);
        assert!(!gate("both-outcomes=6", 5, 1000).passed);
        assert!(gate("both-outcomes=100%", 0, 0).passed);
    }

    #[test]
    fn slips_are_refused() {
        for wrong in [
            "lines",
            "lines=",
            "lines=x%",
            "lines=101%",
            "lines=-1",
            "lines=NaN%",
        ] {
            assert!(Minimum::parse(wrong).is_err(), "{wrong}");
        }
        let slip = Minimum::parse("lnes=3").unwrap().check(&count(1, 2));
        let said = slip.unwrap_err().to_string();
        assert!(said.contains("both-outcomes"), "{said}");
    }
}
