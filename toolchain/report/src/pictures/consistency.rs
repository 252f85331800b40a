//! The consistency graph: of what a side reaches at all, how much is reached by all of its runs, by all but one, …, by one.
//! Controlled compilation §VI-A, figure 6.

use fz_base::words::many;
use plotters::{prelude::*, style::text_anchor::HPos};

use super::canvas::{FAINT, INK, RULE, WIDTH, color_of, fitting, line, picture, write};

#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    pub side: String,
    /// Of the side: its colour.
    pub number: usize,
    /// Said below its name: its score, say.
    pub note: String,
    /// In percent: by all runs, by all but one, …, by one.
    pub shares: Vec<f64>,
}

const PANEL: i32 = 210;
/// Side by side.
const MOST: usize = 3;

/// `what`: the kind of identities, in plural.
pub fn consistency(what: &str, histograms: &[Histogram]) -> String {
    let told = histograms.iter().take(20).map(|h| {
        let all = h.shares.first().copied().unwrap_or(0.0);
        format!(
            "{}: {all:.1} % by all of {}",
            h.side,
            many(h.shares.len(), "run")
        )
    });
    let told: Vec<String> = told.collect();
    let title = format!("Consistency of {what}");
    let rows = histograms.len().div_ceil(MOST) as i32;
    let across = histograms.len().clamp(2, MOST) as i32;
    picture((rows * PANEL) as u32, &title, &told.join("; "), |area| {
        let width = WIDTH as i32 / across;
        for (histogram, number) in histograms.iter().zip(0..) {
            let left = width * (number % across) + 40;
            let top = PANEL * (number / across) + 46;
            let (right, bottom) = (left + width - 56, top + PANEL - 90);
            let room = f64::from(width) - 60.0;
            let name = fitting(&histogram.side, room);
            write(area, &name, (left, top - 34), &INK, HPos::Left)?;
            let note = fitting(&histogram.note, room);
            write(area, &note, (left, top - 17), &FAINT, HPos::Left)?;
            for percent in [0, 50, 100] {
                let y = bottom - (bottom - top) * percent / 100;
                line(area, (left, y), (right, y), RULE)?;
                let label = percent.to_string();
                write(area, &label, (left - 6, y), &FAINT, HPos::Right)?;
            }
            let runs = histogram.shares.len().max(1) as i32;
            let step = f64::from(right - left) / f64::from(runs);
            for (share, place) in histogram.shares.iter().zip(0..) {
                let x = left + (step * f64::from(place)) as i32 + 1;
                let end = (left + (step * f64::from(place + 1)) as i32 - 1).max(x + 1);
                let y = bottom - (f64::from(bottom - top) * share / 100.0).round() as i32;
                let corners = [(x, y), (end, bottom)];
                area.draw(&Rectangle::new(
                    corners,
                    color_of(histogram.number).filled(),
                ))?;
            }
            let labels = [
                (left, HPos::Left, format!("all {runs}")),
                (right, HPos::Right, "1".to_owned()),
            ];
            for (x, anchor, label) in &labels[..(runs as usize).min(2)] {
                write(area, label, (*x, bottom + 12), &FAINT, *anchor)?;
            }
            let middle = (left + right) / 2;
            write(area, "runs", (middle, bottom + 12), &FAINT, HPos::Center)?;
        }
        Ok(())
    })
}
