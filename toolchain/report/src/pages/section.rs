//! What the overview is made of: a section has a table, and perhaps a picture and sentences.

use crate::table::Table;

#[derive(Debug, Default)]
pub struct Overview {
    /// Who got further, where, and how sure that is: a sentence each.
    pub verdict: Vec<String>,
    /// By program: what was run.
    pub facts: Vec<String>,
    pub sections: Vec<Section>,
}

/// Where the page has a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Overview,
    /// Of sides, or of the runs of one side.
    Comparison,
}

/// One table, and perhaps a picture of it.
#[derive(Debug)]
pub struct Section {
    pub tab: Tab,
    /// In the order of the report's.
    pub program: usize,
    /// Which table it is, whatever the program.
    pub what: &'static str,
    /// Of files and links.
    pub name: String,
    pub title: String,
    /// What the figures say, for who knows no statistics.
    pub said: Vec<String>,
    /// What the words mean.
    pub note: String,
    pub picture: Option<String>,
    pub table: Table,
}

impl Overview {
    pub fn tab(&self, tab: Tab) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(move |s| s.tab == tab)
    }
}

/// What the sections of a program are called, if there are several programs.
#[derive(Default)]
pub struct Of {
    pub number: usize,
    pub name: String,
    pub title: String,
}

impl Of {
    pub fn section(&self, tab: Tab, what: &'static str, title: &str, table: Table) -> Section {
        Section {
            tab,
            program: self.number,
            what,
            name: format!("{}{what}", self.name),
            title: format!("{}{title}", self.title),
            said: Vec::new(),
            note: String::new(),
            picture: None,
            table,
        }
    }
}

impl Section {
    pub fn say(mut self, said: Vec<String>) -> Section {
        self.said = said;
        self
    }

    pub fn note(mut self, note: &str) -> Section {
        note.clone_into(&mut self.note);
        self
    }

    pub fn picture(mut self, picture: Option<String>) -> Section {
        self.picture = picture;
        self
    }
}
