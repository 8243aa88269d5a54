//! Memory of a process, as measured by the operating system.

#![cfg(target_os = "linux")]

use std::{collections::VecDeque, fs};

use crate::program::poll;

/// Returns a memory value of /proc/PID/status in bytes; `None` after the process exited.
pub(crate) fn memory(process: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

/// Waits until the memory of a process is stable, because the sample market is still being computed after the first response.
fn wait_until_stable(process: u32) {
    // Five seconds.
    const READINGS: usize = 250;
    let mut readings = VecDeque::new();
    poll("stable memory", || {
        readings.push_back(memory(process, "VmRSS:")?);
        if readings.len() > READINGS {
            readings.pop_front();
        }
        let spread = readings.iter().max()? - readings.iter().min()?;
        (readings.len() == READINGS && spread < 512 << 10).then_some(())
    });
}

/// Waits until the memory of a process is stable, resets its recorded peak, and returns its current memory in bytes.
pub(crate) fn reset_peak(process: u32) -> u64 {
    wait_until_stable(process);
    fs::write(format!("/proc/{process}/clear_refs"), "5")
        .expect("the child process was not reaped");
    memory(process, "VmRSS:").expect("the program runs")
}
