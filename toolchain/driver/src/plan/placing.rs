//! Which passes a build has, with their options. Where each stands is the table [`fz_schema::order`].

use std::collections::BTreeMap;

use fz_binary::{COVERAGE_OFF, NO_FEEDBACK, TAINT};
use fz_profile::{Design, Edges, Pass};
use fz_schema::{
    PassText, Point,
    order::{Extension, Item, ROWS, Run},
    passes::{conditions, dictionary, distance, edges, pins, selection, sites, taint, unit_record},
};

use super::{Request, Text, guards, tells_conditions};

/// All that the passes of one compilation follow from.
pub(super) struct Placing<'a> {
    pub request: &'a Request<'a>,
    pub source: &'a Text,
    pub design: Design,
    /// Why it is not the profile's design.
    pub why: Option<&'a str>,
    /// Whether fz has asked for line tables.
    pub lines: bool,
}

impl Placing<'_> {
    /// The texts of passes at each extension point. A pipeline of the profile's own runs them one after the other.
    pub fn texts(&self) -> [Vec<String>; 3] {
        let edges = self.request.profile.edges.as_ref();
        let early = edges.and_then(|edges| self.counts_early(edges));
        [
            Extension::Start,
            Extension::OptimizerEarly,
            Extension::OptimizerLast,
        ]
        .map(|point| {
            let rows = ROWS.iter().filter(|row| row.at == point);
            let rows = rows.filter(|row| row.when.holds(early));
            rows.flat_map(|row| self.item(row.item, early)).collect()
        })
    }

    /// Where edges are counted early, if they are.
    fn counts_early(&self, edges: &Edges) -> Option<Point> {
        // After a sanitizer's passes its own blocks would be counted too.
        let at = match edges.at {
            Point::OptimizerLast if self.request.invocation.has_sanitizer_passes() => {
                Point::OptimizerEarly
            }
            at => at,
        };
        match (self.design, at) {
            (_, Point::Source)
            | (Design::ExtensionPoints, Point::Start | Point::OptimizerEarly) => Some(at),
            _ => None,
        }
    }

    fn item(&self, item: Item, early: Option<Point>) -> Vec<String> {
        let profile = self.request.profile;
        match item {
            Item::Run(run) => self.run(run).into_iter().collect(),
            Item::Placed(point) => self.placed(point),
            Item::Plugins => profile.plugins.iter().map(|p| p.pass.clone()).collect(),
            Item::Pipeline if self.runs_pipeline(early) => vec![profile.pipeline.clone()],
            Item::Pipeline => Vec::new(),
        }
    }

    /// At clang's extension points it runs before early counters, which then pin what it kept apart.
    fn runs_pipeline(&self, early: Option<Point>) -> bool {
        let (profile, invocation) = (self.request.profile, self.request.invocation);
        match self.design {
            Design::ExtensionPoints => {
                early == Some(Point::Start)
                    && invocation.may_change_first()
                    && !profile.pipeline.is_empty()
            }
            Design::OwnPipeline => true,
        }
    }

    /// The passes that the profile places at a point.
    fn placed(&self, point: Point) -> Vec<String> {
        let passes = self.request.profile.passes.iter();
        let passes = passes.filter(|p| p.at == point && p.name != pins::PASS.name);
        passes.map(|pass| self.text(pass)).collect()
    }

    fn text(&self, pass: &Pass) -> String {
        match pass.name == guards::PASS {
            true => guards::text(self.request.profile, self.request.invocation, pass),
            false => pass.text(),
        }
    }

    /// A pass that the driver places, if the build has it.
    fn run(&self, run: Run) -> Option<String> {
        let profile = self.request.profile;
        let text = PassText::new(run.pass().name);
        let text = match run {
            Run::Conditions => self.conditions(text)?,
            Run::Selection => self.selection(text)?,
            Run::PlantPins => {
                let mut passes = profile.passes.iter();
                return passes.find(|p| p.name == text.name).map(Pass::text);
            }
            Run::FindTokens => self.dictionary(text)?,
            Run::FindInlinedTokens => {
                let inlines = self.design == Design::OwnPipeline
                    || self.request.invocation.may_change_first();
                let text = inlines.then(|| self.dictionary(text))??;
                text.with(dictionary::STAGE.name(), dictionary::Stage::Inlined.name())
            }
            Run::EarlySites => {
                let options = &profile.compares.as_ref()?.sites;
                let pointers = options.get(sites::POINTERS.name());
                pointers.filter(|value| *value == "on")?;
                text.with(sites::STAGE.name(), sites::Stage::Early.name())
            }
            Run::EarlyTaint => {
                profile.taint.as_ref()?;
                text.with(taint::STAGE.name(), taint::Stage::Early.name())
            }
            Run::Sites => text.with_all(self.sites()?),
            Run::EarlyEdges => text.with_all(self.edges(edges::Stage::Early)?),
            // LTO optimises once more after it.
            Run::LateEdges if self.request.invocation.lto => {
                text.with_all(self.edges(edges::Stage::Early)?)
            }
            Run::LateEdges => text.with_all(self.edges(edges::Stage::Late)?),
            Run::WriteTokens => {
                profile.dictionary.as_ref()?;
                text.with(dictionary::STAGE.name(), dictionary::Stage::Write.name())
            }
            Run::ErasePins => {
                let text = text.with(pins::STAGE.name(), pins::Stage::Erase.name());
                profile.has_pass(pins::PASS.name).then_some(text)?
            }
            Run::Compares => text.with_all(&profile.compares.as_ref()?.lowering),
            Run::Taint => {
                let labels = text.with_all(&profile.taint.as_ref()?.labels);
                // Functions that wrote nothing write labels now, which LLVM keeps to itself unless it is told. What the
                // pass calls stands in functions of its own, several of which may be one.
                return Some(format!(
                    "{labels},invalidate<globals-aa>,function(early-cse<memssa>,dce),always-inline"
                ));
            }
            Run::Distance => text.with_all(self.distance()?),
            Run::StackDepth => profile.stack_depth.then_some(text)?,
            Run::UnitRecord => text.with_all(self.record()),
            Run::Capture => return Some(self.request.capturing?.text()),
            Run::StripLineTables => self.lines.then_some(text)?,
        };
        Some(text.to_string())
    }

    fn conditions<'a>(&'a self, text: PassText<'a>) -> Option<PassText<'a>> {
        let mut options = self.request.profile.conditions.clone()?.options;
        if !tells_conditions(self.request) {
            return None;
        }
        let table = self.source.table.to_string_lossy().into_owned();
        options.insert(conditions::TABLE.name().to_owned(), table);
        Some(text.with_all(options))
    }

    /// If there is anything to select by.
    fn selection<'a>(&'a self, text: PassText<'a>) -> Option<PassText<'a>> {
        let Request {
            settings,
            invocation,
            wishes,
            ..
        } = self.request;
        let rules = [
            (selection::ALLOW.name(), &settings.allow),
            (selection::DENY.name(), &settings.deny),
            (selection::ALLOW_LIST.name(), &invocation.allow_lists),
            (selection::DENY_LIST.name(), &invocation.deny_lists),
            (selection::ALLOW_LIST.name(), &wishes.allow_lists),
            (selection::DENY_LIST.name(), &wishes.deny_lists),
        ];
        let rules = rules.into_iter();
        let rules = rules.flat_map(|(key, values)| values.iter().map(move |value| (key, value)));
        let text = text.with_all(rules);
        (!text.params.is_empty()).then_some(text)
    }

    fn distance(&self) -> Option<BTreeMap<String, String>> {
        let mut options = self.request.profile.distance.as_ref()?.options.clone();
        if self.request.invocation.lto {
            options.insert(distance::RECORDS.name().to_owned(), "off".to_owned());
        }
        Some(options)
    }

    fn dictionary<'a>(&'a self, text: PassText<'a>) -> Option<PassText<'a>> {
        let options = &self.request.profile.dictionary.as_ref()?.options;
        let ignored = self.request.settings.ignored.value.iter();
        let ignored = ignored.map(|pattern| (dictionary::IGNORE.name(), pattern));
        Some(text.with_all(options).with_all(ignored))
    }

    fn sites(&self) -> Option<BTreeMap<String, String>> {
        let profile = self.request.profile;
        if let Some(taint) = &profile.taint {
            return Some(taint.sites.clone());
        }
        let mut options = profile.compares.as_ref()?.sites.clone();
        if self.request.invocation.lto {
            options.insert(sites::RECORDS.name().to_owned(), "off".to_owned());
        }
        Some(options)
    }

    /// The late run after an early one is for functions that were not there yet, such as coroutines at -O0.
    fn edges(&self, stage: edges::Stage) -> Option<BTreeMap<String, String>> {
        let (profile, invocation) = (self.request.profile, self.request.invocation);
        let mut options = profile.edges.as_ref()?.options.clone();
        options.insert(edges::STAGE.name().to_owned(), stage.name().to_owned());
        if self.design == Design::ExtensionPoints && profile.design == Design::OwnPipeline {
            // The form is chosen for the profile's pipeline. Clang's would move what the program reads and writes past
            // counters that are plain code, and sanitizers would report it at another place.
            options.remove(edges::FORM.name());
        }
        if tells_conditions(self.request) {
            options.extend(self.source.told());
        }
        if invocation.lto {
            // A record names private symbols, and merging modules renames those.
            options.insert(edges::RECORDS.name().to_owned(), "off".to_owned());
            options.remove(edges::CONTEXT.name());
        }
        Some(options)
    }

    fn record(&self) -> Vec<(&'static str, String)> {
        let (profile, invocation) = (self.request.profile, self.request.invocation);
        let mut record = vec![
            (unit_record::PROFILE.name(), profile.name.clone()),
            (unit_record::DESIGN.name(), self.design.name().to_owned()),
        ];
        // Why there are no counters, before why there is another design.
        let why = match profile.edges {
            None if invocation.unwanted.counters => Some(COVERAGE_OFF),
            None if profile.taint.is_some() => Some(TAINT),
            None => Some(NO_FEEDBACK),
            Some(_) => self.why,
        };
        record.extend(why.map(|why| (unit_record::REASON.name(), why.to_owned())));
        record.extend(self.source.record.iter().cloned());
        record
    }
}
