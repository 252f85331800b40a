//! Whole files that `fz inspect`, `fz doctor`, `fz dict` and `fz cov` are called with.

use std::{path::Path, time::SystemTime};

use anyhow::Result;
use fz_binary::{Image, Mapped, Program, capture};
use fz_dictionary::Dictionary;
use fz_engines::loaded::Loaded;

use crate::{Around, Reader};

pub fn start(around: &Around) -> Result<Reader> {
    let folder = around.scratch.join("build");
    std::fs::create_dir(&folder)?;
    let path = folder.join("program");
    Ok(Reader {
        seeds: around.samples(&["o", "so", "a"])?,
        read: Box::new(move |data| {
            crate::write(&path, data);
            look(&path);
            let folder = std::slice::from_ref(&folder);
            let _ = fz_builds::past::look(folder, SystemTime::UNIX_EPOCH);
        }),
    })
}

/// What commands ask of a program without running it. Whether there is an answer is one.
pub fn look(path: &Path) {
    let Ok(program) = Program::read(path) else {
        return;
    };
    let Ok(images) = program.images() else {
        return;
    };
    of_images(images);
    let _ = Loaded::of(&program).map(|loaded| loaded.map(|l| (l.lines(), l.complaints())));
    if let Ok(mapped) = Mapped::of(&program) {
        of_program(&mapped);
    }
    let _ = fz_binary::profiles_of(&[path]);
    let _ = program.captured();
    if let Ok(file) = program.file()
        && let Ok(Some(carried)) = capture::read(&file)
    {
        of_capture(&carried);
    }
}

fn of_images(images: &[Image]) {
    let dictionary = Dictionary::of_images(images);
    let tokens: Vec<_> = dictionary.tokens.iter().collect();
    fz_dictionary::text::write(&tokens, &mut Vec::new()).expect("it is written to memory");
    let _ = dictionary.visited(&[1; 64]);
    let program = fz_coverage::identities::Program::of(images);
    let _ = fz_coverage::flow::Flow::of(&program, images);
    for image in images {
        let _ = fz_binary::of_image(image);
        let _ = fz_binary::guards::count([image]);
        let _ = fz_binary::Mixture::of(&image.records).map(|mixture| mixture.text());
        for function in &image.sites {
            let _: Vec<String> = function.sites.iter().map(ToString::to_string).collect();
        }
        for function in &image.branches {
            let _: Vec<String> = function.branches.iter().map(ToString::to_string).collect();
        }
    }
}

fn of_program(program: &Mapped) {
    let counters = program.counters();
    let _ = (program.why_empty(), program.functions());
    for image in 0..program.images.len() {
        let _ = program.sizes(image);
    }
    for offset in (0..counters.min(64)).chain([counters, u64::MAX]) {
        let _ = program.explain(offset);
    }
    if let Ok(tables) = fz_binary::fox::Tables::of(program) {
        let _ = tables.files();
    }
}

fn of_capture(carried: &capture::Capture) {
    let _ = (carried.made_by(), carried.contents.packed_bytes());
    for (_, unit) in &carried.units {
        for file in &unit.files {
            let _ = carried.contents.get(&file.content);
        }
    }
}
