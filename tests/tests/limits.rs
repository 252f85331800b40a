//! Files of strangers that would have a reader wait for ever, or need more memory than there is: FIFOs and devices where data
//! names a file, sections and contents that unpack to gigabytes, lists that lead to each other. Each is refused with a reason,
//! or read as it is, soon and in little memory.

mod forged;
mod links;
mod named;
mod sizes;
