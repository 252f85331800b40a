//! The guards of an image, as the records of its edges tell of them.

use std::collections::{BTreeMap, HashSet};

use fz_abi::guards::{CONVERSION_SAYS_SO, IN_RANGE};
use serde::Serialize;

use super::{FunctionEdges, Image, Place, Record, Site};

/// How many guards there are in images, by the first word of their names.
pub fn count<'a>(images: impl IntoIterator<Item = &'a Image>) -> BTreeMap<&'a str, usize> {
    let functions = images.into_iter().flat_map(|i| &i.edges);
    let sites = functions.flat_map(|f: &FunctionEdges| &f.sites);
    let guards: HashSet<(&Place, &str)> = sites.filter_map(Site::guard).collect();
    let mut kinds = BTreeMap::new();
    for (_, name) in guards {
        let kind = name.split(' ').next().unwrap_or_default();
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

/// Whether a unit of the image was compiled with guards, by its own account.
pub fn are_in(image: &Image) -> bool {
    let transforms = image.records.iter().flat_map(|r| &r.transforms);
    let mut guards = transforms.filter(|(pass, _)| *pass == fz_schema::passes::guards::PASS.name);
    guards.any(|(_, transform)| transform.done > 0)
}

/// Whether a unit of the image was looked through for what could go wrong, by its own account.
pub fn were_sought(image: &Image) -> bool {
    let mut records = image.records.iter();
    records.any(|r| {
        r.transforms
            .contains_key(fz_schema::passes::guards::PASS.name)
    })
}

/// Operations that could have guards, and how many of them do: the others cannot go wrong, or not without another guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reduction {
    pub before: u64,
    pub after: u64,
}

impl Reduction {
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Reduction {
        let mut all = Reduction::default();
        for record in records {
            let Some(pass) = record.transforms.get(fz_schema::passes::guards::PASS.name) else {
                continue;
            };
            let needless = [IN_RANGE, CONVERSION_SAYS_SO];
            let needless = needless.iter().filter_map(|reason| pass.left.get(*reason));
            all.before += pass.done + needless.sum::<u64>();
            all.after += record.guards;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::SiteKind;

    fn site(kind: SiteKind, line: u32, name: &str) -> Site {
        let place = |line| Place::new("a.c", line, 3);
        Site {
            kind,
            source: place(1),
            target: place(line),
            case: Some(name.to_owned()),
            counter: Some(0),
            discriminator: None,
        }
    }

    #[test]
    fn copies_of_an_operation_are_one_guard() {
        let function = |sites| FunctionEdges {
            sites,
            ..FunctionEdges::default()
        };
        let mut image = Image::new("p".into(), Kind::Executable);
        image.edges = vec![
            function(vec![
                site(SiteKind::Guard, 4, "add int32"),
                site(SiteKind::GuardHeld, 4, "add int32"),
                site(SiteKind::Guard, 4, "convert int32 to uint8"),
                site(SiteKind::Switch, 4, "add int32"),
            ]),
            function(vec![
                site(SiteKind::GuardHeld, 4, "add int32"),
                site(SiteKind::GuardHeld, 5, "add int32"),
            ]),
        ];
        let counted: Vec<_> = count([&image]).into_iter().collect();
        assert_eq!(counted, [("add", 2), ("convert", 1)]);
    }
}
