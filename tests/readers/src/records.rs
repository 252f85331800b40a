//! Sections of fz's: each takes the place of the one in a program that was built.

use anyhow::Result;

use crate::{Around, Reader, elf, programs};

/// An input's first two bytes say which sample and which of its sections; the rest is the section's content.
pub fn start(around: &Around) -> Result<Reader> {
    let samples = around.samples(&["o", "so"])?;
    let mut numbers = Vec::new();
    let mut seeds = Vec::new();
    for (sample, program) in samples.iter().enumerate() {
        let mut own = Vec::new();
        for (place, (number, content)) in elf::sections(program)?.into_iter().enumerate() {
            own.push(number);
            seeds.push([&[sample as u8, place as u8], &*content].concat());
        }
        numbers.push(own);
    }
    let (path, write) = around.file("program");
    Ok(Reader {
        seeds,
        read: Box::new(move |data| {
            let [sample, place, content @ ..] = data else {
                return;
            };
            let sample = usize::from(*sample) % samples.len();
            let own = &numbers[sample];
            let mut program = samples[sample].clone();
            elf::with(&mut program, own[usize::from(*place) % own.len()], content);
            write(&program);
            programs::look(&path);
        }),
    })
}
