//! The cumulative coverage graph: what the runs of a side reach together that the baseline's do not, and the other way
//! round. Controlled compilation §VI-A, figures 4 and 5, turned by 90 degrees: names stand beside their bars.

use fz_base::numbers;
use plotters::{prelude::*, style::text_anchor::HPos};

use super::canvas::{
    FAINT, INK, MISSED, REACHED, RULE, SIZE, WIDTH, fitting, line, picture, write,
};

/// A side and a program, in percent of what the baseline reaches there.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub program: String,
    pub side: String,
    pub gained: f64,
    pub missed: f64,
}

const ROW: i32 = 26;
const NAMES: i32 = 200;
const TOP: i32 = 40;
/// Beside the bars, for their figures.
const FIGURES: i32 = 62;

/// `what`: the kind of identities, in plural.
pub fn ccg(what: &str, baseline: &str, bars: &[Bar]) -> String {
    let several = bars.iter().any(|b| b.program != bars[0].program);
    let name = |bar: &Bar| match several {
        true => format!("{}: {}", bar.program, bar.side),
        false => bar.side.clone(),
    };
    let told = bars.iter().take(20).map(|b| {
        format!(
            "{}: {} new, {} missed",
            name(b),
            numbers::share(b.gained),
            numbers::share(b.missed)
        )
    });
    let told: Vec<String> = told.collect();
    let title = format!("Cumulative coverage: {what} against {baseline}");
    let height = TOP + ROW * bars.len() as i32 + 34;
    picture(height as u32, &title, &told.join("; "), |area| {
        let (left, right) = (NAMES + FIGURES, WIDTH as i32 - FIGURES - 10);
        let most = |of: fn(&Bar) -> f64| bars.iter().map(of).fold(0.0, f64::max);
        let (gained, missed) = (most(|b| b.gained), most(|b| b.missed));
        let whole = (gained + missed).max(1e-9);
        let scale = f64::from(right - left) / whole;
        let zero = left + (missed * scale) as i32;
        let end = TOP + ROW * bars.len() as i32;
        write(area, "◀ missed", (zero - 8, 16), &MISSED, HPos::Right)?;
        write(area, "new ▶", (zero + 8, 16), &REACHED, HPos::Left)?;
        for (bar, number) in bars.iter().zip(0..) {
            let middle = TOP + ROW * number + ROW / 2;
            let name = fitting(&name(bar), f64::from(NAMES - 16));
            write(area, &name, (NAMES - 8, middle), &INK, HPos::Right)?;
            let rule = middle + ROW / 2;
            line(area, (NAMES, rule), (WIDTH as i32 - 10, rule), RULE)?;
            let new = zero + (bar.gained * scale) as i32;
            let lost = zero - (bar.missed * scale) as i32;
            let half = ROW / 2 - 6;
            for (from, to, color) in [(zero, new, &REACHED), (lost, zero, &MISSED)] {
                let corners = [(from, middle - half), (to, middle + half)];
                area.draw(&Rectangle::new(corners, color.filled()))?;
            }
            let [gained, missed] = [bar.gained, bar.missed].map(numbers::share);
            write(area, &gained, (new + 6, middle), &INK, HPos::Left)?;
            write(area, &missed, (lost - 6, middle), &INK, HPos::Right)?;
        }
        line(area, (zero, TOP - 8), (zero, end), INK)?;
        let below = format!("percent of the {what} that the runs of {baseline} reach together");
        let below = fitting(&below, f64::from(WIDTH) - 40.0);
        let at = (WIDTH as i32 - 10, end + SIZE + 4);
        write(area, &below, at, &FAINT, HPos::Right)
    })
}
