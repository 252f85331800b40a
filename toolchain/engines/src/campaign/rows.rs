//! Campaigns in rows for people, and what is wrong with them below.

use std::time::Duration;

use fz_base::{
    numbers,
    table::{Column, Line, Span, Tone, column, lines, plain, span, wrapped},
};
use indicatif::HumanCount;

use super::{Campaign, Instance, life::Life};
use crate::launch::live::{UNKNOWN, rounded, rounded_rate};

const COLUMNS: [Column<'static>; 12] = [
    column("folder", false, 0),
    column("fuzzer", false, 7),
    column("program", false, 9),
    column("state", false, 0),
    column("time", true, 6),
    column("executions", true, 5),
    column("per s", true, 2),
    column("queue", true, 4),
    column("crashes", true, 0),
    column("time-outs", true, 8),
    column("stability", true, 3),
    column("last find", true, 1),
];

/// A table of all, and a line for each problem. `most`: columns of the terminal; `instances`: each has a row of its own.
pub fn of(campaigns: &[Campaign], instances: bool, most: Option<usize>) -> Vec<Line> {
    let mut rows = Vec::new();
    for campaign in campaigns {
        rows.push(row(campaign));
        if instances && campaign.instances.len() > 1 {
            rows.extend(campaign.instances.iter().map(row_of_instance));
        }
    }
    let mut all = match rows.is_empty() {
        true => Vec::new(),
        false => lines(&COLUMNS, &rows, most),
    };
    if instances {
        all.extend(campaigns.iter().flat_map(|c| work(c, most)));
    }
    for campaign in campaigns {
        for problem in &campaign.problems {
            let who = match problem.instance.as_str() {
                "" => String::new(),
                name => format!("{name} "),
            };
            let tone = match problem.kind {
                "died" | "no-executions" | "disk" => Tone::Missed,
                _ => Tone::Partly,
            };
            let folder = campaign.folder.display();
            let what = &problem.what;
            all.extend(wrapped(
                vec![
                    span(tone, format!("{folder}: {who}{what}")),
                    plain(format!("; {}", problem.next)),
                ],
                2,
                most,
            ));
        }
    }
    all
}

/// Where the executions of each instance went, if it says so.
fn work(campaign: &Campaign, most: Option<usize>) -> Vec<Line> {
    let spent = campaign.instances.iter().filter_map(|instance| {
        let spent = instance.figures.as_ref()?.spent();
        let folder = campaign.folder.display();
        let line = format!("{folder}: {}: {spent}", instance.name);
        (!spent.is_empty()).then(|| wrapped(vec![span(Tone::Quiet, line)], 2, most))
    });
    spent.flatten().collect()
}

fn row(campaign: &Campaign) -> Vec<Span> {
    let all = &campaign.instances;
    let sum = |of: fn(&Instance) -> Option<u64>| all.iter().filter_map(of).reduce(|a, b| a + b);
    let rates = all.iter().filter(|i| i.life.is_alive());
    let rate = rates
        .filter_map(|i| i.figures.as_ref()?.per_second)
        .reduce(|a, b| a + b);
    let stability = all
        .iter()
        .filter_map(|i| i.figures.as_ref()?.stability)
        .reduce(f64::min);
    let program = campaign.program.rsplit('/').next().unwrap_or_default();
    cells(Cells {
        name: plain(campaign.folder.display().to_string()),
        fuzzer: campaign.engine.clone(),
        program: program.to_owned(),
        state: state(all),
        time: all.iter().filter_map(|i| i.run_time).max(),
        executions: sum(|i| i.figures.as_ref()?.executions),
        rate,
        queue: sum(|i| Some(i.figures.as_ref()?.corpus)),
        crashes: sum(|i| Some(i.figures.as_ref()?.crashes)),
        hangs: sum(|i| Some(i.figures.as_ref()?.hangs)),
        stability,
        last: all.iter().filter_map(|i| i.last_find).min(),
    })
}

fn row_of_instance(instance: &Instance) -> Vec<Span> {
    let figures = instance.figures.as_ref();
    cells(Cells {
        name: span(Tone::Quiet, format!("  {}", instance.name)),
        fuzzer: String::new(),
        program: String::new(),
        state: span(tone(&instance.life), instance.life.word()),
        time: instance.run_time,
        executions: figures.and_then(|f| f.executions),
        rate: figures
            .and_then(|f| f.per_second)
            .filter(|_| instance.life.is_alive()),
        queue: figures.map(|f| f.corpus),
        crashes: figures.map(|f| f.crashes),
        hangs: figures.map(|f| f.hangs),
        stability: figures.and_then(|f| f.stability),
        last: instance.last_find,
    })
}

struct Cells {
    name: Span,
    fuzzer: String,
    program: String,
    state: Span,
    time: Option<Duration>,
    executions: Option<u64>,
    rate: Option<f64>,
    queue: Option<u64>,
    crashes: Option<u64>,
    hangs: Option<u64>,
    stability: Option<f64>,
    last: Option<Duration>,
}

fn cells(cells: Cells) -> Vec<Span> {
    let known = |text: Option<String>| plain(text.unwrap_or_else(|| UNKNOWN.to_owned()));
    let count = |n: Option<u64>| known(n.map(|n| HumanCount(n).to_string()));
    let crashes = match cells.crashes {
        Some(1..) => Tone::Missed,
        _ => Tone::Plain,
    };
    vec![
        cells.name,
        plain(cells.fuzzer),
        plain(cells.program),
        cells.state,
        known(cells.time.map(rounded)),
        count(cells.executions),
        known(cells.rate.and_then(rounded_rate)),
        count(cells.queue),
        span(crashes, count(cells.crashes).text()),
        count(cells.hangs),
        known(cells.stability.map(numbers::share)),
        known(cells.last.map(rounded)),
    ]
}

fn tone(life: &Life) -> Tone {
    match life {
        Life::Running => Tone::Reached,
        Life::Ended => Tone::Plain,
        Life::Died => Tone::Missed,
        Life::Stopped | Life::Unknown(_) => Tone::Partly,
    }
}

/// `running`, or `2 of 3 running`: how many of all are what the worst is not.
fn state(instances: &[Instance]) -> Span {
    let lives: Vec<&'static str> = instances.iter().map(|i| i.life.word()).collect();
    let worst = instances
        .iter()
        .map(|i| &i.life)
        .max_by_key(|life| match life {
            Life::Ended => 0,
            Life::Running => 1,
            Life::Unknown(_) => 2,
            Life::Stopped => 3,
            Life::Died => 4,
        });
    let Some(worst) = worst else {
        return span(Tone::Partly, "empty");
    };
    let all = lives.len();
    let shown = match worst {
        Life::Ended => worst.word(),
        _ => "running",
    };
    let many = lives.iter().filter(|l| **l == shown).count();
    let text = match (many == all, many, all) {
        (true, ..) => shown.to_owned(),
        (false, 0, _) => worst.word().to_owned(),
        _ => format!("{many} of {all} {shown}"),
    };
    span(tone(worst), text)
}

#[cfg(test)]
mod tests {
    use fz_base::table::text;

    use super::*;
    use crate::campaign::problems::tests::{campaign, instance};

    fn shown(campaigns: &[Campaign], instances: bool, most: Option<usize>) -> Vec<String> {
        let lines = of(campaigns, instances, most);
        lines
            .iter()
            .map(|l| text(l).trim_end().to_owned())
            .collect()
    }

    fn two() -> Vec<Campaign> {
        let dead = Instance {
            life: Life::Died,
            ..instance("main2")
        };
        let mut quiet = instance("default");
        quiet.figures.as_mut().unwrap().crashes = 0;
        let mut other = campaign(vec![quiet]);
        other.folder = "a\u{1b}[31m\n".into();
        vec![campaign(vec![instance("main"), dead]), other]
    }

    #[test]
    fn each_campaign_has_a_row_and_what_is_wrong_a_line() {
        assert_eq!(
            shown(&two(), true, None),
            [
                "folder                 fuzzer      program  state           time  executions  per s  queue  crashes  time-outs  stability  last find",
                "out                    afl++4.04c  parser   1 of 2 running   2 h   2,469,134  2,601     62        4          0     98.2 %      3 min",
                "  main                                      running          2 h   1,234,567  2,601     31        2          0     98.2 %      3 min",
                "  main2                                     died             2 h   1,234,567      –     31        2          0     98.2 %      3 min",
                "a⟪U+001B⟫[31m⟪U+000A⟫  afl++4.04c  parser   running          2 h   1,234,567  2,601     31        0          0     98.2 %      3 min",
                "out: main2 has died: process 7 is no longer there, and did not write its last figures; its terminal may say why; the same command line starts it again where it was",
            ]
        );
    }

    #[test]
    fn what_does_not_fit_goes_in_the_order_of_its_weight() {
        let campaigns = &two()[..1];
        let fitting = |most| shown(campaigns, false, Some(most));
        assert_eq!(
            fitting(90)[..2],
            [
                "folder  state           time  executions  per s  queue  crashes  stability  last find",
                "out     1 of 2 running   2 h   2,469,134  2,601     62        4     98.2 %      3 min",
            ]
        );
        assert_eq!(fitting(40)[0], "folder  state           crashes");
        assert!(
            fitting(40).iter().all(|l| l.chars().count() <= 40),
            "{:#?}",
            fitting(40)
        );
    }
}
