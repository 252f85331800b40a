//! `fz inspect`: counters, the map that a fuzzer will be told of, and what is behind an offset of it.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::program::{self, At, Image, Kind, Map};

pub const EXAMPLES: &str = "Examples:\n  fz inspect ./program\n  fz inspect --json ./program ./libpart.so\n  \
                            fz inspect --edge 4711 ./program";

#[derive(clap::Args)]
pub struct InspectArgs {
    /// Executables (with the libraries that they load), shared libraries, objects or archives
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// List units and functions too
    #[arg(long)]
    long: bool,
    /// Say which edge the byte at OFFSET of the map counts (of the counters, where there is no map)
    #[arg(long, value_name = "OFFSET", conflicts_with = "long")]
    edge: Option<u64>,
}

pub fn run(args: &InspectArgs) -> Result<ExitCode> {
    let reports: Vec<Report> = args
        .programs
        .iter()
        .map(|path| Report::of(path))
        .collect::<Result<_>>()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if let Some(offset) = args.edge {
        let edges: Vec<Edge> = reports
            .iter()
            .map(|r| r.edge(offset))
            .collect::<Result<_>>()?;
        if args.json {
            let all: Vec<Value> = edges.iter().map(Edge::json).collect();
            writeln!(
                out,
                "{}",
                serde_json::to_string_pretty(&json!({"edges": all}))?
            )?;
        } else {
            for (report, edge) in reports.iter().zip(&edges) {
                if reports.len() > 1 {
                    write!(out, "{}: ", report.path.display())?;
                }
                writeln!(out, "{}", edge.text())?;
            }
        }
        out.flush()?;
        let beyond = edges.iter().any(|e| e.at == At::Beyond);
        return Ok(ExitCode::from(u8::from(beyond)));
    }
    if args.json {
        let all: Vec<Value> = reports.iter().map(Report::json).collect();
        let all = json!({"programs": all});
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for report in &reports {
            report.print(&mut out, args.long)?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Report {
    path: PathBuf,
    images: Vec<Image>,
    /// Libraries that were not found: their counters are not in the sums.
    missing: Vec<String>,
    map: Option<Map>,
}

/// What an offset stands for.
struct Edge<'a> {
    offset: u64,
    at: At,
    image: Option<&'a Image>,
    /// The size of what the offset is in.
    size: u64,
}

impl Report {
    fn of(path: &Path) -> Result<Report> {
        let images = program::read(path)?;
        let (mut images, missing) = match <[Image; 1]>::try_from(images) {
            Ok([image]) if image.kind == Kind::Executable => program::with_libraries(image)?,
            Ok([image]) => (vec![image], Vec::new()),
            Err(members) => (members, Vec::new()),
        };
        let announces = images
            .first()
            .is_some_and(|i| i.kind == Kind::Executable && i.has_runtime);
        let map = announces.then(|| match images[0].exports_runtime {
            true => Map::of(&images),
            // Libraries do not find the runtime.
            false => Map::of(&images[..1]),
        });
        if let Some(map) = &map {
            images.truncate(map.places.len());
        }
        Ok(Report {
            path: path.to_owned(),
            images,
            missing,
            map,
        })
    }

    fn counters(&self) -> u64 {
        self.images.iter().map(|i| i.counters).sum()
    }

    fn edge(&self, offset: u64) -> Result<Edge<'_>> {
        let (at, size) = match &self.map {
            Some(map) => (map.at(offset, &self.images), map.size),
            None => {
                ensure!(
                    self.images.len() == 1,
                    "--edge: {} has no map: it is not an executable that fz linked; name one, or a single library or \
                     object",
                    self.path.display()
                );
                let counters = self.images[0].counter_addresses();
                let address = counters.start.saturating_add(offset);
                let at = match counters.contains(&address) {
                    true => At::Counter { image: 0, address },
                    false => At::Beyond,
                };
                (at, self.images[0].counters)
            }
        };
        let image = match at {
            At::Counter { image, .. } => Some(&self.images[image]),
            _ => None,
        };
        Ok(Edge {
            offset,
            at,
            image,
            size,
        })
    }

    /// Where in the map an address of an image is.
    fn offset(&self, image: usize, address: u64) -> u64 {
        let place = self.map.as_ref().map_or(0, |m| m.places[image].start);
        let from = match &self.map {
            Some(_) => self.images[image].start,
            None => self.images[image].counter_addresses().start,
        };
        place + address.saturating_sub(from)
    }

    fn json(&self) -> Value {
        let images = self.images.iter().enumerate().map(|(at, i)| {
            let functions = i.edges.iter().map(|f| {
                json!({
                    "name": f.name,
                    "counters": f.len(),
                    "offset": self.offset(at, f.start),
                })
            });
            json!({
                "path": i.path,
                "kind": i.kind,
                "counters": i.counters,
                "functions": i.functions,
                "units": i.records.len(),
                "offset": self.map.as_ref().map(|m| m.places[at].start),
                "records": i.records,
                "edges": functions.collect::<Vec<_>>(),
                "stripped": is_stripped(i),
            })
        });
        json!({
            "path": self.path,
            "counters": self.counters(),
            "map": self.map.as_ref().map(|m| m.size),
            "dlopen-room": self.map.as_ref().map(|m| m.room),
            "images": images.collect::<Vec<_>>(),
            "missing": self.missing,
        })
    }

    fn print(&self, out: &mut impl Write, long: bool) -> Result<()> {
        writeln!(
            out,
            "{:>9} {:>9} {:>6}  image",
            "counters", "functions", "units"
        )?;
        for i in &self.images {
            let path = i.path.display();
            let units = i.records.len();
            writeln!(
                out,
                "{:>9} {:>9} {units:>6}  {path}",
                i.counters, i.functions
            )?;
        }
        for name in &self.missing {
            writeln!(out, "{:>9} {:>9} {:>6}  {name}: not found", "?", "?", "?")?;
        }
        if long {
            for at in 0..self.images.len() {
                self.print_contents(out, at)?;
            }
        }
        for image in self.images.iter().filter(|i| is_stripped(i)) {
            let path = image.path.display();
            writeln!(
                out,
                "{path} has counters but no records: `strip` removes them"
            )?;
        }
        let path = self.path.display();
        match &self.map {
            Some(map) => {
                let room = match map.room {
                    0 => String::new(),
                    room => format!(", {room} of it for libraries that are loaded later"),
                };
                let (size, counters) = (map.size, self.counters());
                writeln!(
                    out,
                    "map of {path}: {size} bytes for {counters} counters{room}"
                )?;
            }
            None if self
                .images
                .first()
                .is_some_and(|i| i.kind == Kind::Executable) =>
            {
                writeln!(out, "no map: fz's runtime is not linked into {path}")?;
            }
            None => {}
        }
        Ok(())
    }

    fn print_contents(&self, out: &mut impl Write, at: usize) -> Result<()> {
        let image = &self.images[at];
        writeln!(out, "{}:", image.path.display())?;
        for unit in &image.records {
            let word = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let reason = unit
                .reason
                .as_ref()
                .map_or(String::new(), |r| format!(" because of {r}"));
            let (profile, design) = (word(&unit.profile), word(&unit.design));
            let (counters, functions) = (unit.counters, unit.functions);
            let source = &unit.source;
            writeln!(
                out,
                "  unit {source}: {counters} counters in {functions} functions, {profile}, design {design}{reason}"
            )?;
        }
        for function in &image.edges {
            let (count, offset) = (function.len(), self.offset(at, function.start));
            writeln!(out, "  {offset:>8} {count:>6}  {}", function.name)?;
        }
        Ok(())
    }
}

fn is_stripped(image: &Image) -> bool {
    image.counters > 0 && image.records.is_empty() && image.edges.is_empty()
}

impl Edge<'_> {
    fn text(&self) -> String {
        let offset = self.offset;
        let image = match (self.at, self.image) {
            (At::Head, _) => {
                return format!("{offset} is the map's head: a byte of the fuzzer's own");
            }
            (At::Padding, _) => {
                return format!("{offset} is padding: it fills a page behind counters");
            }
            (At::Room, _) => {
                return format!("{offset} is room for libraries that are loaded later");
            }
            (At::Beyond, _) | (At::Counter { .. }, None) => {
                return format!("{offset} is beyond the end: there are {} bytes", self.size);
            }
            (At::Counter { .. }, Some(image)) => image,
        };
        let path = image.path.display();
        match self.function() {
            Some((function, site)) => format!("{function} {site} in {path}"),
            None if is_stripped(image) => {
                format!(
                    "{offset} is a counter in {path}, whose records are gone: `strip` removes them"
                )
            }
            None => format!(
                "{offset} is a counter in {path} that no record describes (there are none under link-time optimisation)"
            ),
        }
    }

    fn function(&self) -> Option<(&str, &program::Site)> {
        let At::Counter { address, .. } = self.at else {
            return None;
        };
        let (function, index) = self.image?.function_at(address)?;
        let counter = index as u32 % function.row;
        let mut sites = function.sites.iter();
        Some((&function.name, sites.find(|s| s.counter == Some(counter))?))
    }

    fn json(&self) -> Value {
        let at = match self.at {
            At::Head => "head",
            At::Counter { .. } => "counter",
            At::Padding => "padding",
            At::Room => "room",
            At::Beyond => "beyond",
        };
        let mut edge =
            json!({"offset": self.offset, "at": at, "image": self.image.map(|i| &i.path)});
        if let Some((function, site)) = self.function() {
            edge["function"] = json!(function);
            edge["site"] = json!(site);
        }
        edge
    }
}
