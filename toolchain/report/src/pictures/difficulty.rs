//! Difficulty: how many identities are reached by one run of all sides, by two, …, by all. What few reach is on the left.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::canvas::{FAINT, NEUTRAL, RULE, SIZE, picture, style, whole};

const HEIGHT: u32 = 230;

/// `counts`: reached by one run, by two, …; `what`: the kind of identities, in plural.
pub fn difficulty(what: &str, counts: &[usize]) -> String {
    let title = format!("Difficulty of {what}");
    let few: usize = counts.iter().take(counts.len() / 2).sum();
    let description = format!(
        "{} {what} by all {} runs, {few} by at most half of them",
        counts.last().copied().unwrap_or(0),
        counts.len()
    );
    picture(HEIGHT, &title, &description, |area| {
        let highest = counts.iter().max().copied().unwrap_or(0).max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(14)
            .margin_bottom(4)
            .margin_right(16)
            .x_label_area_size(52)
            .y_label_area_size(70)
            .build_cartesian_2d(0.5..counts.len() as f64 + 0.5, 0.0..highest * 1.04)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(RULE.mix(0.0))
            .bold_line_style(RULE)
            .axis_style(FAINT)
            .label_style(("sans-serif", SIZE).into_font().color(&FAINT))
            .axis_desc_style(style(&FAINT, (HPos::Left, VPos::Top)))
            .x_labels(counts.len().min(12))
            .y_labels(5)
            .x_label_formatter(&|n| whole(*n))
            .y_label_formatter(&|n| whole(*n))
            .x_desc("runs that reach it, of all sides")
            .y_desc(what)
            .draw()?;
        chart.draw_series(counts.iter().zip(1..).map(|(count, runs)| {
            let x = f64::from(runs);
            Rectangle::new([(x - 0.4, 0.0), (x + 0.4, *count as f64)], NEUTRAL.filled())
        }))?;
        Ok(())
    })
}
