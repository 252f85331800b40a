//! The tables of the overview that are of the source; those of runs are [`crate::compare::tables`].

use std::{cmp::Reverse, collections::HashMap};

use fz_coverage::{conditions::never, frontier::Hidden};

use crate::{
    compare::{
        self,
        groups::{Group, Row},
        tables::MOST,
    },
    measure::Count,
    pages::model::{File, Program},
    table::{Cell, Table},
};

pub fn totals(program: &compare::Program, measured: &Program) -> Table {
    let mut table = Table::new("kind | reached | can be reached | share | in all");
    let has_sides = program.sides.len() > 1;
    if has_sides {
        table.add("by every side");
    }
    for named in &measured.totals {
        let Count {
            reached,
            reachable,
            all,
        } = named.count;
        let mut row = vec![
            Cell::text(named.name),
            Cell::Count(reached),
            Cell::Count(reachable),
            Cell::Percent(named.count.percent()),
            Cell::Count(all),
        ];
        let kinds = &mut program.kinds.iter();
        let common = kinds.find(|of| of.kind.plural() == named.name);
        let common = Cell::optional(common, |of| Cell::Count(of.figures.common));
        row.extend(has_sides.then_some(common));
        table.rows.push(row);
    }
    table
}

/// All files; those with the most that is not reached come first.
pub fn files(measured: &Program) -> Table {
    let mut table = Table::new(FILE);
    let files = measured.files.iter();
    let mut files: Vec<&File> = files
        .filter(|f| f.coverage.iter().any(|c| c.all > 0))
        .collect();
    files.sort_by_key(|file| {
        let [_, lines, outcomes] = file.coverage;
        Reverse(lines.missing() + outcomes.missing())
    });
    table.rows = files.into_iter().map(file).collect();
    table
}

pub const FILE: &str = "file | functions | lines | outcomes";

pub fn file(file: &File) -> Vec<Cell> {
    let path = Cell::Place(file.path.clone());
    let parts = file.coverage.map(Cell::Covered);
    std::iter::once(path).chain(parts).collect()
}

/// Files in which sides differ most.
pub fn differ(measured: &Program, by_file: &Group) -> Table {
    let mut table = Table::new("file | differ | functions | lines | outcomes");
    let rows: HashMap<&str, &Row> = by_file.rows.iter().map(|r| (r.name.as_str(), r)).collect();
    let differ = |path: &str| {
        let path = path.strip_prefix(&measured.prefix).unwrap_or(path);
        let sides = rows.get(path).map_or(&[][..], |r| &r.sides);
        sides.iter().map(|s| s.gained + s.missed).sum::<usize>()
    };
    let files = measured.files.iter().map(|f| (differ(&f.path), f));
    let mut files: Vec<(usize, &File)> = files.filter(|(differ, _)| *differ > 0).collect();
    files.sort_by_key(|(differ, _)| Reverse(*differ));
    let rows = files.into_iter().take(MOST).map(|(differ, of)| {
        let mut row = file(of);
        row.insert(1, Cell::Count(differ));
        row
    });
    table.rows = rows.collect();
    table
}

/// As many conditions as wanted.
pub fn frontier(measured: &Program, most: usize) -> Table {
    let mut table = Table::new(
        "blocks behind | functions behind | condition | never | place | inputs | nearest input",
    );
    for open in measured.frontier.iter().take(most) {
        let file = &measured.files[open.file];
        let condition = &file.conditions[open.condition];
        let near = open.nearest.first();
        let behind = |count: fn(&Hidden) -> usize| {
            let behind = open.behind.as_ref();
            behind.map_or(Cell::None, |b| Cell::Count(count(b)))
        };
        table.rows.push(vec![
            behind(|b| b.blocks),
            behind(|b| b.functions.len()),
            Cell::Code(condition.text.clone()),
            Cell::Text(never(condition.missing(), condition.outcomes.len())),
            Cell::Place(format!("{}:{}", file.path, condition.line)),
            Cell::Count(condition.inputs as usize),
            Cell::optional(near, |n| Cell::Code(n.to_string())),
        ]);
    }
    table
}
