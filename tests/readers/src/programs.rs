//! Whole files that `fz inspect`, `fz doctor`, `fz dict` and `fz cov` are called with.

use std::{path::Path, time::SystemTime};

use anyhow::Result;
use fz_binary::{Image, Program, capture, elf};
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
    let Ok(images) = fz_binary::read(path) else {
        return;
    };
    of_images(&images);
    if let Ok(program) = Program::of(path, images) {
        of_program(&program);
    }
    let _ = fz_binary::profiles_of(&[path]);
    let _ = capture::of_file(path);
    let data = std::fs::read(path).expect("it was written");
    if let Ok(file) = elf::parse(&*data)
        && let Ok(Some(carried)) = capture::read(&file)
    {
        of_capture(&carried);
    }
}

fn of_images(images: &[Image]) {
    let _ = Loaded::of(images).map(|loaded| (loaded.lines(), loaded.complaints()));
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

fn of_program(program: &Program) {
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
