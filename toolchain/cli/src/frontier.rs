//! `fz frontier`: where inputs stop, and what lies behind these places.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
    ffi::OsString,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use fz_abi::distance::FAR;
use fz_base::{
    line, tell, terminal,
    words::{many, visible, were},
};
use fz_binary::{Place, map_file::Hits};
use fz_coverage::{
    conditions::{self, never},
    corpus,
    flow::{self, Flow},
    fold::Fold,
    frontier::{self, Hidden, Stop},
    identities::{Catalogue, Identity, Kind, Program},
    names::demangled,
    nearest::{self, Branch, Near, Places},
    server::{self, Setup},
    sets::Set,
    unrecorded,
    visits::{self, Visits},
};
use fz_engines::launch::target::Target;
use fz_report::compare::wanted::Wanted;
use fz_taint::{
    decided::{self, Asked, Decided, Runs},
    map::offsets,
};
use serde_json::{Value, json};

use crate::{
    args::{
        Says,
        json::{self, Json},
        limit::Limit,
        select::{Ignore, Select},
        subject::{Known, Subject},
        timeout::Timeout,
    },
    exit::Exit,
    opened::{Opened, PROFILE},
};

pub const EXAMPLES: &str = "\
Examples:
  fz frontier
      of the last campaign here: the places that hide most come first
  fz frontier ./program -i corpus -- @@
  fz frontier ./program -i out --limit 0 --json
      all places, for a script
  fz frontier ./program -i out --ignore fun:main --ignore 'src:*.tab.c' -- @@
      without options and generated code
  fz frontier ./program.coverage --map map
      the map of a run of this build, as afl-showmap writes it

A place is a condition that inputs reach and of which an outcome was never
seen, or a call that never returned. What lies behind it ran in no input, and
nothing else leads to it: blocks of its function, and functions that are called
there. fz makes further builds of PROGRAM from the sources that it carries:
`coverage`; `distance-minimum`, which shows how near the operands of a
condition came to the outcome, and by which input; and, if that is quick,
`taint`, which shows the bytes that decide each condition. Conditions that no
byte decides come last. Uses of one macro are one place.";

/// So many functions behind a place are named.
const NAMED: usize = 4;

#[derive(clap::Args)]
#[command(
    mut_arg("limit", |a| a.says(" [default: 20]")),
    mut_arg("timeout", |a| a.says(" [default: 5s]"))
)]
pub struct FrontierArgs {
    #[command(flatten)]
    subject: Subject,
    /// Take what ran from a file with the map of this very build, instead of running inputs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["input", "arguments", "timeout"])]
    map: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    ignore: Ignore,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    json: Json,
}

/// The profile of a build that tells how near inputs came.
const DISTANCE: &str = "distance-minimum";
/// … and which bytes flow into conditions.
const TAINT: &str = "taint";
/// By how much such a build is slower than others, at most.
const SLOWER: u32 = 10;

/// Places that are told as one, the first of them first: at least one.
type Uses<'s> = Vec<&'s Stop>;

/// What is known of what inputs did.
struct Seen {
    inputs: Vec<PathBuf>,
    /// What the program was run with.
    arguments: Vec<OsString>,
    /// Of a build with distances, if one could be made.
    branches: Vec<Branch>,
    /// The identities that any input reached.
    reached: Set,
    /// By condition: the inputs that came to it; nothing, where only a map is known.
    came: HashMap<u32, Came>,
    notes: Vec<String>,
    interrupted: bool,
}

/// Inputs that came to a condition.
#[derive(Default)]
struct Came {
    inputs: usize,
    /// The largest of them, with their sizes, by their numbers.
    largest: Vec<(u64, usize)>,
}

/// So many of a condition are followed: the largest, which have most bytes that may flow into it.
const FOLLOWED: usize = 8;

impl Came {
    fn add(&mut self, size: u64, number: usize) {
        self.inputs += 1;
        self.largest.push((size, number));
        if self.largest.len() > FOLLOWED {
            self.largest
                .sort_unstable_by_key(|(size, number)| (Reverse(*size), *number));
            self.largest.pop();
        }
    }
}

pub fn run(args: &FrontierArgs) -> Result<Exit> {
    let known = match &args.map {
        Some(_) => args.subject.without_inputs()?,
        None => args.subject.known()?,
    };
    let opened = Opened::at(&known.program)?;
    let mut made = None;
    if !opened.has_conditions()? {
        let shown = known.shown();
        ensure!(
            args.map.is_none(),
            "{shown} is not a build by the profile {}: --map is the map of such a build",
            PROFILE
        );
        made = Some(opened.for_coverage()?);
    }
    let build = made.as_ref().unwrap_or(&opened);
    let images = build.images()?;
    ensure!(
        images.iter().any(|i| !i.graphs.is_empty()),
        "{}: no record has its control flow: compile it again with this fz",
        build.target.named.display()
    );
    let program = Program::of(images);
    let flow = Flow::of(&program, images);
    let seen = match &args.map {
        Some(file) => of_map(file, &program)?,
        None => {
            let mut seen = of_inputs((args, &known), &build.target, &program)?;
            if !seen.interrupted {
                match distances(args, &opened, &seen) {
                    Ok(branches) => seen.branches = branches,
                    Err(error) => seen.notes.push(untold("how near inputs came", &error)),
                }
            }
            seen
        }
    };
    let mut stops = frontier::of(&flow, |n| seen.reached.contains(n));
    let all = stops.len();
    let wanted = wanted(args, &program.catalogue, &flow)?;
    stops.retain(|stop| wanted[stop.function]);
    let mut report = Report {
        decided: HashMap::new(),
        conditions: conditions::of(&program.catalogue),
        places: Places::of(&seen.branches),
        lines: lines(&program.catalogue),
        catalogue: &program.catalogue,
        flow: &flow,
        seen: &seen,
    };
    let most = args.limit.or_usual();
    if args.map.is_none() && !seen.interrupted {
        report.decided = match decided(args, &opened, &report, stops.iter().take(most)) {
            Ok(decided) => decided,
            Err(error) => {
                tell!("fz: {}", untold("which bytes decide", &error));
                HashMap::new()
            }
        };
    }
    match args.json.is_wanted {
        true => {
            let shown = stops.iter().take(most).map(|stop| report.json(stop));
            let shown: Vec<Value> = shown.collect();
            json::print(&json!({"places": shown, "all": stops.len()}))?;
        }
        false => report.print(&stops, all, most)?,
    }
    let unrecorded = unrecorded::note(&unrecorded::of(images));
    for note in seen.notes.iter().chain(&unrecorded) {
        tell!("fz: {note}");
    }
    Ok(Exit::interrupted().when(seen.interrupted))
}

/// By function of the flow: whether its places are listed.
fn wanted(args: &FrontierArgs, catalogue: &Catalogue, flow: &Flow) -> Result<Vec<bool>> {
    let file = |function: &flow::Function| {
        let known = function.function.map(|n| &catalogue.functions[n].file);
        known.map_or_else(String::new, |file| catalogue.path(file))
    };
    let files: Vec<String> = flow.functions.iter().map(file).collect();
    let symbols = flow.functions.iter().map(|f| f.symbol.as_str());
    let known: Vec<(&str, &str)> = symbols.zip(files.iter().map(String::as_str)).collect();
    let wanted = Wanted::of(&args.select.rules, None)?.without(&args.ignore.rules)?;
    Ok(wanted.functions(&known, "fz inspect --long")?)
}

fn of_map(file: &Path, program: &Program) -> Result<Seen> {
    let size = u64::from(program.map.size as u32);
    let hits = Hits::read(file, size).with_context(|| file.display().to_string())?;
    ensure!(
        !matches!(hits, Hits::Unstable(_)),
        "{}: it lists what is unstable, not what ran: name a map, as fuzz_bitmap or what afl-showmap prints",
        file.display()
    );
    let fold = Fold::new(program);
    let mut reached = Set::new(fold.limit());
    let mut map = vec![0; size as usize];
    for (position, count) in hits.values() {
        if let Some(byte) = map.get_mut(position as usize) {
            *byte = u8::from(count > 0);
        }
    }
    fold.add(&map, &mut reached);
    Ok(Seen {
        reached,
        inputs: Vec::new(),
        arguments: Vec::new(),
        branches: Vec::new(),
        came: HashMap::new(),
        notes: Vec::new(),
        interrupted: false,
    })
}

fn of_inputs(
    (args, known): (&FrontierArgs, &Known),
    target: &Target,
    program: &Program,
) -> Result<Seen> {
    let shown = target.named.display();
    ensure!(
        target.engines.contains(&"afl"),
        "{shown} {}",
        target.why_no_server()
    );
    let corpus = corpus::list(&known.inputs, &Default::default())?;
    let inputs: Vec<PathBuf> = corpus.inputs.iter().map(|i| i.path.clone()).collect();
    server::ignore_broken_pipes();
    let timeout = args.timeout.or_usual();
    let arguments = known.heard(target, &inputs, timeout)?;
    let setup = Setup {
        timeout,
        map_size: program.map.size as usize,
        ..Setup::of(target, &arguments)?
    };
    let fold = Fold::new(program);
    let conditions = conditions::of(&program.catalogue);
    let mut came: HashMap<u32, Came> = HashMap::new();
    let came_to = |(): &mut (), number: usize, map: &[u8]| {
        let mut set = Set::new(fold.limit());
        fold.add(map, &mut set);
        let mut of_input: Vec<u32> = set.iter().filter_map(|i| conditions[i]).collect();
        of_input.sort_unstable();
        of_input.dedup();
        (number, of_input)
    };
    let visits = visits::of_inputs(
        &inputs,
        &setup,
        |_| Ok(()),
        came_to,
        |(number, of_input)| {
            for condition in of_input {
                let size = corpus.inputs[number].size;
                came.entry(condition).or_default().add(size, number);
            }
        },
    )?;
    let mut reached = Set::new(fold.limit());
    fold.add(&visits.map, &mut reached);
    Ok(Seen {
        notes: notes(&visits),
        reached,
        inputs,
        arguments,
        branches: Vec::new(),
        came,
        interrupted: visits.interrupted,
    })
}

/// How near inputs came to what never came out, of a build that is made for it. A program that carries no sources has none.
fn distances(args: &FrontierArgs, opened: &Opened, seen: &Seen) -> Result<Vec<Branch>> {
    let Some(build) = opened.by_profile(DISTANCE, Some("afl"))? else {
        return Ok(Vec::new());
    };
    let setup = Setup {
        timeout: args.timeout.or_usual(),
        ..Setup::of(&build.target, &seen.arguments)?
    };
    nearest::of_inputs(build.images()?, &seen.inputs, &setup)
}

/// Which bytes flow into the conditions of places, by function and block. A program that carries no sources, or many, has no
/// build that tells.
fn decided<'s>(
    args: &FrontierArgs,
    opened: &Opened,
    report: &Report,
    stops: impl Iterator<Item = &'s Stop>,
) -> Result<HashMap<(usize, usize), Decided>> {
    let (mut places, mut asked, mut inputs) = (Vec::new(), Vec::new(), BTreeSet::new());
    for stop in stops {
        if let (Some(one), Some(came)) = (report.asked(stop), report.came(stop)) {
            places.push((stop.function, stop.block));
            asked.push(one);
            inputs.extend(came.largest.iter().map(|(_, number)| *number));
        }
    }
    if asked.is_empty() {
        return Ok(HashMap::new());
    }
    let Some(build) = opened.soon_by_profile(TAINT)? else {
        return Ok(HashMap::new());
    };
    let inputs = inputs.into_iter().map(|n| report.seen.inputs[n].clone());
    let inputs: Vec<PathBuf> = inputs.collect();
    let runs = Runs {
        target: &build.target,
        images: build.images()?,
        arguments: &report.seen.arguments,
        inputs: &inputs,
        timeout: args.timeout.or_usual() * SLOWER,
    };
    let decided = decided::decided(&runs, &asked)?;
    Ok(places.into_iter().zip(decided).collect())
}

/// Why something is not told. A compiler may have said much.
fn untold(what: &str, error: &anyhow::Error) -> String {
    const MOST: usize = 300;
    let text = format!("{error:#}");
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(MOST).collect();
    format!("{what} is not known: {}", visible(&cut))
}

fn notes(visits: &Visits) -> Vec<String> {
    let mut lines = vec![format!("{} run", were(visits.ran, "input"))];
    lines.extend(visits.notes());
    lines
}

/// By file and line: the columns of its conditions, in order.
type Lines<'a> = HashMap<(&'a str, u32), BTreeSet<u32>>;

fn lines(catalogue: &Catalogue) -> Lines<'_> {
    let mut lines = Lines::new();
    let outcomes = catalogue
        .identities
        .iter()
        .filter(|i| i.kind == Kind::Outcome);
    for place in outcomes.filter_map(|i| i.place.as_ref()) {
        let line = lines.entry((&place.file, place.line)).or_default();
        line.insert(place.column);
    }
    lines
}

struct Report<'a> {
    /// By function and block.
    decided: HashMap<(usize, usize), Decided>,
    places: Places<'a>,
    lines: Lines<'a>,
    /// By identity: its condition.
    conditions: Vec<Option<u32>>,
    catalogue: &'a Catalogue,
    flow: &'a Flow,
    seen: &'a Seen,
}

impl Report<'_> {
    /// `all`: how many places there are, also such as were not asked for.
    fn print(&self, stops: &[Stop], all: usize, most: usize) -> Result<()> {
        let mut out = BufWriter::new(terminal::out());
        let (stops, others): (Vec<&Stop>, Vec<&Stop>) = stops
            .iter()
            .partition(|stop| !self.never(stop).is_empty() || self.is_call(stop));
        let uses = self.uses(&stops);
        let listed = || uses.iter().take(most);
        let (closed, open): (Vec<&Uses>, Vec<&Uses>) =
            listed().partition(|uses| self.is_closed(uses[0]));
        for uses in open {
            self.print_place(uses, &mut out)?;
        }
        if uses.len() > most {
            line!(
                out,
                "{} more; --limit 0 lists all",
                many(uses.len() - most, "place")
            )?;
        }
        if !closed.is_empty() {
            line!(
                out,
                "no byte of these inputs is seen to decide these. They may depend on earlier branches and loops, arguments, the \
                 environment, a failing allocation, or a longer input:"
            )?;
        }
        for uses in closed {
            self.print_place(uses, &mut out)?;
        }
        if !others.is_empty() {
            line!(
                out,
                "{} that no condition of the source decides, as where exceptions are caught: --json has them",
                many(others.len(), "place")
            )?;
        }
        if stops.is_empty() && others.is_empty() {
            let conditions = self.conditions.iter().enumerate();
            let mut reached =
                conditions.filter(|(n, c)| c.is_some() && self.seen.reached.contains(*n));
            let said = match (all, reached.next()) {
                (0, Some(_)) => {
                    "inputs stop nowhere: both outcomes of every condition that they reach were seen"
                        .to_owned()
                }
                (0, None) => "inputs reach no condition".to_owned(),
                _ => format!("{} left out by --select and --ignore", were(all, "place")),
            };
            line!(out, "{said}")?;
        }
        out.flush()?;
        Ok(())
    }

    fn print_place(&self, uses: &Uses, out: &mut impl Write) -> Result<()> {
        let first = uses[0];
        let behind = Hidden::of(self.flow, &first.behind);
        let all = uses.iter().map(|stop| Hidden::of(self.flow, &stop.behind));
        let sizes = Hidden::together(all).sizes();
        let mut said = format!("{}: {}", self.place(first), self.what(first));
        if let (2.., Some(name)) = (uses.len(), self.expansion(first)) {
            said += &format!("  in {} uses of {name}", uses.len());
        }
        let mut text = format!("{sizes}  {}\n", visible(&said));
        if let Some(names) = behind.names(NAMED) {
            let names = visible(&names);
            text += &format!("{:>width$}  {names}\n", "", width = sizes.len());
        }
        for line in terminal::folded(&text).lines() {
            line!(out, "{line}")?;
        }
        Ok(())
    }

    /// Places of one condition of one macro, with the same ways that were never taken, are one.
    fn uses<'s>(&self, stops: &[&'s Stop]) -> Vec<Uses<'s>> {
        let mut all: Vec<Uses> = Vec::new();
        let mut known: HashMap<_, usize> = HashMap::new();
        for stop in stops {
            let never = self.never(stop);
            let spelled = never.first().and_then(|first| first.spelled.clone());
            let key = spelled.zip(self.expansion(stop)).map(|(spelled, name)| {
                let ways: Vec<&str> = never.iter().map(|i| i.outcome.as_str()).collect();
                (name, spelled, ways.join("\n"), self.is_closed(stop))
            });
            let same = key.as_ref().and_then(|key| known.get(key));
            match same {
                Some(number) => all[*number].push(stop),
                None => {
                    known.extend(key.map(|key| (key, all.len())));
                    all.push(vec![stop]);
                }
            }
        }
        all
    }

    /// The macro that a place's condition comes from.
    fn expansion<'s>(&'s self, stop: &'s Stop) -> Option<&'s str> {
        self.never(stop).first()?.expansion.as_deref()
    }

    /// Whether no byte of an input flows into its condition.
    fn is_closed(&self, stop: &Stop) -> bool {
        let decided = self.decided.get(&(stop.function, stop.block));
        decided == Some(&Decided::ByNone)
    }

    /// `decided by byte 8`, `decided by bytes 0, 4-7 and the length`
    fn by(&self, stop: &Stop) -> Option<String> {
        const MOST: usize = 4;
        let Decided::By { bytes, .. } = self.decided.get(&(stop.function, stop.block))? else {
            return None;
        };
        let ranges = bytes.ranges.iter().take(MOST);
        let mut ranges: Vec<String> = ranges.map(|[from, to]| offsets(&(*from..*to))).collect();
        if bytes.ranges.len() > MOST {
            ranges.push("…".to_owned());
        }
        let length = bytes.length.then_some("the length");
        let bytes = match (bytes.any, ranges.is_empty()) {
            (true, _) => Some("any bytes".to_owned()),
            (false, true) => None,
            (false, false) => {
                let noun = if bytes.len() == 1 { "byte" } else { "bytes" };
                Some(format!("{noun} {}", ranges.join(", ")))
            }
        };
        let parts: Vec<&str> = bytes.as_deref().into_iter().chain(length).collect();
        Some(format!("decided by {}", parts.join(" and ")))
    }

    /// Where a taint build has the condition of a place.
    fn asked(&self, stop: &Stop) -> Option<Asked> {
        let first = *self.never(stop).first()?;
        let place = first.place.as_ref()?;
        let columns = self.lines.get(&(place.file.as_str(), place.line))?;
        let file = self.catalogue.path(&place.file);
        Some(Asked::at(file, place.line, place.column, columns))
    }

    /// Of the condition that a place is: its outcomes that were never seen.
    fn never<'s>(&'s self, stop: &'s Stop) -> Vec<&'s Identity> {
        let ways = stop.ways.iter().filter_map(|way| way.outcome);
        let ways = ways.map(|number| &self.catalogue.identities[number]);
        let mut ways: Vec<&Identity> = ways.collect();
        ways.sort_by(|a, b| a.outcome_order().cmp(&b.outcome_order()));
        ways
    }

    fn place(&self, stop: &Stop) -> String {
        let of_condition = self.never(stop).first().and_then(|i| i.place.clone());
        match of_condition.as_ref().unwrap_or(&stop.place) {
            Place { line: 0, .. } => format!(
                "in {}",
                demangled(&self.flow.functions[stop.function].symbol)
            ),
            place => place.to_string(),
        }
    }

    /// What stops inputs there.
    fn what(&self, stop: &Stop) -> String {
        let never_seen = self.never(stop);
        let Some(first) = never_seen.first() else {
            return "a call never returned".to_owned();
        };
        let labels = never_seen.iter().map(|i| i.outcome.as_str());
        let all = self.flow.functions[stop.function].edges.iter();
        let all = all.filter(|e| e.from == stop.block && e.outcome.is_some());
        let mut text = format!("{}  never {}", first.text, never(labels, all.count()));
        if let Some(inputs) = self.inputs(stop) {
            text += &format!("  ({})", many(inputs, "input"));
        }
        match self.nearest(first) {
            Some(Near { distance: FAR, .. }) | None => {}
            Some(near) => {
                let input = self.seen.inputs[near.input].display();
                text += &format!("  nearest: {} by {input}", near.distance);
            }
        }
        if let Some(by) = self.by(stop) {
            text += &format!("  {by}");
        }
        text
    }

    /// How near inputs came to what never came out of a condition.
    fn nearest(&self, outcome: &Identity) -> Option<Near> {
        let place = outcome.place.as_ref()?;
        let columns = self.lines.get(&(place.file.as_str(), place.line))?;
        let number = columns.iter().position(|c| *c == place.column)?;
        self.places
            .nearest(&place.file, place.line, number, columns.len())
    }

    /// Whether the block ends in a call.
    fn is_call(&self, stop: &Stop) -> bool {
        let edges = self.flow.functions[stop.function].edges.iter();
        edges.filter(|e| e.from == stop.block).count() == 1
    }

    /// How many inputs come to the condition.
    fn inputs(&self, stop: &Stop) -> Option<usize> {
        self.came(stop).map(|came| came.inputs)
    }

    fn came(&self, stop: &Stop) -> Option<&Came> {
        let edges = self.flow.functions[stop.function].edges.iter();
        let outcomes = edges
            .filter(|e| e.from == stop.block)
            .filter_map(|e| e.outcome);
        let mut conditions = outcomes.filter_map(|number| self.conditions[number]);
        self.seen.came.get(&conditions.next()?)
    }

    fn json(&self, stop: &Stop) -> Value {
        let function = &self.flow.functions[stop.function];
        let named = |functions: &[usize]| -> Vec<&str> {
            let names = functions.iter().map(|f| &self.flow.functions[*f].symbol);
            names.map(String::as_str).collect()
        };
        let never_seen = self.never(stop);
        let condition = never_seen.first();
        let place = condition.and_then(|i| i.place.as_ref());
        let place = place.unwrap_or(&stop.place);
        let ways: Vec<Value> = stop
            .ways
            .iter()
            .map(|way| {
                let outcome = way.outcome.map(|o| &self.catalogue.identities[o].outcome);
                json!({
                    "never": outcome,
                    "blocks": way.behind.blocks,
                    "decisions": way.behind.decisions,
                    "functions": named(&way.behind.functions),
                })
            })
            .collect();
        json!({
            "file": self.catalogue.path(&place.file),
            "line": place.line,
            "column": place.column,
            "function": function.symbol,
            "condition": condition.map(|i| &i.text),
            "call": condition.is_none() && self.is_call(stop),
            "inputs": self.inputs(stop),
            "nearest": condition.and_then(|i| self.nearest(i)).map(|near| json!({
                "distance": near.distance,
                "input": self.seen.inputs[near.input],
            })),
            "decided-by": match self.decided.get(&(stop.function, stop.block)) {
                None | Some(Decided::Unknown) => Value::Null,
                Some(Decided::ByNone) => json!({"bytes": [], "length": false}),
                Some(Decided::By { bytes, .. }) => {
                    json!({"bytes": bytes.ranges, "any": bytes.any, "length": bytes.length})
                }
            },
            "blocks": stop.behind.blocks,
            "decisions": stop.behind.decisions,
            "functions": named(&stop.behind.functions),
            "ways": ways,
        })
    }
}
